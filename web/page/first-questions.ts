import type { WorkerLink } from "./worker-link";

const COUNT = 4;

/** What a visitor may ask first: as the site was built with, and without what is known to be mastered once the core is up. */
export class FirstQuestions {
  shown: readonly string[] = [];

  constructor(
    private readonly link: WorkerLink,
    private readonly changed: () => void,
  ) {}

  async load(built: readonly string[]): Promise<void> {
    this.show(built.slice(0, COUNT));
    const asked = await this.link.request({ type: "suggest", k: COUNT }, "suggested").catch(() => null);
    if (asked) this.show(asked.questions);
  }

  private show(questions: readonly string[]): void {
    this.shown = questions;
    this.changed();
  }
}
