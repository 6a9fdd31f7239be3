import { expect, type Locator, type Page } from "@playwright/test";

/** Address of the page of parts, with parameters for its script. */
export function partsUrl(parameters: Record<string, string> = {}): string {
  const url = process.env.PARTS_URL;
  if (!url) throw new Error("PARTS_URL is not set; the global set-up serves the parts.");
  return `${url}?${new URLSearchParams(parameters)}`;
}

/** Words of a Markdown text as they are seen once it is rendered. */
export function seenWords(text: string): string {
  return text
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The chat as a person uses it. */
export class ChatPage {
  readonly box: Locator;
  readonly entries: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.box = page.getByRole("textbox", { name: "Your message" });
    this.entries = page.locator(".entry");
    this.status = page.locator(".dock > [role=status]");
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.box.waitFor();
  }

  /** Sends a message and does not wait for its answer. */
  async send(message: string): Promise<void> {
    await this.box.fill(message);
    await this.box.press("Enter");
  }

  /** Sends a message and waits until its answer is whole. */
  async ask(message: string): Promise<Locator> {
    const before = await this.lastNumber();
    await this.send(message);
    const entry = this.page.locator(`[data-entry="${before + 1}"]`);
    await expect(entry).toHaveAttribute("data-state", /answered|stopped|failed/, { timeout: 45_000 });
    return entry;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  private async lastNumber(): Promise<number> {
    const numbers = await this.entries.evaluateAll((nodes) =>
      nodes.map((node) => Number((node as HTMLElement).dataset.entry)),
    );
    return Math.max(0, ...numbers);
  }
}
