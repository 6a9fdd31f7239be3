import type { Forgotten } from "./requests";

/**
 * Start-up, in this order. The core worker reports `runtime` (interpreter), `core` (our Python), `index`; the embedder
 * worker reports `model`. Lexical answers start when the core worker says `ready`, hybrid ones when the embedder
 * worker says `ready`. `failed` is final for the worker that says it, and carries `code` and `detail`.
 */
export type Stage = "runtime" | "core" | "index" | "model" | "ready" | "failed";

export interface StageReport {
  kind: "stage";
  stage: Stage;
  /** Decoded bytes of this worker's files so far, over all stages. */
  loaded_bytes: number;
  /** Decoded bytes of all of this worker's files, from `runtime.json` and `site.json`. */
  total_bytes: number;
  code?: string;
  detail?: string;
}

/**
 * What the page says to the core worker besides requests. `site` is the absolute address of the site's folder, with a
 * slash at its end; names of databases carry its path. `session` names the saved session that is continued.
 */
export type ToCoreWorker =
  | { kind: "boot"; site: string; port: MessagePort; session?: string }
  | { kind: "request"; json: string }
  /** The port of an embedder worker that takes the place of one that died. */
  | { kind: "embedder"; port: MessagePort }
  | { kind: "live_bytes" }
  | { kind: "install"; wheel: string };

export type FromCoreWorker =
  | StageReport
  | { kind: "event"; json: string }
  /** `pyodide_bytes` never falls; `python_live_bytes` counts what Python's allocator has handed out and not got back. */
  | { kind: "heap"; pyodide_bytes: number; python_live_bytes: number }
  /** The answer to `install`; with a `code` when the wheel could not be installed. */
  | { kind: "installed"; wheel: string; code?: string; detail?: string };

export type ToEmbedderWorker = { kind: "boot"; site: string; port: MessagePort } | { kind: "heap" };

export type FromEmbedderWorker =
  | StageReport
  /** Size of the model runtime's memory; it is shared memory, which the heap probe counts by itself. */
  | { kind: "heap"; model_bytes: number };

/** Over the MessagePort between core and embedder worker. */
export type ToEmbedder =
  | { kind: "embed"; number: number; texts: string[] }
  /** Python has started, so the processor is free for runs that only make later ones faster. */
  | { kind: "warm_up" };

/** Between all tabs and workers of a site, by BroadcastChannel. */
export type TabNews =
  /** Blocks were written or removed. */
  | { kind: "changed" }
  /**
   * Something was forgotten: what is shown of it must go. `turns` are pairs of session and turn; `said` is what the
   * visitor had written in the turns, which answers of any tab may quote.
   */
  | { kind: "forgotten"; what: Forgotten; turns: [string, string][]; session?: string; said: string[] };

export type FromEmbedder =
  | { kind: "ready"; name: string; dimensions: number }
  /** Row after row, float32, unit length. */
  | { kind: "vectors"; number: number; rows: Float32Array<ArrayBuffer> }
  /** One request failed; later ones may work. */
  | { kind: "failed"; number: number; detail: string }
  /** The embedder will never be ready. */
  | { kind: "gone"; code: string; detail: string };
