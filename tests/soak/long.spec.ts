import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { ChatPage } from "../browser/chat-page";
import { test } from "../browser/demo";
import { converse } from "./conversing";
import { lines, picture, slopeOf, slowing } from "./report";

const TURNS = Number(process.env.SOAK_TURNS ?? 2000);
const WARM_UP = TURNS / 2;

test(`memory is flat over ${TURNS} turns`, async ({ page, sites }) => {
  test.setTimeout(60 * 60_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await new ChatPage(page).open(`${sites.url}starlette/`);
  const talk = await converse(page, { turns: TURNS, stretch: 20 });
  console.log(lines(talk, WARM_UP).join("\n"));
  await writeFile("docs/soak.svg", picture(talk));
  const { readings, counts } = talk;
  expect.soft(slopeOf(counts, WARM_UP, (one) => one.js_bytes).high, "js_bytes").toBeLessThan(200);
  for (const bytes of ["browser_bytes", "pyodide_bytes", "live_bytes"] as const)
    expect.soft(slopeOf(readings, WARM_UP, (one) => one[bytes]).high, bytes).toBeLessThan(200);
  const { median, p95 } = slowing(talk.latencies_ms);
  expect.soft(median).toBeLessThanOrEqual(1.1);
  expect.soft(p95).toBeLessThanOrEqual(1.5);
  const settled = counts.filter(({ turn }) => turn > WARM_UP);
  expect.soft(new Set(settled.map(({ listeners }) => listeners)).size).toBe(1);
  // Nodes of an answer's attributes come and go with its words; what counts is that they do not pile up.
  expect.soft(slopeOf(counts, WARM_UP, (one) => one.nodes).low).toBeLessThan(0.1);
  expect.soft(Math.max(...settled.map(({ detached }) => detached))).toBe(0);
});
