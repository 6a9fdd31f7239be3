/** What the page asks of the core worker. */

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
  | { type: "forget"; id: RequestId; what: Forgotten; session?: string; said?: string[] }
  | { type: "consent"; id: RequestId; remember?: boolean; private?: boolean }
  | { type: "inspect"; id: RequestId }
  | { type: "blocks"; id: RequestId; search?: string; block?: string; k?: number }
  | { type: "export"; id: RequestId }
  | { type: "import"; id: RequestId; document: unknown }
  | { type: "reset"; id: RequestId }
  | { type: "open"; id: RequestId; document_id: string }
  /** Those of `among` that are not mastered come first. */
  | { type: "suggest"; id: RequestId; k?: number; among?: readonly string[] }
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
