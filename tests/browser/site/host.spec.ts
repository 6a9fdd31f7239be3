import { expect } from "@playwright/test";
import { ChatPage } from "../chat-page";
import { test } from "../demo";

test.describe.configure({ timeout: 180_000 });

test("the second visit answers without a network", async ({ page, context, demo }) => {
  const served = await demo.serve();
  const url = `${served.url}shop/`;
  const chat = new ChatPage(page);
  await chat.open(url);
  await expect(page.locator("limpet-chat")).toHaveAttribute("data-offline", "offline-ready", { timeout: 120_000 });
  await context.setOffline(true);
  await served.close();
  await page.reload();
  await expect(await chat.ask("Do you have any cotton kurtas under ₹2,000?")).toContainText(/kurta/i);
  await expect(page.locator(".progress")).toHaveCount(0, { timeout: 60_000 });
  await expect(page.locator(".notices li")).toHaveCount(0);
});

test("a host without headers is isolated after one reload, and the chat is not started twice", async ({
  page,
  demo,
}) => {
  const served = await demo.serve();
  let loads = 0;
  page.on("framenavigated", () => {
    loads += 1;
  });
  await page.goto(`${served.url}shop/`);
  await expect.poll(() => page.evaluate(() => globalThis.crossOriginIsolated).catch(() => false)).toBe(true);
  await expect(await new ChatPage(page).ask("Do you have any cotton kurtas?")).toContainText(/kurta/i);
  expect(loads).toBe(2);
  expect(served.asked.filter((path) => path.endsWith("runtime/runtime.json")).length).toBeLessThanOrEqual(2);
  await served.close();
});

for (const [what, wanted, damage] of [
  [
    "is damaged",
    /damaged|digest/i,
    (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 5000 ? byte ^ 255 : byte))),
  ],
  ["is missing", /index|cannot|missing/i, () => null],
  ["is cut short", /damaged|bytes|index/i, (bytes: Buffer) => bytes.subarray(0, 4000)],
] as const) {
  test(`an index that ${what} is an error with what to do, not a wait`, async ({ page, demo }) => {
    const served = await demo.serve({
      isIsolated: true,
      change: (path, bytes) => (path.includes("shop/index/") ? damage(bytes) : bytes),
    });
    const chat = new ChatPage(page);
    await chat.open(`${served.url}shop/`);
    await expect(page.locator(".failure")).toContainText(wanted, { timeout: 60_000 });
    await expect(page.locator(".failure .code")).toHaveText(/^[a-z-]+$/);
    await expect(await chat.ask("Do you have any cotton kurtas?")).toHaveAttribute("data-state", "failed");
    await served.close();
  });
}

test("without the model file the chat answers by words, and says so", async ({ page, demo }) => {
  const change = (path: string, bytes: Buffer): Buffer | null => (path.endsWith(".onnx") ? null : bytes);
  const served = await demo.serve({ isIsolated: true, change });
  const chat = new ChatPage(page);
  await chat.open(`${served.url}shop/`);
  await expect(await chat.ask("Do you have any cotton kurtas?")).toContainText(/kurta/i);
  await expect(page.locator(".notices")).toContainText("words only", { timeout: 60_000 });
  await served.close();
});

test("the page asks nobody but its own origin", async ({ page, sites }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}starlette/`);
  await chat.ask("How do I add middleware?");
  await expect(page.locator(".progress")).toHaveCount(0, { timeout: 60_000 });
  expect(asked.filter((url) => !url.startsWith("data:") && new URL(url).origin !== new URL(sites.url).origin)).toEqual(
    [],
  );
});

test("another page holds the chat, and keeps its title and focus", async ({ page, sites }) => {
  await page.route("**/home.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>Our home</title><script type="module" src="/shop/limpet-chat.js"></script>
        <p>Before</p><limpet-chat site="/shop" style="height: 30rem; width: 25rem"></limpet-chat>`,
    }),
  );
  await page.goto(`${sites.url}home.html`);
  const chat = new ChatPage(page);
  await expect(await chat.ask("Do you have any cotton kurtas?")).toContainText(/kurta/i);
  await expect(page).toHaveTitle("Our home");
  await page.getByRole("button", { name: "Memory", exact: true }).click();
  const inside = await page.locator("limpet-chat").boundingBox();
  expect(await page.locator(".memory-panel").boundingBox()).toEqual(inside);
  await expect(page.locator(".failure, .notices li")).toHaveCount(0);
});
