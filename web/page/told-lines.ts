import type { Range } from "./source-runs";

/** Longest name of a field; what stands before a later colon is a sentence. */
const LABEL_CHARS = 40;
const SENTENCE_END = /(?<=[.!?])\s+/;

/**
 * Of a record, which is cited as a whole, the lines and sentences that an answer tells; all that is cited where none is
 * found in `said`, the answer's words.
 */
export function toldLines(text: string, cited: readonly Range[], said: string): readonly Range[] {
  const words = said.toLowerCase();
  const told = cited
    .flatMap((range) => piecesOf(text, range))
    .filter(({ start, end }) => isTold(text.slice(start, end), words));
  return told.length > 0 ? told : cited;
}

/** Fields are whole; text is cut into sentences. */
function piecesOf(text: string, { start, end }: Range): Range[] {
  let offset = start;
  return text
    .slice(start, end)
    .split("\n")
    .flatMap((line) => {
      const pieces = fieldOf(line) ? [line] : line.split(SENTENCE_END);
      return pieces.map((piece) => {
        const from = text.indexOf(piece, offset);
        offset = from + piece.length;
        return { start: from, end: offset };
      });
    });
}

function fieldOf(line: string): [string, string] | null {
  const colon = line.indexOf(": ");
  return colon > 0 && colon <= LABEL_CHARS ? [line.slice(0, colon), line.slice(colon + 2)] : null;
}

/** A field is told with its name ("sizes S, M, L"), or by a value that speaks for itself ("₹1,299"). */
function isTold(piece: string, said: string): boolean {
  const field = fieldOf(piece);
  if (!field) return piece !== "" && said.includes(piece.toLowerCase());
  const [label, value] = field.map((part) => part.toLowerCase()) as [string, string];
  return said.includes(`${label} ${value}`) || (/\d[^\p{L}]*$/u.test(value) && ` ${said} `.includes(` ${value}`));
}
