import { utf16Offset } from "./offsets";

/** A stretch of a document's text as the source pane shows it. */
export interface Run {
  text: string;
  isMarked: boolean;
  /** "heading", "code" or nothing. */
  look: string;
}

/** UTF-16 units of a document's text, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** Cited code points of `text` as UTF-16 units: in order, and those that touch as one. */
export function codeUnits(text: string, cited: readonly Range[]): Range[] {
  const ranges: Range[] = [];
  for (const one of [...cited].sort((left, right) => left.start - right.start)) {
    const start = utf16Offset(text, one.start);
    const end = start + utf16Offset(text.slice(start), Math.max(0, one.end - one.start));
    const before = ranges.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Whole lines of `text` around cited ranges, up to `around` units before the first and after the last. */
export function visibleRange(text: string, cited: readonly Range[], around: number): Range {
  const start = cited[0]?.start ?? 0;
  const end = Math.max(start, cited.at(-1)?.end ?? 0);
  const from = start <= around ? 0 : text.indexOf("\n", start - around) + 1 || start;
  const to = end + around >= text.length ? text.length : text.lastIndexOf("\n", end + around) + 1 || end;
  return { start: Math.min(from, start), end: Math.max(to, end) };
}

/** True when the text at `offset` is inside of a block of code. */
export function isInsideCode(text: string, offset: number): boolean {
  return (text.slice(0, offset).match(FENCES)?.length ?? 0) % 2 === 1;
}

/**
 * The text around cited ranges as stretches: the ranges are marked, markup of HTML is left out, headings and code of
 * Markdown get a look of their own. Nothing of the text is changed.
 *
 * @param around UTF-16 units that are shown before and after them
 */
export function visibleRuns(text: string, format: string, cited: readonly Range[], around: number): Run[] {
  const { start, end } = visibleRange(text, cited, around);
  const pieces = format === "html" ? htmlRuns(text, start, end) : lineRuns(text, start, end, format);
  return pieces.flatMap((piece) => cut(text, piece, cited)).filter((run) => run.text !== "");
}

interface Piece extends Range {
  look: string;
  shown?: string;
}

function cut(text: string, piece: Piece, cited: readonly Range[]): Run[] {
  const { look, shown } = piece;
  if (shown !== undefined)
    return [{ text: shown, isMarked: cited.some(({ start, end }) => piece.start >= start && piece.end <= end), look }];
  const runs: Run[] = [];
  let offset = piece.start;
  const add = (to: number, isMarked: boolean): void => {
    const end = Math.min(Math.max(to, offset), piece.end);
    runs.push({ text: text.slice(offset, end), isMarked, look });
    offset = end;
  };
  for (const { start, end } of cited) {
    add(start, false);
    add(end, true);
  }
  add(piece.end, false);
  return runs;
}

const FENCE = /^[ \t]*(?:```|~~~)/;
const FENCES = new RegExp(FENCE, "gm");

function lineRuns(text: string, from: number, to: number, format: string): Piece[] {
  if (format !== "markdown") return [{ start: from, end: to, look: "" }];
  const pieces: Piece[] = [];
  let isCode = isInsideCode(text, from); // what is shown may begin inside of code
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
