import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { ChatPage } from "../browser/chat-page";
import { request, settled } from "../browser/core";
import type { Demo } from "../browser/demo";
import { quantile } from "./report";

const ROOT = resolve(import.meta.dirname, "../..");

export interface Measured {
  blocks: number;
  /** From the request to its answer, the questions' vectors being known. */
  recall_ms: number[];
  /** Hidden turns that their question finds among the first ten. */
  found: number;
  hidden: number;
  opened: number;
  metadata_bytes: number;
  /** From the core being up to an answer from the documents and one from memory, both the first of their visit. */
  first_answer_ms: number;
  first_recall_ms: number;
  /** Longest time that the page itself could not react meanwhile. */
  page_blocked_ms: number;
}

interface Questions {
  hidden: [string, string][];
  others: string[];
}

/**
 * Makes the blocks and recalls on pages of one browser: one site holds the first count, the other the second. Besides
 * the questions about what is hidden at most `most` others are asked.
 */
export async function measure(
  context: BrowserContext,
  demo: Demo,
  counts: [number, number],
  most = Number.POSITIVE_INFINITY,
): Promise<Measured[]> {
  const folder = process.env.LIMPET_BLOCKS ?? made(counts);
  const questions = JSON.parse(readFileSync(resolve(folder, "questions.json"), "utf8")) as Questions;
  let blocks = Buffer.alloc(0);
  const change = (path: string, bytes: Buffer) => (path === "index.html" ? blocks : bytes);
  const served = await demo.serve({ isIsolated: true, change });
  const found: Measured[] = [];
  const pages: Page[] = [];
  try {
    for (const [place, count] of counts.entries()) {
      const page = await context.newPage();
      const url = `${served.url}${place === 0 ? "shop" : "starlette"}/`;
      blocks = readFileSync(resolve(folder, `blocks-${count}.bin`));
      await fill(page, url);
      const [first_answer_ms, first_recall_ms, page_blocked_ms] = await firstAnswers(page, url, questions);
      await settled(page);
      const { structures } = await request(page, { type: "inspect" }, "inspected");
      const metadata_bytes = structures.find(({ name }) => name === "block_metadata")?.bytes ?? Number.NaN;
      const hidden = questions.hidden.length;
      const starts = { first_answer_ms, first_recall_ms, page_blocked_ms };
      found.push({ blocks: count, recall_ms: [], found: 0, hidden, opened: 0, metadata_bytes, ...starts });
      pages.push(page);
    }
    await recallOnBoth(pages, { ...questions, others: questions.others.slice(0, most) }, found);
    return found;
  } finally {
    for (const page of pages) await page.close();
    await served.close();
  }
}

