/**
 * The messages between page and core worker. The same as `app/limpet/wire.py`; keys have the Python spelling on both
 * sides. They cross the worker boundary as JSON text.
 */

export type RequestId = number | string;

export type Request =
  | { type: "configure"; id: RequestId; schema?: Record<string, unknown>; settings?: Record<string, unknown> }
  | { type: "add_documents"; id: RequestId; documents: DocumentInput[] }
  | { type: "ask"; id: RequestId; text: string; now?: string; page?: [string, string]; user?: string }
  | { type: "stop"; id: RequestId; ask: RequestId }
  | { type: "choose"; id: RequestId; ask: RequestId; option: number }
  | { type: "undo"; id: RequestId; ask: RequestId; part: string }
  | { type: "retrieve"; id: RequestId; text?: string; k?: number; mode?: RetrieveMode; contextual?: boolean }
  | { type: "observe"; id: RequestId; message: string; answer?: string; page?: [string, string]; at?: string }
  | { type: "remember"; id: RequestId; session: string; turns: unknown[]; user?: string; kind?: string }
  | { type: "recall"; id: RequestId; text: string; k?: number; exhaustive?: boolean }
  | { type: "forget"; id: RequestId; what: Forgotten; session?: string }
  | { type: "consent"; id: RequestId; remember?: boolean; private?: boolean }
  | { type: "inspect"; id: RequestId }
  | { type: "blocks"; id: RequestId; search?: string; block?: string; k?: number }
  | { type: "export"; id: RequestId }
  | { type: "import"; id: RequestId; document: unknown }
  | { type: "reset"; id: RequestId }
  | { type: "open"; id: RequestId; document_id: string }
  | { type: "suggest"; id: RequestId; k?: number }
  /** Asks the model of a `composer` setting for one word; `done` carries its `reply`. */
  | { type: "try_composer"; id: RequestId; composer: ComposerSetting };

/** `settings.composer` of `configure`; null there means: no model. */
export interface ComposerSetting {
  base_url: string;
  model: string;
  key?: string;
  prompt_tokens?: number;
  timeout_s?: number;
}

/** One thing (`text`, `turn`, `block` or `entity`), the running session, or everything. */
export type Forgotten = Record<string, string> | "session" | "all";

export type RetrieveMode = "hybrid" | "bm25" | "dense";

export interface DocumentInput {
  id: string;
  title: string;
  text: string;
  format?: "markdown" | "html" | "text" | "record";
  fields?: Record<string, unknown>;
}

/** `start` and `end` count Unicode code points of the document's text; convert before using them on a JS string. */
export interface Citation {
  fragment_id: string;
  document_id: string;
  heading: string;
  start: number;
  end: number;
  quote: string;
  /** The quote reads like an instruction to a program; it is text, and nothing obeys it. Absent where it does not. */
  addresses_assistant?: boolean;
}

export type AnswerMode = "answer" | "compare" | "clarify" | "not_covered" | "smalltalk";

/** A passage that was found, and why it was left out, if it was. */
export interface Found {
  fragment_id: string;
  heading: string;
  score: number;
  reason?: string;
}

/** Why an answer is as it is. */
export interface Why {
  decided_by: string;
  features: { name: string; value: number | string | boolean }[];
  plan: Record<string, number | string>;
  taken: Found[];
  left: Found[];
  memory: {
    topic: string | null;
    added_words: string[];
    slots: Record<string, string>;
    entities: string[];
    recalled_turns: number;
    trend: string;
    turns: number;
  };
}

export interface Answered {
  type: "answered";
  id: RequestId;
  text: string;
  mode: AnswerMode;
  confidence: number;
  citations: Citation[];
  query: string;
  engagement: string;
  topic: string | null;
  slots: Record<string, unknown>;
  options?: string[];
  /** Parts of "understood as"; each can be undone by its `part`. */
  understood?: { part: string; label: string }[];
  hits: { fragment_id: string; score: number }[];
  /** The turns of earlier conversations that the answer tells; `at` is the time of the first, in seconds. */
  recalled: RecalledBlock[];
  decided_by: string;
  /** What "Why this answer?" tells. */
  why?: Why;
  timings_ms: Record<string, number>;
  was_stopped?: boolean;
  /** Number of the turn in session memory, and the session it belongs to; without them nothing is kept. */
  turn?: number;
  session?: string;
  /** The model that phrased the answer; without it the sentences are the documents' own. */
  composed_by?: string;
  /** Sentences to be wary of, in code points of `text`; each is followed by `[?]` there. */
  marks?: { start: number; end: number; reason: "uncited" | "unsupported" }[];
}

