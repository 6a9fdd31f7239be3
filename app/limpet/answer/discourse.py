"""The order of what was chosen: the answer, then what it means before what shows it; steps as they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from limpet.answer.selection import Scored, leading, named_share
from limpet.policy.plan import Intent
from limpet.retrieval.document import Kind
from limpet.text.question_form import Asked, has_form
from limpet.text.tokens import stems

_ORDER: Final[tuple[Kind, ...]] = (
    "definition", "intuition", "formal", "other", "application", "procedure", "reference", "example",
)  # fmt: skip
"""A definition stands before an example, the idea before its exact form, the use before the look-up table."""
LEADING_KINDS: Final[dict[Intent, frozenset[Kind]]] = {
    "definition": frozenset({"definition", "intuition"}),
    "example": frozenset({"example"}),
    "formal": frozenset({"formal", "reference"}),
    "application": frozenset({"application", "procedure", "example"}),
    "comparison": frozenset(),
}
"""Kinds of fragments that each intent wants first."""
KIND_BONUS: Final = 0.06
"""Relevance that a fragment of the wanted kind gains: less than one good word of the question."""
STAYS_WITHIN: Final = 0.1
"""What a unit may lack to begin the answer, and still goes first where steps and accounts stay as they stand; from 0 to
.2 as many answers of the demos begin right."""
CLEARLY_NEARER: Final = 0.05
"""How much more cosine with the message tells which sentence answers a yes or no; on the demos, from 0 to .09."""
FAR_NEARER: Final = 0.3
"""And which answers any question, whatever words it has: tips and exceptions in the question's words come to .24."""
_BEGINNING_WORDS: Final = 3
"""Words within which a sentence names what it is about."""
_YES_NO: Final = re.compile(r"\W*(?:yes|no)\b[^.!?]{0,12}[.!]?\W*", re.IGNORECASE)
_NUMBER: Final = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]*\d)")
FACTS: Final[frozenset[Asked]] = frozenset({"amount", "duration", "time", "place", "person", "reason"})
"""Questions that a single sentence answers."""
SINGLE: Final[frozenset[Asked]] = FACTS | {"yes_no"}
"""Questions that one place answers."""


def kind_bonus(kind: Kind, intent: Intent) -> float:
    """
    What a fragment's kind adds to its relevance for an intent.

    >>> kind_bonus("example", "example") > kind_bonus("definition", "example")
    True
    """
    return KIND_BONUS if kind in LEADING_KINDS[intent] else 0.0


def reading_order(
    chosen: Sequence[Scored], asked: Asked, intent: Intent, *, named: frozenset[str] = frozenset()
) -> list[Scored]:
    """
    The chosen units as they are read: the fragment of the first choice first, the others by kind, each in its order.

    A question is answered by the first sentence: the best one goes before its neighbours, with the one that it points
    back at. Steps, and what explains a thing, stay as they stand, unless another sentence is clearly nearer to the
    message than the first; but what begins with a word of *named*, the stems of a message that goes on about something
    ("And express?"), which the first one lacks, goes before it.
    """
    if not chosen:
        return []
    names = list(dict.fromkeys(entry.unit.fragment.fragment_id for entry in chosen))
    kinds = {entry.unit.fragment.fragment_id: entry.unit.fragment.kind for entry in chosen}
    wanted = LEADING_KINDS[intent]
    rest = sorted(names[1:], key=lambda name: (kinds[name] not in wanted, _ORDER.index(kinds[name])))
    places = {name: place for place, name in enumerate([names[0], *rest])}
    ordered = sorted(chosen, key=lambda entry: (places[entry.unit.fragment.fragment_id], entry.unit.number))
    stays = asked == "steps" or (asked == "other" and intent == "definition")
    best = max(chosen, key=leading)
    is_nearer = best.nearness > ordered[0].nearness and leading(best) - leading(ordered[0]) > STAYS_WITHIN
    if not stays or is_nearer:
        moved = _answer_first(ordered, [best, *chosen] if stays else chosen)
        if _may_lead(moved[0], ordered, asked):
            return moved
    new = named - ordered[0].unit.stems
    parts = [entry for entry in ordered if asked != "steps" and new & _beginning(entry)]
    return _answer_first(ordered, [max(parts, key=lambda entry: entry.named_share)]) if parts else ordered


def _may_lead(first: Scored, ordered: Sequence[Scored], asked: Asked) -> bool:
    """
    Whether *first* may go before what stands above it in its section: it has the form that is asked for and they do
    not, is clearly nearer, or has more of the message's own words; an exception or a tip has as few as its rule.
    """
    unit = first.unit
    above = [
        one for one in ordered[: ordered.index(first)] if one.unit.fragment.fragment_id == unit.fragment.fragment_id
    ]
    if asked in FACTS and has_form(asked, unit.plain) and not any(has_form(asked, one.unit.plain) for one in above):
        return True
    nearer = min((first.nearness - one.nearness for one in above), default=0.0)
    if nearer > (CLEARLY_NEARER if asked == "yes_no" else FAR_NEARER):
        return True
    if unit.kind == "item" and asked not in SINGLE and any(one.unit.kind == "sentence" for one in above):
        return False
    return all((first.named_share, first.relevance) > (one.named_share, one.relevance) for one in above)


