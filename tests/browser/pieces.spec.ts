import { expect, test } from "@playwright/test";
import { settledLength } from "../../web/page/block-boundary";
import { numberRange } from "../../web/page/cited-sections";
import { utf16Offset } from "../../web/page/offsets";
import { plainText } from "../../web/page/plain-text";
import { leastSquares } from "../../web/page/slope";
import { codeUnits, type Range, type Run, visibleRuns as runsOf } from "../../web/page/source-runs";
import { PIECE_CHARS, PIECE_SLACK_CHARS, pieceLength } from "../../web/page/stream";
import { toldLines } from "../../web/page/told-lines";
import { LONG_ANSWER } from "./fixtures/scripted-answers";

function pieces(text: string): string[] {
  const found: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const length = pieceLength(rest, true);
    found.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return found;
}

/** Around one range of code points. */
const visibleRuns = (text: string, format: string, cited: Range, around: number): Run[] =>
  runsOf(text, format, codeUnits(text, [cited]), around);

const graphemes = (text: string): string[] => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

test("pieces have 40 +- 8 characters, except the last", () => {
  expect(LONG_ANSWER.length).toBeGreaterThan(3800);
  const all = pieces(LONG_ANSWER);
  expect(all.join("")).toBe(LONG_ANSWER);
  for (const piece of all.slice(0, -1))
    expect(Math.abs(piece.length - PIECE_CHARS)).toBeLessThanOrEqual(PIECE_SLACK_CHARS);
});

for (const [name, unit] of Object.entries({
  families: "👨‍👩‍👧‍👦",
  flags: "🇮🇳🇳🇵",
  "accents apart from their letters": "e\u0301a\u0308",
  Devanagari: "क्षि",
  "line ends": "\r\n",
})) {
  test(`no piece cuts a grapheme: ${name}`, () => {
    const text = unit.repeat(100);
    expect(pieces(text).flatMap(graphemes)).toEqual(graphemes(text));
  });
}

test("one grapheme longer than a piece is shown whole", () => {
  const monster = `a${"\u0301".repeat(300)}`;
  expect(pieces(`${monster}b`)[0]).toBe(monster);
  expect(pieceLength(monster, false)).toBe(0);
});

test("a piece waits for more text until it is long enough to be cut", () => {
  expect(pieceLength("short", false)).toBe(0);
  expect(pieceLength("short", true)).toBe(5);
  expect(pieceLength("x".repeat(49), false)).toBe(40);
});

test("blocks settle at blank lines outside of code, maths and lists", () => {
  const settled = (text: string): string => text.slice(0, settledLength(text));
  expect(settled("one\n\ntwo")).toBe("one\n\n");
  expect(settled("one two")).toBe("");
  expect(settled("```\na\n\nb")).toBe("");
  expect(settled("```\na\n\nb\n```\n\nc")).toBe("```\na\n\nb\n```\n\n");
  expect(settled("- a\n\n- b")).toBe("");
  expect(settled("- a\n\n- b\n\ntext")).toBe("- a\n\n- b\n\n");
  expect(settled("$$\na\n\nb")).toBe("");
});

test("code points become UTF-16 offsets", () => {
  expect(utf16Offset("a😀b", 2)).toBe(3);
  expect(utf16Offset("ab", 9)).toBe(2);
});

test("the marked runs of a source are exactly the cited code points", () => {
  const text = "# 🚢 Ship\n\nThe 🌊 sea is **wide** today.\nAnd deep.";
  const points = [...text];
  const [start, end] = [points.indexOf("T"), points.indexOf("\n", points.indexOf("T"))];
  const marked = visibleRuns(text, "markdown", { start, end }, 1000).filter((run) => run.isMarked);
  expect(marked.map((run) => run.text).join("")).toBe(points.slice(start, end).join(""));
});

test("a source of a million characters is shown around the place only", () => {
  const text = `${"line of text\n".repeat(80_000)}here it is\n${"more text\n".repeat(80_000)}`;
  const start = [...text.slice(0, text.indexOf("here"))].length;
  const runs = visibleRuns(text, "text", { start, end: start + 10 }, 2000);
  const shown = runs.map((run) => run.text).join("");
  expect(shown.length).toBeLessThan(5000);
  expect(runs.find((run) => run.isMarked)?.text).toBe("here it is");
});

test("a source that is shown from inside of code on is code up to the fence, and no longer", () => {
  const text = `Words.\n\n\`\`\`python\n${"step()\n".repeat(200)}last()\n\`\`\`\n\nWords after it.\n`;
  const start = text.indexOf("last()");
  const runs = visibleRuns(text, "markdown", { start, end: start + 6 }, 200);
  expect(runs.find((run) => run.isMarked)?.look).toBe("code");
  expect(runs.filter((run) => run.text.includes("Words after")).map((run) => run.look)).toEqual([""]);
});

for (const [numbers, shown] of [
  [[1], "1"],
  [[1, 2, 3, 5], "1–3, 5"],
  [[2, 4], "2, 4"],
] as const)
  test(`numbers in a row are ${shown}`, () => {
    expect(numberRange(numbers)).toBe(shown);
  });

test("of a record what is told is found by whole fields and sentences, and all of it where nothing is", () => {
  const text = "Tea Mug\nPrice: €9\nPieces: 2\nGlaze: blue\nKind: mug\nIt is blue. It holds tea.";
  const told = (said: string): string[] =>
    toldLines(text, [{ start: 0, end: text.length }], said).map(({ start, end }) => text.slice(start, end));
  expect(told("Tea Mug: €9; glaze blue")).toEqual(["Tea Mug", "Price: €9", "Glaze: blue"]);
  expect(told("It holds tea.")).toEqual(["It holds tea."]);
  expect(told("something else")).toEqual([text]);
});

test("a straight line has its slope and no interval to speak of; noise has one around it", () => {
  const exact = leastSquares([1, 2, 3, 4].map((x) => ({ x, y: 5 + 2 * x })));
  expect(exact?.perStep).toBeCloseTo(2);
  expect(exact?.high).toBeCloseTo(2);
  const noisy = leastSquares([0, 1, 2, 3].map((x) => ({ x, y: x % 2 })));
  expect(noisy?.low).toBeLessThan(0);
  expect(noisy?.high).toBeGreaterThan(0.2);
  expect(leastSquares([{ x: 1, y: 1 }])).toBeNull();
});

for (const [markdown, shown] of [
  ["- **Indigo kurta**: ₹1,799 [1]\n- **Linen one**: ₹2,000 [2]", "Indigo kurta: ₹1,799\nLinen one: ₹2,000"],
  ["sage [1] - **Nawab kurta**: call `__init__()` [12]", "sage · Nawab kurta: call __init__()"],
  ["## Sizes\n\n| | Silk |\n| --- | ---: |\n| Price | 9 |\n\n> said", "Sizes\n\nSilk\nPrice · 9\n\nsaid"],
  ["Do so:\n```python\n# note\na - b\n```\nDone. [?]", "Do so:\n# note\na - b\nDone."],
  ["| | Neem | Tulsi | | Price | ₹9", "Neem · Tulsi · Price · ₹9"],
  ["Well-known - 2 * 3 * 4, a_b_c and [1](#here) stay", "Well-known - 2 * 3 * 4, a_b_c and [1](#here) stay"],
] as const)
  test(`the memory panel shows ${JSON.stringify(shown)} without marks`, () => {
    expect(plainText(markdown)).toBe(shown);
  });
