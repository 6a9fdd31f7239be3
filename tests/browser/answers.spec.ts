import { expect, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";
import { ODD_CODE } from "./fixtures/scripted-answers";

test.beforeEach(async ({ page }) => {
  await new ChatPage(page).open(partsUrl());
});

test("a citation opens its source at the exact place, and Escape brings the focus back", async ({ page }) => {
  const chat = new ChatPage(page);
  const entry = await chat.ask("When does the north gate open?");
  const cite = entry.getByRole("button", { name: "Source 2: Harbour Handbook > Gates and piers" });
  await cite.click();
  const marked = page.locator(".pane mark");
  await expect(marked.first()).toBeVisible();
  const quote = "A boat may stay at the guest pier for three nights; after that the office needs a written request.";
  expect((await marked.allTextContents()).join("")).toBe(quote);
  await expect(page.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".pane")).toHaveCount(0);
  await expect(cite).toBeFocused();
});

test("the sections of an answer are one chip each, which marks all that they are cited for", async ({ page }) => {
  const chat = new ChatPage(page);
  const entry = await chat.ask("When does the north gate open?");
  const chips = entry.getByRole("list", { name: "Sources" }).getByRole("button");
  await expect(chips).toHaveCount(2);
  const marked = page.locator(".pane mark");
  await entry.getByRole("button", { name: "1–2 Gates and piers Harbour Handbook" }).click();
  await expect(marked).toHaveText([
    /^The north gate opens .* winter half an hour later\.$/,
    /^A boat may stay .* request\.$/,
  ]);
  await page.keyboard.press("Escape");
  await entry.getByRole("button", { name: "Source 1: Harbour Handbook > Gates and piers" }).click();
  await expect(marked).toHaveText([/^The north gate opens .* winter half an hour later\.$/]);
  await entry.getByRole("button", { name: "3 Radio Harbour Handbook" }).click();
  await expect(marked).toHaveText(["At night the harbour listens on channel 12."]);
});

