import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { StageReport } from "../wire";
import { answerActions } from "./answer-actions";
import { AnswerStyle } from "./answer-style";
import { greeting, jumpButton, startFailure, topBar } from "./chat-parts";
import type { Connect } from "./connection";
import { Conversation } from "./conversation";
import { Custody } from "./custody";
import type { Entry } from "./entry";
import { loadRenderer } from "./entry-nodes";
import { FirstQuestions } from "./first-questions";
import { FocusKeeper } from "./focus-keeper";
import { HeapProbe } from "./heap";
import { MessageForm } from "./message-form";
import { askForKey, Notices } from "./notices";
import { sessionName } from "./session-name";
import { SidePane } from "./side-pane";
import { loadSite, type Site, siteAddress, siteKey } from "./site";
import { StartProgress } from "./start-progress";
import { Stick } from "./stick";
import { styles } from "./styles";
import { texts } from "./texts";
import { ThemeChoice } from "./theme";
import { Transcript } from "./transcript";
import { moveWindow, windowButton } from "./transcript-window";
import { whenIdle } from "./when-idle";
import { type Who, WorkerLink } from "./worker-link";

/**
 * The chat as a custom element; a page only hosts it.
 *
 *     <limpet-chat site="./"></limpet-chat>
 *
 * On a page of somebody else it fills the room that it is given, and takes neither focus nor title.
 *
 * Attributes: `site`, the address of a built site's folder (default: the page's own); `heading`, a title before
 * `site.json` has come. `connect` must be set before the element starts; `main.ts` does.
 */
export class LimpetChat extends LitElement {
  static override styles = styles;

  connect: Connect | null = null;
  private settle: () => void = () => undefined;
  /** Resolves when everything that the start loads has come, or has failed. */
  readonly settled = new Promise<void>((resolve) => {
    this.settle = resolve;
  });
  readonly notices = new Notices(() => this.requestUpdate());
  private site: Site | null = null;
  private readonly address = siteAddress((this.getAttribute("site") ?? "./").replace(/\/?$/, "/"));
  /** True on the site's own page; false where another page holds the element. */
  readonly isAtHome = this.address === siteAddress("./");
  private readonly theme = new ThemeChoice(siteKey(this.address, "theme"));
  private readonly progress = new StartProgress();
  private readonly log = document.createElement("div");
  private readonly transcript = new Transcript(this.log, (action) => void answerActions(this, action));
  private readonly session = sessionName(siteKey(this.address, "session"));
  readonly link = new WorkerLink((...all) => this.connection(...all), this.address, this.session.name, {
    stage: (who, report) => this.atStage(who, report),
    notice: (code, text) => this.notices.add(code, text),
    heap: (pyodide, live) => this.probe.hear(pyodide, live),
    openings: () => [this.custody.opening, this.answerStyle.opening].filter((one) => one !== null),
  });
  readonly probe = new HeapProbe(
    () => this.link.askHeap(),
    () => this.pane.panel.isOpen && this.requestUpdate(),
  );
  readonly custody = new Custody(this.link, siteKey(this.address, "memory"), siteKey(this.address, "private"), {
    changed: () => this.requestUpdate(),
    drop: (isForgotten) => this.drop(isForgotten),
    restored: () => void this.restore(),
    otherTab: () => void this.pane.panel.refresh(),
    erased: () => void this.answerStyle.forget(),
  });
  readonly answerStyle = new AnswerStyle(this.link, siteKey(this.address, "answers"), () => this.requestUpdate());
  readonly pane = new SidePane(this, this.custody, this);
  private readonly firstQuestions = new FirstQuestions(this.link, () => this.requestUpdate());
  readonly conversation = new Conversation(this.link, this.transcript, {
    changed: () => this.changed(),
    pieceShown: () => this.stick?.follow(),
    status: (what) => this.announce(what),
    answered: () => void this.afterAnswer(),
    awaitsModel: () => this.transcript.model.state === "loading",
  });
  private readonly form = new MessageForm(
    this,
    (message) => this.ask(message),
    () => this.conversation.stop(),
  );
  private scroller: HTMLElement | null = null;
  private stick: Stick | null = null;
  private status = "";
  private isStarted = false;

  /** True while the visitor has something unsent or unanswered on the page. */
  get isInUse(): boolean {
    return this.form.draft !== "" || this.conversation.entries.length > 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.conversation.dispose();
    this.link.close();
    this.custody.close();
    this.isStarted = false;
  }

  /** Number of the newest entry; 0 without one. */
  get lastNumber(): number {
    return this.conversation.entries.at(-1)?.number ?? 0;
  }

  /** The site's title; empty until `site.json` has come. */
  get siteTitle(): string {
    return this.site?.title ?? "";
  }

  /** Starts the workers and reads the site's description. */
  async start(): Promise<void> {
    if (this.isStarted || !this.connect) return;
    this.isStarted = true;
    this.link.start();
    const loaded = loadSite(this.address).catch((error: Error) => this.notices.add("no-site", error.message));
    void loadRenderer();
    if (this.answerStyle.needsKey) askForKey(this.notices, () => void this.pane.toggleStyle());
    this.site = (await loaded) ?? null;
    void this.firstQuestions.load(this.site?.suggested ?? []);
  }

