import { expect } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";
import { test } from "./demo";

test("why an answer is so opens by keyboard and tells plan, passages and memory", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const entry = await chat.ask("When does the north gate open?");
  const box = entry.locator("details.why");
  await expect(box).not.toHaveAttribute("open");
  await box.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(box).toHaveAttribute("open");
  for (const heading of ["What mattered", "Plan", "Used", "Found, but left out", "From memory"])
    await expect(box.getByRole("heading", { name: heading })).toBeVisible();
  await expect(box).toContainText("Fixed rules decided how to answer.");
  await expect(box).toContainText("sure (87 %)");
  await expect(box).toContainText("fits much less than the best");
  await page.keyboard.press("Enter");
  await expect(box).not.toHaveAttribute("open");
});

test("an answer without reasons has no box", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const entry = await chat.ask("Where is parking for lorries?");
  await expect(entry.locator("details.why")).toHaveCount(0);
});

test("the shop asks back, a button resumes the question, and the box tells why", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(new URL("shop/", sites.url).href);
  const asked = await chat.ask("How long does it take?");
  await expect(asked).toHaveAttribute("data-mode", "clarify");
  const options = asked.locator(".option");
  expect(await options.count()).toBeGreaterThanOrEqual(2);
  expect(await options.count()).toBeLessThanOrEqual(4);
  const name = (await options.first().textContent()) ?? "";
  await options.first().press("Enter");
  const answer = chat.entries.nth(1);
  await expect(answer).toHaveAttribute("data-state", "answered", { timeout: 45_000 });
  await expect(answer).toContainText(name);
  await expect(answer).not.toHaveAttribute("data-mode", "clarify");
  await answer.getByText("Why this answer?").click();
  await expect(answer.getByRole("heading", { name: "Plan" })).toBeVisible();
  await expect(answer.locator("details.why")).toContainText("decided how to answer");
});
