import type { StageReport } from "../wire";
import { ModelProgress } from "./early-note";
import type { Entry } from "./entry";
import { EntryNodes } from "./entry-nodes";
import { texts } from "./texts";

/** Entries whose nodes exist at one time; the others are text only. */
export const WINDOW_ENTRIES = 20;

/** What was pressed in the transcript: the action, its value, and the entry it belongs to. */
export interface TranscriptAction {
  action: string;
  value: string;
  number: number;
  button: HTMLElement;
}

/**
 * The nodes of a window of entries. One listener serves them all, and old nodes leave before new ones come, so the
 * number of nodes and listeners does not grow with the conversation.
 */
export class Transcript {
  private readonly shown: EntryNodes[] = [];
  private entries: readonly Entry[] = [];
  isUp = false;
  readonly model = new ModelProgress();

  constructor(
    readonly root: HTMLElement,
    onAction: (action: TranscriptAction) => void,
  ) {
    root.className = "log";
    root.setAttribute("role", "log");
    root.setAttribute("aria-label", texts.transcript);
    this.setBusy(false);
    root.addEventListener("click", (event) => {
      const button = (event.target as Element).closest<HTMLElement>("[data-action]");
      const entry = button?.closest<HTMLElement>("[data-entry]");
      if (!button || !entry) return;
      onAction({
        action: button.dataset.action ?? "",
        value: button.dataset.value ?? "",
        number: Number(entry.dataset.entry),
        button,
      });
    });
  }

  /**
   * Shows the newest entries, or the window that begins at `from`. The oldest one that is shown may stay beside a new one
   * until `trim`: if it left now, everything that is in view would jump.
   */
  async show(entries: readonly Entry[], from?: number): Promise<void> {
    this.entries = entries;
    const newest = Math.max(0, entries.length - WINDOW_ENTRIES);
    const isOneMore = newest > 0 && this.shown[0]?.entry === entries[newest - 1];
    const wanted =
      from === undefined ? entries.slice(isOneMore ? newest - 1 : newest) : entries.slice(from, from + WINDOW_ENTRIES);
    this.drop((nodes) => !wanted.includes(nodes.entry));
    let before = this.shown.map((nodes) => nodes.entry);
    const added: EntryNodes[] = [];
    for (const [place, entry] of wanted.entries()) {
      if (before.includes(entry)) continue;
      const nodes = new EntryNodes(entry);
      this.root.insertBefore(nodes.root, this.shown[place]?.root ?? null);
      this.shown.splice(place, 0, nodes);
      before = this.shown.map((other) => other.entry);
      added.push(nodes);
    }
    await Promise.all(added.map((nodes) => nodes.refresh(this.isUp, this.model)));
  }

  /** Takes away the nodes of an entry above the window; at a moment when nothing else moves, so that the view stays. */
  trim(): void {
    const surplus = this.shown[WINDOW_ENTRIES] && this.shown[0];
    if (surplus) this.drop((nodes) => nodes === surplus);
  }

  /** Shows one entry as it is now, if its nodes exist. */
  async refresh(entry: Entry): Promise<void> {
    await this.find(entry)?.refresh(this.isUp, this.model);
  }

  find(entry: Entry): EntryNodes | undefined {
    return this.shown.find((nodes) => nodes.entry === entry);
  }

  /** Tells answers that were given without the language model how far it is; true when one can be asked again. */
  hearModel(report: StageReport): boolean {
    const before = this.model.state;
    this.model.hear(report);
    for (const nodes of this.shown) nodes.tellModel(this.model);
    const isNew = before !== "ready" && this.model.state === "ready";
    return isNew && this.entries.some(({ isEarly }) => isEarly);
  }

  /** Position of the first entry that has nodes. */
  get from(): number {
    const first = this.shown[0];
    return first ? this.entries.indexOf(first.entry) : 0;
  }

  get hasEarlier(): boolean {
    return this.from > 0;
  }

  get hasLater(): boolean {
    return this.from + this.shown.length < this.entries.length;
  }

  /** Sets `aria-busy`, so that a screen reader waits for the whole answer. */
  setBusy(isBusy: boolean): void {
    this.root.setAttribute("aria-busy", String(isBusy));
  }

  private drop(isOld: (nodes: EntryNodes) => boolean): void {
    for (const nodes of this.shown.filter(isOld)) {
      nodes.root.remove();
      this.shown.splice(this.shown.indexOf(nodes), 1);
    }
  }
}
