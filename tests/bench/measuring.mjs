// The parts that need fresh pages: a first visit, and starts.

import { readFileSync } from "node:fs";

const STARTS = 3;

/** Calls a function of the bench page, with `argument`, on a page of its own. */
export async function onPage(browser, origin, name, argument) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => process.stderr.write(`page: ${error.message}\n`));
  await page.goto(`${origin}/pages/`);
  await page.waitForFunction(() => "benchStock" in globalThis);
  const result = await page.evaluate(([call, value]) => globalThis[call](value), [name, argument]);
  await page.close();
  return result;
}

/** Medians over fresh pages, ours and stock in turns; the first pair fills the HTTP cache and is not counted. */
export async function starts(browser, origin, question) {
  const runs = { ours: [], stock: [] };
  for (let i = 0; i <= STARTS; i++) {
    const pair = [await onPage(browser, origin, "benchOurs", question), await onPage(browser, origin, "benchStock")];
    if (i === 0) continue;
    runs.ours.push(pair[0]);
    runs.stock.push(pair[1]);
  }
  const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const medians = (list) =>
    Object.fromEntries(Object.keys(list[0]).map((key) => [key, middle(list.map((run) => run[key]))]));
  return { ours: medians(runs.ours), stock: medians(runs.stock) };
}

/** Everything that a first visit to the built page asks for, until its service worker has what it wants. */
export async function firstVisit(browser, server, sizesFile) {
  const sizes = JSON.parse(readFileSync(sizesFile, "utf8"));
  server.asked.length = 0;
  const page = await browser.newPage();
  await page.goto(`${server.origin}/site/`);
  for (let before = -1, calm = 0; calm < 5; calm = server.asked.length === before ? calm + 1 : 0) {
    before = server.asked.length;
    await page.waitForTimeout(2000);
  }
  await page.close();
  const isIndex = (path) => path.startsWith("/site/index/");
  const isEmbedder = (path) => /\/runtime\/(ort|model|tokenizer)/.test(path);
  const sum = (paths, coding) => paths.reduce((bytes, path) => bytes + (sizes[path]?.[coding] ?? 0), 0);
  const codings = (paths) => ({ br: sum(paths, "br"), gzip: sum(paths, "gzip"), plain: sum(paths, "plain") });
  const asked = server.asked
    .map((path) => (path === "/site/" ? "/site/index.html" : path))
    .filter((path) => !isIndex(path));
  const needed = [...new Set(asked)].filter((path) => !isEmbedder(path) && !/sw\.js|precache|katex|\.woff2/.test(path));
  return { requests: asked.length, all: codings(asked), lexical: codings(needed) };
}
