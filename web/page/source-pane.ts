import { html, nothing, type TemplateResult } from "lit";
import type { Citation } from "../wire";
import { cross } from "./icons";
import { visibleRuns } from "./source-runs";
import { texts } from "./texts";
import type { WorkerLink } from "./worker-link";

/** Characters before and after the cited place that are shown; a document may have millions. */
const AROUND_CHARS = 20_000;

interface Opened {
  title: string;
  text: string;
  format: string;
  url: string;
}

/** The document behind a citation, open at the place, with the cited range marked. */
export class SourcePane {
  private citation: Citation | null = null;
  private document: Opened | null = null;
  private problem = "";
  private opener: HTMLElement | null = null;

  constructor(
    private readonly link: WorkerLink,
    private readonly changed: () => void,
  ) {}

  get isOpen(): boolean {
    return this.citation !== null;
  }

  async open(citation: Citation, opener: HTMLElement): Promise<void> {
    const isSame = this.document !== null && this.citation?.document_id === citation.document_id;
    Object.assign(this, { citation, opener, problem: "", document: isSame ? this.document : null });
    this.changed();
    if (isSame) return;
    try {
      const opened = await this.link.request({ type: "open", document_id: citation.document_id }, "opened");
      if (this.citation === citation) this.document = opened;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  close(): void {
    const { opener } = this;
    this.citation = this.document = this.opener = null;
    this.changed();
    opener?.focus();
  }

  /** Moves the view to the marked place; called after rendering. */
  reveal(root: ParentNode): void {
    root.querySelector(".pane mark")?.scrollIntoView({ block: "center" });
    root.querySelector<HTMLElement>(".pane .close")?.focus({ preventScroll: true });
  }

  render(): TemplateResult | typeof nothing {
    if (!this.citation) return nothing;
    const { heading, document_id } = this.citation;
    const title = this.document?.title || document_id;
    const path = heading.split(" > ").filter((step, index) => index > 0 || step !== title);
    return html`<aside class="pane source-pane" aria-label=${title} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && this.close()}>
      <header>
        <div><h2>${title}</h2><p>${path.join(" › ")}</p></div>
        <button type="button" class="icon close" aria-label=${texts.close} title=${texts.close} @click=${() => this.close()}>${cross}</button>
      </header>
      <div class="scroll" tabindex="0" role="region" aria-label=${title} dir="auto">${this.renderText()}</div>
      ${this.renderLink()}
    </aside>`;
  }

  private renderText(): TemplateResult {
    if (this.problem) return html`<p class="problem" role="alert">${this.problem}</p>`;
    if (!this.document || !this.citation) return html`<p class="pending"><span class="dots"></span></p>`;
    const runs = visibleRuns(this.document.text, this.document.format, this.citation, AROUND_CHARS);
    return html`<div class="source-text">${runs.map((run) => (run.isMarked ? html`<mark>${run.text}</mark>` : html`<span class=${run.look || nothing}>${run.text}</span>`))}</div>`;
  }

  private renderLink(): TemplateResult | typeof nothing {
    const url = this.document?.url ?? "";
    if (!/^(https?:\/\/|\.{0,2}\/)/.test(url)) return nothing;
    return html`<footer><a href=${url} target="_blank" rel="noopener noreferrer">${texts.openPage}</a></footer>`;
  }
}
