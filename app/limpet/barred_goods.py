"""Goods that the visitor does not want, called by name: "not the Grand Hotel" bars that one and no other hotel."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from limpet.limits import DEFAULT_LIMITS
from limpet.memory.slot_applying import BETWEEN_VALUES, unwanted_values
from limpet.memory.slots import Slot, Slots
from limpet.memory.taken_back import SLOT
from limpet.memory.understanding import Understanding
from limpet.memory.understood_as import slot_parts
from limpet.memory.view import MemoryView
from limpet.retrieval.index import Index
from limpet.retrieval.records import NAME_FIELDS
from limpet.text.tokens import stems

_BARS: Final = re.compile(
    r"(?:^|[\s,;])(?:but )?(?:not|except(?: for)?|other than|apart from|anything but|without)\s+(?:the |that |this )?"
    r"(?P<name>[^?.!,;]{2,60}?)(?:,? (?:please|either|too|as well))?[\s?.!]*$",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_]+")
_LEADS: Final = frozenset(
    "a all am and any anything are but d do else everything find for get give got have i in is like looking love m me"
    " no ok okay one ones other others please prefer rather show so some something than the them then there thing"
    " things us want we what which with would you".split()
)
"""Words that only lead to what is not wanted. A question why or how, and "or not", say more than that."""


def unbarred(message: str, without: Collection[str], view: MemoryView) -> str:
    """
    *message* without the goods that it bars by name, where the visitor took that back; whole when nothing else would be
    left to speak of.

    >>> from limpet.memory.session import SessionMemory
    >>> unbarred("hotels, but not the Grand Hotel", ["slot:not name"], SessionMemory().view())
    'hotels,'
    """
    match = _BARS.search(message) if _is_taken_back(without) else None
    left = message if match is None else message[: match.start()]
    return left if left.strip() or view.topic is not None else message


def without_barred(
    understanding: Understanding,
    view: MemoryView,
    index: Index | None,
    *,
    filters_records: bool,
    without: Collection[str] = (),
    most: int = DEFAULT_LIMITS.barred_names,
) -> Understanding:
    """
    *understanding* of a message that only says which goods are not wanted, by words of their names that are no filters:
    these are left out of what was looked at before. As it is for all other messages.

    Args:
        understanding: What the message means.
        view: What was said before.
        index: All documents.
        filters_records: Whether its slots are filters of a catalogue.
        without: Keys of the parts that the visitor took back.
        most: Names that are barred at once; the oldest leave.
    """
    is_read = filters_records and not understanding.starts_over and not _is_taken_back(without)
    match = _BARS.search(understanding.message) if is_read else None
    if match is None or index is None:
        return understanding
    turn, before, words = view.next_number, Slots.from_json(view.slots), frozenset(stems(match["name"]))
    if not words or not _only_leads(understanding.message[: match.start()], understanding.slots, turn, words):
        return understanding
    facts = index.catalogue
    field, named = facts.name_field, _named(words, index)
    if not field or not 0 < len(named) < len(facts.records) or words <= facts.value_stems:
        return understanding
    now = {
        name: slot
        for name, slot in understanding.slots.items()
        if slot.turn == turn and not frozenset(stems(str(slot.value))) <= words
    }
    known = before.get(f"not {field}")
    barred = list(dict.fromkeys([*(unwanted_values(known.value) if known else ()), match["name"].strip()]))[-most:]
    shown = f"not {' or '.join(barred)}"
    slots = Slots({**before, **now}).with_slot(f"not {field}", Slot(BETWEEN_VALUES.join(barred), shown, turn))
    return replace(
        understanding, slots=slots, used_slots=slots, added_words=(), extra_terms={}, parts=slot_parts(slots)
    )


def bars_names(slots: Slots, turn: int) -> bool:
    """Whether goods were barred by name in *turn*."""
    names = (name.removeprefix("not ") for name, slot in slots.items() if name.startswith("not ") and slot.turn == turn)
    return any(name in NAME_FIELDS for name in names)


def _is_taken_back(without: Collection[str]) -> bool:
    return any(f"{SLOT}not {field}" in without for field in NAME_FIELDS)


def _only_leads(text: str, slots: Slots, turn: int, named: frozenset[str]) -> bool:
    """Whether *text* has no words but those that lead to a name, are *named* too, or are filters of *turn*."""
    said = (f"{slot.value} {slot.shown}" for slot in slots.values() if slot.turn == turn)
    known = named.union(*map(stems, said))
    others = " ".join(word for word in _WORD.findall(text.lower()) if word not in _LEADS)
    return all(word in known for part in others.split() for word in stems(part) or [part])


def _named(words: frozenset[str], index: Index) -> set[str]:
    """Ids of the records that have all *words* in their names."""
    held = set.intersection(*(set(index.postings.rows_of(word).tolist()) for word in words))
    documents = {one: index.document(one) for one in {index.fragments[row].document_id for row in held}}
    return {one for one, each in documents.items() if each.format == "record" and words <= frozenset(stems(each.title))}
