import { expect, type Page } from "@playwright/test";
import { ChatPage, seenWords } from "../chat-page";
import { stored } from "../core";
import { test } from "../demo";

test.describe.configure({ timeout: 180_000 });

const HOUR_MS = 3_600_000;
const remember = (page: Page) => page.getByRole("switch", { name: "Remember across visits" });

/** Resolves when the model is there too. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement & { settled: Promise<void> }>("limpet-chat")?.settled);
}

async function openPanel(chat: ChatPage): Promise<void> {
  await chat.button("Memory").click();
  await expect(remember(chat.page)).toBeVisible({ timeout: 60_000 });
}

test("35 turns with a reload in the middle: the fourth showing gives way, citations stay, evictions are shown", async ({
  page,
  sites,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await settled(page); // with words alone the first answer would be another one
  // Other words each time: the same question again would be answered otherwise at once.
  const asked = ["What is said about", "Tell me about", "Explain to me", "I want to know about"];
  const shown: string[] = [];
  for (const opening of asked) {
    const entry = await chat.ask(`${opening} pure asgi middleware`);
    shown.push((await entry.locator(".source .heading").first().textContent()) ?? "");
  }
  expect(shown.slice(0, 3)).toEqual(Array(3).fill("Pure ASGI Middleware"));
  expect(shown[3]).toBe("Using pure ASGI middleware");
  const topics = [
    "middleware",
    "websockets",
    "sessions",
    "static files",
    "templates",
    "routing",
    "requests",
    "responses",
  ];
  for (let turn = 5; turn <= 17; turn += 1) await chat.ask(`${turn}: what is said about ${topics[turn % 8]}?`);
  await chat.ask("How do I add middleware?");
  const before = await chat.entries.last().locator(".source").count();
  expect(before).toBeGreaterThan(0);
  await page.reload();
  await expect(chat.entries).toHaveCount(18, { timeout: 60_000 });
  await expect(chat.entries.last().locator(".source")).toHaveCount(before);
  const source = chat.entries.last().locator("button.cite").first();
  const quote = (await source.getAttribute("title")) ?? "";
  await source.click();
  await expect(page.locator(".pane mark").first()).toBeVisible();
  expect(seenWords((await page.locator(".pane mark").allTextContents()).join(""))).toBe(seenWords(quote));
  await page.keyboard.press("Escape");
  for (let turn = 19; turn <= 35; turn += 1) await chat.ask(`${turn}: what is said about ${topics[turn % 8]}?`);
  await openPanel(chat);
  const panel = page.getByRole("complementary", { name: "Memory" });
  await expect(panel).toContainText("30 of 30");
  await expect(panel.getByText(/^Question \d+, when question \d+ came/)).toHaveCount(5);
});

test("remembered in one visit, recalled after a reload and six months later, opened, and forgotten everywhere", async ({
  page,
  context,
  sites,
}) => {
  await page.clock.install({ time: new Date("2026-03-01T10:00:00Z") });
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await openPanel(chat);
  await expect(remember(page)).not.toBeChecked();
  await remember(page).click();
  await expect(remember(page)).toBeChecked();
  await chat.button("Close").click();
  await chat.ask("I am allergic to wool, so I only wear cotton.");
  await chat.ask("Do you have any cotton kurtas under ₹2,000?");
  await chat.button("New conversation").click();
  await page.reload();
  await chat.box.waitFor();
  const recalled = await chat.ask("What did I tell you about wool?");
  await expect(recalled.locator(".body")).toContainText("allergic to wool");
  await page.clock.setFixedTime(new Date("2026-09-01T10:00:00Z"));
  await page.clock.resume();
  const later = await chat.ask("Do you remember what I said about wool?");
  await expect(later.locator(".body")).toContainText("1 March 2026");
  await later
    .getByRole("button", { name: /Open the earlier conversation of 1 March 2026/ })
    .last()
    .click();
  await expect(page.locator(".block[open] .told")).toContainText("allergic to wool");
  await expect(page.locator(".block[open] time")).toHaveText("1 March 2026");
  await chat.button("Close").click();
  const aside = await chat.ask("Do you have any silk sarees?");
  await expect(aside.getByRole("button", { name: /Open the earlier/ })).toHaveCount(0);
  await openPanel(chat);

  const other = await context.newPage();
  const second = new ChatPage(other);
  await second.open(`${sites.url}shop/`);
  await openPanel(second);
  await expect(other.locator(".block").first()).toBeVisible();
  await chat.button("Forget everything").click();
  await page.locator(".danger[data-sure]").click();
  await expect(page.locator(".receipt")).toContainText("found nowhere");
  await expect(chat.entries).toHaveCount(0);
  await expect(other.locator(".block")).toHaveCount(0);
  expect(await stored(page)).not.toMatch(/wool/i);
  await other.close();
});

test("a private chat leaves no trace in storage, also over a reload", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await chat.ask("Do you have any cotton kurtas?");
  expect(await stored(page)).toMatch(/cotton kurtas/);
  await openPanel(chat);
  await remember(page).click();
  await page.getByRole("switch", { name: "Private chat" }).click();
  await chat.button("Close").click();
  await chat.ask("My secret is a silk saree for the zebra wedding.");
  expect(await stored(page)).not.toMatch(/zebra|cotton kurtas/);
  await page.reload();
  await chat.box.waitFor();
  await expect(await chat.ask("Another zebra question about sarees")).toHaveAttribute("data-state", "answered");
  expect(await stored(page)).not.toMatch(/zebra/);
  await openPanel(chat);
  const isPrivate = page.getByRole("switch", { name: "Private chat" });
  await expect(isPrivate).toBeChecked();
  await isPrivate.click();
  await expect(isPrivate).not.toBeChecked();
  await chat.button("Close").click();
  await chat.ask("Do you have any linen kurtas?");
  expect(await stored(page)).toMatch(/linen kurtas/);
  await chat.button("New conversation").click();
  await openPanel(chat);
  await expect(page.locator(".block")).toHaveCount(1);
  expect(await stored(page)).not.toMatch(/zebra/);
});

test("twelve turns in the shop: topic change, change of mind, relaxed filter, return, reload, an hour's silence", async ({
  page,
  sites,
}) => {
  await page.clock.install();
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  const understood = async (message: string) => (await chat.ask(message)).locator(".understood");
  await expect((await chat.ask("Do you have any cotton kurtas under ₹2,000?")).locator(".body")).toContainText(
    /kurta/i,
  );
  await expect(await understood("What about size L?")).toContainText(/L/);
  await expect(await understood("Make it blue")).toContainText(/blue/i);
  await expect(await understood("Any colour is fine")).not.toContainText(/blue/i);
  await expect((await chat.ask("What is your return policy?")).locator(".body")).toContainText(/return/i);
  await expect((await chat.ask("Show me silk sarees")).locator(".body")).toContainText(/saree/i);
  await expect(await understood("under ₹9,000")).toContainText(/9,000/);
  await expect((await chat.ask("back to the kurtas")).locator(".body")).toContainText(/kurta/i);
  await page.reload();
  await expect(chat.entries).toHaveCount(8, { timeout: 60_000 });
  await expect((await chat.ask("in linen instead")).locator(".body")).toContainText(/linen/i);
  await chat.ask("the cheaper one");
  await expect((await chat.ask("How do I wash it?")).first()).toHaveAttribute("data-state", "answered");
  await page.clock.fastForward(HOUR_MS + 60_000);
  const afterSilence = await chat.ask("What about size L?");
  await expect(afterSilence).toHaveAttribute("data-state", "answered");
  await expect(afterSilence.locator(".understood")).not.toContainText(/linen|kurta/i);
});

test("a core worker that dies is started again from the saved state, once, with a notice", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await chat.ask("Do you have any cotton kurtas under ₹2,000?");
  const core = async () => {
    for (const worker of page.workers())
      if ((await worker.evaluate(() => self.name).catch(() => "")) === "limpet-core") return worker;
    throw new Error("no core worker");
  };
  const die = async () =>
    (await core()).evaluate(() => {
      setTimeout(() => {
        throw new Error("out of memory");
      }, 0);
    });
  await die();
  await expect(page.locator('[data-code="worker-restarted"]')).toBeVisible({ timeout: 10_000 });
  const next = await chat.ask("What about size L?");
  await expect(next.locator(".understood")).toContainText(/cotton/i);
  await die();
  await expect(page.locator(".failure")).toContainText(/reload/i, { timeout: 10_000 });
});

for (const [what, wanted, isBroken, damage] of [
  [
    "a wasm file that is cut short",
    /wasm|damaged|runtime/i,
    "pyodide.asm.wasm",
    (bytes: Buffer) => bytes.subarray(0, 90_000),
  ],
  [
    "a wheel that is an HTML page",
    /damaged|digest|bytes/i,
    ".whl",
    () => Buffer.from("<!doctype html><p>Not found</p>"),
  ],
] as const) {
  test(`${what} is a clear error within seconds`, async ({ page, demo }) => {
    const served = await demo.serve({
      isIsolated: true,
      change: (path, bytes) => (path.includes(isBroken) ? damage(bytes) : bytes),
    });
    await new ChatPage(page).open(`${served.url}shop/`);
    await expect(page.locator(".failure")).toContainText(wanted, { timeout: 15_000 });
    await served.close();
  });
}

test("a model file that is an HTML page leaves answers by words, and a notice", async ({ page, demo }) => {
  const change = (path: string, bytes: Buffer) => (path.endsWith(".onnx") ? Buffer.from("<!doctype html>") : bytes);
  const served = await demo.serve({ isIsolated: true, change });
  const chat = new ChatPage(page);
  await chat.open(`${served.url}shop/`);
  await expect(page.locator(".notices")).toContainText("words only", { timeout: 30_000 });
  await expect(await chat.ask("Do you have any cotton kurtas?")).toContainText(/kurta/i);
  await served.close();
});