test("a source in Markdown is shown without its signs", async ({ page }) => {
  const entry = await new ChatPage(page).ask("When does the north gate open?");
  await entry.getByRole("button", { name: "3 Radio Harbour Handbook" }).click();
  const pane = page.locator(".pane");
  await expect(pane.getByRole("heading", { name: "Radio" })).toBeVisible();
  await expect(pane.locator("pre")).toContainText('call "Harbour"');
  await expect(pane).not.toContainText(/##|```/);
});

test("a source in HTML is shown as it reads, without what ran in it", async ({ page }) => {
  const entry = await new ChatPage(page).ask("Is there a ferry for bicycles?");
  await entry.locator("button.cite").click();
  const pane = page.locator(".pane .source-text");
  await expect(pane.getByRole("heading", { name: "Bicycles & dogs" })).toBeVisible();
  await expect(pane.getByRole("listitem")).toHaveText("Dogs stay outside.");
  expect((await pane.locator("mark").allTextContents()).join("")).toBe("A bicycle is free – a dog costs €2.");
  await expect(pane).not.toContainText(/hacked|color|<|&amp;/);
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
});

test("of a record the source marks what the answer tells", async ({ page }) => {
  const entry = await new ChatPage(page).ask("Do you sell a kayak?");
  await entry.locator("button.cite").click();
  const told = ["Selkie Kayak", "Price: €1,299", "Lengths: 4.2 m, 4.8 m", "It carries a tent."];
  await expect(page.locator(".pane mark")).toHaveText(told);
  await expect(page.locator(".pane")).toContainText("Colour: red");
});

test("sections that an answer offers besides have a label, and so has their list", async ({ page }) => {
  const chat = new ChatPage(page);
  const entry = await chat.ask("Tell me about the harbour");
  await expect(entry.locator(".related .label")).toHaveText("Related sections");
  const offered = entry.getByRole("list", { name: "Related sections" }).getByRole("button");
  await expect(offered).toHaveText(["Gates and piers", "Harbour Handbook › Radio"]);
  const asked = await chat.ask("When does which gate open?");
  await expect(asked.getByRole("list", { name: "Choose one" }).getByRole("button")).toHaveCount(2);
  await expect(asked.locator(".related")).toHaveCount(0);
});

test("numbers without a citation stay ordinary text", async ({ page }) => {
  const chat = new ChatPage(page);
  const entry = await chat.ask("What about the winter?");
  await expect(entry.locator("button.cite")).toHaveCount(1);
});

test("options are buttons and not a list besides, and choosing one asks on", async ({ page }) => {
  const chat = new ChatPage(page);
  const asked = await chat.ask("When does which gate open?");
  await expect(asked.getByText("Which one do you mean?")).toBeVisible();
  await expect(asked.locator(".body ol")).toBeHidden();
  await chat.button("The north gate").click();
  await expect(chat.entries).toHaveCount(2);
  await expect(chat.entries.nth(1)).toContainText("05:30");
  await expect(chat.box).toBeFocused();
});

test("a part of what was understood can be taken back, which answers again in place", async ({ page }) => {
  const chat = new ChatPage(page);
  const entry = await chat.ask("What about the winter?");
  await expect(entry.locator(".understood")).toContainText("guest pier");
  await chat.button("Take back: guest pier").click();
  await expect(entry).toContainText("05:30");
  await expect(entry.locator(".understood")).toHaveCount(0);
  await expect(chat.entries).toHaveCount(1);
});

test("once something else was asked, how a message was understood stays as plain words", async ({ page }) => {
  const chat = new ChatPage(page);
  const entry = await chat.ask("What about the winter?");
  await expect(entry.locator(".understood").getByRole("button")).toHaveCount(2);
  await chat.ask("When does the north gate open?");
  await expect(entry.locator(".understood")).toContainText("guest pier");
  await expect(entry.locator(".understood").getByRole("button")).toHaveCount(0);
});

test("an option of an older answer is asked as a message of its own", async ({ page }) => {
  const chat = new ChatPage(page);
  const asked = await chat.ask("When does which gate open?");
  await chat.ask("What about the winter?");
  await asked.getByRole("button", { name: "The north gate" }).click();
  await expect(chat.entries).toHaveCount(3);
  await expect(chat.entries.nth(2)).toContainText("05:30");
});

test("what is not covered says so and names the nearest places", async ({ page }) => {
  const entry = await new ChatPage(page).ask("Where is parking for lorries?");
  await expect(entry.locator(".tag")).toHaveText("Not covered here");
  await expect(entry.getByRole("list", { name: "Sources" }).getByRole("button")).toHaveCount(2);
});

test("what is perhaps not covered quotes the nearest sentence with its source", async ({ page }) => {
  const entry = await new ChatPage(page).ask("May I keep a dog on board?");
  await expect(entry.locator(".tag")).toHaveText("Perhaps not covered here");
  await expect(entry.getByRole("list", { name: "Sources" }).getByRole("button")).toHaveCount(1);
  await expect(entry.getByRole("list", { name: "Nearest sections" }).getByRole("button")).toHaveCount(2);
  await entry
    .getByRole("button", { name: /^Source 1/ })
    .first()
    .click();
  await expect(page.locator("mark").first()).toBeVisible();
});

test("stop keeps what was shown, marks it, and the next question works", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.send("a slow one");
  const body = chat.entries.first().locator(".body");
  await expect(body).toContainText("Part 1");
  await chat.button("Stop").click();
  await expect(chat.entries.first()).toHaveAttribute("data-state", "stopped");
  const shown = await body.textContent();
  await page.waitForTimeout(400);
  expect(await body.textContent()).toBe(shown);
  await expect(chat.entries.first()).toContainText("Stopped");
  await expect(chat.box).toBeFocused();
  await expect(await chat.ask("When does the north gate open?")).toContainText("05:30");
});

test("an error says what to do and can be asked again", async ({ page }) => {
  const chat = new ChatPage(page);
  const entry = await chat.ask("please fail");
  await expect(entry.locator(".error")).toContainText("Reload the page");
  await expect(entry.locator(".error")).toContainText("index-damaged");
  await entry.getByRole("button", { name: "Ask again" }).click();
  await expect(entry).toHaveAttribute("data-state", "failed");
  await expect(await chat.ask("When does the north gate open?")).toContainText("05:30");
});

test("code is coloured, maths is set, tables stay tables", async ({ page }) => {
  const entry = await new ChatPage(page).ask("a long one");
  await expect(entry.locator(".hljs-keyword").first()).toHaveText("for");
  await expect(entry.locator("math mfrac")).toHaveCount(1);
  await expect(entry.locator("td")).toHaveCount(4);
});

test("code keeps every letter when it is coloured", async ({ page }) => {
  const entry = await new ChatPage(page).ask("odd letters");
  await expect(entry.locator(".hljs-string")).toHaveText('"Zoë – 船"');
  expect(await entry.locator("pre code").textContent()).toBe(ODD_CODE);
});

