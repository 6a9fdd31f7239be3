import { actionButton, element } from "./answer-parts";
import { texts } from "./texts";

/** Lines that a folded block shows, as many as in `styles/prose.ts`; one with a few more is shown whole. */
const FOLDED_LINES = 16;
const FOLDED_FROM = FOLDED_LINES + 5;
/** Lines of a block that has its button beside it, for below it the button would be as high as the code. */
const SHORT_LINES = 2;
/** Languages as people write them; another one is called as its block calls it. */
const LANGUAGES = new Map([
  ["bash", "Shell"],
  ["console", "Shell"],
  ["css", "CSS"],
  ["html", "HTML"],
  ["http", "HTTP"],
  ["ini", "INI"],
  ["javascript", "JavaScript"],
  ["js", "JavaScript"],
  ["json", "JSON"],
  ["py", "Python"],
  ["python", "Python"],
  ["rust", "Rust"],
  ["sh", "Shell"],
  ["shell", "Shell"],
  ["sql", "SQL"],
  ["toml", "TOML"],
  ["ts", "TypeScript"],
  ["typescript", "TypeScript"],
  ["xml", "XML"],
  ["yaml", "YAML"],
  ["yml", "YAML"],
]);

let lastFolded = 0;

/** Puts a finished block of code into a box of its own, with a way to copy it and, if it is long, to unfold it. */
export function boxed(code: HTMLElement): void {
  const pre = code.parentElement;
  if (!pre) return;
  const lines = (code.textContent ?? "").trimEnd().split("\n").length;
  const name = nameOf(code, pre);
  const box = element("div", "code-box");
  pre.replaceWith(box);
  pre.tabIndex = 0; // for it may be scrolled sideways
  pre.setAttribute("role", "group"); // and no landmark: an answer may have many
  pre.setAttribute("aria-label", name);
  const copy = actionButton("copy-code", "quiet", texts.copy);
  copy.setAttribute("aria-label", texts.code.copy(name));
  const bar = element("div", "code-bar", copy);
  box.append(pre, bar);
  box.classList.toggle("short", lines <= SHORT_LINES);
  if (lines < FOLDED_FROM) return;
  pre.id = `code-${++lastFolded}`;
  const toggle = actionButton("fold", "quiet", "", String(lines));
  toggle.setAttribute("aria-controls", pre.id);
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

/** What a block is called: its language, the heading that it stands under, and a number where that is not enough. */
function nameOf(code: HTMLElement, pre: HTMLElement): string {
  const language = /language-([\w+#-]+)/.exec(code.className)?.[1] ?? "";
  const body = pre.closest(".body");
  const above = [...(body?.querySelectorAll("h1, h2, h3, h4, h5, h6") ?? [])].filter(
    (heading) => heading.compareDocumentPosition(pre) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const name = texts.code.name(LANGUAGES.get(language) ?? language, above.at(-1)?.textContent?.trim() ?? "");
  const named = [...(body?.querySelectorAll<HTMLElement>(".code-box > pre") ?? [])];
  const before = named.filter((other) => other.dataset.name === name).length;
  pre.dataset.name = name;
  return before > 0 ? `${name}, ${before + 1}` : name;
}

function setFolded(box: HTMLElement, toggle: HTMLElement, isFolded: boolean): void {
  box.classList.toggle("folded", isFolded);
  toggle.setAttribute("aria-expanded", String(!isFolded));
  toggle.textContent = isFolded ? texts.code.unfold(Number(toggle.dataset.value)) : texts.code.fold;
}
