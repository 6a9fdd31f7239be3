import MarkdownIt from "markdown-it";
import { purifyProse } from "./markdown";
import { pictureRule } from "./markdown-rules";
import { isInsideCode, type Range } from "./source-runs";

/** Stand for a cited range while Markdown is rendered: code points that no text has. */
const [BEGIN, END] = ["\ufdd0", "\ufdd1"];
const SIGNS = /[\ufdd0\ufdd1]/;
/** The title of the pane is of the second level. */
const LEVELS_BELOW = 2;
const DEEPEST = 6;
/** What makes a line a heading, an item, a quotation or a row; a sign in front of it would make it ordinary text. */
const LINE_START = /[ \t]*(?:>[ \t]*)*(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|\|[ \t]*)?/y;
const FENCE_LINE = /[ \t]*(?:`{3,}|~{3,})[^\n]*(?:\n|$)/y;
const LINE_END = /(?:\s|\n[ \t]*(?:`{3,}|~{3,})[ \t]*$|[ \t]*\|$|\s#+$)+$/;
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false, breaks: false });
markdown.use(pictureRule);
markdown.core.ruler.push("below-the-title", ({ tokens }) => {
  for (const token of tokens) {
    const level = /^h(\d)$/.exec(token.tag)?.[1];
    if (level) token.tag = `h${Math.min(Number(level) + LEVELS_BELOW, DEEPEST)}`;
  }
});

/**
 * The visible part of a Markdown document as nodes, with what is cited marked.
 *
 * @returns null where a cited range is not found again in what was rendered; its text can still be shown as it is
 */
export function renderSource(text: string, cited: readonly Range[], visible: Range): HTMLElement | null {
  const source = withSigns(text, cited, visible);
  if (source === null) return null;
  const body = document.createElement("div");
  body.className = "source-text rendered";
  body.append(purifyProse(markdown.render(source)));
  return mark(body) === cited.length ? body : null;
}

function withSigns(text: string, cited: readonly Range[], visible: Range): string | null {
  if (SIGNS.test(text.slice(visible.start, visible.end))) return null;
  let offset = visible.start;
  const hidden = offset === 0 ? (FRONT_MATTER.exec(text)?.[0].length ?? 0) : 0;
  if (hidden <= (cited[0]?.start ?? 0)) offset += hidden;
  const pieces = isInsideCode(text, offset) ? ["```\n"] : [];
  for (const range of cited) {
    const { start, end } = insideBlocks(text, range);
    if (start < offset || end <= start) return null;
    pieces.push(text.slice(offset, start), BEGIN, text.slice(start, end), END);
    offset = end;
  }
  return [...pieces, text.slice(offset, visible.end)].join("");
}

/** The range without the signs of blocks at its ends. */
function insideBlocks(text: string, { start, end }: Range): Range {
  let from = start;
  if (/(?:^|\n)[ \t]*$/.test(text.slice(0, start))) {
    FENCE_LINE.lastIndex = LINE_START.lastIndex = from;
    from += (FENCE_LINE.exec(text) ?? LINE_START.exec(text))?.[0].length ?? 0;
  }
  return { start: from, end: end - (LINE_END.exec(text.slice(from, end))?.[0].length ?? 0) };
}

/** Takes the signs out and marks the text between them; returns how many ranges were whole. */
function mark(body: HTMLElement): number {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  let whole = 0;
  let isOpen = false;
  for (const node of nodes) {
    if (!isOpen && !SIGNS.test(node.data)) continue;
    const pieces: (Node | string)[] = [];
    for (const piece of node.data.split(/([\ufdd0\ufdd1])/)) {
      if (piece === END && isOpen) whole += 1;
      if (piece === BEGIN || piece === END) isOpen = piece === BEGIN;
      else pieces.push(isOpen && piece.trim() !== "" ? marked(piece) : piece);
    }
    node.replaceWith(...pieces);
  }
  return whole;
}

function marked(text: string): HTMLElement {
  const made = document.createElement("mark");
  made.append(text);
  return made;
}
