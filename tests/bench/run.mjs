// The bench: `make bench`. One Chromium, one run: search, embedding, start-up, bytes. `--json` prints one line of JSON,
// `--only=search,embedding,start,bytes` some parts, `--data=FOLDER` another place for what it makes, `--reuse` takes what
// an earlier run made there.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { build } from "rolldown";
import { serve } from "./server.mjs";
import { table } from "./table.mjs";
import { targets } from "./targets.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const isJson = process.argv.includes("--json");
const parts = (option("only") ?? "search,embedding,start,bytes").split(",");
const folder = resolve(option("data") ?? join(root, "build/bench"));
const STARTS = 3;

const say = (text) => process.stderr.write(`${text}\n`);

function make() {
  const python = join(root, ".venv/bin/python");
  for (const program of ["make_data.py", "make_site.py"]) {
    say(`bench: ${program}`);
    execFileSync(python, [join(here, program), folder], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  }
}

async function bundle() {
  const pages = join(folder, "pages");
  const inputs = {
    page: join(here, "browser/page.mjs"),
    "stock-worker": join(here, "browser/stock-worker.mjs"),
    "core-worker": join(root, "web/core-worker/main.ts"),
    "embedder-worker": join(root, "web/embedder-worker/main.ts"),
  };
  for (const [name, input] of Object.entries(inputs)) {
    await build({
      input: { [name]: input },
      resolve: { conditionNames: ["browser", "import", "default"] },
      logLevel: "silent",
      output: { dir: pages, format: "esm", entryFileNames: "[name].mjs" },
    });
  }
  writeFileSync(join(pages, "index.html"), '<!doctype html><script type="module" src="/pages/page.mjs"></script>');
  return pages;
}

async function main() {
  if (!process.argv.includes("--reuse")) make();
  const pages = await bundle();
  const server = await serve({
    data: folder,
    site: join(folder, "site"),
    stock: join(folder, "stock"),
    pages,
    rivals: join(folder, "rivals"),
    ort: join(here, "node_modules/onnxruntime-web/dist"),
  });
  const profile = join(tmpdir(), `limpet-bench-${process.pid}`);
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync),
    args: ["--no-sandbox", "--no-first-run", "--disable-background-networking"],
  });
  const facts = JSON.parse(readFileSync(join(folder, "facts.json"), "utf8"));
  const question = JSON.parse(readFileSync(join(folder, "queries.json"), "utf8"))[0];
  const results = { facts, load_average: loadavg()[0], chromium: browser.browser()?.version() ?? "" };
  try {
    if (parts.includes("bytes")) results.bytes = await firstVisit(browser, server);
    if (parts.includes("start")) results.start = await starts(browser, server.origin, question);
    if (parts.includes("search")) results.search = await onPage(browser, server.origin, "benchSearch");
    if (parts.includes("embedding")) results.embedding = await onPage(browser, server.origin, "benchEmbedding");
  } finally {
    await browser.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
  results.targets = targets(results);
  process.stdout.write(isJson ? `${JSON.stringify(results)}\n` : report(results));
}

async function onPage(browser, origin, name, argument) {
  say(`bench: ${name}`);
  const page = await browser.newPage();
  page.on("pageerror", (error) => say(`page: ${error.message}`));
  await page.goto(`${origin}/pages/`);
  await page.waitForFunction(() => "benchStock" in globalThis);
  const result = await page.evaluate(([call, value]) => globalThis[call](value), [name, argument]);
  await page.close();
  return result;
}

/** Medians over fresh pages, ours and stock in turns; the first pair fills the HTTP cache and is not counted. */
async function starts(browser, origin, question) {
  const runs = { ours: [], stock: [] };
  for (let i = 0; i <= STARTS; i++) {
    const pair = [await onPage(browser, origin, "benchOurs", question), await onPage(browser, origin, "benchStock")];
    if (i === 0) continue;
    runs.ours.push(pair[0]);
    runs.stock.push(pair[1]);
  }
  const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const medians = (list) => Object.fromEntries(Object.keys(list[0]).map((key) => [key, middle(list.map((run) => run[key]))]));
  return { ours: medians(runs.ours), stock: medians(runs.stock) };
}

/** Everything that a first visit to the built page asks for, until its service worker has what it wants. */
async function firstVisit(browser, server) {
  say("bench: first visit");
  const sizes = JSON.parse(readFileSync(join(folder, "sizes.json"), "utf8"));
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
  const asked = server.asked.map((path) => (path === "/site/" ? "/site/index.html" : path)).filter((path) => !isIndex(path));
  const needed = [...new Set(asked)].filter((path) => !isEmbedder(path) && !/sw\.js|precache|katex|\.woff2/.test(path));
  return { requests: asked.length, all: codings(asked), lexical: codings(needed) };
}

function report({ facts, load_average, search, embedding, start, bytes, targets: wanted }) {
  const times = (entry) => [entry.p50_ms, entry.p95_ms];
  const blocks = [
    `${facts.fragments} fragments of ${facts.mean_chars} characters from ${facts.source}; ${facts.queries} queries; load ${load_average.toFixed(1)}\n`,
  ];
  if (search) {
    const bytesOf = (name) => (name.startsWith("ours") ? facts.index_bytes : (search.index_bytes[name] ?? 0));
    const rows = Object.entries(search.lexical).map(([name, entry]) => [name, ...times(entry), bytesOf(name)]);
    blocks.push(table("Lexical query", ["", "p50 ms", "p95 ms", "index bytes"], rows));
    blocks.push(table("Dense and fusion", ["", "p50 ms", "p95 ms"], Object.entries(search.dense).map(([name, e]) => [name, ...times(e)])));
  }
  if (embedding) {
    const rows = Object.entries(embedding.tokens).flatMap(([tokens, by]) =>
      Object.entries(by).map(([name, entry]) => [`${name}, ${tokens} tokens`, ...times(entry)]),
    );
    blocks.push(table("Embedding", ["", "p50 ms", "p95 ms"], rows));
  }
  if (start) {
    blocks.push(table("Start, warm HTTP cache, since navigation (ours)", ["", "ms"], Object.entries(start.ours)));
    blocks.push(table("Start, warm HTTP cache (stock)", ["", "ms"], Object.entries(start.stock)));
  }
  if (bytes) {
    const rows = Object.entries({ "in all": bytes.all, "for the first lexical answer": bytes.lexical });
    blocks.push(table("First visit, without the site's index", ["", "brotli", "gzip", "plain"], rows.map(([name, by]) => [name, by.br, by.gzip, by.plain])));
  }
  const verdicts = wanted.map((row) => [row.what, row.figure, `${row.isAtLeast ? ">=" : "<="} ${row.limit.toFixed(2)} ${row.unit}`, row.isMet ? "yes" : "NO"]);
  blocks.push(table("Targets", ["", "figure", "wanted", "met"], verdicts));
  return blocks.join("\n");
}

await main();
