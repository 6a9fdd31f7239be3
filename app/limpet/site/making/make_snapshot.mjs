// Writes the memory of a freshly started Python to a file, with what a later start would otherwise have to make: modules
// of the standard library imported, methods of dataclasses and regular expressions compiled.
//
// node make_snapshot.mjs '{"pyodide": DIR, "lock_info": {...}, "ready": FILE, "target": FILE}'
//
// `ready` holds JSON as list_modules.py tells it: `standard`, `sources`, `patterns`.
//
// Its last line of output is JSON: `bytes` of the file, and `base_bytes` of memory that are to be put back under it.
//
// Afterwards a second interpreter is started from the file and imports the same modules, as the proof that it works.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { exchange, lengthOf, withFirstMemory } from "./first_memory.mjs";

const task = JSON.parse(process.argv[2]);
const ready = readFileSync(task.ready, "utf8");
const names = JSON.stringify(JSON.stringify(JSON.parse(ready).standard)); // a literal that both languages read alike

const PREPARE = `
import dataclasses, gc, importlib, json, re

def prepare(ready):
    for name in ready["standard"]:
        importlib.import_module(name)
    compiled = {source: compile(source, "<string>", "exec") for source in ready["sources"]}
    execute = exec

    def execute_compiled(source, *scopes):
        execute(compiled.pop(source, source), *scopes)

    dataclasses.exec = execute_compiled  # stands in for the built-in in that module alone
    re._MAXCACHE = max(re._MAXCACHE, len(ready["patterns"]) + 64)  # some others come meanwhile
    for pattern, flags in ready["patterns"]:
        re.compile(pattern, flags)  # re keeps what it has compiled

prepare(json.loads(ready_json))
gc.collect()
del dataclasses, gc, importlib, json, re, prepare, ready_json
`;

async function make() {
  const { loadPyodide } = await import(pathToFileURL(join(task.pyodide, "pyodide.mjs")).href);
  const settings = {
    indexURL: `${task.pyodide}/`,
    lockFileContents: JSON.stringify({ info: task.lock_info, packages: {} }),
    packageBaseUrl: `${task.pyodide}/`,
  };
  let base;
  const first = await withFirstMemory(
    () => loadPyodide({ ...settings, _makeSnapshot: true }),
    (memory) => {
      base = memory.slice(0, lengthOf(memory));
    },
  );
  first.globals.set("ready_json", ready);
  first.runPython(PREPARE);
  const snapshot = first.makeMemorySnapshot();
  exchange(snapshot, base);
  writeFileSync(task.target, snapshot);
  const loaded = new Uint8Array(readFileSync(task.target));
  const second = await withFirstMemory(
    () => loadPyodide({ ...settings, _loadSnapshot: loaded }),
    (memory) => exchange(loaded, memory.subarray(0, base.length)),
  );
  const isThere = second.runPython(`
import json, sys
all(name in sys.modules for name in json.loads(${names}))
`);
  if (!isThere) throw new Error("the modules are not in the memory that was loaded back");
  return { bytes: snapshot.length, base_bytes: base.length };
}

try {
  process.stdout.write(`\n${JSON.stringify(await make())}\n`);
} catch (error) {
  process.stderr.write(`${error.message ?? error}\n`);
  process.exitCode = 1;
}
