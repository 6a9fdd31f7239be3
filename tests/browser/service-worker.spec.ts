import { expect, type Page, test } from "@playwright/test";
import { ChatPage } from "./chat-page";
import { OfflineSite } from "./offline-site";
import { type ServedSite, type ServeOptions, serveFolder } from "./static-server";

let site: OfflineSite;
let served: ServedSite;

test.beforeEach(async () => {
  site = await OfflineSite.make();
});
test.afterEach(async () => {
  await served.close();
  await site.remove();
});

async function serve(options: ServeOptions = {}): Promise<string> {
  served = await serveFolder(site.folder, options);
  return `${served.url}?offline=1`;
}

const isIsolated = (page: Page): Promise<boolean> => page.evaluate(() => globalThis.crossOriginIsolated);
const untilKept = (page: Page): Promise<void> =>
  expect(page.locator("limpet-chat")).toHaveAttribute("data-offline", "offline-ready", { timeout: 20_000 });

/** Counts how often the page itself is loaded. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on("framenavigated", () => {
    loads.count += 1;
  });
  return loads;
}

test("on a host without isolation headers the page is isolated after one reload", async ({ page }) => {
  const loads = countLoads(page);
  await page.goto(await serve());
  await expect.poll(() => isIsolated(page).catch(() => false)).toBe(true);
  await untilKept(page);
  await page.waitForTimeout(1000);
  expect(loads.count).toBe(2);
});

test("on a host with isolation headers nothing is reloaded", async ({ page }) => {
  const loads = countLoads(page);
  await page.goto(await serve({ isIsolated: true }));
  await untilKept(page);
  expect(await isIsolated(page)).toBe(true);
  expect(loads.count).toBe(1);
});

test("a service worker that cannot isolate leads to one reload and never to a loop", async ({ page }) => {
  const change = (path: string, bytes: Buffer): Buffer =>
    path === "sw.js" ? Buffer.from("self.addEventListener('install', () => self.skipWaiting());") : bytes;
  const loads = countLoads(page);
  await page.goto(await serve({ change }));
  await page.waitForTimeout(3000);
  expect(loads.count).toBe(2);
  expect(await isIsolated(page)).toBe(false);
  const chat = new ChatPage(page);
  await expect(await chat.ask("When does the north gate open?")).toContainText("05:30");
});

test("a host without a service worker file serves a chat that works", async ({ page }) => {
  const loads = countLoads(page);
  await page.goto(await serve({ change: (path, bytes) => (path === "sw.js" ? null : bytes) }));
  await expect(await new ChatPage(page).ask("When does the north gate open?")).toContainText("05:30");
  expect(loads.count).toBe(1);
});

test("the second visit works without a network", async ({ page, context }) => {
  const url = await serve({ basePath: "/handbook/" });
  await page.goto(url);
  await untilKept(page);
  await context.setOffline(true);
  await served.close();
  await page.reload();
  const entry = await new ChatPage(page).ask("a long one");
  await expect(entry.locator("math")).toHaveCount(1); // a file that the first visit never used
  expect(await isIsolated(page)).toBe(true);
});

test("names of caches carry the base path", async ({ page }) => {
  await page.goto(await serve({ basePath: "/handbook/" }));
  await untilKept(page);
  const names = await page.evaluate(() => caches.keys());
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^limpet:\/handbook\/:files:[0-9a-f]{16}$/);
});

test("a damaged file is not kept, and the page says which", async ({ page }) => {
  const change = (path: string, bytes: Buffer): Buffer =>
    path.includes("maths") ? Buffer.concat([bytes, Buffer.from("\n// changed on the way")]) : bytes;
  await page.goto(await serve({ change }));
  await expect(page.locator("limpet-chat")).toHaveAttribute("data-offline", "offline-failed", { timeout: 20_000 });
  await expect(page.locator('[data-code="damaged-file"]')).toContainText("maths");
  const kept = await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    return (await (await caches.open(name)).keys()).map((request) => request.url);
  });
  expect(kept.filter((url) => url.includes("maths"))).toEqual([]);
});

test("a new version waits for the open page, is offered, and takes over when wanted", async ({ page }) => {
  await page.goto(await serve());
  await untilKept(page);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Harbour Handbook");
  await site.rename("Pilot Book");
  await page.reload(); // the old version, from its cache, finds the new one
  await expect(heading).toHaveText("Harbour Handbook");
  const notice = page.locator('[data-code="new-version"]');
  await expect(notice).toContainText("A new version of this site is ready.", { timeout: 15_000 });
  expect(await page.evaluate(() => caches.keys())).toHaveLength(2);
  await expect(await new ChatPage(page).ask("When does the north gate open?")).toContainText("05:30");
  await notice.getByRole("button", { name: "Use it now" }).click();
  await expect(heading).toHaveText("Pilot Book", { timeout: 15_000 });
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1);
});

test("a new version fetches only what has changed", async ({ page }) => {
  await page.goto(await serve());
  await untilKept(page);
  await site.rename("Pilot Book");
  served.asked.length = 0;
  await page.reload();
  await expect(page.locator('[data-code="new-version"]')).toBeVisible({ timeout: 15_000 });
  expect(served.asked.filter((path) => path.startsWith("assets/"))).toEqual([]);
  expect(served.asked).toContain("site.json");
});

test("with two tabs open the new version does not take over under the other one", async ({ page, context }) => {
  const url = await serve();
  await page.goto(url);
  await untilKept(page);
  const other = await context.newPage();
  await other.goto(url);
  await untilKept(other);
  await site.rename("Pilot Book");
  await page.reload();
  const notice = page.locator('[data-code="new-version"]');
  await notice.getByRole("button", { name: "Use it now" }).click({ timeout: 15_000 });
  await expect(notice).toContainText("Close the other tabs");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Harbour Handbook");
});