/** The folder of the made blocks. */
function made(counts: number[]): string {
  const folder = resolve(ROOT, "build/blocks");
  mkdirSync(folder, { recursive: true });
  const make = [resolve(ROOT, "tests/soak/make_blocks.py"), folder, ...counts.map(String)];
  execFileSync(resolve(ROOT, ".venv/bin/python"), make, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  return folder;
}

/** One question after the other, on one page and then on the other, so that both meet the same machine. */
async function recallOnBoth(pages: Page[], { hidden, others }: Questions, found: Measured[]): Promise<void> {
  const asked = [...hidden.map(([, question]) => question), ...others];
  for (const text of asked)
    for (const [place, page] of pages.entries()) {
      await recall(page, text); // the vector of the question is made
      for (const other of others.slice(0, 3)) await recall(page, `${other} ${text}`); // and other blocks are opened
      const { ms, body } = await recall(page, text);
      const one = found[place] as Measured;
      one.recall_ms.push(ms);
      one.opened += body.opened.length / asked.length;
      const wanted = hidden.find(([, question]) => question === text)?.[0];
      if (body.turns.some(({ message }) => message === wanted)) one.found += 1;
    }
}

interface Recalled {
  turns: { message: string }[];
  opened: string[];
}

async function recall(page: Page, text: string): Promise<{ ms: number; body: Recalled }> {
  return page.evaluate(async (question) => {
    const chat = document.querySelector("limpet-chat") as unknown as {
      link: { request(body: unknown, type: string): Promise<Recalled> };
    };
    const start = performance.now();
    const body = await chat.link.request({ type: "recall", text: question, k: 10 }, "recalled");
    return { ms: performance.now() - start, body };
  }, text);
}

/** Puts the served blocks into the site's database, past the chat, after the visitor's yes. */
async function fill(page: Page, url: string): Promise<void> {
  await new ChatPage(page).open(url);
  await request(page, { type: "consent", remember: true }, "done");
  await page.goto(`${url}site.json`);
  await page.evaluate(async () => {
    const bytes = await (await fetch("/index.html")).arrayBuffer();
    const [view, decoder] = [new DataView(bytes), new TextDecoder()];
    const path = location.pathname.replace(/[^/]*$/, "");
    const opening = indexedDB.open(`limpet:${path}:blocks`);
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const database = opening.result;
    let at = 0;
    const part = () => {
      const length = view.getUint32(at, true);
      at += 4 + length;
      return new Uint8Array(bytes.slice(at - length, at));
    };
    while (at < bytes.byteLength) {
      const transaction = database.transaction(["heads", "bodies", "versions"], "readwrite");
      for (let count = 0; count < 500 && at < bytes.byteLength; count += 1) {
        const id = decoder.decode(part());
        const endedS = new DataView(part().buffer).getFloat64(0, true);
        transaction.objectStore("heads").put({ id, order: ["", -endedS, id], head: part() });
        transaction.objectStore("bodies").put(part(), id);
      }
      transaction.objectStore("versions").put(crypto.randomUUID(), "");
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = reject;
      });
    }
    database.close();
  });
}

/** A visit that asks at once: times of both answers from the start of the core on, and the page's longest pause. */
async function firstAnswers(page: Page, url: string, { hidden }: Questions): Promise<[number, number, number]> {
  await new ChatPage(page).open(url);
  return page.evaluate(async (question) => {
    const chat = document.querySelector("limpet-chat") as unknown as {
      link: { isOpen: boolean; request(body: unknown, type: string): Promise<unknown> };
    };
    while (!chat.link.isOpen) await new Promise((resolve) => setTimeout(resolve, 5));
    let [longest, last] = [0, performance.now()];
    const watching = setInterval(() => {
      longest = Math.max(longest, performance.now() - last - 10);
      last = performance.now();
    }, 10);
    const start = performance.now();
    await chat.link.request({ type: "ask", text: "What can I find here?" }, "answered");
    const answered = performance.now() - start;
    await chat.link.request({ type: "recall", text: question }, "recalled");
    const recalled = performance.now() - start;
    clearInterval(watching);
    return [answered, recalled, longest];
  }, hidden[0]?.[1] ?? "");
}

/** One line a measure, for people. */
export function lines(all: Measured[]): string[] {
  return all.map((one) => {
    const [median, p95] = [quantile(one.recall_ms, 0.5), quantile(one.recall_ms, 0.95)].map((ms) => ms.toFixed(0));
    const bytes = one.metadata_bytes / one.blocks;
    return (
      `${String(one.blocks).padStart(6)} blocks: recall median ${median} ms, p95 ${p95} ms, ${one.opened.toFixed(1)} opened; ` +
      `${one.found} of ${one.hidden} hidden turns found; metadata ${(one.metadata_bytes / 1e6).toFixed(1)} MB, ${bytes.toFixed(0)} bytes a block; ` +
      `after the start an answer in ${one.first_answer_ms.toFixed(0)} ms, a recall in ${one.first_recall_ms.toFixed(0)} ms; page held up ${one.page_blocked_ms.toFixed(0)} ms`
    );
  });
}
