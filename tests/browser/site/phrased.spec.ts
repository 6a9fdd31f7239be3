import { expect, type Page } from "@playwright/test";
import { ChatPage } from "../chat-page";
import { test as sites } from "../demo";
import { type Behaviour, type ModelServer, serveModel } from "../model-server";

const test = sites.extend<{ model: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  model: async ({}, use) => {
    const model = await serveModel();
    await use(model);
    await model.close();
  },
});

test.describe.configure({ timeout: 180_000 });

const QUESTION = "How do I add middleware?";
const INVENTED = "Our founder Bob painted it green in 1802. [1]";
const SLOW_MS = { timeout: 60_000 };

/** The first words of the first passage, which are borne out, and a sentence that nothing bears out. */
function said(asked: string): string {
  const line = /^\| (.+)$/m.exec(asked)?.[1] ?? "";
  return `${line.split(/[.:]\s/)[0]}. [1] ${INVENTED}`;
}

async function enter(page: Page, model: ModelServer, key = ""): Promise<void> {
  await page.getByRole("button", { name: "Answer style", exact: true }).click();
  await page.getByLabel("Base address").fill(model.url);
  await page.getByLabel("Model", { exact: true }).fill("small");
  await page.getByLabel("Key (if the server wants one)").fill(key);
}

async function use(page: Page, model: ModelServer, key = ""): Promise<void> {
  await enter(page, model, key);
  await page.getByRole("button", { name: "Use this model" }).click();
  await expect(page.locator(".in-force")).toContainText("small", SLOW_MS);
  await page.keyboard.press("Escape");
}

test("off until it is named, then the answer is phrased by it and checked; turned off, it is asked no more", async ({
  page,
  sites,
  model,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (/^http/.test(request.url()) && !request.url().startsWith(sites.url)) elsewhere.push(request.url());
  });
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  const own = await chat.ask(QUESTION);
  await expect(own.locator(".body")).toContainText("middleware");
  expect(model.came).toEqual([]);
  expect(elsewhere).toEqual([]);

  await use(page, model, "sesame");
  await expect(chat.button("Answers phrased by small")).toBeVisible();
  const passages = /^\[1\] .*\n\| /m;
  model.text = said;
  const phrased = await chat.ask(QUESTION);
  const sent = model.came.at(-1);
  expect(sent?.messages[1]?.content).toMatch(passages);
  expect(sent?.messages[1]?.content).toContain(`Question: ${QUESTION}`);
  expect(model.headers.authorization).toBe("Bearer sesame");
  expect(model.headers.cookie ?? model.headers.referer).toBeUndefined();
  await expect(phrased.locator(".body")).toContainText("painted it green");
  await expect(phrased.locator(".body .wary")).toHaveCount(1);
  await expect(phrased.getByText("Phrased by small")).toBeVisible();
  await phrased.locator("button.cite").first().click();
  await expect(page.locator(".pane mark").first()).toBeVisible();
  expect(new Set(elsewhere)).toEqual(new Set([`${model.url}/chat/completions`]));

  const asked = model.came.length;
  await chat.button("Answers phrased by small").click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.locator(".in-force")).toContainText("Nothing you write leaves your browser");
  await chat.ask("What about sessions?");
  expect(model.came.length).toBe(asked);
});

test("the key is kept only when asked for, and forgetting everything takes it away", async ({ page, sites, model }) => {
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await use(page, model, "sesame");
  expect(await stored()).toContain(model.url);
  expect(await stored()).not.toContain("sesame");
  await page.reload();
  await expect(page.locator(".notices")).toContainText("until you enter the model's key again");
  await chat.ask(QUESTION);
  expect(model.came).toEqual([]);

  await page.getByRole("button", { name: "Enter it" }).click();
  await page.getByLabel("Key (if the server wants one)").fill("sesame");
  await page.getByRole("switch", { name: "Keep the key on this device" }).check();
  await page.getByRole("button", { name: "Use this model" }).click();
  await expect(page.locator(".in-force")).toContainText("small", SLOW_MS);
  expect(await stored()).toContain("sesame");
  await page.reload();
  model.text = said;
  await chat.ask(QUESTION);
  expect(model.headers.authorization).toBe("Bearer sesame");

  await chat.button("Memory").click();
  await chat.button("Forget everything").click();
  await chat.button("Press again").click();
  await expect(page.locator(".receipt")).toBeVisible(SLOW_MS);
  await expect.poll(stored).not.toContain("sesame");
  const asked = model.came.length;
  await chat.send(QUESTION); // entries are numbered on
  await expect(chat.entries.last()).toHaveAttribute("data-state", "answered", SLOW_MS);
  expect(model.came.length).toBe(asked);
});

const FAILURES: [Behaviour, RegExp][] = [
  ["web page", /usually ends in \/v1/],
  ["refuses key", /does not accept the key/],
  ["busy", /too many requests/],
  ["breaks off", /broke off/],
  ["garbage", /no chat completion/],
  ["no CORS", /CORS/],
];

test("whatever the endpoint does there is a notice, limpet's own answer, and the turn is kept", async ({
  page,
  sites,
  model,
}) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await use(page, model);
  model.text = (asked) => `${said(asked)} `.repeat(3);
  for (const [behaviour, told] of FAILURES) {
    model.behaviour = behaviour;
    const entry = await chat.ask(QUESTION);
    await expect(entry, behaviour).toHaveAttribute("data-state", "answered");
    await expect(page.locator(".notices"), behaviour).toContainText(told);
    await expect(page.locator(".notices"), behaviour).toContainText("The answer is limpet's own.");
    await expect(entry.locator(".source"), behaviour).not.toHaveCount(0);
    await expect(entry.locator(".body"), behaviour).not.toContainText("Bob");
  }
  await page.reload();
  await expect(chat.entries).toHaveCount(FAILURES.length, { timeout: 60_000 });
});

test("a stop ends the request, and what was shown stays", async ({ page, sites, model }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await use(page, model);
  model.text = (asked) => `${said(asked)} `.repeat(40);
  model.pause_ms = 60;
  await chat.send(QUESTION);
  await expect(chat.entries.last().locator(".body button.cite").first()).toBeVisible(SLOW_MS);
  await chat.button("Stop").click();
  await expect(chat.entries.last()).toHaveAttribute("data-state", "stopped");
  await expect.poll(() => model.left).toBe(1);
  model.pause_ms = 2;
  model.text = said;
  await expect(await chat.ask(QUESTION)).toHaveAttribute("data-state", "answered");
});

test("the test button tells what the model says, or what to do", async ({ page, sites, model }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await enter(page, model);
  const button = page.getByRole("button", { name: "Test", exact: true });
  await button.click();
  await expect(page.locator(".style-panel [role=status]")).toContainText("The model answers: “ready”", {
    timeout: 60_000,
  });
  for (const [behaviour, told] of FAILURES.filter(([name]) => name !== "breaks off")) {
    model.behaviour = behaviour;
    await button.click();
    await expect(page.locator(".style-panel [role=alert]"), behaviour).toContainText(told);
  }
  await expect(page.locator(".in-force")).toContainText("Nothing you write leaves your browser");
});
