import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ChatPage, partsUrl } from "./chat-page";

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}

const states: Record<string, (chat: ChatPage) => Promise<unknown>> = {
  "the start": (chat) => chat.open(partsUrl({ start: "never" })),
  "the empty page": (chat) => chat.open(partsUrl()),
  "a failed start": (chat) => chat.open(partsUrl({ start: "fail" })),
  "answers of every kind": async (chat) => {
    await chat.open(partsUrl());
    for (const message of [
      "a long one",
      "What about the winter?",
      "When does which gate open?",
      "parking",
      "please fail",
    ])
      await chat.ask(message);
    await chat.page.waitForTimeout(500);
  },
  "an early answer": async (chat) => {
    await chat.open(partsUrl({ start: "late" }));
    await chat.ask("the gate");
  },
  "an early answer that can be asked again": async (chat) => {
    await chat.open(partsUrl({ start: "late" }));
    await chat.ask("the gate");
    await chat.page.evaluate(() => dispatchEvent(new Event("model-comes")));
    await expect(chat.button("Ask again")).toBeVisible();
  },
  "an early answer without a model": async (chat) => {
    await chat.open(partsUrl({ start: "late" }));
    const entry = await chat.ask("the gate");
    await chat.page.evaluate(() => dispatchEvent(new Event("model-fails")));
    await expect(entry.locator(".early")).toContainText("could not be loaded");
  },
  "folded code": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("named code");
    const entry = await chat.ask("much code");
    await expect(chat.button("Show all 31 lines")).toBeVisible();
    await expect(entry.locator("[class^=hljs]").first()).toBeVisible();
  },
  "code that was unfolded": async (chat) => {
    await chat.open(partsUrl());
    const entry = await chat.ask("much code");
    await chat.button("Show all 31 lines").click();
    await expect(chat.button("Show less")).toBeVisible();
    await expect(entry.locator("[class^=hljs]").first()).toBeVisible();
  },
  "a list that goes on": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("kinds of boats");
    await expect(chat.button("Show more")).toBeVisible();
  },
  "an open source": async (chat) => {
    await chat.open(partsUrl());
    await (await chat.ask("the gate")).locator("button.cite").first().click();
    await expect(chat.page.locator(".pane mark").first()).toBeVisible();
  },
  "a phrased answer and the answer style": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("a phrased one");
    await chat.button("Answer style").click();
    await chat.page.getByLabel("Base address").fill("https://models.example/v1");
    await chat.page.getByLabel("Model", { exact: true }).fill("small");
    await chat.button("Test").click();
    await expect(chat.page.getByRole("alert")).toBeVisible();
  },
  "the memory panel": async (chat) => {
    await chat.open(partsUrl());
    await chat.ask("the gate");
    await chat.ask("the gate again");
    await chat.button("Memory").click();
    await chat.page.getByText("Technical details").click();
    await expect(chat.page.locator(".structures li").first()).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(states)) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing serious: ${name}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await reach(new ChatPage(page));
      expect(await serious(page)).toEqual([]);
    });
  }
}

test("everything can be done with the keyboard alone", async ({ page }) => {
  const chat = new ChatPage(page);
  await page.goto(partsUrl());
  await expect(chat.box).toBeFocused();
  await page.keyboard.type("When does the north gate open?");
  await page.keyboard.press("Enter");
  await expect(chat.entries.first()).toHaveAttribute("data-state", "answered");
  await expect(chat.box).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Shift+Tab");
    const name = await page.evaluate(() =>
      document.activeElement?.shadowRoot?.activeElement?.getAttribute("data-cite"),
    );
    if (name === "1") break;
  }
  await page.keyboard.press("Enter");
  await expect(page.locator(".pane mark").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".pane")).toHaveCount(0);
});

/** What is pressed with the keyboard and leaves the page by that; where the focus is afterwards. */
const leaving: Record<string, { press: (chat: ChatPage) => Promise<void>; goesTo: (chat: ChatPage) => Locator }> = {
  "an answer that is forgotten": {
    press: async (chat) => {
      await chat.ask("When does the north gate open?");
      await chat.button("Forget this").press("Enter");
      await expect(chat.status).toHaveText("Press again to erase for good.");
      await chat.page.keyboard.press("Enter");
      await expect(chat.entries).toHaveCount(0);
      await expect(chat.status).toHaveText("Forgotten.");
    },
    goesTo: (chat) => chat.box,
  },
  "a notice that is dismissed": {
    press: async (chat) => {
      await chat.ask("it is taken back");
      await chat.button("Dismiss").press("Enter");
      await expect(chat.page.locator(".notices")).toHaveCount(0);
    },
    goesTo: (chat) => chat.box,
  },
  "the memory panel": {
    press: async (chat) => {
      await chat.button("Memory").press("Enter");
      await expect(chat.button("Close")).toBeFocused();
      await chat.page.keyboard.press("Escape");
      await expect(chat.page.locator(".pane")).toHaveCount(0);
    },
    goesTo: (chat) => chat.button("Memory"),
  },
  "a remembered conversation that is deleted": {
    press: async (chat) => {
      await chat.button("Memory").press("Enter");
      await chat.page.getByRole("switch", { name: "Remember across visits" }).click();
      const search = chat.page.getByRole("searchbox", { name: "Search what is remembered" });
      await search.fill("Folkboat");
      await search.press("Enter");
      await expect(chat.page.locator(".block")).toHaveCount(1);
      await chat.page.locator(".block summary").press("Enter");
      await chat.button("Delete this conversation").press("Enter");
      await chat.page.keyboard.press("Enter");
      await expect(chat.page.locator(".block")).toHaveCount(0);
    },
    goesTo: (chat) => chat.button("Close"),
  },
};

