import { expect, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

/** Pictures of every state for people to look at, under build/shots; and a check that nothing sticks out sideways. */
const sizes = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
};

const states: Record<string, (chat: ChatPage) => Promise<void>> = {
  "start-up": async (chat) => {
    await chat.open(partsUrl({ start: "never" }));
    await chat.send("When does the north gate open?");
  },
  empty: (chat) => chat.open(partsUrl()),
  model: (chat) => chat.open(partsUrl({ start: "model" })),
  answer: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("When does the north gate open, and may my boat stay?");
    await chat.ask("What about the winter?");
  },
  why: async (chat) => {
    await chat.open(partsUrl());
    const entry = await chat.ask("When does the north gate open?");
    await entry.getByText("Why this answer?").click();
    await expect(entry.getByRole("heading", { name: "From memory" })).toBeVisible();
    await entry.locator(".why").scrollIntoViewIfNeeded();
  },
  early: async (chat) => {
    await chat.open(partsUrl({ start: "late" }));
    await chat.ask("When does the north gate open?");
  },
  "early-again": async (chat) => {
    await chat.open(partsUrl({ start: "late" }));
    await chat.ask("When does the north gate open?");
    await chat.page.evaluate(() => dispatchEvent(new Event("model-comes")));
    await expect(chat.button("Ask again")).toBeVisible();
  },
  code: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("much code");
    await expect(chat.button("Show all 31 lines")).toBeVisible();
  },
  "code-unfolded": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("much code");
    await chat.button("Show all 31 lines").click();
    await chat.button("Show less").scrollIntoViewIfNeeded();
  },
  "code-named": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("named code");
  },
  "list-cut": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("kinds of boats");
    await expect(chat.button("Show more")).toBeVisible();
  },
  "early-failed": async (chat) => {
    await chat.open(partsUrl({ start: "late" }));
    const entry = await chat.ask("When does the north gate open?");
    await chat.page.evaluate(() => dispatchEvent(new Event("model-fails")));
    await expect(entry.locator(".early")).toContainText("could not be loaded");
  },
  source: async (chat) => {
    await chat.open(partsUrl());
    const entry = await chat.ask("When does the north gate open?");
    await entry.locator("button.cite").nth(1).click();
    await expect(chat.page.locator(".pane mark").first()).toBeVisible();
  },
  streaming: async (chat) => {
    await chat.open(partsUrl());
    await chat.send("a slow one");
    await chat.page.waitForTimeout(900);
  },
  long: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("a long one");
    await chat.page.waitForTimeout(500);
  },
  "not-covered": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("Where is parking for lorries?");
  },
  clarify: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("When does which gate open?");
  },
  error: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("please fail");
  },
  "failed-start": (chat) => chat.open(partsUrl({ start: "fail" })),
  "no-model": (chat) => chat.open(partsUrl({ start: "no-model" })),
  memory: async (chat) => {
    await chat.open(partsUrl());
    for (let turn = 1; turn <= 4; turn += 1) await chat.ask(`Question ${turn} about the gate`);
    await chat.button("Memory").click();
    await chat.page.getByText("Technical details").click();
    await expect(chat.page.locator(".structures li").first()).toBeVisible();
    await expect(chat.page.locator(".heap .big")).toBeVisible();
  },
  remembered: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("Where is my boat, remember?");
    await chat.button("Memory").click();
    await chat.page.getByRole("switch", { name: "Remember across visits" }).click();
    await chat.button("Close").click();
    await chat.button("Open the earlier conversation").click();
    await expect(chat.page.locator(".block[open]")).toBeVisible();
    await chat.page.locator(".pane .scroll").evaluate((node) => node.scrollTo(0, 0));
  },
  phrased: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("a phrased one");
  },
  style: async (chat) => {
    await chat.open(partsUrl());
    await chat.button("Answer style").click();
    await chat.page.getByLabel("Base address").fill("https://models.example/a/rather/long/path/to/the/api/v1");
    await chat.page.getByLabel("Model", { exact: true }).fill("qwen3:4b");
    await chat.button("Test").click();
    await expect(chat.page.getByRole("alert")).toBeVisible();
  },
  "style-on": async (chat) => {
    await chat.open(partsUrl());
    await chat.button("Answer style").click();
    await chat.page.getByLabel("Base address").fill("http://127.0.0.1:11434/v1");
    await chat.page.getByLabel("Model", { exact: true }).fill("a-model-with-a-rather-long-name:4b-instruct-q4");
    await chat.button("Test").click();
    await expect(chat.page.locator(".told")).toBeVisible();
    await chat.button("Use this model").click();
    await expect(chat.button("Turn off")).toBeVisible();
  },
  "style-in-use": async (chat) => {
    await chat.open(partsUrl());
    await chat.button("Answer style").click();
    await chat.page.getByLabel("Base address").fill("http://127.0.0.1:11434/v1");
    await chat.page.getByLabel("Model", { exact: true }).fill("qwen3:4b");
    await chat.button("Use this model").click();
    await expect(chat.button("Turn off")).toBeVisible();
    await chat.button("Close").click();
  },
  erased: async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("When does the north gate open?");
    await chat.button("Memory").click();
    await chat.page.getByRole("switch", { name: "Private chat" }).click();
    await chat.button("Forget everything").click();
    await chat.button("Press again").click();
    await expect(chat.page.locator(".receipt")).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(states)) {
  test(`${name} fits every width, light and dark`, async ({ page }) => {
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await reach(new ChatPage(page));
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(tooWide).toBeLessThanOrEqual(0);
        await page.screenshot({ path: `build/shots/${name}-${size}-${colorScheme}.png` });
      }
    }
  });
}
