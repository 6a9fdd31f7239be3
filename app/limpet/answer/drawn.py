"""The fragments that an answer may draw on, and their units with how well each answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from limpet.answer.action import action_of, thing_of
from limpet.answer.discourse import FACTS, SINGLE, kind_bonus
from limpet.answer.evidence import Evidence
from limpet.answer.focus import is_picked
from limpet.answer.injection import order_in
from limpet.answer.looked_at import NEAR_SHARE, LookedAt, knows_sentences
from limpet.answer.price_asked import PAYING_STEMS, asks_price
from limpet.answer.promise import is_explained_by, is_headed
from limpet.answer.purpose import only_refers, tells_how
from limpet.answer.question import question_weights
from limpet.answer.repeated import shown_before
from limpet.answer.selection import FIRST_BONUS, Scored, named_share, relevance
from limpet.answer.table_row import asked_rows
from limpet.retrieval.document import Hit
from limpet.retrieval.nearness import nearness_at
from limpet.text.near_words import in_known_words, share_of
from limpet.text.question_form import Asked, asked_for, has_form
from limpet.text.tokens import stems

EVEN_SHARE: Final = 0.96
"""A second fragment with this share of the first one's score may be the better one just as well: both are drawn on."""
CLOSE_SHARE: Final = 0.85
"""A fragment that only fills up must score this share of the first."""
SAME_SECTION_SHARE: Final = 0.8
"""The same for another part of the first one's section."""
ENOUGH_SHARE: Final = 0.8
"""Share of the answer's length that the fragments drawn on must hold to be enough."""
LACKING_SHARE: Final = 0.5
"""Share of the question that only a further fragment has, from which it is drawn on for that."""
NAMED_SHARE: Final = 0.2
"""Share of the question that a further section's own heading brings, from which it is drawn on: "silk and linen"."""
FORM_BONUS: Final = 0.12
"""Relevance that a sentence gains when it has the form that was asked for: an amount, a time, a reason."""
REPEATED_COST: Final = 0.3
"""Relevance that a sentence loses which stood in the earlier answer to the same question."""
EXCEPTION_COST: Final = 0.3
"""Relevance that a sentence on something out of the ordinary loses, where the ordinary amount was asked for."""
_EXCEPTION: Final = re.compile(
    r"\b(?:on top of|in addition|additional(?:ly)?|extra|surcharges?|special|outside|otherwise|express|second|late)\b",
    re.IGNORECASE,
)
ROW_BONUS: Final = 0.2
"""Relevance that a table gains one of whose rows the question names."""
SCRAP_SHARE: Final = 0.7
"""Relevance and worth that are left to a line that is no sentence."""
REFERRED_SHARE: Final = 0.5
"""The same of a sentence that only says where else to look."""
UNNAMED_SHARE: Final = 0.85
"""The same of an item of a long list whose name the message does not say."""
CODE_SHARE: Final = 0.5
"""Relevance that is left to code when a fact was asked for."""
CODE_FACTOR: Final = 2.0
"""What the words of code are worth when the question is how to do something: it shows that, in words of its own."""
ADDRESSED_SHARE: Final = 0.5
"""Relevance that is left to a sentence which speaks to an assistant."""


def drawn_on(
    evidence: Evidence, looked_at: Sequence[LookedAt], stems_of: Callable[[Hit], frozenset[str]]
) -> list[LookedAt]:
    """
    The fragments that the plan allows: of few enough topics, scoring near the best; records only where all are.
    """
    found: list[LookedAt] = []
    topics: list[str] = []
    is_wanted = _Wanted(evidence, stems_of)
    for one in looked_at:
        if len(found) >= evidence.plan.fragment_count or (found and one.share < NEAR_SHARE):
            break
        topic = one.hit.fragment.document_id
        if topic not in topics and len(set(topics)) >= evidence.plan.topic_count:
            continue
        if found and not is_wanted(one.hit, one.share):
            continue
        if one.document.format != "record" or not found:
            topics.append(topic)
            found.append(one)
            is_wanted.note(one.hit)
    return found


