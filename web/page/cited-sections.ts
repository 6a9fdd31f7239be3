import type { Citation } from "../wire";

/** A section and what an answer cites it for. */
export interface CitedSection {
  /** Headings down to its own; of a document without any, its name. */
  heading: string;
  /** Numbers of its citations, in the order of the answer. */
  numbers: number[];
  quotes: string[];
}

/** The sections of an answer's citations, in the order in which they are first cited. */
export function citedSections(citations: readonly Citation[]): CitedSection[] {
  const sections = new Map<string, CitedSection>();
  for (const [index, { document_id, heading, quote }] of citations.entries()) {
    const key = `${document_id}\n${heading}`;
    const section = sections.get(key) ?? { heading: heading || document_id, numbers: [], quotes: [] };
    sections.set(key, section);
    section.numbers.push(index + 1);
    section.quotes.push(quote);
  }
  return [...sections.values()];
}

/**
 * Numbers as they are written in a row.
 *
 *     numberRange([1, 2, 3, 5]) // "1–3, 5"
 */
export function numberRange(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
}