def _beginning(entry: Scored) -> frozenset[str]:
    """Stems of a unit's first words; none where it points back."""
    words = entry.unit.plain.split()[:_BEGINNING_WORDS]
    return frozenset() if entry.unit.is_pointing else frozenset(stems(" ".join(words)))


def sentence_first(chosen: Sequence[Scored], asked: Asked, weights: Mapping[str, float]) -> list[Scored]:
    """
    *chosen*, led by the sentence with most of the question in it where a yes or no is wanted and a list of steps leads:
    "may sale items be returned?" is not answered by how to return them.
    """
    if asked != "yes_no" or not chosen or chosen[0].unit.kind not in ("list", "item"):
        return list(chosen)
    sentences = [entry for entry in chosen if entry.unit.kind == "sentence" and not entry.unit.is_pointing]
    best = max(sentences, key=lambda entry: named_share(entry.unit, weights), default=chosen[0])
    if named_share(best.unit, weights) < named_share(chosen[0].unit, weights):
        return list(chosen)
    return [best, *(entry for entry in chosen if entry is not best)]


def number_first(ordered: Sequence[Scored], message: str) -> list[Scored]:
    """
    *ordered*, led by the one sentence that has the numbers of *message*, each of the same thing ("What UK size is EU
    39?"), or at least as many of its words as the one that leads: by itself a number stands anywhere.
    """
    numbers = _numbered(message)
    held = [entry for entry in ordered if numbers and numbers.keys() <= _numbered(entry.unit.plain).keys()]
    if len(held) != 1 or held[0].unit.kind != "sentence" or held[0].unit.is_pointing:
        return list(ordered)
    told = _numbered(held[0].unit.plain)
    is_of_same = not any(of.isdisjoint(told[number]) for number, of in numbers.items())
    if not is_of_same and held[0].named_share < ordered[0].named_share:
        return list(ordered)
    return [held[0], *(entry for entry in ordered if entry is not held[0])]


def _numbered(text: str) -> dict[str, frozenset[str]]:
    """The numbers in *text* with the stems of the words right beside them."""
    found: dict[str, frozenset[str]] = {}
    for match in _NUMBER.finditer(text):
        beside = [*text[: match.start()].split()[-1:], *text[match.end() :].split()[:1]]
        found[match[0]] = found.get(match[0], frozenset()).union(stems(" ".join(beside)))
    return found


def without_dangling(ordered: Sequence[Scored]) -> list[Scored]:
    """
    Without sentences that end with a colon and have lost what they lead in, be it the first of several, if anything
    else is left: "The following arguments are supported:" with the last one alone would be wrong, as it would be behind
    one of them that answers best.
    """
    kept = [
        entry
        for place, entry in enumerate(ordered)
        if entry.unit.kind != "sentence"
        or not entry.unit.plain.rstrip().endswith((":", "："))
        or (_is_led(entry, ordered[place + 1 : place + 3]) and not _is_behind(entry, ordered[:place]))
    ]
    return kept or list(ordered)


def _is_behind(lead: Scored, said: Sequence[Scored]) -> bool:
    """Whether something from below *lead* is *said* before it."""
    name, number = lead.unit.fragment.fragment_id, lead.unit.number
    return any(one.unit.fragment.fragment_id == name and one.unit.number > number for one in said)


def _is_led(lead: Scored, after: Sequence[Scored]) -> bool:
    """Whether what stands right below *lead* is said, and of the items of a list more than the first."""
    name, number = lead.unit.fragment.fragment_id, lead.unit.number
    places = [(name, number + step) for step in range(1, len(after) + 1)]
    follows = [
        entry.unit.kind
        for entry, place in zip(after, places, strict=True)
        if (entry.unit.fragment.fragment_id, entry.unit.number) == place
    ]
    return bool(follows) and (follows[0] != "item" or follows == ["item", "item"])


def _answer_first(ordered: list[Scored], chosen: Sequence[Scored]) -> list[Scored]:
    """The run that begins with the best unit's antecedent goes first, if nothing that follows it points before it."""
    best = next((entry for entry in chosen if not entry.unit.is_pointing), chosen[0])
    at = ordered.index(best)
    start = at
    while start > 0 and _is_tied(ordered[start - 1], ordered[start]):
        start -= 1
    end = at + 1
    while end < len(ordered) and _is_tied(ordered[end - 1], ordered[end]):
        end += 1
    return [*ordered[start:end], *ordered[:start], *ordered[end:]]


def _is_tied(before: Scored, after: Scored) -> bool:
    """Whether *after* points at *before*, goes on with its list, or says more after a bare yes or no."""
    first, second = before.unit, after.unit
    if first.fragment.fragment_id != second.fragment.fragment_id or second.number != first.number + 1:
        return False
    return second.is_pointing or first.kind == second.kind == "item" or is_bare_answer(first.plain)


def is_bare_answer(text: str) -> bool:
    """
    Whether a sentence is a yes or no, and the next one says what it means.

    >>> is_bare_answer("No."), is_bare_answer("No lantern burns for ever.")
    (True, False)
    """
    return _YES_NO.fullmatch(text) is not None
