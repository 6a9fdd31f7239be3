import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { RecalledBlock } from "../wire";
import { answerActions } from "./answer-actions";
import { AnswerStyle } from "./answer-style";
import { greeting, startFailure, topBar } from "./chat-parts";
import type { Connect } from "./connection";
import { Conversation } from "./conversation";
import { Custody } from "./custody";
import type { Entry } from "./entry";
import { loadRenderer } from "./entry-nodes";
import { HeapProbe } from "./heap";
import { arrowDown } from "./icons";
import { MemoryPanel } from "./memory-panel";
import { MessageForm } from "./message-form";
import { Notices } from "./notices";
import { sessionName } from "./session-name";
import { loadSite, type Site, siteAddress, siteKey } from "./site";
import { SourcePane } from "./source-pane";
import { StartProgress } from "./start-progress";
import { Stick } from "./stick";
import { StylePanel } from "./style-panel";
import { styles } from "./styles";
import { texts } from "./texts";
import { ThemeChoice } from "./theme";
import { Transcript, WINDOW_ENTRIES } from "./transcript";
import { whenIdle } from "./when-idle";
import { WorkerLink } from "./worker-link";

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
  private suggested: string[] = [];
  private readonly address = siteAddress((this.getAttribute("site") ?? "./").replace(/\/?$/, "/"));
  /** True on the site's own page; false where another page holds the element. */
  readonly isAtHome = this.address === siteAddress("./");
  private readonly theme = new ThemeChoice(siteKey(this.address, "theme"));
  private readonly progress = new StartProgress();
  private readonly log = document.createElement("div");
  private readonly transcript = new Transcript(this.log, (action) => void answerActions(this, action));
  private readonly session = sessionName(siteKey(this.address, "session"));
  readonly link = new WorkerLink((...all) => this.connection(...all), this.address, this.session.name, {
    stage: (who, report) => this.atStage(() => this.progress.report(who, report)),
    notice: (code, text) => this.notices.add(code, text),
    heap: (pyodide, live) => this.probe.hear(pyodide, live),
    openings: () => [this.custody.opening, this.answerStyle.opening].filter((one) => one !== null),
  });
  private readonly probe = new HeapProbe(
    () => this.link.askHeap(),
    () => this.requestUpdate(),
  );
  readonly custody = new Custody(this.link, siteKey(this.address, "memory"), siteKey(this.address, "private"), {
    changed: () => this.requestUpdate(),
    drop: (isForgotten) => this.drop(isForgotten),
    restored: () => void this.restore(),
    otherTab: () => void this.panel.refresh(),
    erased: () => void this.answerStyle.forget(),
  });
  readonly answerStyle = new AnswerStyle(this.link, siteKey(this.address, "answers"), () => this.requestUpdate());
  readonly stylePanel = new StylePanel(this.answerStyle, () => this.requestUpdate());
  readonly panel = new MemoryPanel(this.link, this.probe, this.custody, () => this.requestUpdate());
  readonly source = new SourcePane(this.link, () => this.paneChanged());
  readonly conversation = new Conversation(this.link, this.transcript, {
    changed: () => this.changed(),
    pieceShown: () => this.stick?.follow(),
    status: (what) => this.announce(what),
    answered: () => void this.afterAnswer(),
  });
  private readonly form = new MessageForm(
    this,
    (message) => this.ask(message),
    () => this.conversation.stop(),
  );
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
    if (this.answerStyle.needsKey)
      this.notices.add("key-needed", texts.style.keyNotice, {
        label: texts.style.open,
        run: () => {
          this.notices.remove("key-needed");
          void this.toggleStyle();
        },
      });
    this.site = (await loaded) ?? null;
    this.suggested = this.site?.suggested ?? [];
    this.requestUpdate();
    if (this.suggested.length === 0) void this.suggest();
  }

  /** Sends a message, or queues it until the core is up. */
  ask(message: string): void {
    this.conversation.ask(message);
    requestAnimationFrame(() => this.stick?.jump());
  }

  /** Shows in the panel what an answer told of an earlier conversation. */
  async openBlock(recalled: RecalledBlock): Promise<void> {
    if (!this.panel.isOpen) await this.togglePanel();
    await this.custody.open(recalled);
    await this.updateComplete;
    const block = this.renderRoot.querySelector<HTMLElement>(`[data-block="${CSS.escape(recalled.block_id)}"]`);
    (block?.querySelector(".told") ?? block)?.scrollIntoView({ block: "center" });
    block?.querySelector("summary")?.focus({ preventScroll: true });
  }

  focusForm(): void {
    this.form.focus();
  }

  protected override firstUpdated(): void {
    const scroller = this.renderRoot.querySelector<HTMLElement>(".scroller");
    if (scroller) this.stick = new Stick(scroller, () => this.requestUpdate());
    if (this.isAtHome) this.form.focus();
  }

  protected override updated(_changed: PropertyValues): void {
    const { chosen } = this.theme;
    if (chosen) this.dataset.theme = chosen;
  }

  protected override render(): TemplateResult {
    const { entries } = this.conversation;
    const title = this.site?.title ?? this.getAttribute("heading") ?? "";
    const hasPane = this.source.isOpen || this.panel.isOpen || this.stylePanel.isOpen;
    return html`<div class=${hasPane ? "app with-pane" : "app"}>
      ${topBar({
        title,
        theme: this.theme,
        canClear: entries.length > 0,
        isPanelOpen: this.panel.isOpen,
        isStyleOpen: this.stylePanel.isOpen,
        onClear: () => void this.newConversation(),
        onPanel: () => void this.togglePanel(),
        onStyle: () => void this.toggleStyle(),
        onTheme: () => this.switchTheme(),
      })}
      <main>
        <div class="scroller" tabindex="-1">
          <div class="column">
            ${entries.length === 0 ? greeting(title, this.suggested, this.answerStyle.shown, (question) => this.askSuggested(question)) : nothing} ${this.renderWindow("earlier")} ${this.log} ${this.renderWindow("later")}
          </div>
        </div>
        <div class="dock">
          ${this.stick && !this.stick.isAtBottom ? html`<button type="button" class="jump icon" aria-label=${texts.jump} title=${texts.jump} @click=${() => this.stick?.jump()}>${arrowDown}</button>` : nothing}
          ${startFailure(this.progress.failure)} ${this.notices.render()} ${this.progress.render()}
          ${this.form.render({ title: title || "this site", isAnswering: this.conversation.isAnswering, canQueue: this.conversation.canQueue })}
          ${this.answerStyle.isOn ? html`<button type="button" class="quiet phrasing" @click=${() => void this.toggleStyle()}>${texts.phrasing(this.answerStyle.shown)}</button>` : nothing}
          <div class="hidden" role="status">${this.status}</div>
        </div>
      </main>
      ${this.renderPane()}
    </div>`;
  }

  private renderPane(): TemplateResult | typeof nothing {
    if (this.source.isOpen) return this.source.render();
    if (this.stylePanel.isOpen) return this.stylePanel.render(() => void this.toggleStyle());
    return this.panel.render();
  }

  private renderWindow(side: "earlier" | "later"): TemplateResult | typeof nothing {
    const isThere = side === "earlier" ? this.transcript.hasEarlier : this.transcript.hasLater;
    if (!isThere) return nothing;
    const step = side === "earlier" ? -WINDOW_ENTRIES / 2 : WINDOW_ENTRIES / 2;
    return html`<button type="button" class="more" @click=${() => void this.moveWindow(step)}>${texts[side]}</button>`;
  }

  private connection(...all: Parameters<Connect>): ReturnType<Connect> {
    if (!this.connect) throw new Error("limpet-chat needs its `connect` before it starts.");
    this.progress.reset();
    return this.connect(...all);
  }

  private atStage(report: () => void): void {
    report();
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

  private async suggest(): Promise<void> {
    try {
      this.suggested = (await this.link.request({ type: "suggest", k: 4 }, "suggested")).questions;
    } catch {
      this.suggested = [];
    }
    this.requestUpdate();
  }

  private askSuggested(question: string): void {
    this.ask(question);
    this.form.focus();
  }

  private async newConversation(): Promise<void> {
    await this.conversation.reset();
    this.source.close();
    this.announce("cleared");
    this.form.focus();
    await this.panel.refresh();
  }

  private async togglePanel(): Promise<void> {
    if (this.source.isOpen) this.source.close();
    if (this.stylePanel.isOpen) this.stylePanel.toggle();
    await this.panel.toggle(this.conversation.entries.at(-1)?.number ?? 0);
  }

  /** Opens the pane with its first field focused, or closes it and gives the focus back. */
  private async toggleStyle(): Promise<void> {
    const isCovered = this.source.isOpen && this.stylePanel.isOpen;
    if (this.source.isOpen) this.source.close();
    if (this.panel.isOpen) await this.panel.toggle(0);
    if (!isCovered) this.stylePanel.toggle();
    await this.updateComplete;
    const wanted = this.stylePanel.isOpen ? ".style-panel input" : ".top .style";
    this.renderRoot.querySelector<HTMLElement>(wanted)?.focus();
  }

  private switchTheme(): void {
    this.theme.choose(this.theme.other);
    this.requestUpdate();
  }

  private async moveWindow(step: number): Promise<void> {
    const { entries } = this.conversation;
    const from = Math.min(Math.max(0, this.transcript.from + step), Math.max(0, entries.length - WINDOW_ENTRIES));
    await this.transcript.show(entries, from);
    this.requestUpdate();
  }

  private async drop(isForgotten: (entry: Entry) => boolean): Promise<void> {
    this.source.close();
    await this.conversation.drop(isForgotten);
  }

  private paneChanged(): void {
    this.requestUpdate();
    if (this.source.isOpen) void this.updateComplete.then(() => this.source.reveal(this.renderRoot));
  }

  private changed(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.stick?.follow());
  }

  private announce(what: keyof typeof texts.status): void {
    this.status = texts.status[what];
    this.requestUpdate();
  }

  private async afterAnswer(): Promise<void> {
    this.stick?.follow();
    const { entries } = this.conversation;
    whenIdle(() => void this.probe.sample(entries.at(-1)?.number ?? 0));
    await this.panel.refresh();
  }
}
