// Times of many calls, in milliseconds; engines take turns so that a busy moment hits all of them alike.

/** `contestants`: name -> function of an item, perhaps asynchronous. Returns name -> sorted times. */
export async function race(contestants, items, { warmUp, rounds }) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (const run of Object.values(contestants)) for (const item of items.slice(0, warmUp)) await run(item);
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      for (const item of items) {
        const start = performance.now();
        const found = run(item);
        if (found instanceof Promise) await found;
        times[name].push(performance.now() - start);
      }
    }
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  return times;
}

export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export function summary(sorted) {
  return { p50_ms: quantile(sorted, 0.5), p95_ms: quantile(sorted, 0.95), min_ms: sorted[0], runs: sorted.length };
}
