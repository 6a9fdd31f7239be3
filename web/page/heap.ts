import { leastSquares, type Slope } from "./slope";

/** Samples that are kept; the oldest leave. */
export const KEPT_SAMPLES = 240;

export interface Sample {
  turn: number;
  at_ms: number;
  /** The page and its workers, as the browser counts them; null without cross-origin isolation. */
  browser_bytes: number | null;
  /** Python's heap, which the browser's count leaves out. */
  pyodide_bytes: number;
  /** Live allocations inside Python; heaps move in steps, these do not. */
  python_live_bytes: number;
}

/** Numbers of one sample in the ring. */
const NUMBERS = 5;

type Measure = () => Promise<{ bytes: number }>;

/**
 * Measures memory after turns and keeps a bounded ring of samples, in one array that is made once: what watches memory
 * must not add to it.
 */
export class HeapProbe {
  private readonly ring = new Float64Array(KEPT_SAMPLES * NUMBERS);
  private taken = 0;
  private isTaking = false;
  private pyodide = { bytes: 0, live: 0 };
  private heard: (() => void) | null = null;

  constructor(
    private readonly askHeap: () => void,
    private readonly changed: () => void,
    private readonly measure: Measure | null = browserMeasure(),
  ) {}

  /** The samples that are kept, oldest first. */
  get samples(): Sample[] {
    const count = Math.min(this.taken, KEPT_SAMPLES);
    return Array.from({ length: count }, (_, place) => this.at(this.taken - count + place));
  }

  /** The newest sample; undefined before the first. */
  get last(): Sample | undefined {
    return this.taken > 0 ? this.at(this.taken - 1) : undefined;
  }

  /** Whether a sample is being taken; a browser counts when it next cleans up, in up to a minute. */
  get isMeasuring(): boolean {
    return this.isTaking;
  }

  /** What the core worker told about Python's heap. */
  hear(pyodideBytes: number, liveBytes: number): void {
    this.pyodide = { bytes: pyodideBytes, live: liveBytes };
    this.heard?.();
  }

  /** Takes one sample; while one is being taken, others are left out. */
  async sample(turn: number): Promise<void> {
    if (this.isTaking) return;
    this.isTaking = true;
    try {
      const told = new Promise<void>((resolve) => {
        this.heard = resolve;
        setTimeout(resolve, 5000);
      });
      this.askHeap();
      await told;
      const browser = (await this.measure?.().catch(() => null)) ?? null;
      this.keep({
        turn,
        at_ms: performance.now(),
        browser_bytes: browser?.bytes ?? null,
        pyodide_bytes: this.pyodide.bytes,
        python_live_bytes: this.pyodide.live,
      });
    } finally {
      this.heard = null;
      this.isTaking = false;
    }
  }

  /** Bytes a turn over the samples that are kept. */
  slope(): Slope | null {
    return leastSquares(this.samples.map((sample) => ({ x: sample.turn, y: totalBytes(sample) })));
  }

  private keep({ turn, at_ms, browser_bytes, pyodide_bytes, python_live_bytes }: Sample): void {
    const numbers = [turn, at_ms, browser_bytes ?? Number.NaN, pyodide_bytes, python_live_bytes];
    this.ring.set(numbers, (this.taken % KEPT_SAMPLES) * NUMBERS);
    this.taken += 1;
    this.changed();
  }

  private at(number: number): Sample {
    const start = (number % KEPT_SAMPLES) * NUMBERS;
    const [turn = 0, at_ms = 0, browser = 0, pyodide_bytes = 0, python_live_bytes = 0] = this.ring.subarray(start);
    return { turn, at_ms, browser_bytes: Number.isNaN(browser) ? null : browser, pyodide_bytes, python_live_bytes };
  }
}

/** Everything that a sample counted. */
export function totalBytes(sample: Sample): number {
  return (sample.browser_bytes ?? 0) + sample.pyodide_bytes;
}

function browserMeasure(): Measure | null {
  const { measureUserAgentSpecificMemory } = performance as unknown as { measureUserAgentSpecificMemory?: Measure };
  if (!globalThis.crossOriginIsolated || !measureUserAgentSpecificMemory) return null;
  return () => measureUserAgentSpecificMemory.call(performance);
}
