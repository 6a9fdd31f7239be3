import { html, nothing, type TemplateResult } from "lit";
import type { Receipt, RememberedBlock } from "../wire";
import type { Custody } from "./custody";
import { day } from "./day";
import { plainText } from "./plain-text";
import { formatBytes } from "./sizes";
import { sureButton } from "./sure-button";
import { texts } from "./texts";

type Section = TemplateResult | typeof nothing;

const { custody: words } = texts;

/** What the visitor allows, what is remembered, and how to take it out or erase it. */
export function custodySections(custody: Custody): Section[] {
  return [
    consentSection(custody),
    blockSection(custody),
    copySection(custody),
    storageSection(custody),
    eraseSection(custody),
  ];
}

function consentSection(custody: Custody): Section {
  const { consent } = custody;
  if (!consent) return nothing;
  return html`<section class="custody">
    <h3>${words.heading}</h3>
    ${toggle(words.remember, consent.sentence, consent.remembers, consent.is_private, (isOn) => custody.allow(isOn))}
    ${toggle(words.private, words.privateHint, consent.is_private, false, (isOn) => custody.makePrivate(isOn))}
    ${custody.keeping?.refused ? refusedNote(custody.keeping.refused, custody.keeping.waiting_turns) : nothing}
    ${custody.problem ? html`<p class="problem" role="alert">${custody.problem}</p>` : nothing}
    ${custody.told ? html`<p class="note" role="status">${custody.told}</p>` : nothing}
    ${custody.receipt ? receiptNote(custody.receipt) : nothing}
  </section>`;
}

function refusedNote({ code, text }: { code: string; text: string }, waiting: number): TemplateResult {
  return html`<div class="refused" role="status" data-code=${code}>
    <strong>${words.forThisVisit}</strong>
    <p>${text} ${waiting > 0 ? words.waiting(waiting) : nothing}</p>
  </div>`;
}

function toggle(
  label: string,
  hint: string,
  isOn: boolean,
  isDisabled: boolean,
  onChange: (isOn: boolean) => void,
): TemplateResult {
  return html`<label class="toggle">
    <input type="checkbox" role="switch" .checked=${isOn} ?disabled=${isDisabled} @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)} />
    <span><span class="name">${label}</span><span class="hint-text">${hint}</span></span>
  </label>`;
}

function receiptNote(receipt: Receipt): TemplateResult {
  const turns = receipt.turns + receipt.session_turns;
  return html`<div class="receipt" role="status">
    <strong>${receipt.verified ? words.forgotten : words.notForgotten}</strong>
    <p>${words.receipt(turns, receipt.blocks_removed, receipt.blocks_changed)} ${words.searched(receipt.searched, receipt.found_in)} ${receipt.marks_kept === false ? words.marksWait : nothing}</p>
  </div>`;
}

function blockSection(custody: Custody): Section {
  const { consent, blocks, search } = custody;
  if (!consent?.remembers && blocks.length === 0 && !search) return nothing;
  return html`<section class="blocks">
    <h3>${words.blocks}</h3>
    <input type="search" class="field" aria-label=${words.search} placeholder=${words.search} .value=${search} @change=${(event: Event) => void custody.find((event.target as HTMLInputElement).value)} />
    ${blocks.length === 0 ? html`<p class="note">${search ? words.noMatch : words.noBlocks}</p>` : nothing}
    ${blocks.map((block) => blockItem(custody, block))}
    ${custody.hasMore ? html`<p class="note">${words.more}</p>` : nothing}
    ${search && blocks.length > 0 ? sureButton(words.forgetText(search), () => void custody.forget({ text: search })) : nothing}
  </section>`;
}

function blockItem(custody: Custody, block: RememberedBlock): TemplateResult {
  const isOpen = custody.opened.block_id === block.block_id;
  return html`<details class="block" data-block=${block.block_id} ?open=${isOpen}>
    <summary><time>${day(block.start)}</time> <span class="theme">${block.theme}</span> ${block.is_waiting ? html`<span class="waits">${words.waits}</span>` : nothing}</summary>
    <ol class="turns">
      ${block.turns.map(
        (turn) => html`<li class=${isOpen && custody.opened.turn_ids.includes(turn.turn_id) ? "told" : ""}>
          <p class="asked">${turn.message}</p>
          ${turn.answer ? html`<p>${plainText(turn.answer)}</p>` : nothing}
          ${sureButton(texts.forget, () => void custody.forgetTurn(turn.session ?? block.session, turn.turn_id, turn.message))}
        </li>`,
      )}
    </ol>
    ${sureButton(words.deleteBlock, () => void custody.forgetBlock(block))}
  </details>`;
}

function copySection(custody: Custody): Section {
  if (custody.waiting)
    return html`<section><h3>${words.copy}</h3>
      <form class="row" @submit=${(event: SubmitEvent) => submitted(event, (passphrase) => void custody.unlock(passphrase))}>
        <input class="field" type="password" name="passphrase" required autocomplete="off" aria-label=${words.passphrase} placeholder=${words.passphrase} />
        <button class="quiet framed">${words.unlock}</button>
        <button type="button" class="quiet framed" @click=${() => custody.leaveFile()}>${words.leave}</button>
      </form>
    </section>`;
  return html`<section><h3>${words.copy}</h3>
    <form class="row" @submit=${(event: SubmitEvent) => submitted(event, (passphrase) => void custody.exportFile(passphrase))}>
      <input class="field" type="password" name="passphrase" autocomplete="new-password" aria-label=${words.optional} placeholder=${words.optional} />
      <button class="quiet framed">${words.export}</button>
    </form>
    <label class="quiet framed file">${words.import}<input type="file" accept="application/json,.json" @change=${(event: Event) => chosen(event, (file) => void custody.importFile(file))} /></label>
  </section>`;
}

function storageSection(custody: Custody): Section {
  const { storage } = custody;
  if (!storage) return nothing;
  return html`<section><h3>${words.storage}</h3>
    <dl>
      <div><dt>${words.used}</dt><dd>${formatBytes(storage.used_bytes)}</dd></div>
      <div><dt>${words.kept}</dt><dd>${storage.isKept ? words.isKept : words.mayClear}</dd></div>
    </dl>
    ${storage.isKept ? nothing : html`<button type="button" class="quiet framed" @click=${() => void custody.keepStorage()}>${words.keep}</button>`}
  </section>`;
}

function eraseSection(custody: Custody): Section {
  return html`<section><h3>${words.erase}</h3>
    <p class="note">${words.eraseHint}</p>
    ${sureButton(words.forgetAll, () => void custody.forget("all"), "framed")}
  </section>`;
}

function submitted(event: SubmitEvent, use: (passphrase: string) => void): void {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  use(String(new FormData(form).get("passphrase") ?? ""));
  form.reset();
}

function chosen(event: Event, use: (file: File) => void): void {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  if (file) use(file);
  input.value = "";
}
