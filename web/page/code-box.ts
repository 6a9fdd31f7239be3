import { actionButton, element } from "./answer-parts";
import { texts } from "./texts";

/** Lines that a folded block shows, as many as in `styles/prose.ts`; one with a few more is shown whole. */
const FOLDED_LINES = 16;
const FOLDED_FROM = FOLDED_LINES + 5;

/** Puts a finished block of code into a box of its own, with a way to copy it and, if it is long, to unfold it. */
export function boxed(code: HTMLElement): void {
  const pre = code.parentElement;
  if (!pre) return;
  const lines = (code.textContent ?? "").trimEnd().split("\n").length;
  const box = element("div", "code-box");
  pre.replaceWith(box);
  pre.tabIndex = 0; // for it may be scrolled sideways
  pre.setAttribute("role", "region");
  pre.setAttribute("aria-label", texts.code.name);
  const copy = actionButton("copy-code", "quiet", texts.copy);
  copy.setAttribute("aria-label", texts.code.copy);
  const bar = element("div", "code-bar", copy);
  box.append(pre, bar);
  if (lines < FOLDED_FROM) return;
  const toggle = actionButton("fold", "quiet", "", String(lines));
  bar.prepend(toggle);
  setFolded(box, toggle, true);
}

/** Unfolds a block of code, or folds it again with its beginning in view. */
export function fold(toggle: HTMLElement): void {
  const box = toggle.closest<HTMLElement>(".code-box");
  if (!box) return;
  const isFolded = !box.classList.contains("folded");
  setFolded(box, toggle, isFolded);
  if (isFolded) box.scrollIntoView({ block: "nearest" });
}

function setFolded(box: HTMLElement, toggle: HTMLElement, isFolded: boolean): void {
  box.classList.toggle("folded", isFolded);
  toggle.setAttribute("aria-expanded", String(!isFolded));
  toggle.textContent = isFolded ? texts.code.unfold(Number(toggle.dataset.value)) : texts.code.fold;
}
