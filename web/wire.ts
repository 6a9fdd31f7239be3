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
  | { type: "forget"; id: RequestId; what: Record<string, string> | "session" | "all" }
  | { type: "consent"; id: RequestId; remember: boolean; private?: boolean }
  | { type: "inspect"; id: RequestId }
  | { type: "export"; id: RequestId }
  | { type: "import"; id: RequestId; document: unknown }
  | { type: "reset"; id: RequestId }
  | { type: "open"; id: RequestId; document_id: string }
  | { type: "suggest"; id: RequestId; k?: number };

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
}

export type AnswerMode = "answer" | "compare" | "clarify" | "not_covered" | "smalltalk";

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
  recalled: { block_id: string; turn_ids: string[] }[];
  decided_by: string;
  timings_ms: Record<string, number>;
  was_stopped?: boolean;
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
}

export interface Inspected {
  type: "inspected";
  id: RequestId;
  structures: Structure[];
  turns: InspectedTurn[];
  [more: string]: unknown;
}

export type Event =
  | { type: "delta"; id: RequestId; text: string }
  | Answered
  | { type: "hits"; id: RequestId; hits: { fragment_id: string; document_id: string; score: number }[] }
  | { type: "view"; id: RequestId; [key: string]: unknown }
  | { type: "recalled"; id: RequestId; [key: string]: unknown }
  | { type: "receipt"; id: RequestId; [key: string]: unknown }
  | Inspected
  | { type: "exported"; id: RequestId; document: unknown }
  | { type: "opened"; id: RequestId; document_id: string; title: string; text: string; format: string; url: string }
  | { type: "suggested"; id: RequestId; questions: string[] }
  | { type: "notice"; id: RequestId | null; code: string; text: string }
  | { type: "done"; id: RequestId; [key: string]: unknown }
  | { type: "error"; id: RequestId | null; code: string; detail: string };

/** Start-up, in this order; lexical answers start at `index`, hybrid ones at `ready`. */
export type Stage = "runtime" | "core" | "index" | "model" | "ready" | "failed";

/** What the page and the two workers say to each other besides requests and events. */
export type ToCoreWorker =
  | { kind: "boot"; site: string; port: MessagePort }
  | { kind: "request"; json: string }
  | { kind: "live_bytes" };

export type FromCoreWorker =
  | { kind: "stage"; stage: Stage; loaded_bytes: number; total_bytes: number; code?: string; detail?: string }
  | { kind: "event"; json: string }
  | { kind: "heap"; pyodide_bytes: number; python_live_bytes: number };

export type ToEmbedderWorker = { kind: "boot"; site: string; port: MessagePort };

export type FromEmbedderWorker =
  | { kind: "stage"; stage: Stage; loaded_bytes: number; total_bytes: number; code?: string; detail?: string };

/** Over the MessagePort between core and embedder worker. */
export type ToEmbedder = { kind: "embed"; number: number; texts: string[] };
export type FromEmbedder =
  | { kind: "ready"; name: string; dimensions: number }
  | { kind: "vectors"; number: number; rows: Float32Array }
  | { kind: "failed"; number: number; detail: string };
