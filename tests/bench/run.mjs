// The bench: `make bench`. One Chromium, one run: first visit, start-up, search, embedding, memory and whole turns. Each
// part is printed when it is done, its targets under it.
//
// `--only=bytes,start,search,embedding,turns` some parts; `--json` one line of JSON at the end instead of tables;
// `--data=FOLDER` another place for what it makes; `--reuse` takes fragments and vectors that an earlier run made there,
// if they are whole; `--rivals=PYTHON` an interpreter that has the packages of requirements.txt.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { bundle } from "./bundle.mjs";
import { firstVisit, onPage, starts } from "./measuring.mjs";
import { heading, tablesOf, verdictsOf } from "./report.mjs";
import { serve } from "./server.mjs";
import { targets } from "./targets.mjs";

const PARTS = ["bytes", "start", "search", "embedding", "turns"];

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const isJson = process.argv.includes("--json");
const parts = (option("only") ?? PARTS.join(",")).split(",");
const folder = resolve(option("data") ?? join(root, "build/bench"));
const rivals = option("rivals");

const say = (text) => process.stderr.write(`${text}\n`);
const show = (text) => (isJson ? undefined : process.stdout.write(`${text}\n`));

function make(program, ...options) {
  say(`bench: ${program}`);
  const python = join(root, ".venv/bin/python");
  execFileSync(python, [join(here, program), folder, ...options], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** The same turns in CPython: ours, and the buffers of other libraries where their packages are. */
function inCPython() {
  const python = rivals ?? join(root, ".venv/bin/python");
  if (!rivals) say("bench: without --rivals=PYTHON the other libraries' buffers are left out (make bench gives it)");
  const environment = { ...process.env, PYTHONPATH: join(root, "app") };
  const printed = execFileSync(python, ["-m", "limpet.evaluation.memory_bench"], { cwd: root, env: environment });
  return JSON.parse(printed.toString());
}

const RUN = {
  bytes: ({ browser, server }) => firstVisit(browser, server, join(folder, "sizes.json")),
  start: ({ browser, server, question }) => starts(browser, server.origin, question),
  search: ({ browser, server }) => onPage(browser, server.origin, "benchSearch"),
  embedding: ({ browser, server }) => onPage(browser, server.origin, "benchEmbedding"),
  turns: async ({ browser, server }) => ({
    ...(await onPage(browser, server.origin, "benchTurns")),
    cpython: inCPython(),
  }),
};

async function main() {
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown}; there are ${PARTS.join(", ")}.`);
  make("make_data.py", ...process.argv.filter((argument) => argument === "--reuse"));
  make("make_site.py"); // always: it holds the product as it is now, and what has not changed is not made again
  const server = await serve({
    data: folder,
    site: join(folder, "site"),
    stock: join(folder, "stock"),
    pages: await bundle(root, folder),
    rivals: join(folder, "rivals"),
    ort: join(here, "node_modules/onnxruntime-web/dist"),
    python: join(root, "app/limpet/evaluation"),
  });
  const profile = join(tmpdir(), `limpet-bench-${process.pid}`);
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync),
    args: ["--no-sandbox", "--no-first-run", "--disable-background-networking"],
  });
  const facts = JSON.parse(readFileSync(join(folder, "facts.json"), "utf8"));
  const question = JSON.parse(readFileSync(join(folder, "queries.json"), "utf8"))[0];
  const results = { facts, load_average: loadavg()[0], chromium: browser.browser()?.version() ?? "" };
  show(heading(results));
  const verdicts = [];
  try {
    for (const part of PARTS.filter((name) => parts.includes(name))) {
      say(`bench: ${part}`);
      results[part] = await RUN[part]({ browser, server, question });
      const reached = targets({ [part]: results[part] });
      verdicts.push(...reached);
      show(`${tablesOf(part, results[part], facts)}\n${verdictsOf(reached)}`);
    }
  } finally {
    await browser.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
  if (isJson) process.stdout.write(`${JSON.stringify({ ...results, targets: verdicts })}\n`);
  else show(`${verdicts.filter((row) => row.isMet).length} of ${verdicts.length} targets met`);
}

await main();
