/** Pixels from the bottom within which the view follows new text. */
export const STICK_PX = 64;

/** Keeps a scrolling box at its bottom, but only while the reader is there already. */
export class Stick {
  isAtBottom = true;

  constructor(
    private readonly box: HTMLElement,
    private readonly changed: () => void,
  ) {
    box.addEventListener("scroll", () => this.look(), { passive: true });
  }

  /** After the content grew. */
  follow(): void {
    if (this.isAtBottom) this.box.scrollTop = this.box.scrollHeight;
    else this.look();
  }

  jump(): void {
    this.box.scrollTop = this.box.scrollHeight;
    if (this.isAtBottom) return;
    this.isAtBottom = true;
    this.changed();
  }

  private look(): void {
    const isNear = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight <= STICK_PX;
    if (isNear === this.isAtBottom) return;
    this.isAtBottom = isNear;
    this.changed();
  }
}
