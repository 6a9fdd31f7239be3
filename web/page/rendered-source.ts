import MarkdownIt from "markdown-it";
import { purifyProse } from "./markdown";
import { pictureRule } from "./markdown-rules";
import { isInsideCode, type Range } from "./source-runs";

/** Stand for a cited range while a text is rendered: code points that no text has. */
const [BEGIN, END] = ["\ufdd0", "\ufdd1"];
const SIGNS = /[\ufdd0\ufdd1]/;
/** The title of the pane is of the second level. */
const LEVELS_BELOW = 2;
const DEEPEST = 6;
/** What makes a line a heading, an item, a quotation or a row; a sign in front of it would make it ordinary text. */
const LINE_START = /[ \t]*(?:>[ \t]*)*(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|\|[ \t]*)?/y;
const FENCE_LINE = /[ \t]*(?:`{3,}|~{3,})[^\n]*(?:\n|$)/y;
const LINE_END = /(?:\s|\n[ \t]*(?:`{3,}|~{3,})[ \t]*$|[ \t]*\|$|\s#+$)+$/;
const TAGS = /(?:\s|<[^>]*>)*/y;
const LAST_TAGS = /(?:\s|<[^>]*>)+$/;
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false, breaks: false });
markdown.use(pictureRule);

/** How a format is cut, signed and made markup. */
interface Rendering {
  /** Where to begin, at or after `offset`, and what has to stand in front of it there. */
  begin(text: string, offset: number): { offset: number; opening: string };
  /** A cited range without the signs of markup at its ends. */
  inside(text: string, range: Range): Range;
  markup(source: string): string;
}

const RENDERINGS: Record<string, Rendering> = {
  markdown: {
    begin: (text, offset) => ({
      offset: offset === 0 ? (FRONT_MATTER.exec(text)?.[0].length ?? 0) : offset,
      opening: isInsideCode(text, offset) ? "```\n" : "",
    }),
    inside: insideBlocks,
    markup: (source) => markdown.render(source),
  },
  html: {
    begin: (text, offset) => ({ offset: offset === 0 ? 0 : afterScript(text, offset), opening: "" }),
    inside: insideTags,
    markup: (source) => source,
  },
};

/**
 * The visible part of a document in Markdown or HTML as nodes, with what is cited marked.
 *
 * @returns null where a cited range is not found again in what was rendered, and for other formats; the text can still be
 * shown as it is
 */
export function renderSource(
  text: string,
  format: string,
  cited: readonly Range[],
  visible: Range,
): HTMLElement | null {
  const rendering = RENDERINGS[format];
  const source = rendering && withSigns(text, rendering, cited, visible);
  if (!source) return null;
  const body = document.createElement("div");
  body.className = "source-text rendered";
  body.append(purifyProse(rendering.markup(source)));
  for (const heading of body.querySelectorAll("h1, h2, h3, h4, h5, h6")) lower(heading);
  return mark(body) === cited.length ? body : null;
}

function withSigns(text: string, rendering: Rendering, cited: readonly Range[], visible: Range): string | null {
  if (SIGNS.test(text.slice(visible.start, visible.end))) return null;
  const beginning = rendering.begin(text, visible.start);
  const pieces = [beginning.opening];
  let { offset } = beginning;
  for (const range of cited) {
    const { start, end } = rendering.inside(text, range);
    if (start < offset || end <= start) return null;
    pieces.push(text.slice(offset, start), BEGIN, text.slice(start, end), END);
    offset = end;
  }
  return [...pieces, text.slice(offset, visible.end)].join("");
}

function insideBlocks(text: string, { start, end }: Range): Range {
  let from = start;
  if (/(?:^|\n)[ \t]*$/.test(text.slice(0, start))) {
    FENCE_LINE.lastIndex = LINE_START.lastIndex = from;
    from += (FENCE_LINE.exec(text) ?? LINE_START.exec(text))?.[0].length ?? 0;
  }
  return { start: from, end: end - (LINE_END.exec(text.slice(from, end))?.[0].length ?? 0) };
}

function insideTags(text: string, { start, end }: Range): Range {
  TAGS.lastIndex = start;
  const from = start + (TAGS.exec(text)?.[0].length ?? 0);
  return { start: from, end: end - (LAST_TAGS.exec(text.slice(from, end))?.[0].length ?? 0) };
}

/** The first tag at or after `offset` that is not inside of a script or style. */
function afterScript(text: string, offset: number): number {
  const before = text.slice(0, offset).toLowerCase();
  for (const name of ["script", "style"])
    if (before.lastIndexOf(`<${name}`) > before.lastIndexOf(`</${name}`))
      return Math.max(offset, text.toLowerCase().indexOf(`</${name}`, offset));
  return Math.max(offset, text.indexOf("<", offset));
}

/** A heading of a document as one below the title of the pane. */
function lower(heading: Element): void {
  const level = Math.min(Number(heading.tagName.slice(1)) + LEVELS_BELOW, DEEPEST);
  const lowered = document.createElement(`h${level}`);
  lowered.append(...heading.childNodes);
  heading.replaceWith(lowered);
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
