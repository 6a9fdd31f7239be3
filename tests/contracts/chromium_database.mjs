/**
 * One of the worker's databases in a real Chromium: one JSON request with a number a line on standard input, one
 * reply a line, with its number.
 *
 * `{visit: origin, quota_bytes}` opens an empty page (0: as much room as there is), `{call: [name, ...arguments]}` calls
 * the database of the page's site; `{value}` or `{error}` comes back. Bytes are `{base64}`. The program's arguments are
 * the bundled module and the name of its class.
 */

import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
const devtools = await page.context().newCDPSession(page);
const bundled = readFileSync(process.argv[2], "utf8");
await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Empty</title>" }));

async function visit(origin, quotaSize) {
  // Before the page is opened: a browser remembers for half a minute how much room there is.
  if (quotaSize > 0) await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  await page.goto(origin);
  await page.addScriptTag({ content: bundled });
  await page.evaluate((name) => {
    globalThis.database = new globalThis.bundled[name](
      "/",
      () => {},
      () => {},
    );
  }, process.argv[3]);
  return {};
}

function call([name, ...given]) {
  return page.evaluate(
    async ([name, given]) => {
      try {
        // As Pyodide does it: None becomes undefined, and undefined None; bytes are arrays.
        const taken = given.map((one) => (one?.base64 === undefined ? (one ?? undefined) : Uint8Array.fromBase64(one.base64)));
        const owner = name in globalThis.database ? globalThis.database : globalThis.database.lock;
        const value = await owner[name](...taken);
        return { value: value instanceof Uint8Array ? { base64: value.toBase64() } : (value ?? null) };
      } catch (error) {
        return { error: `${error.name}: ${error.message}` };
      }
    },
    [name, given],
  );
}

async function answer(request) {
  const reply = request.call ? await call(request.call) : await visit(request.visit, request.quota_bytes);
  process.stdout.write(`${JSON.stringify({ ...reply, number: request.number })}\n`);
}

// One may wait for another: for its lock.
for await (const line of createInterface({ input: process.stdin })) void answer(JSON.parse(line));
await browser.close();
