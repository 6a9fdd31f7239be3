import { expect, type Page } from "@playwright/test";
import { ChatPage } from "../chat-page";
import { blocks, inCoreWorker, request, settled, stored, tell } from "../core";
import { test } from "../demo";

test.describe.configure({ timeout: 240_000 });
test.use({ serviceWorkers: "block" }); // its cache would take the room that these tests give

async function opened(page: Page, url: string): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open(`${url}shop/`);
  await settled(page);
  return chat;
}

async function allow(page: Page): Promise<void> {
  await request(page, { type: "consent", remember: true }, "done");
}

const told = async (page: Page) =>
  (await blocks(page)).flatMap((block) => block.turns.map(({ message }) => message)).sort();

test("a store that fails every third write loses and doubles nothing", async ({ page, demo }) => {
  const failing = `{
    const put = IDBObjectStore.prototype.put;
    let writes = 0;
    IDBObjectStore.prototype.put = function (...all) {
      if (this.name === "bodies" && ++writes % 3 === 0) throw new DOMException("every third write fails", "UnknownError");
      return put.apply(this, all);
    };
  }\n`;
  const served = await demo.serve({ isIsolated: true, change: inCoreWorker(failing) });
  const chat = await opened(page, served.url);
  await allow(page);
  const said = [...Array(14).keys()].map((number) => `sentence number ${number} about the router`);
  for (const sentence of said) await tell(page, sentence);
  const notice = page.locator('.notices :is([data-code="not-stored"], [data-code="stored-again"])'); // the next write succeeds
  await expect(notice).toBeVisible();
  await expect(await chat.ask("Do you have any cotton kurtas?")).toHaveAttribute("data-state", "answered");
  await page.reload();
  await settled(page);
  await tell(page, "one more");
  await tell(page, "and another");
  const all = await told(page);
  expect(all.filter((text) => text.startsWith("sentence"))).toEqual([...said].sort());
  await served.close();
});

test("a browser that refuses storage: a notice, and this visit's memory takes its place", async ({ page, demo }) => {
  const refusing = `IDBFactory.prototype.open = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };\n`;
  const served = await demo.serve({ isIsolated: true, change: inCoreWorker(refusing) });
  const chat = await opened(page, served.url);
  await expect(page.locator('.notices [data-code="memory-only"]')).toContainText("until this page is closed");
  await allow(page);
  await chat.ask("I am allergic to wool, so I only wear cotton.");
  await request(page, { type: "reset" }, "done");
  const recalled = await chat.ask("What did I tell you about wool?");
  await expect(recalled.locator(".body")).toContainText("allergic to wool");
  expect(await stored(page)).not.toMatch(/wool/);
  await served.close();
});

/** Puts the database of blocks back to version 1, as an older page made it, with what is in it. */
async function downgrade(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const done = <T>(asked: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const name =
      (await indexedDB.databases()).map((one) => one.name ?? "").find((one) => one.endsWith(":blocks")) ?? "";
    const now = await done(indexedDB.open(name));
    const [heads, bodies, ids, ledger] = await Promise.all([
      done(now.transaction("heads").objectStore("heads").getAll()),
      done(now.transaction("bodies").objectStore("bodies").getAll()),
      done(now.transaction("bodies").objectStore("bodies").getAllKeys()),
      done(now.transaction("ledgers").objectStore("ledgers").get("")),
    ]);
    now.close();
    await done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("heads", { keyPath: "id" }).createIndex("order", "order");
      opening.result.createObjectStore("bodies");
      opening.result.createObjectStore("ledgers");
    };
    const old = await done(opening);
    const writing = old.transaction(["heads", "bodies", "ledgers"], "readwrite");
    for (const head of heads) writing.objectStore("heads").put(head);
    for (const [place, body] of bodies.entries()) writing.objectStore("bodies").put(body, ids[place]);
    writing.objectStore("ledgers").put(ledger, "");
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    Object.assign(globalThis, { heldOpen: old });
  });
}

