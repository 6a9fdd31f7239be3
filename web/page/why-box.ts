import type { Answered, Found, Why } from "../wire";
import { element } from "./answer-parts";
import { texts } from "./texts";

/** "Why this answer?": closed until it is asked for; opens by keyboard as any disclosure does. */
export function whyBox(answered: Answered): HTMLElement | null {
  const { why } = answered;
  if (!why) return null;
  const box = element("details", "why", element("summary", "", texts.why.summary));
  const decider = texts.why.deciders[why.decided_by] ?? texts.why.decider(why.decided_by);
  box.append(element("p", "", decider), ...sections(why, answered.mode));
  // Opened at the end of the transcript it would stay behind the form.
  box.addEventListener("toggle", () => (box as HTMLDetailsElement).open && box.scrollIntoView({ block: "nearest" }));
  return box;
}

function sections(why: Why, mode: string): HTMLElement[] {
  const isLookedUp = why.taken.length + why.left.length > 0;
  const parts = [
    pairs(
      texts.why.mattered,
      why.features.map(({ name, value }) => [texts.why.features[name] ?? name, shown(name, value)]),
    ),
    isLookedUp ? section(texts.why.plan, element("p", "", planText(why, mode))) : null,
    passages(texts.why.taken, why.taken),
    passages(texts.why.left, why.left),
    pairs(texts.why.memory, remembered(why)),
  ];
  return parts.filter((part) => part !== null);
}

function section(title: string, ...content: HTMLElement[]): HTMLElement {
  return element("section", "", element("h4", "", title), ...content);
}

function pairs(title: string, rows: readonly (readonly [string, string])[]): HTMLElement | null {
  if (rows.length === 0) return null;
  const list = element("dl", "");
  for (const [name, value] of rows) list.append(element("div", "", element("dt", "", name), element("dd", "", value)));
  return section(title, list);
}

function passages(title: string, found: readonly Found[]): HTMLElement | null {
  if (found.length === 0) return null;
  const items = found.map(({ heading, fragment_id, score, reason }) => {
    const name = heading.replaceAll(" > ", " › ") || fragment_id;
    const note = reason ? (texts.why.reasons[reason] ?? reason) : texts.why.fit(percent(score));
    return element("li", "", element("span", "", name), element("span", "note", note));
  });
  return section(title, element("ul", "passages", ...items));
}

function planText({ plan, memory }: Why, mode: string): string {
  const sentence = texts.why.modes[mode] ?? mode;
  const isSaid = mode === "answer" || mode === "compare";
  const size = texts.why.planLine(Number(plan.length_words), Number(plan.fragment_count), Number(plan.topic_count));
  const share = memory.added_words.length > 0 ? Number(plan.context_share) : 0;
  const { whole, part, alone } = texts.why.contexts;
  return [sentence, isSaid ? size : "", share >= 1 ? whole : share > 0 ? part : alone].filter(Boolean).join(" ");
}

function remembered({ memory }: Why): [string, string][] {
  const names = texts.why.remembered;
  const rows: [string, string][] = [
    [names.topic, memory.topic ?? ""],
    [names.added, memory.added_words.join(", ")],
    [names.slots, Object.values(memory.slots).join(", ")],
    [names.entities, memory.entities.join(", ")],
    [names.recalled, memory.recalled_turns > 0 ? texts.why.turns(memory.recalled_turns) : ""],
    [names.trend, memory.trend === "neutral" ? "" : trend(memory.trend)],
  ];
  const told = rows.filter(([, value]) => value !== "");
  return told.length > 0 ? told : [[texts.why.memory, texts.why.nothing]];
}

/** A share in words with its percentage, a count as it is, what something was read as in words. */
function shown(name: string, value: number | string | boolean): string {
  if (typeof value === "boolean") return value ? texts.why.yes : "";
  if (typeof value === "string") return texts.why.decisions[value] ?? trend(value);
  const levels = texts.why.levels[name];
  if (!levels) return name.endsWith("_count") ? String(value) : percent(value);
  const word = levels.find(([from]) => value >= from)?.[1] ?? "";
  return `${word} (${percent(value)})`;
}

function trend(value: string): string {
  return texts.trends[value] ?? value.replaceAll("_", " ");
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
