import { html, nothing, type TemplateResult } from "lit";
import type { Stage, StageReport } from "../wire";
import { formatBytes } from "./sizes";
import type { Who } from "./worker-link";

const LABELS: Record<Stage, string> = {
  runtime: "Starting Python",
  core: "Starting the chat",
  index: "Reading the index",
  model: "Ready for questions; fetching the language model",
  ready: "Ready",
  failed: "The start failed",
};

/** What the two workers say about their start, summed up. */
export class StartProgress {
  private readonly reports: Partial<Record<Who, StageReport>> = {};

  report(who: Who, report: StageReport): void {
    this.reports[who] = report;
  }

  /** Begins anew, for workers that are restarted. */
  reset(): void {
    this.reports.core = this.reports.embedder = undefined;
  }

  /** Why there will be no answers; null while there may be some. */
  get failure(): { code: string; detail: string } | null {
    const { core } = this.reports;
    return core?.stage === "failed" ? { code: core.code ?? "failed", detail: core.detail ?? "" } : null;
  }

  /** Nothing more will be loaded. */
  get isSettled(): boolean {
    const { core, embedder } = this.reports;
    return core?.stage === "failed" || (core?.stage === "ready" && isOver(embedder));
  }

  render(): TemplateResult | typeof nothing {
    if (this.isSettled) return nothing;
    const { core, embedder } = this.reports;
    const stage = core?.stage === "ready" ? "model" : (core?.stage ?? "runtime");
    const loaded = (core?.loaded_bytes ?? 0) + (embedder?.loaded_bytes ?? 0);
    const total = (core?.total_bytes ?? 0) + (embedder?.total_bytes ?? 0);
    return html`<div class="progress" data-stage=${stage}>
      <span class="what">${LABELS[stage]}</span>
      <span class="sizes">${total > 0 ? `${formatBytes(loaded)} of ${formatBytes(total)}` : ""}</span>
      <progress aria-label=${LABELS[stage]} max="1" .value=${total > 0 ? loaded / total : 0}></progress>
    </div>`;
  }
}

function isOver(report: StageReport | undefined): boolean {
  return report?.stage === "ready" || report?.stage === "failed";
}
