/**
 * The worker's database of sessions in a real Chromium: one JSON request a line on standard input, one reply a line.
 *
 * `{visit: origin, quota_bytes}` opens an empty page (0: as much room as there is), `{call: [name, ...arguments]}` calls
 * the database of the page's site; `{value}` or `{error}` comes back. The program's argument is the bundled module.
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
  await page.evaluate(() => {
    globalThis.sessions = new globalThis.bundled.SessionDb("/");
  });
  return {};
}

function call([name, ...given]) {
  return page.evaluate(
    async ([name, given]) => {
      try {
        // As Pyodide does it: None becomes undefined, and undefined None.
        return { value: (await globalThis.sessions[name](...given.map((one) => one ?? undefined))) ?? null };
      } catch (error) {
        return { error: `${error.name}: ${error.message}` };
      }
    },
    [name, given],
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const reply = request.call ? await call(request.call) : await visit(request.visit, request.quota_bytes);
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
await browser.close();
