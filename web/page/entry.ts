import type { Answered, RequestId } from "../wire";

export type EntryState = "waiting" | "answering" | "answered" | "stopped" | "failed";

/** An entry that has not been answered. */
export function newEntry(number: number, message: string): Entry {
  const nothing = {
    text: "",
    ask: null,
    answered: null,
    error: null,
    turn: null,
    session: null,
    isGist: false,
    isLatest: false,
    isEarly: false,
  };
  return { number, message, state: "waiting", ...nothing };
}

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
  /** The turn that session memory keeps of it, and its session; null when none is kept. */
  turn: number | null;
  session: string | null;
  /** The whole answer is gone; `text` is its gist. */
  isGist: boolean;
  /** Nothing was asked after it, so parts of how it was understood can still be taken back. */
  isLatest: boolean;
  /** It was answered by words alone while the language model was on its way. */
  isEarly: boolean;
}
