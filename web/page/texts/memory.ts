/** What the memory panel says of this conversation. */
export const kept = {
  subtitle: "What this chat keeps, and how to erase it",
  turns: "This conversation",
  turnsHint: "The newest answers are kept whole, of older ones the main sentence.",
  shortened: "shortened",
  names: "Names it keeps in mind",
  heap: "Memory in use",
  heapHint: "Of this computer, by the whole chat. Everything that is kept has a limit, so it does not grow for ever.",
  heapParts: "Memory, part by part",
  earlier: (count: number) => `${count} earlier ${count === 1 ? "question" : "questions"}`,
  technical: "Technical details",
  growth: "Growth",
  samples: "Measurements",
  course: "How the conversation goes",
  trend: "It is",
  similarity: "Likeness of the last message to what came before",
  found: (cache: string) => `Found ready in ${cache}`,
  weights: "How much each name counts",
  structures: "What is kept, and its limits",
  left: "What was dropped to make room",
  leftLine: (number: number, at: number, worth: string) =>
    `Question ${number}, when question ${at} came: it counted least (${worth}) of those that may leave.`,
} as const;

/** How a conversation goes. */
export const trends: Record<string, string> = {
  deepening: "going into detail",
  broadening: "moving from one thing to another",
  neutral: "in no clear direction",
};

/** What it says of what is remembered across visits. */
export const custody = {
  heading: "Across visits",
  remember: "Remember across visits",
  private: "Private chat",
  inPrivate: "Private chat: nothing of it is kept",
  privateHint: "Nothing of this chat is written down, and nothing remembered is used.",
  forThisVisit: "Kept for this visit alone",
  waiting: (turns: number) => `${turns} ${turns === 1 ? "turn waits" : "turns wait"} to be stored.`,
  waits: "not stored yet",
  marksWait:
    "There was no room to note that it must not come back with an old file; the note is kept until this page is closed, or until there is room.",
  blocks: "Remembered",
  search: "Search what is remembered",
  noMatch: "Nothing that is remembered holds these words.",
  noBlocks: "Nothing yet. A conversation is remembered when it ends or grows long.",
  more: "There is more; search for it.",
  deleteBlock: "Delete this conversation",
  forgetText: (text: string) => `Forget all that mentions “${text}”`,
  forgotten: "Forgotten.",
  notForgotten: "Something was still found afterwards; try again.",
  receipt: (turns: number, removed: number, changed: number) =>
    `${turns} ${turns === 1 ? "turn" : "turns"} erased; ${removed} remembered ${removed === 1 ? "stretch" : "stretches"} removed, ${changed} made anew.`,
  searched: (places: readonly string[], found: readonly string[]) =>
    `Looked for afterwards in: ${places.join(", ")}; ${found.length === 0 ? "found nowhere" : `found in ${found.join(", ")}`}.`,
  copy: "Your copy",
  optional: "Passphrase (optional)",
  passphrase: "Passphrase of the file",
  export: "Export",
  import: "Import a file",
  unlock: "Open",
  leave: "Cancel",
  cameIn: (added: number, known: number, forgotten: number) =>
    `${added} ${added === 1 ? "turn" : "turns"} came in, ${known} ${known === 1 ? "was" : "were"} known, ${forgotten} ${forgotten === 1 ? "stays" : "stay"} forgotten.`,
  storage: "Storage",
  used: "Used by this site",
  kept: "Kept by the browser",
  isKept: "for good",
  mayClear: "until it needs room",
  keep: "Ask the browser to keep it",
  erase: "Erase",
  eraseHint: "This conversation, everything remembered, and the settings of memory, in all tabs.",
  forgetAll: "Forget everything",
} as const;