for (const [name, { press, goesTo }] of Object.entries(leaving))
  test(`the focus goes on to a sensible place from ${name}`, async ({ page }) => {
    const chat = new ChatPage(page);
    await chat.open(partsUrl());
    await press(chat);
    await expect(goesTo(chat)).toBeFocused();
  });

test("what a pane covers on a phone cannot be reached behind it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const cite = (await chat.ask("When does the north gate open?")).locator("button.cite").first();
  await cite.press("Enter");
  await expect(page.locator(".pane mark").first()).toBeVisible();
  await expect(chat.box).toBeHidden();
  await expect(chat.button("Memory")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(cite).toBeFocused();
  await expect(chat.box).toBeVisible();
});

test("a screen reader hears the answer, and not every button below it", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const entry = await chat.ask("When does the north gate open?");
  await expect(entry.locator(".below")).toHaveAttribute("aria-live", "off");
  await expect(entry.locator(".below").getByRole("button").first()).toBeVisible();
  await expect(page.locator("[aria-live=off] .body")).toHaveCount(0);
});

test("blocks of code are told apart by language, heading and number, and are no landmarks", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const boxes = (await chat.ask("named code")).locator("pre");
  const names = ["Code", "Shell code under “Set up”", "Shell code under “Set up”, 2", "Shell code under “Use”"];
  for (const [place, name] of [...names, "TOML code under “Use”"].entries())
    await expect(boxes.nth(place)).toHaveAccessibleName(name);
  await expect(page.getByRole("region", { name: /code/i })).toHaveCount(0);
  const folded = await chat.ask("much code");
  const id = await folded.locator("pre").first().getAttribute("id");
  await expect(folded.getByRole("button", { name: "Show all 31 lines" })).toHaveAttribute("aria-controls", id ?? "");
});

test("the log is busy while an answer streams, and one polite status tells of its end", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  const log = page.getByRole("log");
  await expect(log).toHaveAttribute("aria-busy", "false");
  await chat.send("a slow one");
  await expect(log).toHaveAttribute("aria-busy", "true");
  await expect(chat.status).toHaveText("Answering.");
  await chat.button("Stop").click();
  await expect(log).toHaveAttribute("aria-busy", "false");
  await expect(chat.status).toHaveText("Stopped.");
  await chat.ask("When does the north gate open?");
  await expect(chat.status).toHaveText("The answer is ready.");
});

test("under reduced motion the answer is there at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const chat = new ChatPage(page);
  await chat.open(partsUrl({ pause_ms: "0" }));
  await chat.ask("warm up the renderer");
  await chat.box.fill("a long one");
  const frames = await page.evaluate(async () => {
    const root = document.querySelector("limpet-chat")?.shadowRoot;
    const sizes = new Set<number>();
    let isOver = false;
    const look = (): void => {
      sizes.add(root?.querySelector('[data-entry="2"] .body')?.textContent?.length ?? 0);
      if (!isOver) requestAnimationFrame(look);
    };
    look();
    root?.querySelector<HTMLButtonElement>(".send")?.click();
    while (root?.querySelector('[data-entry="2"]')?.getAttribute("data-state") !== "answered")
      await new Promise((resolve) => setTimeout(resolve, 5));
    isOver = true;
    return sizes.size;
  });
  expect(frames).toBeLessThan(8); // some eighty with streaming
});

for (const [title, placeholder] of [
  ["Starlette documentation", "Ask about Starlette documentation"],
  ["The Great Harbour Handbook of the Northern Islands", "Ask your question"],
] as const)
  test(`on a phone the message field of "${title}" has one line, and a title of two fits`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route("**/site.json", async (route) => {
      const site = await (await route.fetch()).json();
      await route.fulfill({ json: { ...site, title } });
    });
    const chat = new ChatPage(page);
    await chat.open(partsUrl());
    await expect(chat.box).toHaveAttribute("placeholder", placeholder);
    const lines = (await chat.box.boundingBox())?.height ?? 0;
    expect(lines).toBeLessThan(48);
    const heading = page.getByRole("heading", { level: 1, name: title });
    const isWhole = await heading.evaluate((h1) => h1.scrollHeight <= h1.clientHeight + 1);
    expect(isWhole).toBe(title.length < 40);
  });

test("the box has 16 pixel text, so that phones do not zoom in", async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open(partsUrl());
  expect(await chat.box.evaluate((box) => Number.parseFloat(getComputedStyle(box).fontSize))).toBeGreaterThanOrEqual(
    16,
  );
});
