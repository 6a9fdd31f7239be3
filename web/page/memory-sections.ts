import { html, nothing, type TemplateResult } from "lit";
import type { Inspected, InspectedTurn, Structure } from "../wire";
import { plainText } from "./plain-text";
import { formatBytes } from "./sizes";
import { texts } from "./texts";

/** What `inspect` tells beyond structures and turns; each may be missing. */
export interface MemoryFacts {
  entities?: { name: string; weight: number }[];
  trend?: string;
  summary_similarity?: number | null;
  caches?: { name: string; hit_share: number }[];
  evictions?: { number: number; importance: number; at_turn: number }[];
}

const words = texts.kept;
/** Turns of the conversation that are seen at once. */
const NEWEST_TURNS = 3;
const MOST_NAMES = 12;
/** What a visitor would call a name: sizes and amounts count for the search as well. */
const NAME = /\p{L}{3}/u;

type Section = TemplateResult | typeof nothing;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Names that were spoken of, those that count most first. */
function nameSection({ entities = [] }: MemoryFacts): Section {
  const names = entities.filter(({ name }) => NAME.test(name));
  if (names.length === 0) return nothing;
  return html`<section>
    <h3>${words.names}</h3>
    <ul class="chips">
      ${heaviest(names).map(({ name }) => html`<li><span class="chip settled">${name}</span></li>`)}
    </ul>
  </section>`;
}

function heaviest(entities: readonly { name: string; weight: number }[]): { name: string; weight: number }[] {
  return [...entities].sort((one, other) => other.weight - one.weight).slice(0, MOST_NAMES);
}

/** Weights of the names as bars. */
function weightSection({ entities = [] }: MemoryFacts): Section {
  if (entities.length === 0) return nothing;
  return html`<section>
    <h3>${words.weights}</h3>
    <ul class="structures">
      ${heaviest(entities).map(
        ({ name, weight }) => html`<li>
          <span class="name">${name}</span><span class="size">${weight.toFixed(2)}</span>
          <progress aria-label=${name} max="1" .value=${weight}></progress>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** Where the conversation is going, how near the message was to it, and how often caches helped. */
function courseSection(facts: MemoryFacts): Section {
  const { trend, summary_similarity: similarity, caches = [] } = facts;
  if (!trend && caches.length === 0) return nothing;
  return html`<section>
    <h3>${words.course}</h3>
    <dl>
      ${trend ? html`<div><dt>${words.trend}</dt><dd>${texts.trends[trend] ?? trend}</dd></div>` : nothing}
      ${typeof similarity === "number" ? html`<div><dt>${words.similarity}</dt><dd>${percent(Math.max(0, similarity))}</dd></div>` : nothing}
      ${caches.map(({ name, hit_share }) => html`<div><dt>${words.found(name.replaceAll("_", " "))}</dt><dd>${percent(hit_share)}</dd></div>`)}
    </dl>
  </section>`;
}

/** Every bounded structure with its size, its cap and the rule by which things leave. */
function structureSection(structures: readonly Structure[]): Section {
  if (structures.length === 0) return nothing;
  return html`<section>
    <h3>${words.structures}</h3>
    <ul class="structures">
      ${structures.map(
        ({ name, size, cap, bytes, evicts }) => html`<li>
          <span class="name">${name.replaceAll("_", " ")}</span>
          <span class="size">${size.toLocaleString(texts.locale)} of ${cap.toLocaleString(texts.locale)}${bytes > 0 ? ` · ${formatBytes(bytes)}` : ""}</span>
          <progress aria-label=${name} max=${cap} .value=${Math.min(size, cap)}></progress>
          <span class="evicts">${evicts}</span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** The turns that are kept, the newest first, with those whose answer was shortened marked. */
function turnSection(turns: readonly InspectedTurn[]): Section {
  if (turns.length === 0) return nothing;
  const newest = [...turns].reverse();
  const earlier = newest.slice(NEWEST_TURNS);
  return html`<section>
    <h3>${words.turns}</h3>
    <p class="note">${words.turnsHint}</p>
    <ol class="turns">${newest.slice(0, NEWEST_TURNS).map(turnItem)}</ol>
    ${
      earlier.length > 0
        ? html`<details class="fold">
          <summary>${words.earlier(earlier.length)}</summary>
          <ol class="turns">${earlier.map(turnItem)}</ol>
        </details>`
        : nothing
    }
  </section>`;
}

function turnItem(turn: InspectedTurn): TemplateResult {
  return html`<li>
    <p class="asked"><span class="name">${turn.number}</span>${turn.message ?? ""}</p>
    ${turn.is_gist ? html`<span class="tag">${words.shortened}</span>` : nothing}
    <p>${plainText(turn.answer)}</p>
  </li>`;
}

/** What left, and why. */
function evictionSection({ evictions = [] }: MemoryFacts): Section {
  if (evictions.length === 0) return nothing;
  return html`<section>
    <h3>${words.left}</h3>
    <ul class="turns">
      ${[...evictions]
        .reverse()
        .map(
          ({ number, importance, at_turn }) => html`<li>${words.leftLine(number, at_turn, importance.toFixed(2))}</li>`,
        )}
    </ul>
  </section>`;
}

/** What a visitor wants to know of the running conversation. */
export function conversationSections(inspected: Inspected): Section[] {
  return [turnSection(inspected.turns), nameSection(inspected as MemoryFacts)];
}

/** All the rest, for those who want to know how it works. */
export function technicalSections(inspected: Inspected): Section[] {
  const facts = inspected as MemoryFacts;
  return [courseSection(facts), weightSection(facts), structureSection(inspected.structures), evictionSection(facts)];
}
