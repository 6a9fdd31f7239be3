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
/**
 * One reading in five is 110 KB lower than those around it, about the text of the page's program: the browser counts while
 * its collector marks, and does not always get to it. The median of three readings rarely does so.
 */
const READINGS = 3;
/**
 * Everything together is to stay under 1 KB, and does; the guard leaves half of that for a slow machine and for answers
 * that happen to grow longer. What grows between turns 100 and 200 is code alone: see docs/bench.md.
 */
const GUARD_BYTES = 1536;

test("memory is flat over 200 turns", async ({ page, sites }) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await chat.box.click(); // as a visitor does; until then the browser takes note of every large paint
  const talk = await converse(page, {
    turns: TURNS,
    stretch: 20,
    questions: QUESTIONS,
    period: PERIOD,
    readings: READINGS,
  });
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
