import type { Citation } from "./answers";
import type { RequestId } from "./requests";

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
  /** A turn names its session where the block holds turns of several. */
  turns: { turn_id: string; message: string; answer: string; at: number; session?: string }[];
  /** Not stored yet: it waits until enough has gathered, or for room. */
  is_waiting?: boolean;
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
  /** False when there was no room to note that it must not come back with an import. */
  marks_kept?: boolean;
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
  recalled?: RecalledBlock[];
}

export interface Inspected {
  type: "inspected";
  id: RequestId;
  structures: Structure[];
  turns: InspectedTurn[];
  consent?: { remembers: boolean; is_private: boolean; sentence: string };
  /** Turns that wait to be stored, and why what is said now is kept for this visit alone, if it is. */
  keeping?: { waiting_turns: number; refused: { code: string; text: string } | null };
  session_id?: string;
  [more: string]: unknown;
}
