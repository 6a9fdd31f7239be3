import type { Answered, Citation } from "../wire";
import { citedSections, numberRange } from "./cited-sections";
import { day } from "./day";
import type { Entry } from "./entry";
import { texts } from "./texts";

/** A new element with a class and children; strings become text, never markup. */
export function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** A button that the transcript's one listener knows by its action. */
export function actionButton(action: string, className: string, label: string, value = ""): HTMLButtonElement {
  const button = element("button", className, label) as HTMLButtonElement;
  button.type = "button";
  button.dataset.action = action;
  if (value) button.dataset.value = value;
  return button;
}

/** "Understood as": how the message was read, each part with a way to take it back where that `canBeUndone`. */
export function understoodRow(answered: Answered, canBeUndone: boolean): HTMLElement | null {
  const parts = (answered.understood ?? []).filter(({ repeats }) => !repeats);
  if (parts.length === 0) return null;
  const chips = parts.map(({ part, label }) => {
    if (!canBeUndone) return element("li", "", element("span", "chip settled", label));
    const chip = actionButton("undo", "chip", label, part);
    chip.setAttribute("aria-label", texts.undo(label));
    chip.append(element("span", "cross", "×"));
    return element("li", "", chip);
  });
  const label = parts.every(({ part }) => part.startsWith("slot:")) ? texts.filters : texts.understoodAs;
  return element("div", "understood", element("span", "label", label), element("ul", "chips", ...chips));
}

/** What may be asked next: the readings of a question that was asked back, sections near, the rest of a list. */
export function optionRow(answered: Answered): HTMLElement | null {
  const options = answered.options ?? [];
  if (options.length === 0) return null;
  const buttons = options.map((option, number) =>
    element("li", "", actionButton("choose", "option", option.replaceAll(" > ", " › "), String(number))),
  );
  const list = element("ul", "options", ...buttons);
  if (answered.more) return list;
  const introduced = { clarify: texts.choices, not_covered: texts.nearest }[answered.mode as string];
  list.setAttribute("aria-label", introduced ?? texts.related);
  // The text of these two kinds of answer leads to the buttons, which follow it; after others a label does.
  return introduced ? list : element("div", "related", element("span", "label", texts.related), list);
}

/** Hides the list that an answer ends with where the same readings follow as buttons; nobody needs to read them twice. */
export function hideListedOptions(body: HTMLElement, options: readonly string[]): void {
  const list = body.querySelector<HTMLElement>(":scope > :is(ol, ul):last-child");
  if (!list) return;
  const listed = [...list.querySelectorAll(":scope > li")].map((item) => item.textContent?.trim());
  list.hidden = options.length > 0 && listed.join("\n") === options.join("\n");
}

/** The sections that an answer stands on, each with the numbers of all that it is cited for. */
export function sourceList(citations: Citation[]): HTMLElement | null {
  if (citations.length === 0) return null;
  const items = citedSections(citations).map(({ heading, numbers, quotes }) => {
    const button = actionButton("cite", "source", "", numbers.join(","));
    const shown = numberRange(numbers);
    const path = heading.split(" > ");
    const [name = "", above] = [path.pop(), path.join(" › ")];
    button.append(element("span", "number", shown), " ", element("span", "heading", name)); // spaces are heard, not seen
    if (above) button.append(" ", element("span", "path", above));
    button.title = quotes.join("\n");
    return element("li", "", button);
  });
  const list = element("ol", "sources", ...items);
  list.setAttribute("aria-label", texts.sources);
  return list;
}

/** Ways to the earlier conversations that an answer tells of. */
export function recalledRow(answered: Answered): HTMLElement | null {
  if (answered.recalled.length === 0) return null;
  const buttons = answered.recalled.map(({ block_id, at = 0 }) =>
    element("li", "", actionButton("recalled", "option", texts.earlierTalk(day(at)), block_id)),
  );
  return element("ul", "options recalled", ...buttons);
}

/** What the marks of an answer mean, below it. */
export function waryNote(answered: Answered): HTMLElement | null {
  if (!answered.marks?.length) return null;
  const sign = element("span", "wary", "?");
  sign.setAttribute("aria-hidden", "true");
  return element("p", "note marks", sign, ` ${texts.waryNote}`);
}

/** What can be done with a finished answer. */
export function actionRow(entry: Entry): HTMLElement {
  const row = element("div", "actions");
  if (entry.state === "stopped") row.append(element("span", "note", texts.stopped));
  if (entry.isGist) row.append(element("span", "note", texts.shortened));
  row.append(actionButton("copy", "quiet", texts.copy));
  const model = entry.answered?.composed_by;
  if (model) row.append(element("span", "note", texts.phrasedBy(model)));
  if (entry.turn !== null) {
    const forget = actionButton("forget", "quiet danger", "");
    forget.append(element("span", "", texts.forget), element("span", "sure", texts.sure));
    row.append(forget);
  }
  return row;
}

/** An error, with what to do about it. */
export function errorBox(error: { code: string; detail: string }): HTMLElement {
  const box = element("div", "error", element("strong", "", texts.failed), element("p", "", error.detail));
  box.append(
    element("div", "actions", actionButton("retry", "quiet", texts.retry), element("code", "code", error.code)),
  );
  return box;
}

/**
 * Makes the `[n]` of a rendered answer agree with its citations: those that exist can be pressed, the others were
 * ordinary text and become so again.
 */
export function bindCitations(body: HTMLElement, citations: Citation[]): void {
  for (const mark of body.querySelectorAll<HTMLElement>(".wary")) mark.title = texts.wary;
  for (const button of body.querySelectorAll<HTMLButtonElement>("button.cite")) {
    const number = Number(button.dataset.cite);
    const citation = citations[number - 1];
    if (!citation) {
      button.replaceWith(`[${number}]`);
      continue;
    }
    button.dataset.action = "cite";
    button.dataset.value = String(number);
    button.setAttribute("aria-label", texts.source(number, citation.heading));
    button.title = citation.quote;
  }
}
