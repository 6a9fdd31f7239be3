import { html, nothing, type TemplateResult } from "lit";
import type { Entry } from "./entry";
import { texts } from "./texts";
import { type Transcript, WINDOW_ENTRIES } from "./transcript";

/** The way to entries that have no nodes on one side of the window; half a window at a time. */
export function windowButton(
  side: "earlier" | "later",
  transcript: Transcript,
  onMove: (step: number) => void,
): TemplateResult | typeof nothing {
  const isThere = side === "earlier" ? transcript.hasEarlier : transcript.hasLater;
  if (!isThere) return nothing;
  const step = side === "earlier" ? -WINDOW_ENTRIES / 2 : WINDOW_ENTRIES / 2;
  return html`<button type="button" class="more" @click=${() => onMove(step)}>${texts[side]}</button>`;
}

/** Moves the window by `step` entries, as far as there are any; what is read in `scroller` stays where it is. */
export async function moveWindow(
  transcript: Transcript,
  entries: readonly Entry[],
  step: number,
  scroller: HTMLElement | null,
): Promise<void> {
  const { firstElementChild, lastElementChild } = transcript.root;
  const read = step < 0 ? firstElementChild : lastElementChild;
  const place = (): number => read?.getBoundingClientRect().top ?? 0;
  const before = place();
  const last = Math.max(0, entries.length - WINDOW_ENTRIES);
  await transcript.show(entries, Math.min(Math.max(0, transcript.from + step), last));
  if (scroller) scroller.scrollTop += place() - before;
  const isEnd = step < 0 ? !transcript.hasEarlier : !transcript.hasLater;
  if (isEnd) scroller?.focus({ preventScroll: true }); // the button that was pressed goes
}
