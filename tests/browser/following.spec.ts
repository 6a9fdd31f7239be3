import { expect, type Page, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

const gap = (page: Page): Promise<number> =>
  page.locator(".scroller").evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);

test("the view follows an answer while the reader is at the bottom", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("a long one");
  await expect.poll(() => gap(page)).toBeLessThan(64);
});

test("a reader who scrolled up stays there, and a button leads back", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("a long one");
  await chat.send("a slow one");
  await page.waitForTimeout(600);
  await page.locator(".scroller").evaluate((box) => box.scrollTo({ top: 100 }));
  await page.waitForTimeout(1200);
  expect(await page.locator(".scroller").evaluate((box) => box.scrollTop)).toBe(100);
  await chat.button("Jump to the newest").click();
  await expect.poll(() => gap(page)).toBeLessThan(64);
  await expect(chat.button("Jump to the newest")).toHaveCount(0);
  await expect(chat.box).toBeFocused();
});

test("the button to the newest text covers nothing of the conversation", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("a long one");
  await page.locator(".scroller").evaluate((box) => box.scrollTo({ top: 100 }));
  const button = await chat.button("Jump to the newest").boundingBox();
  const text = await page.locator(".scroller").boundingBox();
  expect(button?.y ?? 0).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? Number.POSITIVE_INFINITY));
});

test("where a finger would open the keyboard, the focus goes to the conversation", async ({ browser }) => {
  const page = await browser.newPage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("a long one");
  await page.locator(".scroller").evaluate((box) => box.scrollTo({ top: 100 }));
  await chat.button("Jump to the newest").tap();
  await expect(page.locator(".scroller")).toBeFocused();
  await page.close();
});

test("earlier messages can be brought back, without more nodes than a window has", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  for (let turn = 1; turn <= 24; turn += 1) await chat.ask(`Question ${turn}`);
  await expect(chat.entries).toHaveCount(20);
  await expect(chat.entries.first()).toHaveAttribute("data-entry", "5");
  const earlier = chat.button("Show earlier messages");
  await earlier.scrollIntoViewIfNeeded();
  const read = page.locator('[data-entry="5"]');
  const place = (): Promise<number> => read.evaluate((entry) => entry.getBoundingClientRect().top);
  const before = await place();
  await earlier.press("Enter");
  await expect(chat.entries.first()).toHaveAttribute("data-entry", "1");
  await expect(earlier).toHaveCount(0);
  expect(Math.abs((await place()) - before)).toBeLessThan(60); // the button's own height: it goes
  await expect(page.locator(".scroller")).toBeFocused();
  await expect(chat.entries.first()).toContainText("05:30");
  await expect(chat.entries).toHaveCount(20);
  await chat.ask("Question 25");
  await expect(chat.entries.last()).toHaveAttribute("data-entry", "25");
});

test("nothing in view moves when the oldest entry leaves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  for (let turn = 1; turn <= 22; turn += 1) await chat.ask(`Question ${turn}`);
  await expect(chat.entries.first()).toHaveAttribute("data-entry", "3");
  const leaving = page.evaluate(watchOldest);
  await chat.ask("Question 23");
  expect(Math.abs(await leaving)).toBeLessThan(2); // half pixels may be rounded otherwise
  await expect(chat.entries.first()).toHaveAttribute("data-entry", "4");
});

/** How far an entry in view has moved between the last frame that has the oldest entry and two frames later, in pixels. */
async function watchOldest(): Promise<number> {
  const log = document.querySelector("limpet-chat")?.shadowRoot?.querySelector("[role=log]");
  const [oldest, inView] = [log?.firstElementChild, log?.lastElementChild];
  const place = (): number => inView?.getBoundingClientRect().bottom ?? Number.NaN;
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  let before = place();
  for (; oldest?.isConnected; await frame()) before = place();
  await frame();
  await frame();
  return place() - before;
}
