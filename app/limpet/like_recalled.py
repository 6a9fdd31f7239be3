"""Goods like those that the visitor told of earlier: "similar to the ones I bought last time"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from limpet.answer.catalogue import MOST_RECORDS, catalogue_answer
from limpet.answer.evidence import Composed, Evidence
from limpet.answer.recalled import looks_back, recalled_lines, worth_telling
from limpet.knowledge import Knowledge
from limpet.longterm import Recalled
from limpet.memory.slots import Slots
from limpet.reply import BY_WORDING, Reply
from limpet.retrieval.document import Document, FieldValue, Hit, Query
from limpet.retrieval.filtering import ANY, KIND_FIELDS
from limpet.retrieval.records import (
    ID_FIELDS,
    LINK_FIELDS,
    NAME_FIELDS,
    PRICE_FIELDS,
    TEXT_FIELDS,
    facet_name,
    facet_values,
    record_name,
)
from limpet.text.tokens import stems
from limpet.thought import Thought

_ALIKE: Final = re.compile(
    r"\b(?:similar|resembl\w+|alike|comparable|same (?:kinds?|sorts?|types?|styles?)|(?:go|goes|match\w*) with"
    r"|(?<!\bi )(?<!\byou )like (?:the|that|this|those|these|what|my|one))\b",
    re.IGNORECASE,
)
_MOST_OF_KIND: Final = 60
"""Records of the kind that are compared."""
_NO_TRAIT: Final = frozenset({*ID_FIELDS, *LINK_FIELDS, *NAME_FIELDS, *PRICE_FIELDS, *TEXT_FIELDS, "currency", "size"})
"""Facets that make no two things alike: names, prices, sizes to choose from."""


def asks_for_alike(message: str) -> bool:
    """
    Whether *message* wants goods like something of earlier.

    >>> asks_for_alike("similar to the ones I bought last time"), asks_for_alike("What did I like last time?")
    (True, False)
    >>> asks_for_alike("something like the kurta I bought before"), asks_for_alike("something like the blue one")
    (True, False)
    """
    return _ALIKE.search(message) is not None and looks_back(message)


async def like_recalled(thought: Thought, recalled: Recalled, knowledge: Knowledge) -> Reply | None:
    """
    What the visitor said of a thing in the catalogue, with its date, and then the records most like it.

    What is remembered and what the documents say stand apart, each under its own line. The kind of the thing stays, and
    the filters that the message itself sets; what shares most of the other facets comes first.

    Args:
        thought: What the message means.
        recalled: Earlier turns, best first.
        knowledge: The documents.

    Returns:
        None where nothing alike is asked for, no turn tells of such a thing, or no other record is of its kind.
    """
    if not (thought.filters_records and recalled.turns and asks_for_alike(thought.message)):
        return None
    for turn in worth_telling(recalled.turns):
        for thing in _records_in(turn.turn.message, knowledge) or _described(turn.turn.slots):
            hits = await _alike(thing, thought, knowledge)
            evidence = Evidence(
                thought.message, "", hits[:MOST_RECORDS], knowledge.document, knowledge.idf, wants_records=True
            )
            listed = catalogue_answer(evidence, recalled.relevance) if hits else None
            if listed is not None and listed.mode == "answer":
                told = replace(recalled, turns=(turn,))
                composed = _said(recalled_lines(told.turns), thing, listed)
                names = knowledge.entities_in(f"{thought.message}\n{composed.text}")
                return Reply(thought, composed, hits, BY_WORDING, told, names)
    return None


def _records_in(text: str, knowledge: Knowledge) -> list[Document]:
    """The records that *text* calls by their names."""
    named = {name.casefold() for name in (*knowledge.entities_in(text), *knowledge.titles_in(text))}
    documents = () if knowledge.index is None else knowledge.index.documents
    return [one for one in documents if one.format == "record" and one.title.casefold() in named]


def _described(slots: Mapping[str, str]) -> list[Document]:
    """What the filters of a turn tell of a thing that it does not call by a name: its kind, and something more."""
    told = {name: value for name, value in slots.items() if not name.startswith("not ") and value != ANY}
    traits = [name for name in told if facet_name(name) not in {*_NO_TRAIT, *KIND_FIELDS}]
    if not traits or not any(facet_name(name) in KIND_FIELDS for name in told):
        return []
    return [Document("", " · ".join(told.values()), "", "record", dict(told))]


async def _alike(thing: Document, thought: Thought, knowledge: Knowledge) -> list[Hit]:
    """Other records of the kind of *thing*, those that share most of its facets first."""
    kinds = {name: " ".join(values) for name, values in _facets(thing.fields).items() if name in KIND_FIELDS}
    text = f"{thing.title}. {' '.join(kinds.values())}"
    filters = {**kinds, **_set_now(thought.understanding.used_slots, thought.view.next_number)}
    query = Query(text, await knowledge.vector(text))
    hits = await knowledge.retrieve(query, k=_MOST_OF_KIND, filters=filters, only_records=True)
    shared: dict[str, tuple[float, Hit]] = {}
    for hit in hits:
        other = hit.fragment.document_id
        if other != thing.document_id and other not in shared:
            shared[other] = (likeness(thing.fields, knowledge.document(other).fields), hit)
    ordered = sorted(shared.values(), key=lambda pair: -pair[0])  # stable: the nearest in meaning first among equals
    return [hit for _, hit in ordered]


def likeness(one: Mapping[str, FieldValue], other: Mapping[str, FieldValue]) -> float:
    """
    Share of the facets of *one* that *other* has too, 0..1; a list counts by how much of it is shared (Jaccard).

    >>> kurta = {"name": "Neem", "category": "kurta", "fabric": "cotton", "occasion": ["daily", "office"]}
    >>> likeness(kurta, {"name": "Dabu", "category": "men's kurta", "fabric": "khadi cotton", "occasion": ["office"]})
    0.5
    """
    mine, theirs = _facets(one), _facets(other)
    traits = [name for name in mine if name not in _NO_TRAIT]
    shares = [_jaccard(set(stems(" ".join(mine[name]))), set(stems(" ".join(theirs.get(name, ()))))) for name in traits]
    return sum(shares) / len(shares) if shares else 0.0


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0


def _facets(fields: Mapping[str, FieldValue]) -> dict[str, tuple[str, ...]]:
    return {facet_name(field): facet_values(value) for field, value in fields.items()}


def _set_now(slots: Slots, turn: int) -> dict[str, str]:
    """The filters of this message; a kind that it names itself is the one that is wanted."""
    return {name: str(slot.value) for name, slot in slots.items() if slot.turn == turn}


def _said(lines: Sequence[str], thing: Document, listed: Composed) -> Composed:
    """Both under lines of their own."""
    remembered = ("From our earlier conversations:\n\n", *(f"- {line}\n" for line in lines))
    lead = f"\nMost like **{record_name(thing.fields) or thing.title}**, from the documents:\n\n"
    pieces = (*remembered, lead, *(listed.pieces or (listed.text,)))
    return replace(listed, text="".join(pieces), pieces=pieces)
