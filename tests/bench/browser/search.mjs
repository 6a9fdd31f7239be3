// Lexical and dense retrieval: ours in Pyodide beside three JavaScript engines, one page, the same fragments.

import * as orama from "@orama/orama";
import FlexSearch from "flexsearch";
import MiniSearch from "minisearch";
import { race, summary } from "./clock.mjs";
import { startPython } from "./python.mjs";

const DIMENSIONS = 384;
const TOP = 10;

const OURS = `
import json, time
import numpy as np
from limpet.retrieval.dense import dense_rows
from limpet.retrieval.document import Query
from limpet.retrieval.index_file import decode
from limpet.retrieval.vectors import Int8Rows, quantise

index = decode(index_bytes.to_bytes())
queries = json.loads(queries_json)
asked = np.frombuffer(asked_bytes.to_bytes(), dtype=np.float32).reshape(-1, ${DIMENSIONS})

def timed(call, items, rounds):
    times = []
    for _ in range(rounds):
        for item in items:
            start = time.perf_counter()
            call(item)
            times.append((time.perf_counter() - start) * 1000)
    return times

def lexical(i):
    return index.retrieve(Query(queries[i]), k=${TOP}, mode="bm25")

def hybrid(i):
    return index.retrieve(Query(queries[i], asked[i]), k=${TOP}, mode="hybrid")

def ours(call, rounds):
    items = range(len(queries))
    timed(call, items[:50], 1)
    return json.dumps(timed(call, items, rounds))

def nearest(rows, k=${TOP}):
    return lambda row: rows.nearest(row, k)

def scoring(rows, rounds):
    timed(nearest(rows, 100), asked[:20], 1)
    times = sorted(timed(nearest(rows, 100), asked, rounds))
    return times[len(times) // 2]

def scale(rounds):
    codes, scales = index.vectors.codes, index.vectors.scales
    small = dense_rows(index.vectors)
    times = {"small_rows": len(codes), "small_ms": scoring(small, rounds), "small_bytes": small.size_bytes}
    many = np.empty((10 * len(codes), codes.shape[1]), dtype=np.int8)
    noise = np.arange(many.shape[1], dtype=np.uint32)
    for copy in range(10):
        # numpy.random is not in the page; any change of a few steps will do
        turned = ((noise * np.uint32(2654435761) + np.uint32(copy * 40503)) >> np.uint32(13)) % np.uint32(7)
        wanted = codes.astype(np.int16) + turned.astype(np.int16) - 3
        many[copy * len(codes) : (copy + 1) * len(codes)] = np.clip(wanted, -127, 127)
    large = dense_rows(Int8Rows(many, np.tile(scales, 10)))
    times |= {"large_rows": len(many), "large_ms": scoring(large, rounds), "large_bytes": large.size_bytes}
    return json.dumps(times)

def overlap(most):
    real = np.frombuffer(vector_bytes.to_bytes(), dtype=np.float32).reshape(-1, ${DIMENSIONS})[:most]
    rows = dense_rows(quantise(real))
    shared = 0
    for vector in asked:
        exact = np.einsum("ij,j->i", real, vector)
        best = set(np.argpartition(-exact, ${TOP})[:${TOP}].tolist())
        shared += len(best & set(np.asarray(nearest(rows)(vector)).tolist()[:${TOP}]))
    return json.dumps({"rows": len(real), "kind": type(rows).__name__, "bytes": rows.size_bytes,
                       "overlap_at_10": shared / (${TOP} * len(asked))})
`;

