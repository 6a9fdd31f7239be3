import { expect, type Locator, type Page, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

/** Nothing ran, nothing was loaded from elsewhere, and nothing that could is in `body`. */
async function expectHarmless(page: Page, body: Locator, asked: readonly string[]): Promise<void> {
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
  for (const name of ["script", "img", "iframe", "svg", "style", "form", "object"])
    await expect(body.locator(name)).toHaveCount(0);
  const attributes = await body.evaluate((node) =>
    [...node.querySelectorAll("*")].flatMap((inner) =>
      inner.getAttributeNames().filter((name) => name.startsWith("on")),
    ),
  );
  expect(attributes).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(process.env.PARTS_URL ?? ""))).toEqual([]);
}

test("nothing of an answer runs, loads or leaves the page", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const body = (await chat.ask("an attack, please")).locator(".body");
  await expect(body.locator("math")).not.toHaveCount(0);
  await expectHarmless(page, body, asked);
});

test("nothing of an opened source runs, loads or leaves the page, and nothing of it can be pressed", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await (await chat.ask("is it attacked?")).locator("button.cite").click();
  const body = page.locator(".source-text.rendered");
  await expect(body.locator("mark")).toHaveText("fine");
  await expectHarmless(page, body, asked);
  await expect(body.locator("button")).toHaveCount(0);
  const hrefs = await body.locator("a[href]").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("href")));
  expect(hrefs).toContain("https://example.org/page");
  for (const href of hrefs) expect(href).toMatch(/^https:\/\/example\.org\//);
});

test("only ordinary links can be followed, in a tab that does not know where it came from", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const links = (await chat.ask("an attack, please")).locator(".body a[href]");
  const hrefs = await links.evaluateAll((nodes) => nodes.map((node) => node.getAttribute("href")));
  expect(hrefs).toContain("https://example.org/page");
  for (const href of hrefs) expect(href).toMatch(/^https:\/\/example\.org\//);
  for (const rel of await links.evaluateAll((nodes) => nodes.map((node) => node.getAttribute("rel"))))
    expect(rel).toBe("noopener noreferrer");
});

test("a text made to be slow to read is rendered in reasonable time", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.ask("a bomb");
  await expect(await chat.ask("When does the north gate open?")).toContainText("05:30");
});

test("a prefilled address asks nothing by itself", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ q: "When does the north gate open?", query: "hello" }));
  await page.waitForTimeout(300);
  await expect(chat.entries).toHaveCount(0);
});
