/** Start-up of one worker as a row of reports: stages in their order, bytes that only grow, one end. */

import type { LoadError } from "./download";
import type { Stage, StageReport } from "./wire";

/** Bytes between two reports of the same stage; a report for every network packet would flood the page. */
const STEP_BYTES = 262_144;

export class Progress {
  readonly #post: (report: StageReport) => void;
  #stage: Stage;
  #loadedBytes = 0;
  #reportedBytes = 0;
  #totalBytes = 0;
  #isOver = false;

  constructor(first: Stage, post: (report: StageReport) => void) {
    this.#stage = first;
    this.#post = post;
  }

  /** Says how much there will be. */
  expect(totalBytes: number): void {
    this.#totalBytes = totalBytes;
    this.#report();
  }

  readonly add = (bytes: number): void => {
    this.#loadedBytes += bytes;
    if (this.#loadedBytes - this.#reportedBytes >= STEP_BYTES) this.#report();
  };

  /** The next stage begins. */
  enter(stage: Stage): void {
    this.#stage = stage;
    this.#report();
    this.#isOver ||= stage === "ready";
  }

  /** The last report of a start that went wrong; a start that is over stays so. */
  fail(error: LoadError): void {
    if (this.#isOver) return;
    this.#stage = "failed";
    this.#report({ code: error.code, detail: error.detail });
    this.#isOver = true;
  }

  #report(reason: { code?: string; detail?: string } = {}): void {
    if (this.#isOver) return;
    this.#reportedBytes = this.#loadedBytes;
    this.#post({
      kind: "stage",
      stage: this.#stage,
      loaded_bytes: Math.min(this.#loadedBytes, this.#totalBytes || this.#loadedBytes),
      total_bytes: this.#totalBytes,
      ...reason,
    });
  }
}
