import { html, nothing, type TemplateResult } from "lit";
import type { Inspected } from "../wire";
import type { Custody } from "./custody";
import { custodySections } from "./custody-sections";
import { type HeapProbe, totalBytes } from "./heap";
import { curve } from "./heap-curve";
import { cross } from "./icons";
import { conversationSections, technicalSections } from "./memory-sections";
import { formatBytes } from "./sizes";
import type { Slope } from "./slope";
import { texts } from "./texts";
import type { WorkerLink } from "./worker-link";

const MEGABYTE = 1_000_000;

/** What is remembered and what it costs: the heap probe, every bounded structure with its cap, and the turns. */
export class MemoryPanel {
  isOpen = false;
  private inspected: Inspected | null = null;
  private problem = "";

  constructor(
    private readonly link: WorkerLink,
    private readonly probe: HeapProbe,
    private readonly custody: Custody,
    private readonly changed: () => void,
  ) {}

  async toggle(turn: number): Promise<void> {
    this.isOpen = !this.isOpen;
    this.changed();
    if (!this.isOpen) return;
    if (!this.probe.last) void this.probe.sample(turn);
    await this.refresh();
  }

  /** Asks the core for its present state; without effect while closed. */
  async refresh(): Promise<void> {
    if (!this.isOpen) return;
    try {
      this.inspected = await this.link.request({ type: "inspect" }, "inspected");
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    await this.custody.refresh(this.inspected);
    this.changed();
  }

  render(onClose: () => void): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`<aside class="pane memory-panel" aria-label=${texts.memory} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && onClose()}>
      <header>
        <div><h2>${texts.memory}</h2><p>${texts.kept.subtitle}</p></div>
        <button type="button" class="icon close" aria-label=${texts.close} title=${texts.close} @click=${onClose}>${cross}</button>
      </header>
      <div class="scroll" tabindex="0" role="region" aria-label=${texts.memory}>
        ${this.inspected ? custodySections(this.custody) : nothing}
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        ${this.inspected ? conversationSections(this.inspected) : nothing}
        ${this.renderHeap()}
        <details class="technical">
          <summary>${texts.kept.technical}</summary>
          ${this.renderHeapFacts()}
          ${this.inspected ? technicalSections(this.inspected) : nothing}
        </details>
      </div>
    </aside>`;
  }

  private renderHeap(): TemplateResult {
    const { samples, last, isMeasuring } = this.probe;
    const none = isMeasuring
      ? "Being measured: the browser counts when it next cleans up, in up to a minute."
      : "No sample yet; one is taken after each answer.";
    return html`<section class="heap">
      <h3>${texts.kept.heap}</h3>
      ${last ? html`<p class="big">${formatBytes(totalBytes(last))}</p>` : html`<p class="note">${none}</p>`}
      ${samples.length > 1 ? curve(samples.map(totalBytes), `Memory over ${samples.length} samples`, MEGABYTE) : nothing}
      ${last ? html`<p class="note">${texts.kept.heapHint}</p>` : nothing}
    </section>`;
  }

  private renderHeapFacts(): TemplateResult | typeof nothing {
    const { samples, last } = this.probe;
    if (!last) return nothing;
    const browser = last.browser_bytes === null ? "not told by this browser" : formatBytes(last.browser_bytes);
    return html`<section>
      <h3>${texts.kept.heapParts}</h3>
      <dl>
        <div><dt>Python</dt><dd>${formatBytes(last.pyodide_bytes)}</dd></div>
        <div><dt>In use in Python</dt><dd>${formatBytes(last.python_live_bytes)}</dd></div>
        <div><dt>Page and workers</dt><dd>${browser}</dd></div>
        <div><dt>${texts.kept.growth}</dt><dd>${slopeText(this.probe.slope())}</dd></div>
        <div><dt>${texts.kept.samples}</dt><dd>${samples.length}</dd></div>
      </dl>
    </section>`;
  }
}

function slopeText(slope: Slope | null): string {
  if (!slope || !Number.isFinite(slope.high)) return "told after more questions";
  return `${formatBytes(slope.perStep)} a question (${formatBytes(slope.low)} to ${formatBytes(slope.high)})`;
}
