"""Goods that a message calls by a word of their names, where the filters of before let none of them through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from limpet.answer.question import question_weights
from limpet.listing import Filtering
from limpet.memory.same_facet import without_same
from limpet.memory.slot_applying import DONT_CARE
from limpet.retrieval.document import Document
from limpet.retrieval.filtering import KIND_FIELDS, to_relax
from limpet.retrieval.index import Index
from limpet.retrieval.records import NAME_FIELDS, facet_name
from limpet.text.folding import lower
from limpet.text.light_words import light_stems
from limpet.text.tokens import stems
from limpet.thought import Thought

_STANDING: Final = frozenset(stems("one ones thing things item items product products piece pieces any other more"))
_ALIKE_CHARS: Final = 2
"""Letters that a word shares with its stem: a name without them is not taken apart, for there may be thousands."""


def narrowed_to_named(thought: Thought, filtering: Filtering, index: Index | None) -> tuple[Thought, Filtering]:
    """
    Both as they are, or a search for the goods that the message names, with the filter given up that bars them.

    "What about Banarasi?" after sarees for the office sets no filter, but is no question either: its words are of names
    of goods. Where none of those fits, the filter set longest ago that helps is given up, as for any other filter.
    "And trousers in that colour?" keeps the colour, and wants another kind.

    Args:
        thought: What the message means.
        filtering: What the records must satisfy for it.
        index: All documents.
    """
    filters = {name: value for name, value in filtering.kept.items() if value != DONT_CARE}
    if index is None or not thought.filters_records or thought.is_choice or not filters or filtering.relaxed:
        return thought, filtering
    records = [one for one in index.documents if one.format == "record"]
    message, same = without_same(thought.message, filters)
    turn, slots = thought.view.next_number, thought.understanding.slots
    before = [name for name in filters if same and name in slots and slots[name].turn != turn]
    kinds = [name for name in before if facet_name(name) in KIND_FIELDS]
    filters = {name: value for name, value in filters.items() if name not in kinds}
    words = _words(message, records, filters)
    field = _name_field(records)
    if not words or not field:
        return thought, filtering
    named = {**filters, field: " ".join(words)}
    relaxed = to_relax(records, named, [field])
    if not (relaxed or same) or field in relaxed:
        return thought, filtering
    kept = {name: value for name, value in named.items() if name not in relaxed}
    called = [word for word in message.split() if set(stems(word)) & set(words)]
    narrowed = replace(filtering, kept=kept, relaxed=relaxed, only_records=True, named=_shown(called))
    understanding = thought.understanding.without_slots(kinds) if kinds else thought.understanding
    return replace(thought, searches_catalogue=True, understanding=understanding), narrowed


def _words(message: str, records: Sequence[Document], filters: dict[str, Any]) -> list[str]:
    """The stems of *message* when a record's name has them all; none when it asks for more, or only for a filter."""
    light = light_stems("en") | _STANDING
    asked = [stem for stem in question_weights(message, lambda _: 1.0, {"": 1.0}) if stem and stem not in light]
    said = {stem for value in filters.values() for stem in stems(str(value))}
    new = [stem for stem in asked if stem not in said]
    if not new:
        return []
    likely = (one.title for one in records if all(word[:_ALIKE_CHARS] in lower(one.title) for word in new))
    names = (set(stems(title)) for title in likely)
    return new if any(set(new) <= name and set(asked) <= name | said for name in names) else []


def _name_field(records: Sequence[Document]) -> str:
    """The facet that names the records; empty when their fields tell none."""
    facets = {facet_name(field) for record in records for field in record.fields}
    return next((name for name in NAME_FIELDS if name in facets), "")


def _shown(words: Sequence[str]) -> str:
    return " ".join(word.strip("?!.,;:\"'“”") for word in words)
