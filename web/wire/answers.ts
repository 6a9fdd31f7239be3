import type { RecalledBlock } from "./memory";
import type { RequestId } from "./requests";

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
  /** Parts of "understood as"; each can be undone by its `part`. One that `repeats` tells a reader nothing new. */
  understood?: { part: string; label: string; repeats?: true }[];
  hits: { fragment_id: string; score: number }[];
  /** The turns of earlier conversations that the answer tells; `at` is the time of the first, in seconds. */
  recalled: RecalledBlock[];
  decided_by: string;
  /** It was found by words alone, because no vector of the message could be had. */
  by_words?: boolean;
  /** Nothing surely answers, and what is cited is only what is nearest. */
  unsure?: boolean;
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
  /** Records that a cut list leaves out; the one option asks for them. */
  more?: number;
}
