import { fold } from "./code-box";
import type { Conversation } from "./conversation";
import type { Custody } from "./custody";
import type { Entry } from "./entry";
import { plainText } from "./plain-text";
import type { SidePane } from "./side-pane";
import { pressed as pressedTwice } from "./sure-button";
import { texts } from "./texts";
import type { TranscriptAction } from "./transcript";

const COPIED_MS = 1500;

interface Chat {
  conversation: Conversation;
  pane: SidePane;
  custody: Custody;
  focusOn(): void;
  announce(what: keyof typeof texts.status): void;
}

/** Does what was pressed in the transcript. */
export async function answerActions(chat: Chat, pressed: TranscriptAction): Promise<void> {
  const entry = chat.conversation.entries.find((candidate) => candidate.number === pressed.number);
  if (!entry) return;
  const { action, value, button } = pressed;
  if (action === "cite") return openCitations(chat, entry, value.split(",").map(Number), button);
  if (action === "copy") return copy(button, withSources(entry));
  if (action === "copy-code")
    return copy(button, button.closest(".code-box")?.querySelector("code")?.textContent ?? "");
  if (action === "fold") return fold(button);
  if (action === "recalled") return openRecalled(chat, entry, value);
  if (action === "forget") {
    const forget = async (): Promise<void> => {
      await chat.custody.forgetEntry(entry);
      chat.announce(chat.custody.problem ? "kept" : "forgotten");
    };
    return pressedTwice(
      button,
      () => void forget(),
      () => chat.announce("sure"),
    );
  }
  if (action === "choose") chat.conversation.choose(entry, Number(value));
  if (action === "undo") chat.conversation.undo(entry, value);
  if (action === "again") chat.conversation.again(entry);
  if (action === "retry") chat.conversation.retry(entry);
  chat.focusOn();
}

async function openRecalled(chat: Chat, entry: Entry, blockId: string): Promise<void> {
  const recalled = entry.answered?.recalled.find(({ block_id }) => block_id === blockId);
  if (recalled) await chat.pane.openBlock(recalled);
}

/** Opens the source of citations of one section; what the answer says with their numbers goes with them. */
async function openCitations(chat: Chat, entry: Entry, numbers: number[], opener: HTMLElement): Promise<void> {
  const citations = numbers.map((number) => entry.answered?.citations[number - 1]).filter((one) => one !== undefined);
  const lines = entry.text.split("\n").filter((line) => numbers.some((number) => line.includes(`[${number}]`)));
  if (citations.length > 0) await chat.pane.source.open(citations, plainText(lines.join("\n")), opener);
}

/** The answer as it reads, followed by its sources. */
function withSources(entry: Entry): string {
  const sources = (entry.answered?.citations ?? []).map(({ heading }, index) => `[${index + 1}] ${heading}`);
  return sources.length > 0 ? `${entry.text}\n\n${sources.join("\n")}` : entry.text;
}

async function copy(button: HTMLElement, text: string): Promise<void> {
  const label = button.textContent ?? "";
  if (label === texts.copied) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return;
  }
  button.textContent = texts.copied;
  setTimeout(() => {
    button.textContent = label;
  }, COPIED_MS);
}
