/** Characters (UTF-16 units) revealed in one animation frame, and how far a piece may be from it. */
export const PIECE_CHARS = 40;
export const PIECE_SLACK_CHARS = 8;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const LONGEST = PIECE_CHARS + PIECE_SLACK_CHARS;
const SHORTEST = PIECE_CHARS - PIECE_SLACK_CHARS;

/**
 * How many characters of `text` to reveal next: 40 +- 8, ending after white space where there is some, never inside a
 * grapheme. 0 means: wait for more. With `isAll` the rest is given when it is short.
 */
export function pieceLength(text: string, isAll: boolean): number {
  if (text.length <= LONGEST) return isAll ? text.length : 0;
  let best = 0;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const { index, segment } of graphemes.segment(text)) {
    const end = index + segment.length;
    if (end > LONGEST && best > 0) break;
    if (end < SHORTEST) continue;
    if (end === text.length && !isAll) break;
    const cost = Math.abs(end - PIECE_CHARS) + (/\s$/u.test(segment) ? 0 : PIECE_SLACK_CHARS);
    if (cost < bestCost) [best, bestCost] = [end, cost];
  }
  return best || (isAll ? text.length : 0);
}

export interface RevealOptions {
  onPiece: (piece: string) => void;
  onEnd: () => void;
  isInstant: () => boolean;
}

/** Deltas in, pieces out: one piece an animation frame, until the end or a cancel. */
export class Reveal {
  private waiting = "";
  private frame = 0;
  private isAll = false;

  constructor(private readonly options: RevealOptions) {}

  add(delta: string): void {
    this.waiting += delta;
    this.next();
  }

  /** No more deltas; `onEnd` follows once the last piece is shown. */
  finish(): void {
    this.isAll = true;
    this.next();
  }

  /** Shows nothing more; returns what had not been shown. */
  cancel(): string {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const rest = this.waiting;
    this.waiting = "";
    return rest;
  }

  private next(): void {
    if (this.frame) return;
    if (this.options.isInstant()) this.everything();
    else this.frame = requestAnimationFrame(() => this.step());
  }

  private step(): void {
    this.frame = 0;
    if (this.options.isInstant()) {
      this.everything();
      return;
    }
    const length = pieceLength(this.waiting, this.isAll);
    if (length > 0) {
      const piece = this.waiting.slice(0, length);
      this.waiting = this.waiting.slice(length);
      this.options.onPiece(piece);
    }
    if (this.waiting.length > 0 && (this.isAll || this.waiting.length > LONGEST)) this.next();
    else if (this.isAll) this.options.onEnd();
  }

  private everything(): void {
    const piece = this.waiting;
    this.waiting = "";
    if (piece) this.options.onPiece(piece);
    if (this.isAll) this.options.onEnd();
  }
}

/** True when pieces should come at once: the visitor wants little motion, or does not look. */
export function isInstant(): boolean {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
