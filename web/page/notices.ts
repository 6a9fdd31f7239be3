import { html, nothing, type TemplateResult } from "lit";
import { cross } from "./icons";
import { texts } from "./texts";

/** Notices that are shown at one time; the oldest leaves. */
const SHOWN = 3;
/** What a notice puts an end to. */
const ENDS: Record<string, readonly string[]> = {
  "stored-again": ["storage-full", "not-stored", "session-not-saved", "memory-held"],
  "storage-full": ["not-stored", "stored-again"],
  "not-stored": ["stored-again"],
};

interface Notice {
  code: string;
  text: string;
  action?: { label: string; run: () => void };
}

/** Short messages above the form, each dismissed by the visitor; one of a kind at a time. */
export class Notices {
  private shown: Notice[] = [];

  constructor(private readonly changed: () => void) {}

  add(code: string, text: string, action?: Notice["action"]): void {
    const gone = [code, ...(ENDS[code] ?? [])];
    const others = this.shown.filter((notice) => !gone.includes(notice.code));
    this.shown = [...others, { code, text, ...(action ? { action } : {}) }].slice(-SHOWN);
    this.changed();
  }

  remove(code: string): void {
    this.shown = this.shown.filter((notice) => notice.code !== code);
    this.changed();
  }

  /** What they stand in is always there, for a screen reader says only what comes into a region that it knows. */
  render(): TemplateResult {
    const list = html`<ul class="notices">${this.shown.map((notice) => this.item(notice))}</ul>`;
    return html`<div aria-live="polite">${this.shown.length > 0 ? list : nothing}</div>`;
  }

  private item({ code, text, action }: Notice): TemplateResult {
    return html`<li data-code=${code}>
      <span>${text}</span>
      ${action ? html`<button type="button" class="quiet" @click=${action.run}>${action.label}</button>` : nothing}
      <button type="button" class="icon small" aria-label=${texts.dismiss} title=${texts.dismiss} @click=${() => this.remove(code)}>${cross}</button>
    </li>`;
  }
}

/** Says that answers are the site's own sentences until a model's key is entered again; `open` shows where. */
export function askForKey(notices: Notices, open: () => void): void {
  const run = (): void => {
    notices.remove("key-needed");
    open();
  };
  notices.add("key-needed", texts.style.keyNotice, { label: texts.style.open, run });
}
