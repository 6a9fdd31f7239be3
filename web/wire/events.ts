import type { Answered } from "./answers";
import type { Inspected, Receipt, RememberedBlock } from "./memory";
import type { RequestId } from "./requests";

/** What the core worker tells the page. */
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
