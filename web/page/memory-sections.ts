import { html, nothing, type TemplateResult } from "lit";
import type { Inspected, InspectedTurn, Structure } from "../wire";
import { plainText } from "./plain-text";
import { formatBytes } from "./sizes";

/** What `inspect` tells beyond structures and turns; each may be missing. */
export interface MemoryFacts {
  entities?: { name: string; weight: number }[];
  trend?: string;
  summary_similarity?: number | null;
  caches?: { name: string; hit_share: number }[];
  evictions?: { number: number; importance: number; at_turn: number }[];
}

type Section = TemplateResult | typeof nothing;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Entity weights as bars, the heaviest first. */
export function entitySection({ entities = [] }: MemoryFacts): Section {
  if (entities.length === 0) return nothing;
  const heaviest = [...entities].sort((one, other) => other.weight - one.weight).slice(0, 12);
  return html`<section>
    <h3>Entities</h3>
    <ul class="structures">
      ${heaviest.map(
        ({ name, weight }) => html`<li>
          <span class="name">${name}</span><span class="size">${weight.toFixed(2)}</span>
          <progress aria-label=${name} max="1" .value=${weight}></progress>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** Where the conversation is going, how near the message was to it, and how often caches helped. */
export function courseSection(facts: MemoryFacts): Section {
  const { trend, summary_similarity: similarity, caches = [] } = facts;
  if (!trend && caches.length === 0) return nothing;
  return html`<section>
    <h3>Course</h3>
    <dl>
      ${trend ? html`<div><dt>Trend</dt><dd>${trend}</dd></div>` : nothing}
      ${typeof similarity === "number" ? html`<div><dt>Last message and summary</dt><dd>${similarity.toFixed(2)}</dd></div>` : nothing}
      ${caches.map(({ name, hit_share }) => html`<div><dt>Hits of ${name.replaceAll("_", " ")}</dt><dd>${percent(hit_share)}</dd></div>`)}
    </dl>
  </section>`;
}

/** Every bounded structure with its size, its cap and the rule by which things leave. */
export function structureSection(structures: readonly Structure[]): Section {
  if (structures.length === 0) return nothing;
  return html`<section>
    <h3>Structures and their caps</h3>
    <ul class="structures">
      ${structures.map(
        ({ name, size, cap, bytes, evicts }) => html`<li>
          <span class="name">${name.replaceAll("_", " ")}</span>
          <span class="size">${size.toLocaleString()} of ${cap.toLocaleString()}${bytes > 0 ? ` · ${formatBytes(bytes)}` : ""}</span>
          <progress aria-label=${name} max=${cap} .value=${Math.min(size, cap)}></progress>
          <span class="evicts">${evicts}</span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** The turns that are kept, the newest first, with those that are protected or cut to a gist marked. */
export function turnSection(turns: readonly InspectedTurn[]): Section {
  if (turns.length === 0) return nothing;
  return html`<section>
    <h3>Turns</h3>
    <ol class="turns">
      ${[...turns].reverse().map(
        (turn) => html`<li>
          <span class="name">${turn.number}</span>
          ${turn.is_protected ? html`<span class="tag">protected</span>` : nothing}${turn.is_gist ? html`<span class="tag">gist</span>` : nothing}
          ${turn.message ? html`<p class="asked">${turn.message}</p>` : nothing}
          <p>${plainText(turn.answer)}</p>
        </li>`,
      )}
    </ol>
  </section>`;
}

/** What left, and why. */
export function evictionSection({ evictions = [] }: MemoryFacts): Section {
  if (evictions.length === 0) return nothing;
  return html`<section>
    <h3>What left, and why</h3>
    <ul class="turns">
      ${[...evictions]
        .reverse()
        .map(
          ({ number, importance, at_turn }) =>
            html`<li>Turn ${number} left at turn ${at_turn}: worth ${importance.toFixed(2)}, the least of those not protected.</li>`,
        )}
    </ul>
  </section>`;
}

/** All sections of one inspection. */
export function memorySections(inspected: Inspected): Section[] {
  const facts = inspected as MemoryFacts;
  return [
    courseSection(facts),
    entitySection(facts),
    structureSection(inspected.structures),
    evictionSection(facts),
    turnSection(inspected.turns),
  ];
}
