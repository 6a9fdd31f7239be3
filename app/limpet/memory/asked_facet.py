"""
Questions to memory itself, that no words of the blocks answer: which value a fact has now or had before, what was
mastered, what was talked about in a stretch of time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from limpet.memory.block import RememberedTurn
from limpet.memory.facts import asks_for_before
from limpet.memory.mastery import mastery_topic
from limpet.memory.recall_terms import recall_terms
from limpet.memory.when import TimeCue

FacetKind: TypeAlias = Literal["fact", "mastery", "talks"]
_SLOTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (slot, re.compile(pattern, re.IGNORECASE))
    for slot, pattern in (
        ("use", r"\b(?:what|which)\b.{0,40}\b(?:(?:do|did) i (?:\w+ ){0,2}?(?:use|switch to)|(?:am|was) i using)\b"),
        ("home", r"\b(?:where|(?:which|what) (?:city|town|country|place))\b.{0,20}\b(?:do|did|am|was) i (?:\w+ )?"
                 r"(?:live|living|based)\b"),
        ("work", r"\b(?:where|what|who|for whom)\b.{0,20}\b(?:do|did|am|was) i (?:\w+ )?(?:work|working)\b"),
        ("name", r"\b(?:what(?:['’]s| is| was) my name|what am i called)\b"),
        ("size", r"\b(?:(?:what|which) size (?:do|did|am|was) i\b|what(?:['’]s| is| was) my size\b)"),
        ("diet", r"\b(?:what(?:['’]s| is) my diet|am i (?:a )?(?:vegan|vegetarian|pescatarian|omnivore))\b"),
    )
)  # fmt: skip
_MINE: Final = re.compile(
    r"\b(?:what|who|which|where)(?:['’]s| is| are| was| were) my (?:old |previous |last |current )?"
    r"(?P<slot>(?:favou?rite )?[a-z]+(?: (?!before\b|now\b)[a-z]+)?)\W*(?:\b(?:now|before|earlier|previously)\b\W*)?$",
    re.IGNORECASE,
)
_ASKS_MASTERY: Final = re.compile(
    r"\b(?:what|which|where)\b.{0,40}\b(?:do|did|have|am|was|are|is) i\b.{0,40}"
    r"\b(?P<hard>difficult|hard|struggl\w+|stuck|confus\w+|trouble|not understand)"
    r"|\b(?:what|which)\b.{0,30}\b(?:do|did|have) i\b.{0,20}\b(?:master(?:ed)?|already (?:learn\w*|know|understand)"
    r"|learn(?:ed|t)? so far)\b|\bmy (?P<difficult>difficult|weak) (?:topics|points|subjects)",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"\b(?:about|of|on) (?P<what>(?!(?:the )?(?:past|last|this|our|my)\b)[^?.!,;]{2,60}?)"
    r"(?=\s+(?:do|did|have|am|was|is|are) i\b|[?.!,;]|$)",
    re.IGNORECASE,
)
_TALK_WORDS: Final = (
    "talk talked talking discuss discussed discussion say said tell told mention mentioned ask asked speak spoke"
    " spoken conversation conversations chat chats session topic topics thing things subject subjects first last"
    " time remember remind previous previously earlier cover covered start started begin beginning message messages"
    " question questions answer answers summarise summarize summary recap overview learn learned everything anything"
)


@lru_cache(maxsize=1)
def _talk_terms() -> frozenset[str]:
    return frozenset(recall_terms(_TALK_WORDS))


@dataclass(frozen=True, slots=True)
class AskedFacet:
    """
    What a question asks of memory.

    Attributes:
        kind: A fact about the visitor, what they command, or what was talked about.
        name: The fact's slot, or ``mastered`` or ``difficult``.
        wants_before: The value before the present one.
        about: What the command must be of; empty for any subject.
    """

    kind: FacetKind
    name: str = ""
    wants_before: bool = False
    about: str = ""

    @property
    def mark(self) -> str:
        """What a block's metadata hold when it can tell; empty for every block."""
        return "" if self.kind == "talks" else f"\0{self.kind}:{self.name}"


def asked_facet(text: str, cue: TimeCue) -> AskedFacet | None:
    """
    What *text* asks of memory itself; None for a question that is answered by what was said about its words.

    >>> asked_facet("What browser did I use before?", TimeCue())
    AskedFacet(kind='fact', name='use', wants_before=True, about='')
    >>> asked_facet("What about the router?", TimeCue())
    """
    if (asked := _ASKS_MASTERY.search(text)) is not None:
        about = _ABOUT.search(text)
        name = "difficult" if asked["hard"] or asked["difficult"] else "mastered"
        return AskedFacet("mastery", name, about=about["what"].strip() if about is not None else "")
    slot = next((slot for slot, pattern in _SLOTS if pattern.search(text)), "")
    if not slot and (mine := _MINE.search(text)) is not None:
        slot = mine["slot"].lower()
    if slot:
        return AskedFacet("fact", slot, wants_before=asks_for_before(text))
    is_bounded = bool(cue.spans) or cue.walk == "oldest" or cue.is_last
    if is_bounded and cue.is_about_talks and _talk_terms().issuperset(recall_terms(cue.bare)):
        return AskedFacet("talks")
    return None


@lru_cache(maxsize=512)
def _marks_of(facts: tuple[str, ...], mastery: str) -> frozenset[str]:
    return frozenset((*(f"\0fact:{slot}" for slot in facts), *((f"\0mastery:{mastery}",) if mastery else ())))


def marks_of(turn: RememberedTurn) -> frozenset[str]:
    """What a block's metadata say of the facets of one turn; facts of other speakers are found by their words."""
    return _marks_of(tuple(fact.slot.lower() for fact in turn.facts if not fact.subject), turn.mastery)


def telling(facet: AskedFacet, turns: Iterable[RememberedTurn]) -> list[RememberedTurn]:
    """
    Of *turns* those that answer *facet*, the one that counts first.

    >>> from limpet.memory.facts import facts_in
    >>> said = ("I use Chrome.", "I switched to Firefox.")
    >>> turns = [RememberedTurn(str(i), text, at_s=float(i), facts=facts_in(text)) for i, text in enumerate(said)]
    >>> [turn.message for turn in telling(AskedFacet("fact", "use", wants_before=True), turns)]
    ['I use Chrome.', 'I switched to Firefox.']
    """
    newest = sorted(turns, key=lambda turn: -turn.at_s)
    if facet.kind == "mastery":
        return _signs(facet, newest)
    dated = [(turn, value) for turn in newest for value in _values(facet, turn)[:1]]
    if not dated:
        return []
    now = dated[0][1]
    before = [turn for turn, value in dated if value != now]
    return [*before[:1], dated[0][0]] if facet.wants_before else [dated[0][0]]


def _values(facet: AskedFacet, turn: RememberedTurn) -> list[str]:
    return [fact.value.casefold() for fact in turn.facts if fact.key == ("", facet.name)]


def _signs(facet: AskedFacet, newest: Sequence[RememberedTurn]) -> list[RememberedTurn]:
    """The newest sign of each topic, where it is the one that is asked for."""
    latest: dict[str, RememberedTurn] = {}
    for turn in newest:
        if turn.mastery:
            topic = turn.topics[0] if turn.topics else mastery_topic(turn.message) or turn.message
            latest.setdefault(topic.casefold(), turn)
    wanted = set(recall_terms(facet.about))
    signs = [turn for turn in latest.values() if turn.mastery == facet.name]
    return [turn for turn in signs if wanted <= set(recall_terms(" ".join(turn.texts)))]
