import { html, type TemplateResult } from "lit";
import { texts } from "./texts";

const SURE_MS = 5000;

/** A button for what cannot be taken back: the first press asks, the second within five seconds does it. */
export function sureButton(label: string, act: () => void, look = ""): TemplateResult {
  const press = (event: Event): void => pressed(event.currentTarget as HTMLElement, act);
  return html`<button type="button" class="quiet danger ${look}" @click=${press}><span>${label}</span><span class="sure">${texts.sure}</span></button>`;
}

/** One press of such a button: `act` follows the second, `ask` the first. */
export function pressed(button: HTMLElement, act: () => void, ask: () => void = () => undefined): void {
  if (button.dataset.sure !== undefined) {
    delete button.dataset.sure;
    act();
    return;
  }
  button.dataset.sure = "";
  ask();
  setTimeout(() => delete button.dataset.sure, SURE_MS);
}
