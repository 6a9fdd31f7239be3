"""
What "it" is in a shop: the record that was last spoken of, else the kind of goods, also after a question in between.

"Is it machine washable?" after a kurta of cotton asks about cotton kurtas, and the pages are searched for these words;
"how much is it?" asks about the record itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.answer.asked_fields import has_field_asked
from limpet.answer.catalogue import EXPLANATION
from limpet.answer.question import question_weights
from limpet.goods_sections import differing
from limpet.goods_words import Facets
from limpet.knowledge import Knowledge
from limpet.memory.expletive import without_expletives
from limpet.memory.offer import shown_items
from limpet.memory.slot_prices import orders_only
from limpet.memory.slots import Slots
from limpet.memory.topic import Topic, Topics
from limpet.memory.understanding import Part
from limpet.retrieval.document import Document, Query
from limpet.retrieval.filtering import BETWEEN, KIND_FIELDS
from limpet.retrieval.index import Index
from limpet.retrieval.records import facet_name, facet_values
from limpet.text.tokens import stems
from limpet.thought import Thought

REMEMBERED_TURNS: Final = 6
"""Turns after which "it" is no longer the goods that were spoken of."""
_MOST_WORDS: Final = 14
_POINTS: Final = re.compile(r"\b(?:it|(?:this|that|these|those)(?: ones?)?|they|them)\b", re.IGNORECASE)
_NOTHING: Final = re.compile(
    r"\b(?:is|was) (?:it|there|that) (?:possible|true|ok|okay|safe|better|necessary|all)\b|\bthat (?:is|was)\b",
    re.IGNORECASE,
)
"""Words that point at no thing."""
_HOW_MUCH: Final = re.compile(r"\bhow much (?:is|are|does|do)\b", re.IGNORECASE)
_FRESH_AHEAD: Final = 0.1
"""Confidence by which goods that were just spoken of may be behind another reading."""
_OF_RECORDS: Final = frozenset(
    stems(
        "price cost expensive cheap much size sizes colour color fabric material available availability stock left come"
        " sold still have made occasion many pieces different what which called name"
    )
)
"""Words of questions that a record itself answers."""


@dataclass(frozen=True, slots=True)
class Focus:
    """
    Goods that a message may point at.

    Attributes:
        name: For people, and of the topic.
        phrase: What pages are searched with in their place: "cotton kurta".
        record: The one that is meant; None for a kind of goods.
        is_fresh: The message before spoke of them.
    """

    name: str
    phrase: str
    record: Document | None
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Reread:
    """
    A message with the goods that it points at.

    Attributes:
        thought: To be answered instead.
        is_certain: It goes right on about the goods.
        is_of_record: It asks for what the record itself tells.
    """

    thought: Thought
    is_certain: bool
    is_of_record: bool


class GoodsInFocus:
    """
    Reads "it" as goods.

    Args:
        knowledge: The documents.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._index: Index | None = None
        self._facets = Facets({}, frozenset())
        self._titles: dict[str, set[str]] = {}  # stem of a record's name -> ids; grows with the owner's documents

    async def reread(self, thought: Thought) -> Reread | None:
        """*thought* with the goods that it points at; None where it points at none, or names some itself."""
        is_settled = thought.searches_catalogue or thought.is_choice or "topic" in thought.without
        if is_settled or not thought.filters_records:
            return None
        text = thought.message
        found = _POINTS.search(_NOTHING.sub(lambda match: "_" * len(match[0]), without_expletives(text)))
        if found is None or len(text.split()) > _MOST_WORDS:
            return None
        is_one = found[0].lower() in ("it", "that one", "this one")
        if len(shown_items(thought.view.offer)) > 1 and not (is_one or EXPLANATION.match(text)):
            return None  # "compare them" is about the list
        self._follow_index()
        asked = set(question_weights(_POINTS.sub(" ", text), lambda _: 1.0, {"": 1.0})) - {""}
        focus = self._focus(thought, asked) if not self._facets.goods_in(text) else None
        if focus is None or thought.understanding.starts_over:
            return None
        if not asked and not (focus.is_fresh or _HOW_MUCH.search(text)):
            return None  # "how long does it take?" after another question is about that
        of_record = focus.record is not None and (
            asked <= _OF_RECORDS | self._facets.words or has_field_asked(focus.record, text)
        )
        if of_record:
            query_text = f"{focus.name}: {text}"
        else:
            query_text = f"{text[: found.start()]}the {focus.phrase}{text[found.end() :]}"
        topics = thought.understanding.topics
        if focus.record is not None:
            turn = thought.view.next_number
            topics = topics.changed_to(Topic(focus.name, tuple(stems(focus.name)), turn, turn))
        understanding = replace(
            thought.understanding,
            decision="follow_up",
            query_text=query_text,
            added_words=(),
            extra_terms={},
            expanded_text=None,
            used_slots=Slots(),
            display=query_text,
            topics=topics,
            parts=(Part("topic", focus.name),),
        )
        query = Query(query_text, await self._knowledge.vector(query_text))
        meant = replace(thought, understanding=understanding, query=query, is_choice=of_record, is_about_shown=True)
        return Reread(meant, focus.is_fresh, of_record)

    def _focus(self, thought: Thought, asked: set[str]) -> Focus | None:
        view = thought.view
        before = view.next_number - 1
        shown = shown_items(view.offer)
        last = view.last_turn
        if len(shown) == 1 or (shown and last is not None and orders_only(last.message)):
            record = self._record(tuple(stems(str(shown[0].get("label")))))
            if record is not None:
                return self._of_record(record, asked, is_fresh=True)
        topics = Topics.from_json(view.topic) if view.topic is not None else Topics()
        for topic in (topics.active, *topics.earlier) if len(shown) < 2 else ():
            if topic is None or before - topic.last_turn >= REMEMBERED_TURNS:
                continue
            record = self._record(topic.stems)
            if record is not None:
                return self._of_record(record, asked, is_fresh=topic is topics.active and topic.last_turn == before)
        return self._of_kind(Slots.from_json(view.slots), before, asked) or self._of_topic(topics.active, before)

    def _of_record(self, record: Document, asked: set[str], *, is_fresh: bool) -> Focus:
        said = {facet_name(field): value for field, value in record.fields.items()}
        kinds = [" ".join(facet_values(said[name])) for name in said if name in KIND_FIELDS]
        others = [
            value
            for name, given in said.items()
            if name in self._facets.by_facet and name not in KIND_FIELDS and isinstance(value := given, str)
        ]
        phrase = " ".join([*self._differing(others, asked), *kinds[:1]]) or record.title
        return Focus(record.title, phrase, record, is_fresh)

    def _of_kind(self, slots: Slots, before: int, asked: set[str]) -> Focus | None:
        kind = next((slot for name, slot in slots.items() if facet_name(name) in KIND_FIELDS), None)
        if kind is None or before - kind.turn >= REMEMBERED_TURNS:
            return None
        values = [
            str(slot.value)
            for name, slot in slots.items()
            if facet_name(name) in self._facets.by_facet and slot is not kind and not name.startswith("not ")
        ]
        phrase = " ".join([*self._differing(values, asked), str(kind.value)]).replace(BETWEEN, " or ")
        return Focus(phrase, phrase, None, kind.turn == before)

    def _of_topic(self, topic: Topic | None, before: int) -> Focus | None:
        """Goods that no filter was set for: "Tell me about silk sarees" was answered by a page."""
        named = self._facets.goods_in(topic.name) if topic is not None else []
        if topic is None or not named or before - topic.last_turn >= REMEMBERED_TURNS:
            return None
        start, end = named[0]
        return Focus(topic.name, topic.name[start:end], None, topic.last_turn == before)

    def _differing(self, values: Sequence[str], asked: set[str]) -> list[str]:
        """Of *values* those that the pages make a difference of where *asked* is told; else words that do."""
        index = self._index
        if index is None:
            return []
        told = [(words, words == value) for value in values for words in differing(value, asked, index)]
        has_whole = any(is_whole for _, is_whole in told)  # "cotton" beside the "indigo" of a colour "indigo blue"
        return list(dict.fromkeys(words for words, is_whole in told if is_whole or not has_whole))

    def _record(self, named: tuple[str, ...]) -> Document | None:
        """The one record whose name has all of *named*; None when none or several have."""
        found = [self._titles.get(one, set()) for one in named]
        ids = set.intersection(*found) if found else set()
        if len(ids) > 1:  # a name may be all of one and a part of another
            ids = {one for one in ids if set(stems(self._knowledge.document(one).title)) == set(named)}
        return self._knowledge.document(ids.pop()) if len(ids) == 1 else None

    def _follow_index(self) -> None:
        index = self._knowledge.index
        if index is self._index:
            return
        self._index, self._facets = index, Facets.of_schema(self._knowledge.slot_schema())
        titles: dict[str, set[str]] = {}
        for document in index.documents if index is not None else ():
            if document.format == "record":
                for one in stems(document.title):
                    titles.setdefault(one, set()).add(document.document_id)
        self._titles = titles


def surer(reread: Reread, confidence: float, other: float) -> bool:
    """
    Whether a message means the goods: it certainly does, or that reading is the surer one.

    Args:
        reread: The message with the goods.
        confidence: That the documents answer it so.
        other: That they answer it as it was understood first.
    """
    return reread.is_of_record or confidence > other or (reread.is_certain and confidence >= other - _FRESH_AHEAD)
