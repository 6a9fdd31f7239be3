"""The default composer: an answer made of the documents' own sentences, each with its place."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Final

from limpet.answer.asked_item import with_asked_item
from limpet.answer.asked_on import asked_on
from limpet.answer.by_section import sections_said
from limpet.answer.catalogue import catalogue_answer
from limpet.answer.comparison import comparison_answer
from limpet.answer.completing import completed
from limpet.answer.connectives import recent_connectives
from limpet.answer.covering_all import covering_first
from limpet.answer.disagreement import with_rivals
from limpet.answer.discourse import number_first, reading_order, sentence_first, without_dangling
from limpet.answer.drawn import drawn_on, scored_units
from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extreme_price import MOST_PRICED, priced_units
from limpet.answer.going_on import PRICE, most_words
from limpet.answer.hit_stems import HitStems
from limpet.answer.looked_at import look_at
from limpet.answer.not_covered import confidence_of, nearest_headings, not_covered
from limpet.answer.one_matter import of_one_matter
from limpet.answer.one_side import one_side_answer
from limpet.answer.other_cases import without_other_cases
from limpet.answer.price_asked import asks_price
from limpet.answer.question import question_weights
from limpet.answer.repeated import lately_shown, new_stems
from limpet.answer.selection import MOST_UNITS, Budget, choose
from limpet.answer.smalltalk import smalltalk
from limpet.answer.table_row import asked_rows
from limpet.answer.term_worth import term_worth
from limpet.answer.terms import with_terms
from limpet.answer.titled_table import price_table_first, titled_table_first
from limpet.answer.to_the_point import to_the_point
from limpet.answer.wording import worded
from limpet.memory.slot_prices import order_of
from limpet.policy.plan import Intent
from limpet.text.question_form import asked_for
from limpet.text.tokens import stems

_BROAD_UNITS: Final = 2
"""Units of one fragment when the conversation goes broader: less of each, more to choose from."""


def compose_answer(evidence: Evidence) -> Composed:
    """
    The answer that *evidence* carries; the same for the same evidence.

    >>> from limpet.retrieval.document import Document, Hit
    >>> from limpet.retrieval.splitting import split
    >>> document = Document("care", "Care", "Dry-clean silk. Keep it dark.")
    >>> hit = Hit(split(document)[0], 1.0, bm25=5.0, cosine=0.7)
    >>> compose_answer(Evidence("How do I clean silk?", "clean silk", [hit], lambda name: document)).text
    'Dry-clean silk. [1] Keep it dark. [2]'
    """
    chat = smalltalk(evidence.message, evidence.view)
    if chat is not None:
        return chat
    confidence = confidence_of(evidence)
    compared = comparison_answer(evidence, confidence)
    if compared is not None:
        return compared
    if (one_sided := one_side_answer(evidence, confidence, _said_alone)) is not None:
        return one_sided
    products = catalogue_answer(evidence, confidence)
    if products is not None:
        return products
    is_thin = evidence.plan.mode == "not_covered" or confidence < evidence.plan.answers_from
    if is_thin or not evidence.hits:
        return not_covered(evidence, confidence)
    return sections_said(evidence, confidence) or _said_alone(evidence, confidence)


class ExtractiveComposer:
    """``compose_answer`` behind the ``Composer`` port."""

    async def compose(self, evidence: Evidence) -> AsyncGenerator[Composed, None]:
        """The answer as it grows, sentence by sentence; the last is the whole."""
        composed = compose_answer(evidence)
        said = ""
        for piece in composed.pieces[:-1]:
            said += piece
            yield replace(composed, text=said)
        yield composed


def _said_alone(evidence: Evidence, confidence: float) -> Composed:
    return _said(evidence, confidence, HitStems())


def _said(evidence: Evidence, confidence: float, stems_of: HitStems) -> Composed:
    asked = asked_on(evidence.message, evidence.view)
    question = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    promising = look_at(evidence, stems_of)
    is_of_prices = asks_price(evidence.message) or bool(order_of(evidence.message))
    looked_at = (price_table_first if is_of_prices else titled_table_first)(promising, question)
    leading = looked_at[0].hit.fragment if looked_at and looked_at[0].hit != promising[0].hit else None
    scored = scored_units(evidence, drawn_on(evidence, looked_at, stems_of), asked)
    if not scored:
        return not_covered(evidence, confidence)
    is_broad = evidence.plan.trend == "broadening"
    per_fragment = _BROAD_UNITS if is_broad else MOST_UNITS
    budget = Budget(most_words(evidence.plan.length_words), per_fragment, price=0.0 if asked == "steps" else PRICE)
    worth = term_worth(looked_at, question)
    chosen = choose(scored, budget, worth, evidence.alike)
    shown, new = lately_shown(evidence.message, evidence.view), new_stems(evidence.message, evidence.view)
    narrowed = to_the_point(scored, chosen, shown, asked, evidence.message, new)
    if narrowed.is_changed:
        chosen = choose(narrowed.scored, budget, worth, evidence.alike)
    chosen = sentence_first(chosen, asked, question)
    own = frozenset(stems(evidence.message))
    intent: Intent = "application" if evidence.reads_on or narrowed.is_answer_first else evidence.plan.intent
    named = own if evidence.extra_terms else frozenset[str]()
    form = asked_for(evidence.message) if asked == "yes_no" else asked  # "And books?" keeps their order
    ordered = without_dangling(reading_order(chosen, form, intent, named=named))
    ordered = of_one_matter(ordered, scored) if asked == "steps" else number_first(ordered, evidence.message)
    if asked != "steps":  # the row that is asked for is the answer, whatever stands around its table
        ordered.sort(key=lambda entry: not asked_rows(entry.unit, own, own, asked, evidence.message))
        ordered.sort(key=lambda entry: entry.unit.kind != "table" or entry.unit.fragment != leading)
    ordered = without_other_cases(covering_first(ordered, scored, evidence), own)
    ordered = completed(ordered, scored, budget.words, own, is_of_prices=asks_price(evidence.message))
    ordered = with_terms(ordered, scored, asked, own, shown)
    priced = priced_units([one.unit for one in scored if one.rank == 0], evidence.message, question)
    units = priced[:MOST_PRICED] or with_rivals([entry.unit for entry in ordered], evidence, stems_of)
    units = [with_asked_item(unit, own, asked) for unit in units]
    resting = recent_connectives(evidence.view)
    said = worded(units, asked, question, own, resting, evidence.source, message=evidence.message)
    used = {citation.fragment_id for citation in said.citations}
    others = [hit for hit in evidence.hits if hit.fragment.fragment_id not in used]
    options = nearest_headings(others) if is_broad else ()
    return Composed("".join(said.pieces), "answer", said.citations, confidence, options, said.pieces)
