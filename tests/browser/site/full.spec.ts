import { expect, type Page } from "@playwright/test";
import { ChatPage } from "../chat-page";
import { blocks, request, settled, stored, withoutModel } from "../core";
import { test } from "../demo";

test.describe.configure({ timeout: 120_000 });
test.use({ serviceWorkers: "block" }); // its cache would take the room

const QUOTA_BYTES = 1_000_000;
const REQUESTS_AT_MOST = 80;

/**
 * What the site may store. The browser asks for the room that is left before its first write, and then counts down by
 * itself for half a minute: a quota is best set before the page is opened.
 */
async function setQuota(page: Page, url: string, quotaSize?: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const origin = new URL(url).origin;
  await protocol.send("Storage.overrideQuotaForOrigin", quotaSize === undefined ? { origin } : { origin, quotaSize });
}

/** A text that cannot be compressed, so that it takes the room it seems to take. */
function noise(characters: number): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: characters }, () => letters[Math.floor(Math.random() * letters.length)]).join("");
}

/** Remembers talks until the browser refuses one; the first messages of those that were acknowledged, and the code. */
async function fill(page: Page, what: string): Promise<{ told: string[]; code: string }> {
  const told: string[] = [];
  for (let number = 0; number < REQUESTS_AT_MOST; number += 1) {
    const first = `${what} talk ${number} about the router`;
    const turns = [first, ...Array.from({ length: 6 }, () => noise(7_000))].map((message, place) => ({
      id: String(place),
      message,
    }));
    const code = await request(page, { type: "remember", session: `${what} ${number}`, turns }, "done").then(
      () => "",
      (error: Error) => error.message,
    );
    if (code) return { told, code };
    told.push(first);
  }
  throw new Error("the browser never refused");
}

/** The first messages of all remembered talks, those that wait left out. */
async function storedTalks(page: Page): Promise<string[]> {
  const found = (await blocks(page)).filter(({ is_waiting }) => !is_waiting);
  return found.flatMap(({ turns }) => turns.map(({ message }) => message)).filter((text) => text.includes(" talk "));
}

test("a quota of 1 MB: a notice, the visit's own memory, nothing acknowledged lost, and storing again with room", async ({
  page,
  demo,
}, testInfo) => {
  const served = await demo.serve({ isIsolated: true, change: withoutModel });
  const url = `${served.url}shop/`;
  await page.goto(`${url}site.json`);
  await setQuota(page, url, QUOTA_BYTES);
  const chat = new ChatPage(page);
  await chat.open(url);
  await settled(page);
  await request(page, { type: "consent", remember: true }, "done");

  const { told, code } = await fill(page, "first");
  expect(code).toContain("no more room");
  expect(told.length).toBeGreaterThan(5);
  expect((await storedTalks(page)).sort()).toEqual([...told].sort());

  // The chat goes on, and what is said is known for this visit.
  // What is used shrinks and grows a little by itself, and a talk that was too large left room for a small one: now
  // nothing fits, and one more large talk has the browser count anew.
  await setQuota(page, url, QUOTA_BYTES / 2);
  const { told: fitted } = await fill(page, "second");
  expect(fitted).toEqual([]);
  await chat.ask("I am allergic to wool, so I only wear cotton.");
  await request(page, { type: "reset" }, "done");
  const notice = page.locator('.notices [data-code="storage-full"]');
  await expect(notice).toContainText("no more room");
  await expect(notice).toContainText("kept for this visit alone");
  const recalled = await chat.ask("What did I tell you about wool?");
  await expect(recalled.locator(".body")).toContainText("allergic to wool");
  await expect(await chat.ask("Do you have any cotton kurtas?")).toHaveAttribute("data-state", "answered");
  await chat.button("Memory").click();
  const says = page.locator('.custody .refused[data-code="storage-full"]');
  await expect(says).toContainText("Kept for this visit alone");
  await expect(page.locator(".block .waits").first()).toHaveText("not stored yet");
  await picture(page, testInfo.outputPath("full"));

  // What is to go goes, however full it is.
  const gone = told[2] ?? "";
  const receipt = await request(page, { type: "forget", what: { text: gone } }, "receipt");
  expect(receipt.verified).toBe(true);
  expect(await stored(page)).not.toContain(gone);
  expect((await storedTalks(page)).sort()).toEqual(told.filter((text) => text !== gone).sort());

  // With room again, what waited is stored.
  await setQuota(page, url);
  await chat.button("Close").click();
  await chat.ask("Do you have any silk sarees?");
  await expect(page.locator('.notices [data-code="stored-again"]')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await picture(page, testInfo.outputPath("again"));
  await page.reload();
  await settled(page);
  const all = (await blocks(page)).flatMap(({ turns }) => turns.map(({ message }) => message));
  expect(all.filter((text) => text.includes("allergic to wool"))).toHaveLength(1);
  expect((await storedTalks(page)).sort()).toEqual(told.filter((text) => text !== gone).sort());
  await served.close();
});

async function picture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path: `${path}-desktop.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${path}-390.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
}
