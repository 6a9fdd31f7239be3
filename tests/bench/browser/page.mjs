// The bench page: its parts are called by run.mjs.

import { startOurs, startStock } from "./cold_start.mjs";

const origin = location.origin;

Object.assign(globalThis, {
  benchSearch: async () => (await import("./search.mjs")).search(`${origin}/site/runtime/`, `${origin}/data/`),
  benchEmbedding: async () =>
    (await import("./embedding.mjs")).embedding(`${origin}/site/runtime/`, `${origin}/rivals/`, `${origin}/ort/`),
  benchTurns: async () =>
    (await import("./turns.mjs")).turns(`${origin}/site/runtime/`, `${origin}/data/`, `${origin}/python/`),
  benchOurs: (question) => startOurs(`${origin}/site/`, question),
  benchStock: () => startStock(`${origin}/stock/`),
});
