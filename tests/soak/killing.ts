import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { request, settled } from "../browser/core";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
const START_MS = 60_000;
const TURNS_A_TALK = 3;

export interface Outcome {
  kills: number;
  consolidations: number;
  /** Turns that were said to be done. */
  acknowledged: string[];
  /** Every remembered turn after the last start, as often as it is remembered. */
  remembered: string[];
}

/**
 * Consolidates on the page at `url` until it has been done `consolidations` times, and kills the whole browser at a
 * random moment `kills` times; the same profile is opened again each time. `random` gives numbers from 0 to 1.
 */
export async function consolidateAndKill(
  url: string,
  { kills, consolidations, random }: { kills: number; consolidations: number; random: () => number },
): Promise<Outcome> {
  const profile = await mkdtemp(join(tmpdir(), "limpet-kills-"));
  const outcome: Outcome = { kills: 0, consolidations: 0, acknowledged: [], remembered: [] };
  let number = 0;
  const next = () => {
    number += 1;
    return `turn ${number} about the router`;
  };
  try {
    for (;;) {
      const isLast = outcome.kills >= kills;
      const opened = await Chromium.start(profile);
      const page = await openedAgain(opened, url);
      const isKilled = isLast ? null : opened.killAfter(300 + random() * 4_000);
      try {
        while (isKilled || outcome.consolidations < consolidations) await talk(page, next, outcome);
      } catch (error) {
        if (!opened.isGone) throw error;
      }
      await isKilled;
      if (isLast) {
        await openedAgain(opened, url);
        outcome.remembered = await remembered(page);
        await opened.end();
        return outcome;
      }
      outcome.kills += 1;
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A few turns, then the end of their session; what is said to be done is noted at once. */
async function talk(page: Page, next: () => string, outcome: Outcome): Promise<void> {
  for (let turn = 0; turn < TURNS_A_TALK; turn += 1) {
    const message = next();
    await request(page, { type: "observe", message, answer: "Noted." }, "done");
    outcome.acknowledged.push(message);
  }
  await request(page, { type: "reset" }, "done");
  outcome.consolidations += 1;
}

/** The page in a browser that was killed before; the sessions that it had then are over. */
async function openedAgain({ page }: Chromium, url: string): Promise<Page> {
  await page.goto(`${url}site.json`);
  await expireSessions(page);
  await page.goto(url);
  await settled(page);
  await request(page, { type: "consent", remember: true }, "done");
  return page;
}

/** As if an hour had passed for every saved session. */
async function expireSessions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map(({ name }) => name ?? "")
      .filter((name) => name.endsWith(":sessions"));
    for (const name of names)
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("sessions", "readwrite");
          transaction.objectStore("sessions").openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
            cursor?.update({ ...cursor.value, expires_s: 1 });
            cursor?.continue();
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
  });
}

async function remembered(page: Page): Promise<string[]> {
  const { document } = await request(page, { type: "export" }, "exported");
  const texts: string[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "message" && typeof value === "string") texts.push(value);
    return value;
  });
  return texts;
}

/** A browser of our own, since only its process group can be killed whole. */
class Chromium {
  isGone = false;

  private constructor(
    readonly page: Page,
    private readonly browser: Browser,
    private readonly child: ChildProcess,
  ) {
    child.on("exit", () => {
      this.isGone = true;
    });
  }

  static async start(profile: string): Promise<Chromium> {
    await rm(join(profile, "DevToolsActivePort"), { force: true });
    await rm(join(profile, "SingletonLock"), { force: true });
    const flags = [
      "--headless=new",
      "--no-sandbox",
      "--no-first-run",
      "--disable-gpu",
      "--disable-background-networking",
    ];
    const where = ["--remote-debugging-port=0", `--user-data-dir=${profile}`];
    const path = BROWSERS.find(existsSync) ?? chromium.executablePath();
    const child = spawn(path, [...flags, ...where, "about:blank"], { detached: true, stdio: "ignore" });
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await port(profile)}`);
    const context = browser.contexts()[0];
    if (!context) throw new Error("the browser has no context");
    return new Chromium(await context.newPage(), browser, child);
  }

  /** Kills every process of the browser with SIGKILL after `wait_ms`; resolves when it is gone. */
  killAfter(wait_ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.child.once("exit", () => resolve());
      setTimeout(() => this.kill(), wait_ms);
    });
  }

  async end(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    await this.browser.close();
    this.kill();
    await gone;
  }

  private kill(): void {
    this.isGone = true;
    if (this.child.pid) process.kill(-this.child.pid, "SIGKILL");
  }
}

async function port(profile: string): Promise<string> {
  const file = join(profile, "DevToolsActivePort");
  for (const end = Date.now() + START_MS; Date.now() < end; ) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (text.includes("\n")) return text.split("\n")[0] ?? "";
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the browser did not start");
}
