"""Talk about goods: what the topic becomes when filters say what is wanted, and which words are still lacking then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from limpet.memory.candidates import Candidate
from limpet.memory.clearing import turned_to
from limpet.memory.offer import choosable_items, offer_options
from limpet.memory.slots import Slots
from limpet.memory.topic import Idf, Topic, topic_of
from limpet.text.tokens import stems


def goods_topic(message: str, kind: str, idf: Idf, turn: int) -> Topic:
    """
    The topic of a message that asks for another kind of thing: as it names it, else the kind's own name.

    >>> goods_topic("Do you have linen shirts?", "shirt", lambda stem: 3.0, 2).name
    'linen shirts'
    """
    found = topic_of(turned_to(message) or message, idf, turn)
    if found is not None and set(stems(kind)) <= set(found.stems):
        return found
    return Topic(kind, tuple(stems(kind)), turn, turn)


def chosen_topic(offer: Any, chosen: str, turn: int) -> Topic | None:
    """The thing that was chosen among those shown or asked back about, as the topic; None when it is none of them."""
    names = [str(one.get("label")) for one in choosable_items(offer)]
    named = next((name for name in names if name == chosen), None)
    named = named or next((name for name in offer_options(offer) if chosen.startswith(f"{name}: ")), None)
    return Topic(named, tuple(stems(named)), turn, turn) if named else None


def words_for_goods(shares: Sequence[tuple[Candidate, float]], topic: Topic | None) -> list[tuple[Candidate, float]]:
    """Beside filters only the words of the topic are lacking; prices and sizes of what was listed are not."""
    wanted = set(topic.stems) if topic else set()
    return [(one, share) for one, share in shares if one.stem in wanted]


def without_figures(shares: Sequence[tuple[Candidate, float]]) -> list[tuple[Candidate, float]]:
    """Prices, sizes and citation marks of a list are figures that nobody asks for again."""
    return [(one, share) for one, share in shares if not one.word.isdecimal()]


def said_by_filters(topic_stems: Collection[str], slots: Slots) -> bool:
    """Whether the filters name the topic already: no need to show it twice."""
    said = {stem for slot in slots.values() for stem in stems(str(slot.value))}
    return bool(topic_stems) and set(topic_stems) <= said