class _Wanted:
    """
    Whether one more fragment is drawn on, after those before it: an idea is finished before another is begun.

    It is, when it stands under a thing that the question names and they do not have. Or, if it is about all that the
    first one's own heading has of the question: when it has words of the question that they lack, or they are too short
    for the answer, or the conversation goes deeper or broader, and it has the question's most telling word, in its own
    heading if theirs do.
    """

    def __init__(self, evidence: Evidence, stems_of: Callable[[Hit], frozenset[str]]) -> None:
        self._plan, self._stems_of = evidence.plan, stems_of
        self._count = self._words = 0
        self._takes_two = asked_for(evidence.message) not in SINGLE
        self._is_headed = False
        self._met = frozenset[str]()
        question = question_weights(evidence.message, evidence.idf, {})
        if asks_price(evidence.message):
            question = {stem: weight for stem, weight in question.items() if stem not in PAYING_STEMS} or question
        total = sum(question.values()) or 1.0
        self._shares = {stem: weight / total for stem, weight in question.items()}
        whole = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
        self._whole = frozenset(whole)
        self._heads = frozenset[str]()
        self._path: tuple[str, ...] = ()
        self._subjects = {max(one, key=lambda stem: (one[stem], stem)) for one in (question, whole) if one}

    def __call__(self, hit: Hit, score: float) -> bool:
        plan = self._plan
        has = self._stems_of(hit)
        new = has - self._met
        lacking = sum(
            share for stem, share in self._shares.items() if share_of(stem, new) and not share_of(stem, self._met)
        )
        path = hit.fragment.heading_path
        headed = frozenset(stems(path[-1])) - self._met if len(path) > 1 else frozenset[str]()
        names_another = sum(share for stem, share in self._shares.items() if stem in headed) >= NAMED_SHARE
        is_short = self._words < ENOUGH_SHARE * plan.length_words
        goes_on = plan.trend != "neutral" or plan.mode == "compare"
        is_about = not self._subjects.isdisjoint(has) and (not self._is_headed or is_headed(hit, self._shares))
        is_even = self._takes_two and self._count == 1 and score >= EVEN_SHARE
        is_same = path == self._path
        is_more = score >= (SAME_SECTION_SHARE if is_same else CLOSE_SHARE) and (is_short or goes_on) and is_about
        return names_another or (self._heads <= has and (lacking >= LACKING_SHARE or is_even or is_more))

    def note(self, hit: Hit) -> None:
        """*hit* is drawn on."""
        self._is_headed = self._is_headed or is_headed(hit, self._shares)
        if not self._count:
            self._path = hit.fragment.heading_path
            self._heads = self._whole & frozenset(stems(" ".join(hit.fragment.heading_path[1:][-1:])))
        self._count += 1
        self._words += len(hit.fragment.text.split())
        self._met |= self._stems_of(hit)


def scored_units(evidence: Evidence, drawn: Sequence[LookedAt], asked: Asked) -> list[Scored]:
    """Every unit of the fragments drawn on, with its relevance."""
    weights = in_known_words(question_weights(evidence.message, evidence.idf, evidence.extra_terms), evidence.idf)
    message = in_known_words(question_weights(evidence.message, evidence.idf, {}), evidence.idf)
    own = frozenset(stems(evidence.message))
    action, thing = action_of(evidence.message), thing_of(evidence.message)
    _, said = shown_before(evidence.message, evidence.view)
    scored: list[Scored] = []
    is_told_first = bool(drawn) and is_explained_by(drawn[0].hit, evidence.message)
    worn = evidence.view.penalties(evidence.message) if evidence.view is not None else {}
    is_worn = any(one.hit.fragment.fragment_id in worn for one in drawn)  # it gives way, however near its sentences are
    knows = knows_sentences(evidence, drawn) and not (is_told_first or is_worn)
    for rank, one in enumerate(drawn):
        hit, score = one.hit, one.share
        path = hit.fragment.heading_path
        heading = frozenset(stems(path[-1])) if path else frozenset[str]()
        bonus = kind_bonus(hit.fragment.kind, evidence.plan.intent)
        gives_orders = order_in(hit.fragment.text) is not None
        near = evidence.near(hit.fragment.fragment_id)
        for unit in one.units:
            value = relevance(unit, weights, heading, score, rank) + bonus
            if asked not in ("yes_no", "other") and has_form(asked, unit.plain):
                value += FORM_BONUS * named_share(unit, weights)
            if asked_rows(unit, own, None, asked, evidence.message):
                value += ROW_BONUS
            factor = CODE_FACTOR if unit.kind == "code" and asked == "steps" else 1.0
            share = SCRAP_SHARE if unit.is_scrap else 1.0
            if unit.kind == "sentence" and only_refers(unit.plain):
                share = REFERRED_SHARE
            if unit.kind == "item" and is_picked(unit, own):
                share = UNNAMED_SHARE
            value, factor = value * share, factor * share
            if asked == "amount" and _EXCEPTION.search(unit.plain) and not _EXCEPTION.search(evidence.message):
                value -= EXCEPTION_COST
            if said and unit.shown in said:
                value -= REPEATED_COST
            if evidence.reads_on and unit.number == 0:
                value -= FIRST_BONUS
            if unit.kind == "code" and asked in FACTS:
                value *= CODE_SHARE
            if gives_orders and order_in(unit.plain):
                value *= ADDRESSED_SHARE
            value = max(0.0, min(1.0, value))
            is_how = tells_how(unit.plain, action, thing)
            cosine = nearness_at(near, unit.start, hit.cosine) if knows else 0.0
            scored.append(Scored(unit, value, rank, score, named_share(unit, message), factor, is_how, cosine))
    return less_near(scored)


def less_near(scored: Sequence[Scored]) -> list[Scored]:
    """*scored* with how much less near to the message each is than the nearest: 0 or less."""
    nearest = max((one.nearness for one in scored), default=0.0)
    return [replace(one, nearness=one.nearness - nearest) for one in scored]