test("addresses become links without the marks of the sentence around them", async ({ page }) => {
  const entry = await new ChatPage(page).ask("odd letters");
  const hrefs = entry.locator(".body a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(await hrefs).toEqual([
    "https://example.org/a_(b)/c?x=1",
    "https://example.org/d",
    "HTTP://example.org/_f_g_",
    "https://example.org/h",
  ]);
});

test("the streamed answer has the same nodes as the whole text rendered at once", async ({ page }) => {
  const chat = new ChatPage(page);
  const streamed = await chat.ask("a long one");
  await expect(streamed.locator("math")).toHaveCount(1);
  await expect(streamed.locator(".hljs-keyword")).toHaveCount(2);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const whole = await chat.ask("a long one");
  await expect(whole.locator("math")).toHaveCount(1);
  await expect(whole.locator(".hljs-keyword")).toHaveCount(2);
  const markup = (entry: typeof whole): Promise<string> => entry.locator(".body").innerHTML();
  expect(await markup(streamed)).toBe(await markup(whole));
});

test("a new conversation clears the page and keeps the focus in the box", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.ask("When does the north gate open?");
  await chat.button("New conversation").click();
  await expect(chat.entries).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /What would you like to know/ })).toBeVisible();
  await expect(chat.box).toBeFocused();
});

test("a suggested question is asked when pressed", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.button("Which radio channel is used at night?").click();
  await expect(chat.entries).toHaveCount(1);
});

test("the answer can be copied with its sources", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const entry = await new ChatPage(page).ask("When does the north gate open?");
  await entry.getByRole("button", { name: "Copy", exact: true }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("The north gate opens at 05:30");
  expect(copied).toContain("[3] Harbour Handbook > Radio");
});

test("the memory panel shows the heap and every structure with its cap", async ({ page }) => {
  const chat = new ChatPage(page);
  for (let turn = 0; turn < 3; turn += 1) await chat.ask("When does the north gate open?");
  await chat.button("Memory").click();
  const panel = page.getByRole("complementary", { name: "Memory" });
  await expect(panel).toContainText("3 of 30");
  await expect(panel.locator(".big")).toContainText("MB");
  await expect(panel).toContainText("41.3 MB");
  await expect(panel).not.toContainText("not told by this browser");
  await chat.ask("What about the winter?");
  await expect(panel).toContainText("4 of 30");
});

test("the choice of colours outlives a reload", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.button("Switch to dark colours").click();
  await page.reload();
  await expect(page.locator("limpet-chat")).toHaveAttribute("data-theme", "dark");
  await expect(chat.button("Switch to light colours")).toBeVisible();
});

test("a reload shows the conversation again, and a new tab begins a new one", async ({ page, context }) => {
  const chat = new ChatPage(page);
  await chat.ask("When does the north gate open?");
  await page.reload();
  await expect(chat.entries).toHaveCount(1);
  await expect(chat.entries.first()).toContainText("05:30");
  await chat.ask("What about the winter?");
  await expect(chat.entries).toHaveCount(2);
  const other = await context.newPage();
  await new ChatPage(other).open(partsUrl());
  await other.waitForTimeout(300);
  await expect(other.locator(".entry")).toHaveCount(0);
});

test("an answer that takes the place of another is shown alone, with the notice", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.send("it is taken back");
  await expect(chat.entries.last().locator(".body")).toContainText("gold");
  await expect(chat.entries.last()).toHaveAttribute("data-state", "answered");
  await expect(chat.entries.last().locator(".body")).not.toContainText("gold");
  await expect(chat.entries.last().locator(".body")).toContainText("05:30");
  await expect(page.locator(".notices")).toContainText("broke off");
});

test("sentences to be wary of carry a mark that is told to a screen reader", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const entry = await chat.ask("a phrased one");
  await expect(entry.getByRole("note", { name: /To be checked/ })).toHaveCount(2);
  await expect(entry.locator(".body button.cite")).toHaveText(["1", "2"]);
  await expect(entry.getByText("Phrased by qwen3:4b")).toBeVisible();
  await expect(entry.locator(".body")).not.toContainText("[?]");
});

test("the answer style is reached, left and used with the keyboard", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.button("Answer style").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Base address")).toBeFocused();
  await page.keyboard.type("http://127.0.0.1:11434/v1");
  await page.keyboard.press("Tab");
  await page.keyboard.type("small");
  await page.keyboard.press("Enter");
  await expect(page.locator(".in-force")).toContainText("small");
  await page.keyboard.press("Escape");
  await expect(chat.button("Answer style")).toBeFocused();
});
