import type { CDPSession, Page } from "@playwright/test";
import { messageAt } from "./messages";

/** Memory after one turn, in bytes, as the page's own heap probe measured it. */
export interface Reading {
  turn: number;
  /** Page, workers and the model's memory, as the browser counts them. */
  browser_bytes: number;
  /** Python's whole heap. */
  pyodide_bytes: number;
  /** What is allocated inside it. */
  live_bytes: number;
}

/** What only the browser's tools know, after some turns. */
export interface Count {
  turn: number;
  /** JavaScript of the page, after a collection. */
  js_bytes: number;
  /** Nodes that are not part of the transcript, whose size follows its answers. */
  nodes: number;
  listeners: number;
  detached: number;
}

export interface Talk {
  readings: Reading[];
  counts: Count[];
  /** From sending a message to its whole answer, by turn. */
  latencies_ms: number[];
}

interface Sample {
  turn: number;
  browser_bytes: number | null;
  pyodide_bytes: number;
  python_live_bytes: number;
}

interface MeasuringPerformance extends Performance {
  measureUserAgentSpecificMemory(): Promise<{ bytes: number }>;
}

/** The parts of the chat element that a long conversation drives. */
interface ChatElement extends HTMLElement {
  settled: Promise<void>;
  ask(message: string): void;
  link: { request(body: unknown, type: string): Promise<{ questions: string[] }> };
  conversation: { entries: { state: string }[] };
  probe: { last: Sample | undefined };
}

/** How a conversation is held and measured. */
interface Plan {
  turns: number;
  /** Turns of one call into the page. */
  stretch: number;
  /** Questions at most, which come again and again. */
  questions?: number;
  /** Turns after which all messages come again. */
  period?: number;
  /** Times that the browser's bytes are read after a turn; the median counts. */
  readings?: number;
}

/**
 * Holds a conversation on the open page, and measures.
 *
 * A stretch of `stretch` turns is one call into the page, because every call leaves a compiled script behind; memory is
 * read after each turn, nodes and listeners after each stretch.
 */
export async function converse(page: Page, plan: Plan): Promise<Talk> {
  const { turns, stretch, questions: most = 120, period = turns, readings = 1 } = plan;
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  const questions = await page.evaluate(async (k) => {
    const chat = document.querySelector<ChatElement>("limpet-chat");
    if (!chat) throw new Error("no chat");
    await chat.settled;
    return (await chat.link.request({ type: "suggest", k }, "suggested")).questions;
  }, most);
  const talk: Talk = { readings: [], counts: [], latencies_ms: [] };
  for (let from = 0; from < turns; from += stretch) {
    const messages = Array.from({ length: stretch }, (_, place) => messageAt((from + place) % period, questions));
    const rows = await page.evaluate(askAll, { messages, from, readings });
    for (const [place, [latency_ms = 0, browser_bytes = 0, pyodide_bytes = 0, live_bytes = 0]] of rows.entries()) {
      talk.latencies_ms.push(latency_ms);
      talk.readings.push({ turn: from + place + 1, browser_bytes, pyodide_bytes, live_bytes });
    }
    talk.counts.push({ turn: from + stretch, ...(await counted(page, session)) });
  }
  return talk;
}

async function counted(page: Page, session: CDPSession): Promise<Omit<Count, "turn">> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage"); // what the first one set free may hold more
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const detached = (await session.send("DOM.getDetachedDomNodes")).detachedNodes;
  return {
    js_bytes: usedSize,
    nodes: nodes - (await page.evaluate(nodesInTranscript)),
    listeners: jsEventListeners,
    // Lit's templates are never part of a page; there is one for each kind of thing shown.
    detached: detached.filter(({ treeNode }) => treeNode.nodeName !== "TEMPLATE").length,
  };
}

interface Stretch {
  messages: string[];
  from: number;
  readings: number;
}

/** Asks one message after the other; gives latency, browser's bytes, Python's heap and what is in use there, by turn. */
async function askAll({ messages, from, readings }: Stretch): Promise<number[][]> {
  const chat = document.querySelector<ChatElement>("limpet-chat");
  if (!chat) throw new Error("no chat");
  const pause = (time_ms: number) => new Promise((resolve) => setTimeout(resolve, time_ms));
  const rows: number[][] = [];
  for (const [place, message] of messages.entries()) {
    const turn = from + place + 1;
    const start = performance.now();
    chat.ask(message);
    const entry = chat.conversation.entries.at(-1);
    for (let waited = 0; entry?.state === "waiting" || entry?.state === "answering"; waited += 1) {
      if (waited > 15_000) throw new Error(`no answer to ${message}`);
      await pause(2);
    }
    if (entry?.state !== "answered") throw new Error(`${message}: ${entry?.state}`);
    const latency_ms = performance.now() - start;
    let { last } = chat.probe;
    for (let waited = 0; last?.turn !== turn; waited += 1) {
      if (waited > 500) throw new Error(`no sample after turn ${turn}`);
      await pause(50);
      last = chat.probe.last;
    }
    const all = [last.browser_bytes ?? 0];
    while (all.length < readings)
      all.push((await (performance as MeasuringPerformance).measureUserAgentSpecificMemory()).bytes);
    all.sort((one, other) => one - other);
    rows.push([latency_ms, all[Math.floor(all.length / 2)] ?? 0, last.pyodide_bytes, last.python_live_bytes]);
  }
  return rows;
}

function nodesInTranscript(): number {
  const log = document.querySelector("limpet-chat")?.shadowRoot?.querySelector("[role=log]");
  const walker = document.createTreeWalker(log ?? document);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
}
