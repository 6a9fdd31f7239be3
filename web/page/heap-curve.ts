import { svg, type TemplateResult } from "lit";

const WIDTH = 320;
const HEIGHT = 72;
const PAD = 4;

/** A small line through values, scaled to their own range (at least `leastRange`, so that noise looks like noise). */
export function curve(values: readonly number[], label: string, leastRange: number): TemplateResult {
  const low = Math.min(...values);
  const range = Math.max(Math.max(...values) - low, leastRange);
  const x = (index: number) => PAD + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * PAD);
  const y = (value: number) => HEIGHT - PAD - ((value - low) / range) * (HEIGHT - 2 * PAD);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`);
  return svg`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label} preserveAspectRatio="none">
    <polyline points=${points.join(" ")} fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke"/>
  </svg>`;
}
