import type { StageReport } from "../wire";
import { actionButton, element } from "./answer-parts";
import type { Entry } from "./entry";
import { formatBytes } from "./sizes";
import { texts } from "./texts";

/** How far the language model is. */
export class ModelProgress {
  state: "loading" | "ready" | "failed" = "loading";
  /** How much of it is here; empty until that is known. */
  sizes = "";

  hear(report: StageReport): void {
    this.state = report.stage === "ready" || report.stage === "failed" ? report.stage : "loading";
    const { loaded_bytes: loaded, total_bytes: total } = report;
    this.sizes = total > 0 && loaded < total ? texts.early.sizes(formatBytes(loaded), formatBytes(total)) : "";
  }
}

/** That an answer was given before the language model had come; once it is there, with a way to ask again. */
export function earlyNote({ isEarly, state }: Entry, model: ModelProgress): HTMLElement | null {
  if (!isEarly || state !== "answered") return null;
  const said = model.state === "loading" ? texts.early.loading(model.sizes) : texts.early[model.state];
  const note = element("p", "note early", element("span", "", said));
  note.dataset.model = model.state;
  if (model.state === "ready") note.append(" ", actionButton("again", "quiet", texts.retry));
  return note;
}
