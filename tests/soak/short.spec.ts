import { expect } from "@playwright/test";
import { ChatPage } from "../browser/chat-page";
import { test } from "../browser/demo";
import { converse } from "./conversing";
import { lines, slopeOf, summed } from "./report";

const TURNS = 200;
const QUESTIONS = 24;
/**
 * As many messages as the page shows entries: it then shows about the same answers all the time. Else their length, which
 * rises and falls by a hundred kilobytes, would be taken for a slope.
 */
const PERIOD = 20;
/** What is in use inside Python, where every structure has reached its cap by turn 100. */
const MOST_BYTES = 1024;
/** Everything together: the engine still compiles functions of the page that are called once a turn. */
const GUARD_BYTES = 4096;

test("memory is flat over 200 turns", async ({ page, sites }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await new ChatPage(page).open(`${sites.url}starlette/`);
  const talk = await converse(page, TURNS, 20, QUESTIONS, PERIOD);
  console.log(lines(talk, TURNS / 2).join("\n"));
  const { readings, counts } = talk;
  expect.soft(slopeOf(readings, TURNS / 2, summed).high).toBeLessThan(GUARD_BYTES);
  expect.soft(slopeOf(readings, TURNS / 2, (one) => one.live_bytes).high).toBeLessThan(MOST_BYTES);
  const settled = counts.filter(({ turn }) => turn > TURNS / 2);
  expect.soft(new Set(settled.map(({ listeners }) => listeners)).size).toBe(1);
  // Nodes of an answer's attributes come and go with its words; what counts is that they do not pile up.
  expect.soft(slopeOf(counts, TURNS / 2, (one) => one.nodes).low).toBeLessThan(0.1);
  expect.soft(Math.max(...settled.map(({ detached }) => detached))).toBe(0);
});
