import type { WorkerLink } from "./worker-link";

const COUNT = 4;

/**
 * What a visitor may ask first: the questions that the site was built with, at once; when the core is up, without those
 * about what the visitor is known to master.
 */
export class FirstQuestions {
  shown: readonly string[] = [];

  constructor(
    private readonly link: WorkerLink,
    private readonly changed: () => void,
  ) {}

  async load(built: readonly string[]): Promise<void> {
    this.show(built.slice(0, COUNT));
    const asked = await this.link.request({ type: "suggest", k: COUNT, among: built }, "suggested").catch(() => null);
    if (asked) this.show(asked.questions);
  }

  private show(questions: readonly string[]): void {
    if (questions.join("\n") === this.shown.join("\n")) return;
    this.shown = questions;
    this.changed();
  }
}
