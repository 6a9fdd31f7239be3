import { style } from "./texts/answer-style";
import { custody, kept, trends } from "./texts/memory";
import { why } from "./texts/why";

/** Longest title that a phone shows in the message field. */
const PLACED_TITLE_CHARS = 23;

/** Every sentence that the page itself says: those of the conversation here, those of its panels in `texts/`. */
export const texts = {
  /** How days and numbers are written: as in the sentences of answers, whose language does not follow the browser's. */
  locale: "en-GB",
  placeholder: (title: string) => `Ask ${title.length > PLACED_TITLE_CHARS ? "your question" : `about ${title}`}`,
  greeting: (title: string) => `What would you like to know about ${title}?`,
  promise:
    "Answers are put together from this site's own pages, with their sources. Everything runs in your browser; nothing you write leaves it.",
  suggested: "Suggested questions",
  send: "Send",
  stop: "Stop",
  message: "Your message",
  transcript: "Conversation",
  you: "You",
  answer: "Answer",
  newConversation: "New conversation",
  memory: "Memory",
  theme: (next: string) => `Switch to ${next} colours`,
  jump: "Jump to the newest",
  earlier: "Show earlier messages",
  later: "Show later messages",
  copy: "Copy",
  copied: "Copied",
  code: {
    name: (language: string, heading: string) =>
      `${language ? `${language} code` : "Code"}${heading ? ` under “${heading}”` : ""}`,
    copy: (name: string) => `Copy: ${name}`,
    unfold: (lines: number) => `Show all ${lines} lines`,
    fold: "Show less",
  },
  retry: "Ask again",
  close: "Close",
  sources: "Sources",
  source: (number: number, heading: string) => `Source ${number}: ${heading}`,
  openPage: "Open the page",
  understoodAs: "Understood as",
  filters: "Filters",
  related: "Related sections",
  choices: "Choose one",
  nearest: "Nearest sections",
  undo: (label: string) => `Take back: ${label}`,
  failed: "That did not work.",
  stopped: "Stopped",
  notCovered: "Not covered here",
  notSure: "Perhaps not covered here",
  early: {
    sizes: (loaded: string, total: string) => ` (${loaded} of ${total})`,
    loading: (sizes: string) => `Answered by words alone: the language model is still loading${sizes}.`,
    ready: "Answered by words alone, before the language model had loaded.",
    failed: "Answered by words alone: the language model could not be loaded.",
  },
  waiting: "Waiting for the start to finish",
  queued: "Waiting for its turn",
  looking: "Looking through the pages",
  status: {
    answering: "Answering.",
    ready: "The answer is ready.",
    early: "The answer is ready. It was found by words alone; the language model is still loading.",
    modelReady: "The language model has loaded. Earlier questions can be asked again.",
    stopped: "Stopped.",
    failed: "The question could not be answered.",
    cleared: "New conversation.",
    sure: "Press again to erase for good.",
    forgotten: "Forgotten.",
    kept: "That could not be forgotten; it is still there.",
  },
  tooLong: (chars: number, cap: number) =>
    `${chars.toLocaleString("en-GB")} characters; a message may have ${cap.toLocaleString("en-GB")}. Shorten it, or ask in parts.`,
  tooMany: "Several questions are waiting already. Send this one after the next answer.",
  newVersion: "A new version of this site is ready.",
  useNow: "Use it now",
  otherTabs: "Close the other tabs of this site to use the new version.",
  damaged: (path: string) =>
    `The file ${path} of this site is damaged. Reload the page; if that does not help, the site has to be built again.`,
  dismiss: "Dismiss",
  forget: "Forget this",
  sure: "Press again to erase for good",
  shortened: "Shortened: older answers are kept as their main sentence",
  earlierTalk: (day: string) => (day ? `Open the earlier conversation of ${day}` : "Open the earlier conversation"),
  phrasedBy: (model: string) => `Phrased by ${model}`,
  phrasing: (shown: string) => `Answers phrased by ${shown}`,
  phrasedPromise: (shown: string) =>
    `Answers come from this site's own pages, with their sources, and are phrased by ${shown}. Your questions and the passages that fit them are sent there.`,
  wary: "To be checked: no source says this, or none was named.",
  waryNote: "marks what the model named no source for, or what no source says.",
  reload: "Reload",
  why,
  kept,
  trends,
  custody,
  style,
} as const;
