import { expect } from "@playwright/test";
import { ChatPage } from "../chat-page";
import { test } from "../demo";

test("the picture of the README shows the shop's conversation with a source open", async ({ page, sites }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 820 });
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await chat.ask("Do you have any cotton kurtas under ₹2,000?");
  await expect(page.locator(".progress")).toHaveCount(0, { timeout: 60_000 });
  const entry = await chat.ask("What about size L?");
  await entry.locator("button.cite").first().click();
  await expect(page.locator(".pane mark").first()).toBeInViewport();
  await page.mouse.move(640, 5);
  await page.screenshot({ path: "docs/screenshot.png" });
});
