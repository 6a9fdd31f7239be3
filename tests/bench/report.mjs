// What the bench prints: tables of each part, and its targets with yes or NO.

import { table } from "./table.mjs";

const times = (entry) => [entry.p50_ms, entry.p95_ms];
const timed = (title, entries) =>
  table(
    title,
    ["", "p50 ms", "p95 ms"],
    Object.entries(entries).map(([name, entry]) => [name, ...times(entry)]),
  );

export function heading({ facts, load_average }) {
  return `${facts.fragments} fragments of ${facts.mean_chars} characters from ${facts.source}; ${facts.queries} queries; load ${load_average.toFixed(1)}\n`;
}

const TABLES = {
  bytes: ({ all, lexical }) => [
    table(
      "First visit, without the site's index",
      ["", "brotli", "gzip", "plain"],
      Object.entries({ "in all": all, "for the first lexical answer": lexical }).map(([name, by]) => [
        name,
        by.br,
        by.gzip,
        by.plain,
      ]),
    ),
  ],
  start: ({ ours, stock }) => [
    table("Start, warm HTTP cache, since navigation (ours)", ["", "ms"], Object.entries(ours)),
    table("Start, warm HTTP cache (stock)", ["", "ms"], Object.entries(stock)),
  ],
  search: ({ lexical, dense, index_bytes }, facts) => [
    table(
      "Lexical query",
      ["", "p50 ms", "p95 ms", "index bytes"],
      Object.entries(lexical).map(([name, entry]) => [
        name,
        ...times(entry),
        name.startsWith("ours") ? facts.index_bytes : (index_bytes[name] ?? 0),
      ]),
    ),
    timed("Dense and fusion", dense),
  ],
  embedding: ({ tokens }) => [
    timed(
      "Embedding",
      Object.fromEntries(
        Object.entries(tokens).flatMap(([count, { by }]) =>
          Object.entries(by).map(([name, entry]) => [`${name}, ${count} tokens`, entry]),
        ),
      ),
    ),
  ],
  turns: ({ memory, understanding, whole, cpython }) => [
    timed("Memory work of a turn at 30 turns: record, evict, decay, gist", {
      "ours, in the page": memory,
      ...Object.fromEntries(Object.entries(cpython).map(([name, entry]) => [`${name}, CPython`, entry])),
    }),
    timed("Understanding a message at 30 turns, in the page", { understand: understanding.understand }),
    timed(`Whole turn without the embedder, ${whole.fragments} fragments, in the page`, whole.stages),
  ],
};

export function tablesOf(part, result, facts) {
  return TABLES[part](result, facts).join("\n");
}

export function verdictsOf(rows) {
  const cells = rows.map((row) => [
    row.what,
    row.figure,
    `${row.isAtLeast ? ">=" : "<="} ${row.limit.toFixed(2)} ${row.unit}`,
    row.isMet ? "yes" : "NO",
  ]);
  return table("Targets", ["", "figure", "wanted", "met"], cells);
}
