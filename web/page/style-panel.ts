import { html, nothing, type TemplateResult } from "lit";
import type { AnswerStyle, StyleDraft } from "./answer-style";
import { cross } from "./icons";
import { texts } from "./texts";

const { style: words } = texts;

/** The pane in which a visitor names a model's endpoint, tries it, uses it, and turns it off. */
export class StylePanel {
  isOpen = false;

  constructor(
    private readonly style: AnswerStyle,
    private readonly changed: () => void,
  ) {}

  toggle(): void {
    this.isOpen = !this.isOpen;
    this.changed();
  }

  render(onClose: () => void): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`<aside class="pane style-panel" aria-label=${words.heading} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && onClose()}>
      <header>
        <div><h2>${words.heading}</h2><p>${words.subtitle}</p></div>
        <button type="button" class="icon close" aria-label=${texts.close} title=${texts.close} @click=${onClose}>${cross}</button>
      </header>
      <div class="scroll" tabindex="0" role="region" aria-label=${words.heading}>
        <p class="in-force" aria-live="polite">${this.style.isOn ? words.on(this.style.shown) : words.off}</p>
        ${this.renderForm()}
        <h3>${words.sentHeading}</h3>
        <p class="note">${words.sent}</p>
        <p class="note">${words.neverSent}</p>
        <h3>${words.marksHeading}</h3>
        <p class="note"><span class="wary" aria-hidden="true">?</span> ${words.marks}</p>
      </div>
    </aside>`;
  }

  private renderForm(): TemplateResult {
    const { draft, isBusy, isOn, problem, told, needsKey } = this.style;
    return html`<form class="fields" @submit=${(event: SubmitEvent) => this.submit(event)}>
      ${field("base-url", words.address, html`<input id="base-url" name="baseUrl" class="field" type="url" required inputmode="url" autocomplete="off" spellcheck="false" placeholder="http://127.0.0.1:11434/v1" aria-describedby="base-url-hint" .value=${draft.baseUrl} />`)}
      <p class="hint-text" id="base-url-hint">${words.addressHint}</p>
      ${field("model-name", words.model, html`<input id="model-name" name="model" class="field" required autocomplete="off" spellcheck="false" placeholder="qwen3:4b" .value=${draft.model} />`)}
      ${field("model-key", words.key, html`<input id="model-key" name="key" class="field" type="password" autocomplete="off" .value=${draft.key} />`)}
      ${needsKey ? html`<p class="problem">${words.keyGone}</p>` : nothing}
      <label class="toggle">
        <input type="checkbox" role="switch" name="keepsKey" .checked=${draft.keepsKey} />
        <span><span class="name">${words.keepKey}</span><span class="hint-text">${words.keepKeyHint}</span></span>
      </label>
      <div class="row">
        <button type="button" class="quiet framed" aria-disabled=${isBusy ? "true" : "false"} @click=${(event: Event) => this.test(event)}>${words.test}</button>
        <button class="quiet framed filled" aria-disabled=${isBusy ? "true" : "false"}>${words.use}</button>
        ${isOn ? html`<button type="button" class="quiet framed" aria-disabled=${isBusy ? "true" : "false"} @click=${() => void this.style.turnOff()}>${words.turnOff}</button>` : nothing}
      </div>
      <div role="status">${isBusy ? html`<p class="note">${words.busy}</p>` : nothing}${told ? html`<p class="told">${told}</p>` : nothing}</div>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    </form>`;
  }

  private test(event: Event): void {
    const form = (event.currentTarget as HTMLElement).closest("form");
    if (form?.reportValidity()) void this.style.test(read(form), words.tested);
  }

  private submit(event: SubmitEvent): void {
    event.preventDefault();
    void this.style.use(read(event.target as HTMLFormElement));
  }
}

function field(id: string, label: string, input: TemplateResult): TemplateResult {
  return html`<label class="label" for=${id}>${label}</label>${input}`;
}

function read(form: HTMLFormElement): StyleDraft {
  const data = new FormData(form);
  const text = (name: string): string => String(data.get(name) ?? "").trim();
  return { baseUrl: text("baseUrl"), model: text("model"), key: text("key"), keepsKey: data.has("keepsKey") };
}
