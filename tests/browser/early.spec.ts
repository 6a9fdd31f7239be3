import { expect, type Page, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

const tell = (page: Page, what: string) => page.evaluate((name) => dispatchEvent(new Event(name)), what);

test("an answer before the language model says so, and can be asked again in its place once it is there", async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ start: "late" }));
  const entry = await chat.ask("When does the north gate open?");
  const note = entry.locator(".early");
  await expect(note).toHaveText("Answered by words alone: the language model is still loading (12.1 MB of 37.6 MB).");
  await expect(chat.status).toContainText("by words alone");
  await expect(note.getByRole("button")).toHaveCount(0);
  await tell(page, "model-comes");
  await expect(note).toContainText("before the language model had loaded");
  await expect(chat.status).toContainText("The language model has loaded");
  await note.getByRole("button", { name: "Ask again" }).press("Enter");
  await expect(entry).toHaveAttribute("data-state", "answered");
  await expect(note).toHaveCount(0);
  await expect(chat.entries).toHaveCount(1);
  await expect(chat.box).toBeFocused();
});

test("an older early answer is asked again as a new message", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ start: "late" }));
  const entry = await chat.ask("When does the north gate open?");
  await chat.ask("What about the winter?");
  await tell(page, "model-comes");
  await entry.getByRole("button", { name: "Ask again" }).click();
  await expect(chat.entries).toHaveCount(3);
  await expect(chat.entries.nth(2)).toContainText("05:30");
  await expect(entry.locator(".early")).toHaveCount(0);
  await expect(chat.entries.nth(2).locator(".early")).toHaveCount(0);
});

test("when the model fails the note says so without a button", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ start: "late" }));
  const entry = await chat.ask("When does the north gate open?");
  await tell(page, "model-fails");
  await expect(entry.locator(".early")).toHaveText("Answered by words alone: the language model could not be loaded.");
});

test("what says nothing new is not shown as understood", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const repeated = await chat.ask("May boats of the pier stay?");
  await expect(repeated.getByRole("button", { name: "Copy" })).toBeVisible();
  await expect(repeated.locator(".understood")).toHaveCount(0);
  await expect((await chat.ask("What about the winter?")).locator(".understood")).toContainText("guest pier");
});

test("long code is folded, opens and closes by keyboard, and is copied whole", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const chat = new ChatPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.open(partsUrl());
  const entry = await chat.ask("much code");
  const box = entry.locator(".code-box").first();
  const height = async () => (await box.boundingBox())?.height ?? 0;
  const toggle = box.locator("[aria-expanded]");
  await expect(toggle).toHaveText("Show all 31 lines");
  const folded = await height();
  await toggle.press("Enter");
  await expect(toggle).toHaveText("Show less");
  expect(await height()).toBeGreaterThan(1.5 * folded);
  await box.getByRole("button", { name: "Copy: Python code" }).press("Enter");
  expect((await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split("\n")).toHaveLength(31);
  await toggle.press("Enter");
  expect(await height()).toBeCloseTo(folded, 0);
  await expect(entry.locator(".code-box").nth(1).locator("[aria-expanded]")).toHaveCount(0);
});

test("on a phone code and tables scroll in their own boxes, by keyboard too, and nothing sticks out", async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.open(partsUrl());
  const entry = await chat.ask("much code");
  for (const region of [
    entry.getByRole("group", { name: "Python code" }),
    entry.getByRole("group", { name: "Table" }),
  ]) {
    await region.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => region.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0);
  }
  const tooWide = await entry
    .locator(".body > *")
    .evaluateAll((nodes) =>
      nodes
        .filter((node) => node.getBoundingClientRect().right > innerWidth)
        .map((node) => node.outerHTML.slice(0, 60)),
    );
  expect(tooWide).toEqual([]);
  expect(await page.locator(".scroller").evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
});

test("a pane that opens leaves what is read where it is", async ({ page }) => {
  const chat = new ChatPage(page);
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await chat.open(partsUrl());
    await chat.ask("a long one");
    const entry = await chat.ask("When does the north gate open?");
    await chat.ask("a long one");
    const cite = entry.locator("button.cite").first();
    await cite.scrollIntoViewIfNeeded();
    const place = async () => (await cite.boundingBox())?.y ?? 0;
    const before = await place();
    await cite.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".pane mark").first()).toBeVisible();
    expect(Math.abs((await place()) - before)).toBeLessThan(2);
    await page.keyboard.press("Escape");
    await expect(page.locator(".pane")).toHaveCount(0);
    expect(Math.abs((await place()) - before)).toBeLessThan(2);
  }
});
