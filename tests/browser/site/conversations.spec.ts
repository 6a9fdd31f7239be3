import { expect } from "@playwright/test";
import { ChatPage, seenWords } from "../chat-page";
import { test } from "../demo";

test.describe.configure({ timeout: 120_000 });

test("the shop: cotton kurtas under ₹2,000, and then size L", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  const first = await chat.ask("Do you have any cotton kurtas under ₹2,000?");
  await expect(first).toHaveAttribute("data-state", "answered");
  await expect(first.locator(".body")).toContainText(/kurta/i);
  expect(await first.locator("button.cite").count()).toBeGreaterThan(0);
  const second = await chat.ask("What about size L?");
  await expect(second.locator(".body")).toContainText(/kurta/i);
  await expect(second.locator(".understood")).toContainText(/L/);
  await expect(second.locator(".understood")).toContainText(/cotton/i);
});

test("the documentation: a question, a follow-up, and something that is not covered", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  const first = await chat.ask("How do I add middleware?");
  await expect(first.locator(".body")).toContainText(/middleware/i);
  const cite = first.locator("button.cite").first();
  await cite.click();
  const mark = page.locator(".pane mark").first();
  await expect(mark).toBeVisible();
  await expect(mark).toBeInViewport();
  expect((await page.locator(".pane mark").allTextContents()).join("").trim().length).toBeGreaterThan(20);
  await page.keyboard.press("Escape");
  const other = await chat.ask("Who won the football world cup in 1998?");
  await expect(other).toHaveAttribute("data-mode", "not_covered");
});

test("every citation marks exactly what it quotes", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  const entry = await chat.ask("What is a lifespan?");
  const cites = entry.locator("button.cite");
  const count = await cites.count();
  expect(count).toBeGreaterThan(0);
  for (let number = 0; number < count; number += 1) {
    const source = cites.nth(number);
    const quote = (await source.getAttribute("title")) ?? "";
    await source.click();
    const mark = page.locator(".pane mark");
    await expect(mark.first()).toBeVisible();
    expect(seenWords((await mark.allTextContents()).join(""))).toBe(seenWords(quote));
    await page.keyboard.press("Escape");
  }
});

test("first questions come from the documents, and one of them gets an answer", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  const suggestion = page.locator(".suggestion").first();
  await suggestion.click({ timeout: 60_000 });
  const entry = page.locator('[data-entry="1"]');
  await expect(entry).toHaveAttribute("data-state", "answered", { timeout: 60_000 });
  expect(await entry.locator("button.cite").count()).toBeGreaterThan(0);
});

test("a question asked at once is answered by words before the model has come, and by meaning later", async ({
  page,
  sites,
}) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  const entry = await chat.ask("How do I add middleware?");
  await expect(entry).toHaveAttribute("data-state", "answered");
  await expect(page.locator(".progress")).toHaveCount(0, { timeout: 60_000 });
  await expect(page.locator(".notices li")).toHaveCount(0);
  await expect(await chat.ask("keeping something running while the app is alive")).toHaveAttribute(
    "data-state",
    "answered",
  );
});

test("stop ends an answer, and the next question works", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await chat.ask("What is a lifespan?");
  await chat.send("How do I test an application with websockets, middleware and a lifespan?");
  await page.locator(".round.stop").click();
  await expect(page.locator('[data-entry="2"]')).toHaveAttribute("data-state", /stopped|answered/);
  await expect(await chat.ask("How do I add middleware?")).toHaveAttribute("data-state", "answered");
});

test("the heap is measured as a whole: Python's part and the browser's", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await chat.ask("Do you have any cotton kurtas under ₹2,000?");
  await chat.button("Memory").click();
  const panel = page.getByRole("complementary", { name: "Memory" });
  await expect(panel.locator(".big")).toContainText(/\d+ MB/, { timeout: 30_000 });
  await expect(panel.locator("dl").first()).not.toContainText("not told");
  await expect(panel).toContainText("1 of 30");
});

test("hostile input gets a sane answer and the next message works", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  for (const message of [
    "<script>alert(1)</script>",
    "🌊🚢👨‍👩‍👧‍👦",
    "متى يفتح؟",
    `${"> ".repeat(900)}x`,
    "\u0000\u0001\ufffd",
  ]) {
    await expect(await chat.ask(message)).toHaveAttribute("data-state", "answered");
  }
  await expect(await chat.ask("Do you have any cotton kurtas?")).toContainText(/kurta/i);
});

test("first questions are there before the program is; one that is pressed then waits for it", async ({
  context,
  page,
  sites,
}) => {
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  await context.route("**/runtime/*.wasm", async (route) => {
    await isOpen;
    await route.continue();
  });
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await expect(page.locator(".suggestion")).toHaveCount(4);
  await page.locator(".suggestion").nth(1).click();
  const entry = page.locator('[data-entry="1"]');
  await expect(entry).toContainText("Waiting for the start to finish");
  open();
  await expect(entry).toHaveAttribute("data-state", "answered", { timeout: 60_000 });
  expect(await entry.locator("button.cite").count()).toBeGreaterThan(0);
});

test("every part of how a message was understood can be taken back, one after the other", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await chat.ask("Do you have any cotton kurtas under ₹2,000?");
  const entry = await chat.ask("What about size L?");
  const chips = entry.locator(".understood .chip");
  await expect(chips).toHaveText(["cotton×", "kurta×", "under ₹2,000×", "size L×"]);
  for (const label of ["under ₹2,000", "cotton", "size L"]) {
    await chat.button(`Take back: ${label}`).click();
    await expect(entry).toHaveAttribute("data-state", "answered");
    await expect(chips.filter({ hasText: label })).toHaveCount(0);
    await expect(chat.entries).toHaveCount(2);
  }
  await expect(chips).toHaveText(["kurta×"]);
  await expect(entry).not.toContainText("Saree");
});
