import type { nothing, ReactiveControllerHost, TemplateResult } from "lit";
import type { RecalledBlock } from "../wire";
import type { AnswerStyle } from "./answer-style";
import type { Custody } from "./custody";
import type { HeapProbe } from "./heap";
import { keptPlace } from "./kept-place";
import { MemoryPanel } from "./memory-panel";
import { SourcePane } from "./source-pane";
import { StylePanel } from "./style-panel";
import type { WorkerLink } from "./worker-link";

/** The element whose shadow tree shows the panes. */
interface Host extends Pick<ReactiveControllerHost, "requestUpdate" | "updateComplete"> {
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** Number of the newest entry. */
  readonly lastNumber: number;
}

interface Shown {
  link: WorkerLink;
  probe: HeapProbe;
  answerStyle: AnswerStyle;
}

/** The place beside the conversation: a source, the answer style, or the memory panel, one at a time. */
export class SidePane {
  readonly source: SourcePane;
  readonly panel: MemoryPanel;
  readonly stylePanel: StylePanel;
  /** What the memory panel was opened with; it gets the focus back. */
  private opener: HTMLElement | null = null;

  constructor(
    private readonly host: Host,
    private readonly custody: Custody,
    { link, probe, answerStyle }: Shown,
  ) {
    const changed = (): void => host.requestUpdate();
    this.source = new SourcePane(link, () => this.sourceChanged(), host);
    this.panel = new MemoryPanel(link, probe, custody, changed);
    this.stylePanel = new StylePanel(answerStyle, changed);
  }

  get isOpen(): boolean {
    return this.source.isOpen || this.panel.isOpen || this.stylePanel.isOpen;
  }

  render(): TemplateResult | typeof nothing {
    if (this.source.isOpen) return this.source.render();
    if (this.stylePanel.isOpen) return this.stylePanel.render(() => void this.toggleStyle());
    return this.panel.render(() => void this.togglePanel());
  }

  /** Opens the memory panel with the focus in it, or closes it and gives the focus back. */
  async togglePanel(): Promise<void> {
    const { panel } = this;
    const restore = this.keepPlace();
    if (!panel.isOpen) this.opener = (this.host.renderRoot as ShadowRoot).activeElement as HTMLElement | null;
    if (this.source.isOpen) this.source.close();
    if (this.stylePanel.isOpen) this.stylePanel.toggle();
    const told = panel.toggle(this.host.lastNumber);
    await this.host.updateComplete;
    restore();
    if (panel.isOpen) this.focus(".memory-panel .close");
    else if (this.opener?.isConnected) this.opener.focus();
    else this.focus(".top .memory");
    await told;
  }

  /** Opens the answer style with its first field focused, or closes it and gives the focus back. */
  async toggleStyle(): Promise<void> {
    const restore = this.keepPlace();
    const isCovered = this.source.isOpen && this.stylePanel.isOpen;
    if (this.source.isOpen) this.source.close();
    if (this.panel.isOpen) await this.panel.toggle(0);
    if (!isCovered) this.stylePanel.toggle();
    await this.host.updateComplete;
    restore();
    this.focus(this.stylePanel.isOpen ? ".style-panel input" : ".top .style");
  }

  /** Takes the focus if a pane is open; true when one is. */
  takeFocus(): boolean {
    this.focus(".pane .close");
    return this.isOpen;
  }

  private focus(selector: string): void {
    this.host.renderRoot.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  /** Shows in the memory panel what an answer told of an earlier conversation. */
  async openBlock(recalled: RecalledBlock): Promise<void> {
    if (!this.panel.isOpen) await this.togglePanel();
    await this.custody.open(recalled);
    await this.host.updateComplete;
    const selector = `[data-block="${CSS.escape(recalled.block_id)}"]`;
    const block = this.host.renderRoot.querySelector<HTMLElement>(selector);
    (block?.querySelector(".told") ?? block)?.scrollIntoView({ block: "center" });
    block?.querySelector("summary")?.focus({ preventScroll: true });
  }

  private keepPlace(): () => void {
    const { renderRoot } = this.host;
    return keptPlace(renderRoot, this.source.opener ?? (renderRoot as ShadowRoot).activeElement);
  }

  private sourceChanged(): void {
    const restore = this.keepPlace();
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => {
      restore();
      if (this.source.isOpen) this.source.reveal(this.host.renderRoot);
    });
  }
}
