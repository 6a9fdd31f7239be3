import type { Answered, RequestId } from "../wire";

export type EntryState = "waiting" | "answering" | "answered" | "stopped" | "failed";

/** One message and what became of it, as the page shows it. */
export interface Entry {
  /** Counts from 1 within the page's conversation. */
  number: number;
  message: string;
  state: EntryState;
  /** Text that was revealed so far. */
  text: string;
  ask: RequestId | null;
  answered: Answered | null;
  error: { code: string; detail: string } | null;
}
