import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

async function withPanel(page: Page): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("When does the north gate open?");
  await chat.button("Memory").click();
  await expect(page.getByRole("switch", { name: "Remember across visits" })).toBeVisible();
  return chat;
}

test("remembering is off until the visitor turns it on, and one sentence says what it is", async ({ page }) => {
  await withPanel(page);
  const remember = page.getByRole("switch", { name: "Remember across visits" });
  await expect(remember).not.toBeChecked();
  await expect(page.locator(".custody")).toContainText("You can erase them at any time.");
  await expect(page.locator(".block")).toHaveCount(0);
  await remember.click();
  await expect(remember).toBeChecked();
});

test("remembered conversations stand by date, are searched, opened and deleted", async ({ page }) => {
  const chat = await withPanel(page);
  await page.getByRole("switch", { name: "Remember across visits" }).click();
  const search = page.getByRole("searchbox", { name: "Search what is remembered" });
  await search.fill("Folkboat");
  await search.press("Enter");
  await expect(page.locator(".block")).toHaveCount(1);
  await expect(page.locator(".block time")).toHaveText("1 March 2026");
  await page.locator(".block summary").click();
  await expect(page.locator(".block .asked").first()).toHaveText("I keep my boat, a Folkboat, at pier 3.");
  await chat.button("Delete this conversation").click();
  await expect(page.locator(".block")).toHaveCount(1);
  await chat.button("Press again").click();
  await expect(page.locator(".block")).toHaveCount(0);
  await expect(page.locator(".receipt")).toContainText("found nowhere");
  await page.getByRole("switch", { name: "Private chat" }).click();
  await expect(page.locator(".receipt")).toHaveCount(0); // it tells of the last thing done
  await chat.button("Close").click();
  await chat.button("Private chat: nothing of it is kept").click();
  await page.getByRole("switch", { name: "Private chat" }).click();
  await expect(chat.button("Private chat: nothing of it is kept")).toHaveCount(0);
});

test("forgetting one turn takes it out of the transcript, on the second press", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("When does the north gate open?");
  const entry = await chat.ask("What about the winter?");
  await entry.getByRole("button", { name: "Forget this" }).click();
  await expect(chat.entries).toHaveCount(2);
  await entry.getByRole("button", { name: "Press again" }).click();
  await expect(chat.entries).toHaveCount(1);
  await expect(page.locator("[role=log]")).not.toContainText("What about the winter?");
});

test("an answer that recalls opens the earlier conversation in the panel", async ({ page }) => {
  const chat = await withPanel(page);
  await page.getByRole("switch", { name: "Remember across visits" }).click();
  await chat.button("Close").click();
  await chat.ask("Where is my boat, remember?");
  await chat.button("Open the earlier conversation").click();
  await expect(page.locator(".block[open]")).toContainText("Folkboat");
  await expect(page.locator("[role=log]")).toContainText("pier 3");
  await chat.button("Delete this conversation").click();
  await chat.button("Press again").click();
  await expect(page.locator(".receipt")).toContainText("found nowhere");
  await expect(page.locator("[role=log]")).not.toContainText("pier 3");
});

test("an exported file is sealed by a passphrase; a wrong one is a clear error, the right one opens it", async ({
  page,
}) => {
  const chat = await withPanel(page);
  await page.getByLabel("Passphrase (optional)").fill("correct horse");
  const download = page.waitForEvent("download");
  await chat.button("Export").click();
  const path = await (await download).path();
  const text = await readFile(path, "utf8");
  expect(text).not.toContain("north gate");
  await page.getByLabel("Import a file").setInputFiles(path);
  const passphrase = page.getByLabel("Passphrase of the file");
  await passphrase.fill("wrong horse");
  await passphrase.press("Enter");
  await expect(page.locator(".custody .problem")).toContainText("does not open this file");
  await chat.button("Cancel").click();
  await expect(passphrase).toHaveCount(0);
  await expect(page.locator(".custody .problem")).toHaveCount(0);
  await page.getByLabel("Import a file").setInputFiles(path);
  await passphrase.fill("correct horse");
  await passphrase.press("Enter");
  await expect(page.locator(".custody")).toContainText("3 turns came in, 1 was known, 0 stay forgotten");
});

test("a file that is no memory is refused with a sentence", async ({ page }) => {
  await withPanel(page);
  const file = { name: "x.json", mimeType: "application/json", buffer: Buffer.from("not json") };
  await page.getByLabel("Import a file").setInputFiles(file);
  await expect(page.locator(".custody .problem")).toContainText("not JSON");
});
