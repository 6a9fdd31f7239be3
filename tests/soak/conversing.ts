import type { Page } from "@playwright/test";
import { messageAt } from "./messages";

/** Memory and nodes after some turn, in bytes and counts. */
export interface Reading {
  turn: number;
  /** JavaScript of the page, after a collection. */
  js_bytes: number;
  /** Page, workers and the model's memory, as the browser counts them. */
  browser_bytes: number;
  /** Python's whole heap. */
  pyodide_bytes: number;
  /** What is allocated inside it. */
  live_bytes: number;
  /** Nodes that are not part of the transcript, whose size follows its answers. */
  nodes: number;
  listeners: number;
  detached: number;
}

export interface Talk {
  readings: Reading[];
  /** From sending a message to its whole answer, by turn. */
  latencies_ms: number[];
}

interface Sample {
  turn: number;
  browser_bytes: number | null;
  pyodide_bytes: number;
  python_live_bytes: number;
}

/** The parts of the chat element that a long conversation drives. */
interface ChatElement extends HTMLElement {
  settled: Promise<void>;
  ask(message: string): void;
  link: { request(body: unknown, type: string): Promise<{ questions: string[] }> };
  conversation: { entries: { state: string }[] };
  probe: { isMeasuring: boolean; samples: Sample[]; sample(turn: number): Promise<void> };
}

/**
 * Holds a conversation of `turns` turns on the open page and reads memory every `every` turns. With `most` questions at
 * most, so that the first half of a short conversation has met every word and the bounded memos of words are warm.
 */
export async function converse(page: Page, turns: number, every: number, most = 120): Promise<Talk> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  const questions = await page.evaluate(async (k) => {
    const chat = document.querySelector<ChatElement>("limpet-chat");
    if (!chat) throw new Error("no chat");
    await chat.settled;
    return (await chat.link.request({ type: "suggest", k }, "suggested")).questions;
  }, most);
  const talk: Talk = { readings: [], latencies_ms: [] };
  for (let turn = 1; turn <= turns; turn += 1) {
    talk.latencies_ms.push(await page.evaluate(askAndWait, messageAt(turn - 1, questions)));
    if (turn % every !== 0) continue;
    const sample = await page.evaluate(sampleAt, turn);
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage"); // what the first one set free may hold more
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    const detached = (await session.send("DOM.getDetachedDomNodes")).detachedNodes;
    talk.readings.push({
      turn,
      js_bytes: usedSize,
      browser_bytes: sample.browser_bytes ?? 0,
      pyodide_bytes: sample.pyodide_bytes,
      live_bytes: sample.python_live_bytes,
      nodes: nodes - (await page.evaluate(nodesInTranscript)),
      listeners: jsEventListeners,
      // Lit's templates are never part of a page; there is one for each kind of thing shown.
      detached: detached.filter(({ treeNode }) => treeNode.nodeName !== "TEMPLATE").length,
    });
  }
  return talk;
}

async function askAndWait(message: string): Promise<number> {
  const chat = document.querySelector<ChatElement>("limpet-chat");
  if (!chat) throw new Error("no chat");
  const start = performance.now();
  chat.ask(message);
  const entry = chat.conversation.entries.at(-1);
  for (let waited = 0; entry?.state === "waiting" || entry?.state === "answering"; waited += 1) {
    if (waited > 15_000) throw new Error(`no answer to ${message}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  if (entry?.state !== "answered") throw new Error(`${message}: ${entry?.state}`);
  return performance.now() - start;
}

async function sampleAt(turn: number): Promise<Sample> {
  const chat = document.querySelector<ChatElement>("limpet-chat");
  if (!chat) throw new Error("no chat");
  await new Promise((resolve) => setTimeout(resolve, 100));
  while (chat.probe.isMeasuring) await new Promise((resolve) => setTimeout(resolve, 10));
  await chat.probe.sample(turn);
  const last = chat.probe.samples.at(-1);
  if (!last) throw new Error("no sample");
  return last;
}

function nodesInTranscript(): number {
  const log = document.querySelector("limpet-chat")?.shadowRoot?.querySelector("[role=log]");
  const walker = document.createTreeWalker(log ?? document);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
}
