// Writes the memory of a freshly started Python, with some modules of the standard library imported, to a file.
//
// node make_snapshot.mjs '{"pyodide": DIR, "lock_info": {...}, "modules": [...], "target": FILE}'
//
// Afterwards a second interpreter is started from the file and imports the same modules, as the proof that it works.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(join(task.pyodide, "pyodide.mjs")).href);
const settings = {
  indexURL: `${task.pyodide}/`,
  lockFileContents: JSON.stringify({ info: task.lock_info, packages: {} }),
  packageBaseUrl: `${task.pyodide}/`,
};
const imports = `
import importlib, json
for name in json.loads(${JSON.stringify(JSON.stringify(task.modules))}):
    importlib.import_module(name)
del importlib, json, name
`;

const first = await loadPyodide({ ...settings, _makeSnapshot: true });
first.runPython(imports);
first.runPython("import gc\ngc.collect()\ndel gc");
writeFileSync(task.target, first.makeMemorySnapshot());

const second = await loadPyodide({ ...settings, _loadSnapshot: readFileSync(task.target) });
const isThere = second.runPython(`
import json, sys
all(name in sys.modules for name in json.loads(${JSON.stringify(JSON.stringify(task.modules))}))
`);
if (!isThere) {
  throw new Error("the modules are not in the memory that was loaded back");
}
process.stdout.write(`\n${JSON.stringify({ ok: true })}\n`);
