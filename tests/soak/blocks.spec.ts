import { expect } from "@playwright/test";
import { test } from "../browser/demo";
import { lines, type Measured, measure } from "./many-blocks";
import { quantile } from "./report";

test.use({ serviceWorkers: "block" });

test("ten thousand blocks are recalled about as fast as a hundred", async ({ context, demo }) => {
  test.setTimeout(20 * 60_000);
  const [few, many] = (await measure(context, demo, [100, 10_000])) as [Measured, Measured];
  const ratio = quantile(many.recall_ms, 0.95) / quantile(few.recall_ms, 0.95);
  console.log([...lines([few, many]), `p95 at 10,000 blocks: ${ratio.toFixed(2)} x that at 100`].join("\n"));
  expect.soft(ratio).toBeLessThanOrEqual(3);
  expect.soft(many.metadata_bytes).toBeLessThanOrEqual(20e6);
  expect.soft(many.metadata_bytes / many.blocks).toBeLessThanOrEqual(800);
  expect.soft(many.found).toBe(many.hidden);
  expect.soft(many.page_blocked_ms).toBeLessThan(200);
  expect.soft(many.first_answer_ms).toBeLessThan(few.first_answer_ms + 1_000);
});
