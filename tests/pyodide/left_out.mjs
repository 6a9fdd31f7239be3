// {"runtime", "names"} -> what Pyodide tells of an import of each, last line only, or "" where it works.

import { answer, startPyodide, task } from "./start_pyodide.mjs";

const { pyodide } = await startPyodide(task.runtime);
pyodide.runPython("from limpet.host.left_out import explain_left_out; explain_left_out()");
const told = (name) => {
  try {
    pyodide.runPython(`import ${name}`);
    return "";
  } catch (error) {
    return error.message.trim().split("\n").at(-1);
  }
};
answer(task.names.map(told));
