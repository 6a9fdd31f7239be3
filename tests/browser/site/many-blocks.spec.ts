import { expect } from "@playwright/test";
import { lines, type Measured, measure } from "../../soak/many-blocks";
import { test } from "../demo";

test.use({ serviceWorkers: "block" });

/** Bounds alone: times are for `make bench-memory`, on a quiet machine. */
test("a thousand blocks in the browser: a bounded number is opened, metadata are small, what is hidden is found", async ({
  context,
  demo,
}) => {
  test.setTimeout(5 * 60_000);
  const [few, many] = (await measure(context, demo, [50, 1_000], 3)) as [Measured, Measured];
  console.log(lines([few, many]).join("\n"));
  expect(many.found).toBe(many.hidden);
  expect(many.opened).toBeLessThanOrEqual(10);
  expect(many.metadata_bytes / many.blocks).toBeLessThanOrEqual(1_000);
});
