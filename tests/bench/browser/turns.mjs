// What a turn costs in the page's Python: memory work alone, understanding, and the whole turn on all fragments.

import { startPython } from "./python.mjs";

const TURNS = 400;

export async function turns(runtime, data, python) {
  const pyodide = await startPython(runtime);
  for (const name of ["memory_bench", "understanding_bench", "turn_bench"]) {
    const text = await (await fetch(`${python}${name}.py`)).text();
    pyodide.FS.writeFile(`${name}.py`, text);
  }
  const call = async (module, name, ...values) => {
    const found = await pyodide.pyimport(module)[name](...values);
    return found.toJs({ dict_converter: Object.fromEntries });
  };
  const bytes = async (name) => new Uint8Array(await (await fetch(`${data}${name}`)).arrayBuffer());
  return {
    memory: await call("memory_bench", "bench_memory_turns", TURNS),
    understanding: await call("understanding_bench", "bench_understanding"),
    whole: await call(
      "turn_bench",
      "bench_whole_turns",
      await bytes("index.limpet"),
      await (await fetch(`${data}queries.json`)).text(),
      await bytes("vectors.f32"),
    ),
  };
}
