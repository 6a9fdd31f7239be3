import { utf16Offset } from "./offsets";

/** A stretch of a document's text as the source pane shows it. */
export interface Run {
  text: string;
  isMarked: boolean;
  /** "heading", "code" or nothing. */
  look: string;
}

interface Range {
  start: number;
  end: number;
}

/**
 * The text around a cited range as stretches: the range is marked, markup of HTML is left out, headings and code of
 * Markdown get a look of their own. Nothing of the text is changed.
 *
 * @param cited code points of `text`, end exclusive
 * @param around UTF-16 units that are shown before and after it
 */
export function visibleRuns(text: string, format: string, cited: Range, around: number): Run[] {
  const start = utf16Offset(text, cited.start);
  const end = start + utf16Offset(text.slice(start), Math.max(0, cited.end - cited.start));
  const from = start <= around ? 0 : text.indexOf("\n", start - around) + 1 || start;
  const to = end + around >= text.length ? text.length : text.lastIndexOf("\n", end + around) + 1 || end;
  const pieces =
    format === "html" ? htmlRuns(text, from, Math.max(to, end)) : lineRuns(text, from, Math.max(to, end), format);
  return pieces.flatMap((piece) => cut(text, piece, start, end)).filter((run) => run.text !== "");
}

interface Piece extends Range {
  look: string;
  shown?: string;
}

function cut(text: string, piece: Piece, start: number, end: number): Run[] {
  if (piece.shown !== undefined)
    return [{ text: piece.shown, isMarked: piece.start >= start && piece.end <= end, look: piece.look }];
  const middle = Math.min(Math.max(start, piece.start), piece.end);
  const last = Math.max(Math.min(end, piece.end), middle);
  return [
    { text: text.slice(piece.start, middle), isMarked: false, look: piece.look },
    { text: text.slice(middle, last), isMarked: true, look: piece.look },
    { text: text.slice(last, piece.end), isMarked: false, look: piece.look },
  ];
}

const FENCE = /^[ \t]*(?:```|~~~)/;
const FENCES = new RegExp(FENCE, "gm");

function lineRuns(text: string, from: number, to: number, format: string): Piece[] {
  if (format !== "markdown") return [{ start: from, end: to, look: "" }];
  const pieces: Piece[] = [];
  let isCode = (text.slice(0, from).match(FENCES)?.length ?? 0) % 2 === 1; // what is shown may begin inside of code
  for (let offset = from; offset < to; ) {
    const next = text.indexOf("\n", offset);
    const end = next < 0 || next >= to ? to : next + 1;
    const line = text.slice(offset, end);
    const isFence = FENCE.test(line);
    const look = isFence || isCode ? "code" : /^#{1,6}\s/.test(line) ? "heading" : "";
    if (isFence) isCode = !isCode;
    const before = pieces.at(-1);
    if (before && before.look === look) before.end = end;
    else pieces.push({ start: offset, end, look });
    offset = end;
  }
  return pieces;
}

const TAG = /<(?:!--[\s\S]*?-->|(script|style)\b[\s\S]*?<\/\1\s*>|\/?[a-zA-Z!][^>]*>)|&(?:#x?[0-9a-fA-F]+|\w+);/g;
const BLOCK = /^<\/?(?:p|div|h[1-6]|li|ul|ol|tr|table|section|article|pre|blockquote|br|dt|dd)\b/i;

function htmlRuns(text: string, from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let offset = from;
  for (const found of text.slice(from, to).matchAll(TAG)) {
    const start = from + found.index;
    const end = start + found[0].length;
    if (start > offset) pieces.push({ start: offset, end: start, look: "" });
    const isEntity = found[0].startsWith("&");
    const shown = isEntity ? decodeEntity(found[0]) : BLOCK.test(found[0]) ? "\n" : "";
    pieces.push({ start, end, look: "", shown });
    offset = end;
  }
  if (offset < to) pieces.push({ start: offset, end: to, look: "" });
  return pieces;
}

function decodeEntity(entity: string): string {
  return new DOMParser().parseFromString(entity, "text/html").documentElement.textContent ?? entity;
}
