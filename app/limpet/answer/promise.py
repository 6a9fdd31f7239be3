"""Which fragments promise the answer: the retriever's order, bent by headings, antecedents and earlier answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final

from limpet.answer.action import action_of, thing_of
from limpet.answer.discourse import LEADING_KINDS
from limpet.answer.evidence import Evidence
from limpet.answer.obligation import obliging_factor
from limpet.answer.price_asked import PRICE_STEMS, asks_price, new_in, tells_price
from limpet.answer.question import question_weights
from limpet.answer.repeated import shown_before
from limpet.memory.exposure import FREE_SHOWINGS
from limpet.policy.plan import Intent
from limpet.retrieval.document import Hit
from limpet.retrieval.standing import by_standing, is_news
from limpet.text.defining import defines, thing_to_define
from limpet.text.near_words import near_stems
from limpet.text.question_form import asked_for
from limpet.text.tokens import stems

HEADED_FACTOR: Final = 1.1
"""For a section whose own heading has a word of the question: it is about that."""
WHOLE_HEADING_FACTOR: Final = 1.25
"""For a section or a document whose whole heading the question names: "What is a lifespan?" under "Lifespan"."""
ACTION_FACTOR: Final = 1.2
"""For a section whose own heading names what a question for steps wants done: to redirect under "RedirectResponse"."""
TITLED_FACTOR: Final = 1.25
"""For a document whose title of several words the question names, its most telling one too: "Jekyll on Ubuntu"."""
FITTING_KIND_FACTOR: Final = 1.1
"""For a kind of fragment that the question's intent wants; the same is taken off a definition or example that it does
not want."""
OPENING_FACTOR: Final = 1.1
"""For the first fragment of such a section, when the question is what a thing is or does."""
DEFINING_FACTOR: Final = 1.05
"""For a fragment that says what the thing is, when that is asked, on the score of the best of all."""
_EXPLAINS: Final = re.compile(r"\W*(?:what (?:is|are|does|do)|explain|describe|tell me about)\b", re.IGNORECASE)
_DENIES: Final = re.compile(r"\b(?:not|cannot|can't|no|never|without|except)\b", re.IGNORECASE)
"""A heading with such a word is about the contrary of its other words."""
ANTECEDENT_FACTOR: Final = 1.1
"""For a fragment that has the most telling word of what a follow-up goes on about."""
COVERING_SHARE: Final = 0.05
"""What a fragment gains that has all words of the question."""
OTHER_THING_FACTOR: Final = 0.8
"""For a section without the thing that something is to be done to, where another one of its document has it."""
PRICELESS_FACTOR: Final = 0.6
"""For a fragment without an amount, where it is asked what something costs and another one tells one."""
_NEAR_HITS: Final = 6
LEAST_ANTECEDENT: Final = 0.2
"""Weight 0..1 from which a word of the antecedent counts so."""
SHOWN_SHARE: Final = 0.8
"""What the score of a fragment counts that answered the same question before."""


def promising(evidence: Evidence, stems_of: Callable[[Hit], frozenset[str]]) -> list[tuple[Hit, float]]:
    """Hits with what they promise, best first; equal ones keep their order."""
    shown, _ = shown_before(evidence.message, evidence.view)
    asked = question_weights(evidence.message, evidence.idf, {})
    total = sum(asked.values()) or 1.0
    said = frozenset(stems(evidence.message))
    priced = [hit for hit in evidence.hits[:_NEAR_HITS] if tells_price(hit.fragment.text)]
    is_of_money = asks_price(evidence.message) and bool(priced)
    said |= PRICE_STEMS if is_of_money else frozenset()
    told = frozenset[str]().union(*(stems_of(hit) for hit in priced))
    about = _antecedent(evidence)
    exposures = evidence.view.exposures if evidence.view is not None else {}
    thing, action = thing_of(evidence.message), action_of(evidence.message)
    explains = _EXPLAINS.match(evidence.message) is not None
    telling = max(asked, key=lambda stem: (asked[stem], stem), default="")
    documents = {hit.fragment.document_id for hit in evidence.hits[:_NEAR_HITS] if thing and thing in stems_of(hit)}
    first = [hit for hit in evidence.hits[:_NEAR_HITS] if not is_news(hit.fragment)]
    sections = [hit for hit in first if len(hit.fragment.heading_path) > 1]
    asks_steps = asked_for(evidence.message) == "steps"
    names_whole = asks_steps and any(_is_whole(hit, asked, said) for hit in sections)
    worth = []
    for hit, score in by_standing(evidence.hits, evidence.message):
        is_worn = exposures.get(hit.fragment.fragment_id, 0) > FREE_SHOWINGS
        factor = 1.0
        if not is_worn:  # neither heading nor kind may outweigh that what was shown often gives way
            does = action if not about or about in stems_of(hit) else ""  # to do it to something else is another thing
            factor = _heading_factor(hit, asked, said, names_whole, does) * _kind_factor(hit, evidence.plan.intent)
            factor *= TITLED_FACTOR if not explains and _is_titled(hit, telling, said) else 1.0
        if factor > 1.0 and hit.fragment.fragment_id.endswith("-1") and explains:
            factor *= OPENING_FACTOR
        factor *= ANTECEDENT_FACTOR if about and about in stems_of(hit) else 1.0
        has = stems_of(hit)
        factor *= PRICELESS_FACTOR if is_of_money and hit not in priced and not new_in(has, asked, told) else 1.0
        factor *= OTHER_THING_FACTOR if thing not in has and hit.fragment.document_id in documents else 1.0
        factor *= 1.0 + COVERING_SHARE * sum(weight for stem, weight in asked.items() if stem in has) / total
        factor *= obliging_factor(evidence.message, hit.fragment.text, asked)
        factor *= SHOWN_SHARE if hit.fragment.fragment_id in shown and not is_of_money else 1.0
        worth.append((hit, score * factor))
    return _defining_first(sorted(worth, key=lambda entry: -entry[1]), evidence.message, exposures)


def _defining_first(
    ranked: list[tuple[Hit, float]], message: str, exposures: Mapping[str, int]
) -> list[tuple[Hit, float]]:
    """*ranked* led by the best that says what the thing is, when that is asked: the others only name it."""
    thing = thing_to_define(message)
    for hit, _ in ranked if thing else ():
        fragment = hit.fragment
        is_worn = exposures.get(fragment.fragment_id, 0) > FREE_SHOWINGS
        if not is_worn and not is_news(fragment) and defines(thing, fragment.text):
            others = [entry for entry in ranked if entry[0] is not hit]
            return [(hit, DEFINING_FACTOR * ranked[0][1]), *others] if hit is not ranked[0][0] else ranked
    return ranked


def _heading_factor(hit: Hit, asked: Collection[str], said: frozenset[str], names_whole: bool, action: str) -> float:
    """Where *names_whole*, the heading of a section is named as a whole: one with more words is about less."""
    if _is_whole(hit, asked, said):
        return WHOLE_HEADING_FACTOR
    if action and is_headed(hit, (action,)):
        return ACTION_FACTOR
    return HEADED_FACTOR if is_headed(hit, asked) and not names_whole else 1.0


def _is_whole(hit: Hit, asked: Collection[str], said: frozenset[str]) -> bool:
    """*said* has words of asking too: "Using middleware" is all of "How do I use middleware?"."""
    heading = hit.fragment.heading_path[-1:]
    words = stems(heading[0]) if heading and not _DENIES.search(heading[0]) else []
    known = set(asked).union(*(near_stems(stem) for stem in asked)) if said >= PRICE_STEMS else set(asked)
    if known.isdisjoint(words):
        return False
    near = said.union(*(near_stems(stem) for stem in said))
    return all(stem in near or stem in asked for stem in words)


def is_explained_by(hit: Hit, message: str) -> bool:
    """Whether *message* asks what the heading of *hit* names is or does: what the section begins with tells that."""
    heading = stems(" ".join(hit.fragment.heading_path[-1:]))
    return bool(heading) and _EXPLAINS.match(message) is not None and set(stems(message)).issuperset(heading)


def _is_titled(hit: Hit, telling: str, said: frozenset[str]) -> bool:
    """Whether the document is called by several words of the question, the most *telling* one among them."""
    title = stems(hit.fragment.heading_path[0]) if len(hit.fragment.heading_path) > 1 else []
    return len(title) > 1 and telling in title and said.issuperset(title)


def _kind_factor(hit: Hit, intent: Intent) -> float:
    kind = hit.fragment.kind
    if kind in LEADING_KINDS[intent]:
        return FITTING_KIND_FACTOR
    is_other_way = {"definition": "example", "application": "definition"}.get(intent) == kind
    return 1 / FITTING_KIND_FACTOR if is_other_way else 1.0


def is_headed(hit: Hit, asked: Collection[str]) -> bool:
    """Whether the fragment stands under a section heading of its own that has a stem of *asked*."""
    path = hit.fragment.heading_path
    return len(path) > 1 and any(stem in asked for stem in stems(path[-1]))


def _antecedent(evidence: Evidence) -> str:
    """The stem of the antecedent with the most weight of rarity; empty when none counts."""
    weighed = [
        (share * evidence.idf(stem), stem)
        for word, share in evidence.extra_terms.items()
        if share >= LEAST_ANTECEDENT
        for stem in stems(word)
    ]
    return max(weighed, default=(0.0, ""))[1]
