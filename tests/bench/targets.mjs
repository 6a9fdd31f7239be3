// What the bench must show, as ratios of one run wherever speed is concerned; each line is printed with its verdict.

const MB = 1_000_000;

/** `[what, figure, limit, unit]`; a figure of null was not measured. */
export function targets({ search, embedding, start, bytes, turns }) {
  const { lexical, dense, scale, overlaps } = search ?? {};
  const rows = [];
  const add = (what, figure, limit, unit, isAtLeast = false) => rows.push({ what, figure, limit, unit, isAtLeast });
  if (search) {
    const ours = Math.min(lexical.ours.p50_ms, lexical.ours_again.p50_ms);
    add("lexical p50: FlexSearch / ours", lexical.flexsearch.p50_ms / ours, 1.5, "x", true);
    add("lexical p50: MiniSearch / ours", lexical.minisearch.p50_ms / ours, 5, "x", true);
    const hybrid = Math.min(dense.ours.p50_ms, dense.ours_again.p50_ms);
    add("dense and fusion p50: ours / Orama vector", hybrid / dense["orama vector"].p50_ms, 1 / 3, "x");
    add("vectors in memory per 10,000, 10,000 rows", ((scale.small_bytes / scale.small_rows) * 10_000) / MB, 16, "MB");
    add(
      "vectors in memory per 10,000, 100,000 rows",
      ((scale.large_bytes / scale.large_rows) * 10_000) / MB,
      4.4,
      "MB",
    );
    add("scoring: 100,000 rows / 10,000 rows", scale.large_ms / scale.small_ms, 15, "x");
    for (const { rows: count, overlap_at_10 } of overlaps.filter(({ rows }) => rows >= 10_000))
      add(`overlap@10 with exact search, ${count} real rows`, overlap_at_10, 0.98, "", true);
  }
  if (embedding) {
    for (const [tokens, { ratio }] of Object.entries(embedding.tokens))
      add(`embedding, ${tokens} tokens: ours / transformers.js, median of pairs`, ratio, 1.05, "x");
    add("model runtime's memory", embedding.heap_bytes / 1_048_576, 170, "MiB");
  }
  if (start)
    add("first lexical answer / stock Python with numpy", start.ours.first_answer / start.stock.numpy_usable, 0.6, "x");
  if (bytes) {
    add("first visit, brotli", bytes.all.br / MB, 37, "MB");
    add("first visit, gzip", bytes.all.gzip / MB, 40, "MB");
    add("needed for the first lexical answer, brotli", bytes.lexical.br / MB, 14, "MB");
    add("needed for the first lexical answer, gzip", bytes.lexical.gzip / MB, 14, "MB");
  }
  if (turns) {
    add("memory work a turn p95, in the page", turns.memory.p95_ms, 2, "ms");
    add("session memory's own bytes at 30 turns", turns.memory.own_bytes / 1024, 256, "KB");
    add("understanding a message p95, in the page", turns.understanding.understand.p95_ms, 6, "ms");
    add("whole turn without the embedder p95, in the page", turns.whole.stages.all.p95_ms, 60, "ms");
  }
  return rows.map((row) => ({ ...row, isMet: row.isAtLeast ? row.figure >= row.limit : row.figure <= row.limit }));
}
