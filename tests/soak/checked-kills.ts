import { expect } from "@playwright/test";
import { withoutModel } from "../browser/core";
import type { Demo } from "../browser/demo";
import { consolidateAndKill, type Outcome } from "./killing";

/** Every acknowledged turn is remembered, and no turn twice, after `kills` kills over `consolidations`. */
export async function checkKills(demo: Demo, kills: number, consolidations: number): Promise<Outcome> {
  const served = await demo.serve({ isIsolated: true, change: withoutModel });
  try {
    const outcome = await consolidateAndKill(`${served.url}shop/`, { kills, consolidations, random: seeded(20_261) });
    const counts = new Map<string, number>();
    for (const message of outcome.remembered) counts.set(message, (counts.get(message) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    expect(outcome.acknowledged.filter((message) => !counts.has(message))).toEqual([]);
    expect(outcome.kills).toBe(kills);
    expect(outcome.consolidations).toBeGreaterThanOrEqual(consolidations);
    return outcome;
  } finally {
    await served.close();
  }
}

/** Numbers from 0 to 1 that are the same in every run (Park and Miller's generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
