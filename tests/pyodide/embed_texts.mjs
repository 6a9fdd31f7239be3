// {"session_module", "runtime", "model", "tokenizer", "texts"} -> one vector a text, by the wasm that the page runs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(readFileSync(0, "utf8"));
const { loadRuntime, MiniLm } = await import(pathToFileURL(task.session_module).href);
const folder = pathToFileURL(`${task.runtime}/`).href;
const embedder = await MiniLm.start(
  await loadRuntime(folder),
  new Uint8Array(readFileSync(join(task.runtime, task.model))),
  readFileSync(join(task.runtime, task.tokenizer), "utf8"),
);
const rows = await embedder.embed(task.texts);
const row = (i) => Array.from(rows.slice(i * embedder.dimensions, (i + 1) * embedder.dimensions));
const answer = JSON.stringify(task.texts.map((_, i) => row(i)));
process.stdout.write(`${answer}\n`, () => process.exit(0)); // the wasm keeps the event loop alive
