import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { arrowUp, square } from "./icons";
import { texts } from "./texts";

/** Characters of a message; the same cap as `message_chars` of the core. */
export const MESSAGE_CHARS = 8000;
const AFTER_COMPOSITION_MS = 40;

export interface FormState {
  title: string;
  isAnswering: boolean;
  canQueue: boolean;
}

/** The box for messages. Enter sends, Shift+Enter breaks the line, and Enter that ends an input method's word does neither. */
export class MessageForm implements ReactiveController {
  private composedAt_ms = Number.NEGATIVE_INFINITY;
  private chars = 0;

  constructor(
    private readonly host: ReactiveControllerHost & { renderRoot: ParentNode },
    private readonly onSend: (message: string) => void,
    private readonly onStop: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  get draft(): string {
    return this.box?.value ?? "";
  }

  focus(): void {
    this.box?.focus({ preventScroll: true });
  }

  /** Takes the focus; on touch screens, where that would open the keyboard, `instead` does. */
  goOn(instead: HTMLElement | null): void {
    if (matchMedia("(pointer: fine)").matches) this.focus();
    else instead?.focus({ preventScroll: true });
  }

  render(state: FormState): TemplateResult {
    const isTooLong = this.chars > MESSAGE_CHARS;
    const isEmpty = this.chars === 0;
    const hint = isTooLong ? texts.tooLong(this.chars, MESSAGE_CHARS) : state.canQueue ? "" : texts.tooMany;
    const stop = html`<button type="button" class="round stop" aria-label=${texts.stop} title=${texts.stop} @click=${this.stop}>${square}</button>`;
    return html`<form class="form" @submit=${(event: Event) => this.submit(event, state)}>
      <div class="box">
        <textarea rows="1" dir="auto" enterkeyhint="send" autocomplete="off" aria-label=${texts.message}
          aria-describedby=${hint ? "form-hint" : nothing} aria-invalid=${isTooLong ? "true" : nothing}
          placeholder=${texts.placeholder(state.title)} @input=${this.input} @keydown=${(event: KeyboardEvent) => this.key(event, state)}
          @compositionend=${this.composed}></textarea>
        ${state.isAnswering ? stop : nothing}
        ${state.isAnswering && isEmpty ? nothing : html`<button class="round send" aria-label=${texts.send} title=${texts.send} ?disabled=${isEmpty || isTooLong || !state.canQueue}>${arrowUp}</button>`}
      </div>
      ${hint ? html`<p id="form-hint" class="hint" role="alert">${hint}</p>` : nothing}
    </form>`;
  }

  private get box(): HTMLTextAreaElement | null {
    return this.host.renderRoot.querySelector("textarea");
  }

  private readonly input = (): void => {
    this.chars = this.draft.trim().length;
    this.host.requestUpdate();
  };

  private readonly composed = (event: CompositionEvent): void => {
    this.composedAt_ms = event.timeStamp;
  };

  private readonly stop = (): void => {
    this.onStop();
    this.focus();
  };

  private key(event: KeyboardEvent, state: FormState): void {
    if (event.key !== "Enter" || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    // Safari ends the composition before the key arrives; 229 is what the others report for a key inside one.
    const isOfInputMethod =
      event.isComposing || event.keyCode === 229 || event.timeStamp - this.composedAt_ms < AFTER_COMPOSITION_MS;
    if (isOfInputMethod) return;
    this.submit(event, state);
  }

  private submit(event: Event, state: FormState): void {
    event.preventDefault();
    const message = this.draft.trim();
    this.focus();
    if (message === "" || message.length > MESSAGE_CHARS || !state.canQueue || !this.box) return;
    this.box.value = "";
    forgetTyping(this.box);
    this.input();
    this.onSend(message);
  }
}

/**
 * Chromium keeps the nodes of every typed text in its undo history until the box leaves the page. Not on touch screens,
 * where taking the box out for a moment could close the keyboard.
 */
function forgetTyping(box: HTMLTextAreaElement): void {
  if (!matchMedia("(pointer: fine)").matches) return;
  const { parentNode, nextSibling } = box;
  box.remove();
  parentNode?.insertBefore(box, nextSibling);
  box.focus({ preventScroll: true });
}
