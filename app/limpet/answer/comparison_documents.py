"""Two subjects of the documents side by side: a row for every aspect that both have, else a cited paragraph each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from limpet.answer.comparison_sides import Side, by_side, telling_stem
from limpet.answer.completing import completed
from limpet.answer.connectives import CONNECTIVES
from limpet.answer.drawn import scored_units
from limpet.answer.evidence import Citation, Composed, Evidence
from limpet.answer.fragments import Unit
from limpet.answer.hit_stems import HitStems
from limpet.answer.looked_at import LOOKED_AT, read
from limpet.answer.markdown import shown_inline
from limpet.answer.repeated import lately_shown
from limpet.answer.sameness import says_the_same
from limpet.answer.selection import Scored, with_antecedent
from limpet.answer.subject import heading_in_front
from limpet.answer.wording import Worded, worded
from limpet.retrieval.standing import by_standing, is_news, opens
from limpet.text.light_words import query_weight
from limpet.text.question_form import asked_for
from limpet.text.tokens import stems, tokens

LEAST_ROWS: Final = 2
MOST_ROWS: Final = 4
_CELL_WORDS: Final = 40
_ASPECT_WEIGHT: Final = 6.0
"""IDF of the words, two at least, that two sentences must share to be about one aspect."""
_SIDE_UNITS: Final = 3
NO_CONNECTIVES: Final = frozenset(word for words in CONNECTIVES.values() for word in words)
"""Two sides stand beside each other; nothing joins them."""


def documents_compared(evidence: Evidence, things: tuple[str, str], confidence: float) -> Composed | None:
    """The comparison; None when the hits speak of only one of *things*, or of both never apart."""
    first, second = (frozenset(stems(thing)) for thing in things)
    own = (first - second, second - first)
    if not own[0] or not own[1]:
        return None
    paths = [hit.fragment.heading_path for hit in evidence.hits]
    telling = [telling_stem(own[place], own[1 - place], paths, evidence.idf) for place in (0, 1)]
    scored = _scored(evidence, telling, things)
    both, sides = by_side(scored, things, own, telling, evidence.idf)
    if not both and not (sides[0].units and sides[1].units):
        return None
    shown = lately_shown(evidence.message, evidence.view)
    lead = [entry.unit for entry in both if not shown or entry.unit.shown not in shown][:1]
    said = worded(lead, "other", {}, (), NO_CONNECTIVES, evidence.source)
    pieces, citations = list(said.pieces), list(said.citations)
    rows = _rows(sides, first | second, evidence.idf)
    if len(rows) >= LEAST_ROWS:
        table = _table(sides, rows, evidence, len(citations) + 1)
        pieces += ["\n\n" if pieces else "", *table.pieces]
        citations += table.citations
    else:
        said_of = [(side.thing, _said_of(side, scored, lead, evidence)) for side in sides if side.units]
        for thing, units in _without_read(said_of, shown if evidence.puts_in else ""):
            part = _paragraph(thing, units, evidence, len(citations) + 1)
            pieces += ["\n\n" if pieces else "", *part.pieces]
            citations += part.citations
    return Composed("".join(pieces), "compare", tuple(citations), confidence, (), tuple(pieces))


def _scored(evidence: Evidence, telling: Sequence[str], things: Sequence[str]) -> list[Scored]:
    """Units of the best fragments, what begins each thing's section among them; neither thing hides the other."""
    ranked = [entry for entry in by_standing(evidence.hits, evidence.message) if not is_news(entry[0].fragment)]
    stems_of = HitStems()
    kept = set(range(LOOKED_AT))
    for stem, thing in zip(telling, things, strict=True):
        kept.update(place for place, (hit, _) in enumerate(ranked) if opens(hit.fragment, thing))
        places = [place for place, (hit, _) in enumerate(ranked) if stem in stems_of(hit)]
        kept.update(places[: LOOKED_AT // 2] if kept.isdisjoint(places) else ())
    near = [entry for place, entry in enumerate(ranked) if place in kept]
    drawn = [one for one in read(evidence, near) if one.document.format != "record"]
    return scored_units(evidence, drawn, asked_for(evidence.message))


def _rows(
    sides: tuple[Side, Side], things: frozenset[str], idf: Callable[[str], float]
) -> list[tuple[str, Unit, Unit]]:
    """(aspect, sentence of the first, sentence of the second), the weightiest aspects first; no sentence twice."""
    found: list[tuple[float, str, Unit, Unit]] = []
    for ours in (entry.unit for entry in sides[0].units if _is_for_a_cell(entry.unit)):
        for theirs in (entry.unit for entry in sides[1].units if _is_for_a_cell(entry.unit)):
            weights = {stem: idf(stem) * query_weight(stem) for stem in (ours.stems & theirs.stems) - things}
            weights = {stem: weight for stem, weight in weights.items() if stem.isalpha()}
            if len(weights) > 1 and sum(weights.values()) >= _ASPECT_WEIGHT:
                best = max(weights, key=lambda stem: (weights[stem], stem))
                found.append((sum(weights.values()), best, ours, theirs))
    found.sort(key=lambda row: -row[0])
    rows: list[tuple[str, Unit, Unit]] = []
    for _, aspect, ours, theirs in found:
        is_new = all(aspect != known and ours is not first and theirs is not second for known, first, second in rows)
        if is_new and len(rows) < MOST_ROWS:
            rows.append((aspect, ours, theirs))
    return [(_label(aspect, ours), ours, theirs) for aspect, ours, theirs in rows]


def _is_for_a_cell(unit: Unit) -> bool:
    return unit.kind == "sentence" and unit.words <= _CELL_WORDS and not unit.is_pointing


def _label(aspect: str, unit: Unit) -> str:
    """The aspect as the sentence writes it."""
    word = next((word for word in tokens(unit.plain) if aspect in stems(word)), aspect)
    return _capital(word)


def _capital(name: str) -> str:
    """A name as it begins a line."""
    return shown_inline(name[0].upper() + name[1:], [])


def _table(
    sides: tuple[Side, Side], rows: Sequence[tuple[str, Unit, Unit]], evidence: Evidence, first_number: int
) -> Worded:
    names = " | ".join(_capital(side.thing) for side in sides)
    lines = [f"| | {names} |", "\n| --- | --- | --- |"]
    citations: list[Citation] = []
    for label, *pair in rows:
        cells = []
        for unit in pair:
            cells.append(f"{unit.shown} [{first_number + len(citations)}]".replace("|", "\\|"))
            citations.append(unit.citation(evidence.source(unit.fragment.document_id)))
        lines.append(f"\n| {label} | {' | '.join(cells)} |")
    return Worded(tuple(lines), tuple(citations))


def _said_of(side: Side, scored: Sequence[Scored], lead: Sequence[Unit], evidence: Evidence) -> list[Unit]:
    """What is told of one side, in its order."""
    chosen: list[Scored] = []
    for entry in side.units:
        added = [one for one in with_antecedent(entry, scored, chosen) if one not in chosen and one.unit not in lead]
        words = sum(one.unit.words for one in (*chosen, *added))
        is_repeat = any(says_the_same(entry.unit, one.unit) for one in chosen)
        is_code = entry.unit.kind == "code" and any(one.unit.kind == "code" for one in chosen)
        fits = words <= evidence.plan.length_words // 2 and len(chosen) + len(added) <= _SIDE_UNITS
        if added and not is_repeat and not is_code and (not chosen or fits):
            chosen.extend(added)
    first = {one.unit.fragment.heading_path: one.rank for one in sorted(chosen, key=lambda one: -one.rank)}
    for opening in (one.unit.fragment for one in chosen if opens(one.unit.fragment, side.thing)):
        first[opening.heading_path] = -1
    chosen.sort(key=lambda one: (first[one.unit.fragment.heading_path], one.unit.start))
    whole = completed(chosen, scored, evidence.plan.length_words, (), is_of_prices=True)
    return [one.unit for one in whole if one.unit not in lead]


def _without_read(said_of: list[tuple[str, list[Unit]]], shown: str) -> list[tuple[str, list[Unit]]]:
    """*said_of* without the one thing of the two of which *shown* has all: "And wool?" wants wool."""
    new = [one for one in said_of if not shown or any(unit.shown not in shown for unit in one[1])]
    return new or said_of


def _paragraph(thing: str, units: Sequence[Unit], evidence: Evidence, first_number: int) -> Worded:
    said = worded(units, "other", {}, (), NO_CONNECTIVES, evidence.source, first_number)
    if heading_in_front(None, units[0]):  # it names the thing already
        return said
    white = " " if units[0].kind == "sentence" else "\n\n"
    return Worded((f"**{_capital(thing)}**:{white}", *said.pieces), said.citations)
