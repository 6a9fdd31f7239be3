import { html, nothing, type TemplateResult } from "lit";
import { arrowDown, gauge, moon, pen, quill, shell, sun } from "./icons";
import type { SidePane } from "./side-pane";
import type { Stick } from "./stick";
import { texts } from "./texts";
import type { ThemeChoice } from "./theme";

export interface TopBar {
  title: string;
  theme: ThemeChoice;
  canClear: boolean;
  pane: SidePane;
  onClear: () => void;
  onTheme: () => void;
}

/** The site's title and what can be done with the whole conversation. */
export function topBar(bar: TopBar): TemplateResult {
  const { title, theme, canClear, pane, onClear, onTheme } = bar;
  const themeText = texts.theme(theme.other);
  return html`<header class="top">
    <span class="mark">${shell}</span>
    <h1>${title}</h1>
    <button type="button" class="icon" aria-label=${texts.newConversation} title=${texts.newConversation} ?disabled=${!canClear} @click=${onClear}>${pen}</button>
    <button type="button" class="icon memory" aria-label=${texts.memory} title=${texts.memory} aria-expanded=${pane.panel.isOpen ? "true" : "false"} @click=${() => void pane.togglePanel()}>${gauge}</button>
    <button type="button" class="icon style" aria-label=${texts.style.heading} title=${texts.style.heading} aria-expanded=${pane.stylePanel.isOpen ? "true" : "false"} @click=${() => void pane.toggleStyle()}>${quill}</button>
    <button type="button" class="icon" aria-label=${themeText} title=${themeText} @click=${onTheme}>${theme.current === "dark" ? sun : moon}</button>
  </header>`;
}

/** What stands where there is no message yet: an invitation, a promise, first questions. */
export function greeting(
  title: string,
  suggested: readonly string[],
  phrasedBy: string,
  onAsk: (question: string) => void,
): TemplateResult {
  const questions = suggested.map(
    (question) =>
      html`<li><button type="button" class="suggestion" @click=${() => onAsk(question)}>${question}</button></li>`,
  );
  return html`<section class="greeting">
    <h2>${title ? texts.greeting(title) : ""}</h2>
    <p>${phrasedBy ? texts.phrasedPromise(phrasedBy) : texts.promise}</p>
    ${questions.length > 0 ? html`<ul aria-label=${texts.suggested}>${questions}</ul>` : nothing}
  </section>`;
}

/** Why there will be no answers, and what to do. */
export function startFailure(failure: { code: string; detail: string } | null): TemplateResult | typeof nothing {
  if (!failure) return nothing;
  return html`<div class="failure" role="alert">
    <p><strong>${texts.failed}</strong> ${failure.detail}</p>
    <div class="actions">
      <button type="button" class="quiet" @click=${() => location.reload()}>${texts.reload}</button><code class="code">${failure.code}</code>
    </div>
  </div>`;
}

/** The way back to the newest text, while the reader is elsewhere. */
export function jumpButton(stick: Stick | null, onJumped: () => void): TemplateResult | typeof nothing {
  if (!stick || stick.isAtBottom) return nothing;
  const onJump = (): void => {
    stick.jump();
    onJumped();
  };
  return html`<button type="button" class="jump" @click=${onJump}>${arrowDown}${texts.jump}</button>`;
}
