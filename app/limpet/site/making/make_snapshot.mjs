// Writes the memory of a freshly started Python, with some modules of the standard library imported, to a file.
//
// node make_snapshot.mjs '{"pyodide": DIR, "lock_info": {...}, "modules": [...], "target": FILE}'
//
// Afterwards a second interpreter is started from the file and imports the same modules, as the proof that it works.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(process.argv[2]);
const names = JSON.stringify(JSON.stringify(task.modules)); // a literal that Python and JavaScript read alike

async function make() {
  const { loadPyodide } = await import(pathToFileURL(join(task.pyodide, "pyodide.mjs")).href);
  const settings = {
    indexURL: `${task.pyodide}/`,
    lockFileContents: JSON.stringify({ info: task.lock_info, packages: {} }),
    packageBaseUrl: `${task.pyodide}/`,
  };
  const first = await loadPyodide({ ...settings, _makeSnapshot: true });
  first.runPython(`
import gc, importlib, json
for name in json.loads(${names}):
    importlib.import_module(name)
gc.collect()
del gc, importlib, json, name
`);
  writeFileSync(task.target, first.makeMemorySnapshot());
  const second = await loadPyodide({ ...settings, _loadSnapshot: readFileSync(task.target) });
  const isThere = second.runPython(`
import json, sys
all(name in sys.modules for name in json.loads(${names}))
`);
  if (!isThere) throw new Error("the modules are not in the memory that was loaded back");
}

try {
  await make();
  process.stdout.write(`\n${JSON.stringify({ ok: true })}\n`);
} catch (error) {
  process.stderr.write(`${error.message ?? error}\n`);
  process.exitCode = 1;
}
