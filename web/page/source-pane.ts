import { html, nothing, type TemplateResult } from "lit";
import type { Citation } from "../wire";
import { loadRenderer } from "./entry-nodes";
import { cross } from "./icons";
import { codeUnits, type Run, visibleRange, visibleRuns } from "./source-runs";
import { texts } from "./texts";
import { toldLines } from "./told-lines";
import type { WorkerLink } from "./worker-link";

/** Characters before and after the cited place that are shown; a document may have millions. */
const AROUND_CHARS = 20_000;
/** A document that comes sooner opens the pane with its text in it, and not with an empty one first. */
const SOON_MS = 150;

interface Opened {
  title: string;
  text: string;
  format: string;
  url: string;
}

interface Found {
  document: Opened;
  /** The document as it is shown: its nodes as they are rendered, or else stretches of its text. */
  shown: HTMLElement | Run[];
}

/** The document behind citations of one section, open at the place, with the cited ranges marked. */
export class SourcePane {
  private citations: readonly Citation[] = [];
  private document: Opened | null = null;
  private shown: Found["shown"] = [];
  private problem = "";
  /** What it was opened with. */
  opener: HTMLElement | null = null;

  constructor(
    private readonly link: WorkerLink,
    private readonly changed: () => void,
    private readonly host: { readonly updateComplete: Promise<boolean> },
  ) {}

  get isOpen(): boolean {
    return this.citations.length > 0;
  }

  /**
   * Opens what `citations`, all of one document, point at.
   *
   * @param said what the answer says with their numbers, without marks
   * @param opener gets the focus back
   */
  async open(citations: readonly Citation[], said: string, opener: HTMLElement): Promise<void> {
    const isSame = this.document !== null && this.citations[0]?.document_id === citations[0]?.document_id;
    Object.assign(this, { citations, opener, problem: "", document: isSame ? this.document : null });
    const waiting = isSame ? undefined : setTimeout(() => this.citations === citations && this.changed(), SOON_MS);
    const found = await this.find(citations, said).catch((error: Error) => ({ problem: error.message }));
    clearTimeout(waiting);
    if (this.citations !== citations) return;
    Object.assign(this, found);
    this.changed();
  }

  close(): void {
    const { opener } = this;
    Object.assign(this, { citations: [], document: null, shown: [] });
    this.changed();
    this.opener = null;
    void this.host.updateComplete.then(() => this.isOpen || opener?.focus()); // until then the pane may cover it
  }

  /** Moves the view to the marked place; called after rendering. */
  reveal(root: ParentNode): void {
    root.querySelector(".pane mark")?.scrollIntoView({ block: "center" });
    root.querySelector<HTMLElement>(".pane .close")?.focus({ preventScroll: true });
  }

  render(): TemplateResult | typeof nothing {
    const [citation] = this.citations;
    if (!citation) return nothing;
    const { heading, document_id } = citation;
    const title = this.document?.title || heading.split(" > ")[0] || document_id;
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

  private async find(citations: readonly Citation[], said: string): Promise<Partial<Found>> {
    const document_id = citations[0]?.document_id ?? "";
    const document = this.document ?? (await this.link.request({ type: "open", document_id }, "opened"));
    return { document, shown: await shownOf(document, citations, said) };
  }

  private renderText(): TemplateResult | HTMLElement {
    if (this.problem) return html`<p class="problem" role="alert">${this.problem}</p>`;
    if (!this.document) return html`<p class="pending"><span class="dots"></span></p>`;
    if (this.shown instanceof HTMLElement) return this.shown;
    return html`<div class="source-text">${this.shown.map((run) => (run.isMarked ? html`<mark>${run.text}</mark>` : html`<span class=${run.look || nothing}>${run.text}</span>`))}</div>`;
  }

  private renderLink(): TemplateResult | typeof nothing {
    const url = this.document?.url ?? "";
    if (!/^(https?:\/\/|\.{0,2}\/)/.test(url)) return nothing;
    return html`<footer><a href=${url} target="_blank" rel="noopener noreferrer">${texts.openPage}</a></footer>`;
  }
}

/** Markdown and HTML are rendered, where the cited ranges are found again in what comes of it; else the text is shown. */
async function shownOf(
  { text, format }: Opened,
  citations: readonly Citation[],
  said: string,
): Promise<Found["shown"]> {
  const cited = codeUnits(text, citations);
  const { renderSource } = await loadRenderer();
  const rendered = renderSource(text, format, cited, visibleRange(text, cited, AROUND_CHARS));
  if (rendered) return rendered;
  const ranges = format === "record" ? toldLines(text, cited, said) : cited;
  return visibleRuns(text, format, ranges, AROUND_CHARS);
}
