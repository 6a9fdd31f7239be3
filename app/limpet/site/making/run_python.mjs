// Runs one Python file in Pyodide under Node and prints what its main() returned as the last line of standard output.
//
// node run_python.mjs '{"pyodide": DIR, "program": FILE, "mounts": {GUEST: HOST}, "arguments": {...}}'
//
// The site build needs Pyodide's own Python: byte code and the memory snapshot fit only the interpreter that made them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(process.argv[2]);

async function run() {
  const { loadPyodide } = await import(pathToFileURL(join(task.pyodide, "pyodide.mjs")).href);
  const pyodide = await loadPyodide({
    indexURL: `${task.pyodide}/`,
    lockFileContents: JSON.stringify({ info: task.lock_info, packages: {} }),
    packageBaseUrl: `${task.pyodide}/`,
  });
  for (const [guest, host] of Object.entries(task.mounts)) {
    pyodide.mountNodeFS(guest, host);
  }
  const program = pyodide.globals.get("dict")();
  program.set("__name__", "making");
  pyodide.runPython(readFileSync(task.program, "utf8"), { globals: program, filename: task.program });
  return program.get("main")(JSON.stringify(task.arguments));
}

try {
  process.stdout.write(`\n${await run()}\n`);
} catch (error) {
  // The message alone: Node would print the line of Pyodide's code before it, which is a megabyte long.
  process.stderr.write(`${error.message ?? error}\n`);
  process.exitCode = 1;
}
