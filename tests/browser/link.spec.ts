import { expect, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

test("a worker that dies is started again once, with a notice, and the next question works", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("When does the north gate open?");
  const lost = await chat.ask("die now");
  await expect(lost.locator(".error")).toContainText("started again");
  await expect(page.locator('[data-code="worker-restarted"]')).toBeVisible();
  await expect(await chat.ask("When does the north gate open?")).toContainText("05:30");
});

test("a worker that dies a second time is an error with what to do, and nothing waits for ever", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("die now");
  await chat.ask("die now");
  await expect(page.locator(".failure")).toContainText("Reload the page");
  await expect(await chat.ask("When does the north gate open?")).toHaveAttribute("data-state", "failed");
});

test("questions that wait behind a dying worker are answered after its restart", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ think_ms: "300" }));
  await chat.send("a slow one");
  await chat.send("die now");
  await chat.send("When does the north gate open?");
  await page.waitForTimeout(500);
  await chat.button("Stop").click();
  await expect(chat.entries.nth(1)).toHaveAttribute("data-state", "failed");
  await expect(chat.entries.nth(2)).toHaveAttribute("data-state", "answered");
});

test("a failed start is told, with its code, and ends what waits", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ start: "fail" }));
  await expect(page.locator(".failure")).toContainText("damaged-file");
  await expect(await chat.ask("When does the north gate open?")).toHaveAttribute("data-state", "failed");
});

test("a start without progress ends as an error", async ({ page }) => {
  await page.clock.install();
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ start: "never" }));
  await chat.send("When does the north gate open?");
  await page.clock.fastForward(91_000);
  await expect(page.locator(".failure")).toContainText("start-stalled");
  await expect(chat.entries.first()).toHaveAttribute("data-state", "failed");
});

test("without the language model answers go by words, and the page says so", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ start: "no-model" }));
  await expect(page.locator('[data-code="model-failed"]')).toContainText("words only");
  await expect(await chat.ask("When does the north gate open?")).toContainText("05:30");
});

test("the start shows its stages and megabytes", async ({ page }) => {
  await new ChatPage(page).open(partsUrl({ start: "never" }));
  await expect(page.locator(".progress")).toContainText("Starting Python");
  await expect(page.locator(".progress")).toContainText("5.2 MB of 13.4 MB");
});
