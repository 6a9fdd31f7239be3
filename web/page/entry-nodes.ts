import type { Answered } from "../wire";
import {
  actionRow,
  bindCitations,
  element,
  errorBox,
  hideListedOptions,
  optionRow,
  recalledRow,
  sourceList,
  understoodRow,
  waryNote,
} from "./answer-parts";
import { earlyNote, type ModelProgress } from "./early-note";
import type { Entry } from "./entry";
import type { GrowingMarkdown } from "./growing-markdown";
import { texts } from "./texts";
import { whyBox } from "./why-box";

type Renderer = typeof import("./growing-markdown");

let renderer: Promise<Renderer> | null = null;

/** The Markdown renderer comes after the first paint; typing does not wait for it. */
export function loadRenderer(): Promise<Renderer> {
  renderer ??= import("./growing-markdown");
  return renderer;
}

/** The nodes of one entry: the visitor's message, and the answer as it comes. */
export class EntryNodes {
  readonly root: HTMLElement;
  private readonly body = element("div", "body");
  private readonly above = element("div", "above");
  private readonly below = element("div", "below");
  private growing: GrowingMarkdown | null = null;
  private shown = "";

  constructor(readonly entry: Entry) {
    const message = element(
      "div",
      "message",
      element("span", "hidden", `${texts.you}: `),
      element("p", "", entry.message),
    );
    message.setAttribute("dir", "auto");
    const answer = element(
      "div",
      "answer",
      element("span", "hidden", `${texts.answer}: `),
      this.above,
      this.body,
      this.below,
    );
    this.root = element("article", "entry", message, answer);
    this.root.dataset.entry = String(entry.number);
    this.body.setAttribute("dir", "auto");
    this.below.setAttribute("aria-live", "off"); // a screen reader says the answer, not every button below it
  }

  /** Shows the entry as it is now. */
  async refresh(isUp: boolean, model: ModelProgress): Promise<void> {
    const { entry } = this;
    this.root.dataset.state = entry.state;
    if (entry.state === "waiting" || (entry.state === "answering" && entry.text === "")) return this.showWaiting(isUp);
    await this.catchUp();
    if (entry.state === "answered" || entry.state === "stopped") this.complete(entry.answered, model);
    if (entry.state === "failed" && entry.error) this.below.replaceChildren(errorBox(entry.error));
  }

  /** Appends a revealed piece. The renderer must have been loaded. */
  add(piece: string, Growing: Renderer["GrowingMarkdown"]): void {
    if (!this.growing) this.begin(Growing);
    this.growing?.add(piece);
    this.shown += piece;
  }

  /** Something else was asked: how this was understood stays, and cannot be taken back; its list goes on no more. */
  settle(): void {
    const { answered } = this.entry;
    if (answered?.more) this.below.querySelector(":scope > .options:not(.recalled)")?.remove();
    const row = this.below.querySelector(".understood");
    if (answered && row) row.replaceWith(...[understoodRow(answered, false)].filter((one) => one !== null));
  }

  /** Says anew how far the language model is, if the answer was given without it. */
  tellModel(model: ModelProgress): void {
    const note = this.below.querySelector(".early");
    if (note) note.replaceWith(earlyNote(this.entry, model) ?? "");
  }

  private async catchUp(): Promise<void> {
    const { GrowingMarkdown } = await loadRenderer();
    if (!this.growing) this.begin(GrowingMarkdown);
    if (this.shown !== this.entry.text) {
      this.growing?.show(this.entry.text);
      this.shown = this.entry.text;
    } else if (this.entry.state !== "answering") this.growing?.finish();
  }

  private begin(Growing: Renderer["GrowingMarkdown"]): void {
    this.body.replaceChildren();
    this.growing = new Growing(this.body);
    this.shown = "";
  }

  private showWaiting(isUp: boolean): void {
    const text = this.entry.state === "answering" ? texts.looking : isUp ? texts.queued : texts.waiting;
    this.growing = null;
    this.above.replaceChildren();
    this.below.replaceChildren();
    this.body.replaceChildren(element("p", "pending", element("span", "dots"), text));
  }

  private complete(answered: Answered | null, model: ModelProgress): void {
    bindCitations(this.body, answered?.citations ?? []);
    hideListedOptions(this.body, answered?.options ?? []);
    this.root.dataset.mode = answered?.mode ?? "";
    const tag = answered?.mode === "not_covered" ? (answered.unsure ? texts.notSure : texts.notCovered) : "";
    const understood = answered ? understoodRow(answered, this.entry.isLatest) : null;
    this.above.replaceChildren(...(tag ? [element("span", "tag", tag)] : []));
    const isOver = !this.entry.isLatest && answered?.more;
    const options = answered && !isOver ? optionRow(answered) : null;
    const sources = answered ? sourceList(answered.citations) : null;
    const isRelated = options?.classList.contains("related");
    const next = isRelated ? [sources, options] : [options, sources];
    const parts = answered
      ? [earlyNote(this.entry, model), waryNote(answered), ...next, recalledRow(answered), understood]
      : [];
    const why = answered ? whyBox(answered) : null;
    this.below.replaceChildren(...parts.filter((part) => part !== null), actionRow(this.entry), ...(why ? [why] : []));
  }
}
