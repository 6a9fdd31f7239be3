import { leastSquares } from "../../web/page/slope";
import type { Reading, Talk } from "./conversing";

type Bytes = "browser_bytes" | "pyodide_bytes" | "live_bytes";

/** Change a turn with the ends of the 95 % interval, over what was read after turn `from`. */
export function slopeOf<T extends { turn: number }>(read: T[], from: number, value: (one: T) => number) {
  const slope = leastSquares(read.filter(({ turn }) => turn > from).map((one) => ({ x: one.turn, y: value(one) })));
  if (!slope) throw new Error("too few readings");
  return slope;
}

/** Page, workers, model and Python together. */
export function summed(reading: Reading): number {
  return reading.browser_bytes + reading.pyodide_bytes;
}

/** Latency of the last hundred turns against turns 50 to 150, as ratios. */
export function slowing(latencies_ms: number[]): { median: number; p95: number } {
  const [early, late] = [latencies_ms.slice(49, 150), latencies_ms.slice(-100)];
  return { median: quantile(late, 0.5) / quantile(early, 0.5), p95: quantile(late, 0.95) / quantile(early, 0.95) };
}

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** One line a measure, for people. */
export function lines(talk: Talk, from: number): string[] {
  const kinds: Record<string, (reading: Reading) => number> = {
    "page, workers, model": (one) => one.browser_bytes,
    "Python heap": (one) => one.pyodide_bytes,
    "in use in Python": (one) => one.live_bytes,
    "all together": summed,
  };
  const slopes = Object.entries(kinds).map(([name, bytes]) => line(name, talk.readings, from, bytes));
  const { median, p95 } = slowing(talk.latencies_ms);
  const early = talk.latencies_ms.slice(49, 150);
  return [
    ...slopes,
    line("page JavaScript alone", talk.counts, from, (one) => one.js_bytes),
    `answers: median ${quantile(early, 0.5).toFixed(0)} ms, p95 ${quantile(early, 0.95).toFixed(0)} ms at turns 50-150; last 100: ${median.toFixed(2)} x and ${p95.toFixed(2)} x`,
  ];
}

function line<T extends { turn: number }>(name: string, read: T[], from: number, bytes: (one: T) => number): string {
  const { perStep, low, high } = slopeOf(read, from, bytes);
  const last = (bytes(read.at(-1) as T) / 1e6).toFixed(1);
  return `${name.padEnd(22)} ${last.padStart(7)} MB   slope ${perStep.toFixed(0)} bytes a turn (95 %: ${low.toFixed(0)} to ${high.toFixed(0)})`;
}

const [WIDTH, HEIGHT, LEFT, FLOOR] = [760, 300, 70, 260];
const DRAWN: [Bytes, string, string][] = [
  ["browser_bytes", "page, workers, model", "#0b7285"],
  ["pyodide_bytes", "Python heap", "#5f3dc4"],
  ["live_bytes", "in use in Python", "#2b8a3e"],
];

/** The curves as a picture. */
export function picture({ readings }: Talk): string {
  const turns = readings.at(-1)?.turn ?? 1;
  const top = Math.max(...readings.flatMap((one) => DRAWN.map(([name]) => one[name]))) * 1.1;
  const x = (turn: number): string => (LEFT + (turn / turns) * (WIDTH - LEFT - 20)).toFixed(1);
  const y = (bytes: number): string => (FLOOR - (bytes / top) * (FLOOR - 20)).toFixed(1);
  const curves = DRAWN.map(([name, , colour]) => {
    const points = readings.map((one) => `${x(one.turn)},${y(one[name])}`).join(" ");
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  });
  const legend = DRAWN.map(
    ([, label, colour], place) => `<text x="${LEFT + place * 170}" y="292" fill="${colour}">${label}</text>`,
  );
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const bytes = (top / 1.1) * share;
    return `<text x="${LEFT - 8}" y="${y(bytes)}" text-anchor="end" dy="4" fill="#555">${Math.round(bytes / 1e6)} MB</text>`;
  });
  const ends = `<text x="${LEFT}" y="276" fill="#555">turn 0</text><text x="${WIDTH - 20}" y="276" text-anchor="end" fill="#555">turn ${turns}</text>`;
  const axis = `<path d="M${LEFT} 20V${FLOOR}H${WIDTH - 20}" fill="none" stroke="#999"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Memory over ${turns} turns"><rect width="100%" height="100%" fill="#fff"/>${[axis, ...marks, ends, ...curves, ...legend].join("\n")}</svg>\n`;
}
