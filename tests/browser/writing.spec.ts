import { expect, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

test("Enter sends and Shift+Enter breaks the line", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.box.pressSequentially("first");
  await chat.box.press("Shift+Enter");
  await chat.box.pressSequentially("second");
  await expect(chat.entries).toHaveCount(0);
  await chat.box.press("Enter");
  await expect(page.locator(".message p")).toHaveText("first\nsecond");
  await expect(chat.box).toHaveValue("");
  await expect(chat.box).toBeFocused();
});

/** The three ways in which browsers report the Enter that ends a word of an input method. */
const compositions: Record<string, (box: HTMLTextAreaElement) => void> = {
  "isComposing is set": (box) => {
    box.dispatchEvent(new CompositionEvent("compositionstart"));
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
  },
  "the key code is 229": (box) => {
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true } as KeyboardEventInit));
  },
  "the composition ended just before (Safari)": (box) => {
    box.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13, bubbles: true } as KeyboardEventInit));
  },
};
for (const [name, compose] of Object.entries(compositions)) {
  test(`Enter inside an input method does not send: ${name}`, async ({ page }) => {
    const chat = new ChatPage(page);
    await chat.open(partsUrl());
    await chat.box.fill("日本");
    await chat.box.evaluate(compose);
    await expect(chat.entries).toHaveCount(0);
    await expect(chat.box).toHaveValue("日本");
    await page.waitForTimeout(60);
    await chat.box.press("Enter");
    await expect(chat.entries).toHaveCount(1);
  });
}

test("a question typed before the core is up is queued within 300 ms and answered later", async ({ page }) => {
  const chat = new ChatPage(page);
  const devtools = await page.context().newCDPSession(page);
  // Processor time of the page's main thread: the clock would tell about whatever else the machine does.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(partsUrl({ start: "slow" }));
  await chat.box.fill("When does the north gate open?");
  await chat.box.press("Enter");
  await expect(page.locator('[data-state="waiting"]')).toContainText("Waiting for the start to finish");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const work_s = metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  console.log(`a question is taken after ${(work_s * 1000).toFixed(0)} ms of the main thread's work`);
  expect(work_s).toBeGreaterThan(0);
  expect(work_s).toBeLessThan(0.3);
  await chat.send("What about the winter?");
  await expect(page.locator('[data-state="answered"]')).toHaveCount(2, { timeout: 15_000 });
  await expect(chat.entries.first()).toContainText("05:30");
});

test("a message over the cap is refused with its size, and nothing is lost", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.box.fill("x".repeat(100_000));
  await chat.box.press("Enter");
  await expect(page.getByRole("alert")).toContainText("100,000 characters");
  await expect(chat.entries).toHaveCount(0);
  await chat.box.fill("short");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await (await chat.ask("short")).textContent()).toContain("05:30");
});

for (const [name, message] of Object.entries({
  "right to left": "متى يفتح الباب الشمالي؟",
  "only emoji": "🌊🚢👨‍👩‍👧‍👦",
  "a script": "<script>window.hacked = 1</script>",
  control: "a\u0000b\u0007c\u202e reversed",
})) {
  test(`a message is shown as it was written: ${name}`, async ({ page }) => {
    const chat = new ChatPage(page);
    await chat.open(partsUrl());
    const entry = await chat.ask(message);
    expect(await entry.locator(".message p").evaluate((node) => node.textContent)).toBe(message);
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
  });
}

test("an empty message is not sent", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  await chat.send("   \n ");
  await expect(chat.entries).toHaveCount(0);
  await expect(chat.button("Send")).toBeDisabled();
});

test("more than eight waiting questions are held back, not lost", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ start: "never" }));
  for (let number = 1; number <= 9; number += 1) await chat.send(`question ${number}`);
  await chat.send("one too many");
  await expect(chat.box).toHaveValue("one too many");
  await expect(page.getByRole("alert")).toContainText("Several questions are waiting");
});