export async function search(runtime, data) {
  const [fragments, queries, index, vectors] = await Promise.all([
    fetch(`${data}fragments.json`).then((r) => r.json()),
    fetch(`${data}queries.json`).then((r) => r.json()),
    fetch(`${data}index.limpet`).then((r) => r.arrayBuffer()),
    fetch(`${data}vectors.f32`).then((r) => r.arrayBuffer()),
  ]);
  const all = new Float32Array(vectors);
  const asked = all.subarray(all.length - queries.length * DIMENSIONS);
  const real = all.subarray(0, all.length - asked.length);
  const pyodide = await startPython(runtime);
  pyodide.globals.set("index_bytes", new Uint8Array(index));
  pyodide.globals.set("queries_json", JSON.stringify(queries));
  pyodide.globals.set("asked_bytes", new Uint8Array(asked.slice().buffer));
  pyodide.globals.set("vector_bytes", new Uint8Array(real.slice().buffer));
  pyodide.runPython(OURS);
  const ours = (call, rounds) =>
    summary(JSON.parse(pyodide.runPython(`ours(${call}, ${rounds})`)).sort((a, b) => a - b));

  const lexicalRivals = await lexicalEngines(fragments);
  const lexical = { ours: ours("lexical", 2) };
  Object.assign(lexical, await raced(lexicalRivals.engines, queries, 1));
  lexical.ours_again = ours("lexical", 2);

  const dense = { ours: ours("hybrid", 1) };
  const row = (i) =>
    Array.from(real.subarray((i * DIMENSIONS) % real.length, ((i * DIMENSIONS) % real.length) + DIMENSIONS));
  const database = orama.create({ schema: { vector: `vector[${DIMENSIONS}]` } });
  await orama.insertMultiple(
    database,
    fragments.map((_, i) => ({ vector: row(i) })),
    1000,
  );
  const vectorOf = (i) => Array.from(asked.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS));
  const byVector = (i) =>
    orama.searchVector(database, { vector: { value: vectorOf(i), property: "vector" }, limit: TOP, similarity: -1 });
  Object.assign(
    dense,
    await raced(
      { "orama vector": byVector },
      queries.map((_, i) => i),
      1,
    ),
  );
  dense.ours_again = ours("hybrid", 1);

  return {
    lexical,
    dense,
    hits: await lexicalRivals.hits(queries),
    index_bytes: lexicalRivals.bytes,
    scale: JSON.parse(pyodide.runPython("scale(2)")),
    overlaps: [fragments.length, Number.MAX_SAFE_INTEGER].map((most) =>
      JSON.parse(pyodide.runPython(`overlap(${most})`)),
    ),
    pyodide_bytes: pyodide._module.HEAPU8.length,
  };
}

async function raced(engines, items, rounds) {
  const times = await race(engines, items, { warmUp: 50, rounds });
  return Object.fromEntries(Object.entries(times).map(([name, sorted]) => [name, summary(sorted)]));
}

/** Each engine with its own defaults for a search box: any word counts, best first. */
async function lexicalEngines(fragments) {
  const mini = new MiniSearch({ fields: ["title", "text"] });
  mini.addAll(fragments);
  const flex = new FlexSearch.Index({ tokenize: "strict" });
  for (const [i, { title, text }] of fragments.entries()) flex.add(i, `${title} ${text}`);
  const database = orama.create({ schema: { title: "string", text: "string" } });
  await orama.insertMultiple(
    database,
    fragments.map(({ title, text }) => ({ title, text })),
    1000,
  );
  const engines = {
    minisearch: (text) => mini.search(text).slice(0, TOP),
    flexsearch: (text) => flex.search(text, { limit: TOP, suggest: true }),
    orama: (text) => orama.search(database, { term: text, limit: TOP }),
  };
  const exported = [];
  flex.export((_, value) => exported.push(value ?? ""));
  const size = (text) => new TextEncoder().encode(text).length;
  const stored = size(JSON.stringify(orama.save(database).docs));
  return {
    engines,
    bytes: {
      minisearch: size(JSON.stringify(mini)),
      flexsearch: size(exported.join("")),
      orama: size(JSON.stringify(orama.save(database))) - stored,
    },
    async hits(queries) {
      const found = { minisearch: 0, flexsearch: 0, orama: 0 };
      for (const text of queries) {
        found.minisearch += engines.minisearch(text).length > 0;
        found.flexsearch += engines.flexsearch(text).length > 0;
        found.orama += (await engines.orama(text)).count > 0;
      }
      return found;
    },
  };
}