export interface RecalledBlock {
  block_id: string;
  turn_ids: string[];
  at?: number;
}

/** A stretch of an earlier conversation; times are seconds since the epoch. */
export interface RememberedBlock {
  block_id: string;
  session: string;
  theme: string;
  keywords?: string[];
  start: number;
  end: number;
  turns: { turn_id: string; message: string; answer: string; at: number }[];
}

/** What a forgetting did, and where it was looked for afterwards. */
export interface Receipt {
  type: "receipt";
  id: RequestId;
  turns: number;
  session_turns: number;
  blocks_removed: number;
  blocks_changed: number;
  searched: string[];
  found_in: string[];
  /** Session and turn of what left: the thing itself, and answers that told it. */
  left: [string, string][];
  verified: boolean;
  [more: string]: unknown;
}

export interface Structure {
  name: string;
  size: number;
  cap: number;
  bytes: number;
  evicts: string;
}

export interface InspectedTurn {
  number: number;
  is_protected: boolean;
  is_gist: boolean;
  answer: string;
  message?: string;
  citations?: Citation[];
  recalled?: Answered["recalled"];
}

export interface Inspected {
  type: "inspected";
  id: RequestId;
  structures: Structure[];
  turns: InspectedTurn[];
  consent?: { remembers: boolean; is_private: boolean; sentence: string };
  session_id?: string;
  [more: string]: unknown;
}

export type Event =
  /** With `replaces` the text takes the place of all that came before it. */
  | { type: "delta"; id: RequestId; text: string; replaces?: boolean }
  | Answered
  | { type: "hits"; id: RequestId; hits: { fragment_id: string; document_id: string; score: number }[] }
  | { type: "view"; id: RequestId; [key: string]: unknown }
  | { type: "recalled"; id: RequestId; [key: string]: unknown }
  | Receipt
  | { type: "blocks"; id: RequestId; blocks: RememberedBlock[]; has_more: boolean }
  | Inspected
  | { type: "exported"; id: RequestId; document: unknown }
  | { type: "opened"; id: RequestId; document_id: string; title: string; text: string; format: string; url: string }
  | { type: "suggested"; id: RequestId; questions: string[] }
  | { type: "notice"; id: RequestId | null; code: string; text: string }
  | { type: "done"; id: RequestId; [key: string]: unknown }
  | { type: "error"; id: RequestId | null; code: string; detail: string };

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
  /** Something was forgotten: what is shown of it must go. `turns` are pairs of session and turn. */
  | { kind: "forgotten"; what: Forgotten; turns: [string, string][] };

export type FromEmbedder =
  | { kind: "ready"; name: string; dimensions: number }
  /** Row after row, float32, unit length. */
  | { kind: "vectors"; number: number; rows: Float32Array<ArrayBuffer> }
  /** One request failed; later ones may work. */
  | { kind: "failed"; number: number; detail: string }
  /** The embedder will never be ready. */
  | { kind: "gone"; code: string; detail: string };

/** One file that a worker loads; `path` is relative to the folder of the manifest that lists it. */
export interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * `SITE/runtime/runtime.json`: all that the two workers load, whatever the site's documents are. Beside it lie, under
 * their own names, pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, python_stdlib.zip, ort.wasm.min.mjs,
 * ort-wasm-simd-threaded.mjs and ort-wasm-simd-threaded.wasm. Roles name a `path` of `files`.
 */
export interface RuntimeManifest {
  format: 1;
  versions: Record<string, string>;
  files: ListedFile[];
  /** Memory snapshot of the bare interpreter; null: plain start. */
  snapshot: string | null;
  /** Wheels that are there from the start (numpy, snowballstemmer, limpet), in load order. */
  wheels: string[];
  /** Wheels that are installed when asked for; the first is micropip itself, the second what it needs, if anything. */
  on_demand: string[];
  model: string;
  tokenizer: string;
  /** The model's name, as the index records it. */
  model_name: string;
}

/** `SITE/site.json`: what belongs to this site. */
export interface SiteManifest {
  format: 1;
  title: string;
  index: ListedFile;
  /** First questions and other settings for the page. */
  [more: string]: unknown;
}