  /** Sends a message, or queues it until the core is up. */
  ask(message: string): void {
    this.conversation.ask(message);
    requestAnimationFrame(() => this.stick?.jump());
  }

  /** Moves the focus to where a visitor goes on. */
  focusOn(): void {
    this.form.goOn(this.scroller);
  }

  protected override firstUpdated(): void {
    this.scroller = this.renderRoot.querySelector(".scroller");
    if (this.scroller) this.stick = new Stick(this.scroller, () => this.requestUpdate());
    new FocusKeeper(this, () => this.pane.takeFocus() || this.focusOn());
    if (this.isAtHome) this.form.focus();
  }

  protected override updated(_changed: PropertyValues): void {
    const { chosen } = this.theme;
    if (chosen) this.dataset.theme = chosen;
  }

  protected override render(): TemplateResult {
    const { entries } = this.conversation;
    const title = this.site?.title ?? this.getAttribute("heading") ?? "";
    const ask = (question: string): void => {
      this.ask(question);
      this.focusOn();
    };
    const move = (step: number): void =>
      void moveWindow(this.transcript, entries, step, this.scroller).then(() => this.requestUpdate());
    return html`<div class=${this.pane.isOpen ? "app with-pane" : "app"}>
      ${topBar({
        title,
        theme: this.theme,
        canClear: entries.length > 0,
        pane: this.pane,
        onClear: () => void this.newConversation(),
        onTheme: () => this.switchTheme(),
      })}
      <main>
        <div class="scroller" tabindex="-1">
          <div class="column">
            ${entries.length === 0 ? greeting(title, this.firstQuestions.shown, this.answerStyle.shown, ask) : nothing} ${windowButton("earlier", this.transcript, move)} ${this.log} ${windowButton("later", this.transcript, move)}
          </div>
        </div>
        <div class="dock">
          ${jumpButton(this.stick, () => this.focusOn())}
          ${startFailure(this.progress.failure)} ${this.notices.render()} ${this.progress.render()}
          ${this.form.render({ title: title || "this site", isAnswering: this.conversation.isAnswering, canQueue: this.conversation.canQueue })}
          ${this.answerStyle.isOn ? html`<button type="button" class="quiet phrasing" @click=${() => void this.pane.toggleStyle()}>${texts.phrasing(this.answerStyle.shown)}</button>` : nothing}
          ${this.custody.isPrivate ? html`<button type="button" class="quiet phrasing" @click=${() => void this.pane.togglePanel()}>${texts.custody.inPrivate}</button>` : nothing}
          <div class="hidden" role="status">${this.status}</div>
        </div>
      </main>
      ${this.pane.render()}
    </div>`;
  }

  private connection(...all: Parameters<Connect>): ReturnType<Connect> {
    if (!this.connect) throw new Error("limpet-chat needs its `connect` before it starts.");
    this.progress.reset();
    return this.connect(...all);
  }

  private atStage(who: Who, report: StageReport): void {
    this.progress.report(who, report);
    if (who === "embedder" && this.transcript.hearModel(report)) this.announce("modelReady");
    const isChanged = this.transcript.isUp !== this.link.isOpen;
    this.transcript.isUp = this.link.isOpen;
    if (this.progress.isSettled) this.settle();
    if (isChanged && this.link.isOpen && this.session.isContinued) void this.restore();
    if (isChanged)
      for (const entry of this.conversation.entries) if (entry.state === "waiting") void this.transcript.refresh(entry);
    this.requestUpdate();
  }

  /** Shows what the session kept, after a reload. */
  private async restore(): Promise<void> {
    if (this.conversation.entries.some((entry) => entry.state !== "waiting")) return;
    const inspected = await this.link.request({ type: "inspect" }, "inspected").catch(() => null);
    if (inspected) await this.conversation.restore(inspected.turns, inspected.session_id ?? null);
  }

  private async newConversation(): Promise<void> {
    await this.conversation.reset();
    this.pane.source.close();
    this.announce("cleared");
    this.form.focus();
    await this.pane.panel.refresh();
  }

  private switchTheme(): void {
    this.theme.choose(this.theme.other);
    this.requestUpdate();
  }

  private async drop(isForgotten: (entry: Entry) => boolean): Promise<void> {
    this.pane.source.close();
    await this.conversation.drop(isForgotten);
  }

  private changed(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.stick?.follow());
  }

  announce(what: keyof typeof texts.status): void {
    this.status = texts.status[what];
    this.requestUpdate();
  }

  /** Lets the oldest entry go, unless the reader is up there or something else is on its way. */
  private makeRoom(): void {
    const { hasEarlier } = this.transcript;
    if (this.stick?.isAtBottom && !this.conversation.isAnswering) this.transcript.trim();
    if (hasEarlier !== this.transcript.hasEarlier) this.requestUpdate();
  }

  private async afterAnswer(): Promise<void> {
    this.stick?.follow();
    const { lastNumber } = this;
    requestAnimationFrame(() => setTimeout(() => this.makeRoom())); // once the answer has been painted
    whenIdle(() => void this.probe.sample(lastNumber));
    await this.pane.panel.refresh();
  }
}