test("two tabs upgrade an older database at once; a tab that holds on to it is not waited for without end", async ({
  page,
  context,
  sites,
}) => {
  await opened(page, sites.url);
  await allow(page);
  await tell(page, "the router has ticket 4711", "it restarts at night");
  await page.goto(`${sites.url}shop/site.json`);
  await downgrade(page); // this tab keeps the old one open
  await isToldToCloseTheOther(await context.newPage(), sites.url);
  await page.goto("about:blank");
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => opened(tab, sites.url)));
  for (const tab of tabs) {
    await expect(tab.locator('.notices [data-code="memory-only"]')).toHaveCount(0);
    expect(await told(tab)).toEqual(["it restarts at night", "the router has ticket 4711"]);
  }
  await Promise.all(tabs.map((tab, place) => tell(tab, `said in tab ${place}`)));
  for (const tab of tabs) expect((await told(tab)).length).toBe(4);
});

/** A tab that cannot have the database says which tab to close, answers all the same, and is closed. */
async function isToldToCloseTheOther(page: Page, url: string): Promise<void> {
  const chat = await opened(page, url);
  await expect(page.locator('.notices [data-code="memory-only"]')).toContainText("close that tab", { timeout: 30_000 });
  await expect(await chat.ask("Do you have any cotton kurtas?")).toHaveAttribute("data-state", "answered");
  await page.close();
}

/** Opens the database of blocks in a tab that never lets go of it; the number of records in it, when asked for. */
async function holdOpen(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? "").find((one) => one.endsWith(":blocks"));
    const opening = indexedDB.open(name ?? "");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    Object.assign(globalThis, { heldOpen: opening.result });
  });
}

async function heldRecords(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { heldOpen } = globalThis as unknown as { heldOpen: IDBDatabase };
    const counts = [...heldOpen.objectStoreNames].map(
      (name) =>
        new Promise<number>((resolve) => {
          const counting = heldOpen.transaction(name).objectStore(name).count();
          counting.onsuccess = () => resolve(counting.result);
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
}

test("everything is forgotten though another tab holds the database; nobody waits for that tab without end", async ({
  page,
  context,
  sites,
}) => {
  const chat = await opened(page, sites.url);
  await allow(page);
  await tell(page, "the router has ticket 4711", "it restarts at night");
  const holder = await context.newPage();
  await holder.goto(`${sites.url}shop/site.json`);
  await holdOpen(holder);
  expect(await heldRecords(holder)).toBeGreaterThan(0);

  const start = Date.now();
  expect((await request(page, { type: "forget", what: "all" }, "receipt")).verified).toBe(true);
  expect(Date.now() - start).toBeLessThan(15_000);
  expect(await heldRecords(holder)).toBe(0);
  await expect(page.locator('.notices [data-code="memory-held"]')).toContainText("Close that tab");
  await expect(await chat.ask("Do you have any cotton kurtas?")).toHaveAttribute("data-state", "answered");
  expect(await blocks(page)).toEqual([]);
  await expect(allow(page)).rejects.toThrow("close that tab");

  await isToldToCloseTheOther(await context.newPage(), sites.url);

  await holder.close();
  await expect(async () => allow(page)).toPass({ timeout: 15_000 });
  await tell(page, "said afterwards");
  await page.reload();
  await settled(page);
  expect(await told(page)).toContain("said afterwards");
  expect((await told(page)).join()).not.toContain("4711");
});

test("a clock that is set back loses nothing", async ({ page, sites }) => {
  await page.clock.install({ time: new Date("2026-06-01T10:00:00Z") });
  const chat = await opened(page, sites.url);
  await allow(page);
  await chat.ask("I am allergic to wool, so I only wear cotton.");
  await request(page, { type: "reset" }, "done");
  await page.clock.setFixedTime(new Date("2024-01-01T10:00:00Z"));
  await page.clock.resume();
  await chat.ask("My brother is allergic to nuts.");
  const recalled = await chat.ask("What did I tell you about wool?");
  await expect(recalled.locator(".body")).toContainText("allergic to wool");
  await request(page, { type: "reset" }, "done");
  expect((await told(page)).join()).toContain("My brother is allergic to nuts.");
  expect((await told(page)).filter((text) => text.includes("wool, so")).length).toBe(1);
});

test("a turn forgotten in one tab leaves the other tab's own answer that quoted it", async ({
  page,
  context,
  sites,
}) => {
  const chat = await opened(page, sites.url);
  await allow(page);
  await tell(page, "I am allergic to wool, so I only wear cotton.");
  const other = await context.newPage();
  const second = await opened(other, sites.url);
  await second.ask("What is your return policy?");
  const quoting = await second.ask("What did I tell you about wool?");
  await expect(quoting.locator(".body")).toContainText("allergic to wool");
  await chat.button("Memory").click();
  await page.locator(".block summary").click();
  await page.locator(".block[open]").getByRole("button", { name: "Forget this" }).click();
  await page.locator(".block[open]").getByRole("button", { name: "Press again" }).click();
  await expect(page.locator(".receipt")).toContainText("found nowhere");
  await expect(second.entries).toHaveCount(1);
  await expect(other.locator("[role=log]")).not.toContainText("wool");
  await expect.poll(() => stored(other)).not.toMatch(/wool/i);
  await other.reload();
  await expect(second.entries).toHaveCount(1, { timeout: 60_000 });
  await expect(other.locator("[role=log]")).toContainText("What is your return policy?");
  await other.close();
});

test("two tabs that forget at the same moment keep each other's marks", async ({ page, context, sites }) => {
  await opened(page, sites.url);
  await allow(page);
  await tell(page, "my pin is 4711", "my cat is called Tom", "the weather is fine");
  const { document: old } = await request(page, { type: "export" }, "exported");
  const other = await context.newPage();
  await opened(other, sites.url);
  const receipts = await Promise.all([
    request(page, { type: "forget", what: { text: "4711" } }, "receipt"),
    request(other, { type: "forget", what: { text: "Tom" } }, "receipt"),
  ]);
  expect(receipts.map(({ verified }) => verified)).toEqual([true, true]);
  for (const tab of [page, other]) await request(tab, { type: "import", document: old }, "done");
  for (const tab of [page, other]) expect(await told(tab)).toEqual(["the weather is fine"]);
  expect(await stored(page)).not.toMatch(/4711|Tom/);
});

test("what is forgotten is found in no database, export, transcript, or later answer", async ({ page, sites }) => {
  const chat = await opened(page, sites.url);
  await allow(page);
  const secret = "Zanzibar";
  for (const [round, where] of ["session", "block", "both", "waiting", "imported"].entries()) {
    const say = `Round ${round}: my sister lives in ${secret} and wears cotton.`;
    if (where !== "session") await tell(page, `plain words ${round}`, say, "more plain words");
    if (where !== "block") await chat.ask(`${say} Do you have any kurtas?`);
    const { document: old } = await request(page, { type: "export" }, "exported");
    if (where === "waiting")
      for (let turn = 0; turn < 3; turn += 1) await request(page, { type: "observe", message: say }, "done");
    const receipt = await request(page, { type: "forget", what: { text: secret } }, "receipt");
    expect(receipt.verified).toBe(true);
    await request(page, { type: "import", document: old }, "done");
    const { document: after } = await request(page, { type: "export" }, "exported");
    expect(JSON.stringify(after)).not.toMatch(/zanzibar/i);
    expect(await stored(page)).not.toMatch(/zanzibar/i);
    const recalled = await request(
      page,
      { type: "recall", text: `Who lives in ${secret}?`, exhaustive: true },
      "recalled",
    );
    expect(JSON.stringify(recalled)).not.toMatch(/zanzibar/i);
    const later = await chat.ask("What did I tell you about my sister?");
    await expect(later.locator(".body")).not.toContainText(secret);
  }
  expect((await request(page, { type: "forget", what: "all" }, "receipt")).verified).toBe(true);
  expect(await blocks(page)).toEqual([]);
  expect(await stored(page)).not.toMatch(/sister|plain words/i);
});
