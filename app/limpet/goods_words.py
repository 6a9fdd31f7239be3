"""
Words that name goods in a question that a page answers: "How do I return a silk saree?" is covered by the page on
returns.

Such words are no lack of a section that makes no difference between goods of their kind, and the question is searched
for without them too. One that names fabrics does tell them apart: what it says of cotton does not answer for georgette.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.answer.catalogue import EXPLANATION
from limpet.answer.question import question_weights
from limpet.deciding import Decided, Decider
from limpet.goods_sections import GoodsAsked, sections_for
from limpet.knowledge import Knowledge
from limpet.retrieval.document import Hit, Query
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.index import Index
from limpet.retrieval.records import facet_values
from limpet.text.near_words import share_of
from limpet.text.stemming import stem
from limpet.text.tokens import stems
from limpet.thought import Thought

_STAND_IN: Final = "item"
"""What a question is searched for with in place of the goods that it names."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SELLS: Final = re.compile(
    r"\W*(?:(?:hi|hello|hey|and|also|ok(?:ay)?|so)\W+)*do you (?:also )?(?:sell|stock|carry)\b(?P<thing>.+)",
    re.IGNORECASE,
)
EVEN_MARGIN: Final = 0.02
"""Two confidences this near are even: then the pages that were found without the goods come before those that were left
over among goods."""
_SEARCHED: Final = 20
"""Hits among which the pages are looked for."""


@dataclass(frozen=True, slots=True)
class Facets:
    """
    The words of a catalogue's values.

    Attributes:
        by_facet: Stems of the values of each facet.
        kinds: Stems of those that tell what kind of thing a record is.
    """

    by_facet: Mapping[str, frozenset[str]]
    kinds: frozenset[str]

    @classmethod
    def of_schema(cls, schema: Mapping[str, Mapping[str, object]]) -> Facets:
        """Those of a slot schema; facets of numbers and prices have none."""
        found = {}
        for name, spec in schema.items():
            values = spec.get("values")
            if isinstance(values, Sequence):
                found[name] = frozenset(one for value in values for one in stems(str(value)))
        return cls(found, frozenset[str]().union(*(found[name] for name in found if name in KIND_FIELDS)))

    @property
    def words(self) -> frozenset[str]:
        """All of them."""
        return frozenset[str]().union(*self.by_facet.values())

    def goods_in(self, text: str) -> list[tuple[int, int]]:
        """
        Where *text* names goods: a word of their kind with the values right in front of it.

        >>> facets = Facets({"type": frozenset({"sare"}), "fabric": frozenset({"silk"})}, frozenset({"sare"}))
        >>> text = "How do I return a silk saree?"
        >>> [text[start:end] for start, end in facets.goods_in(text)]
        ['silk saree']
        """
        found: list[tuple[int, int]] = []
        start = -1
        for match in _WORD.finditer(text) if self.kinds else ():
            word = stem(match[0].lower())
            start = (start if start >= 0 else match.start()) if word in self.words else -1
            if word in self.kinds:
                if found and found[-1][0] == start:
                    found.pop()
                found.append((start, match.end()))
        return found

    def indifferent(self, page: Hit) -> frozenset[str]:
        """Values of the facets of which *page* has not one."""
        return frozenset[str]().union(*(values for values in self.by_facet.values() if not values & page.stems))


class GoodsWords:
    """
    Lets pages answer questions that name goods.

    Args:
        knowledge: The documents.
        decider: Tells how surely hits answer.
    """

    def __init__(self, knowledge: Knowledge, decider: Decider) -> None:
        self._knowledge = knowledge
        self._decider = decider
        self._index: Index | None = None
        self._facets = Facets({}, frozenset())

    async def by_a_page(
        self, thought: Thought, hits: list[Hit], decided: Decided, recalled_coverage: float = 0.0
    ) -> tuple[list[Hit], Decided]:
        """
        What was found and decided for *thought*, or, where that is surer, the pages that answer it for any goods.

        Only a question that does not ask for goods is meant: one about doing, or one that a page comes first for.
        """
        text, facets = thought.understanding.query_text, self._values()
        added = frozenset(one for word in thought.query.extra_terms for one in stems(word)) & facets.words
        spans = facets.goods_in(text)
        if thought.searches_catalogue or not hits:
            return hits, decided
        if not (spans or added):
            return self._lacking(thought, hits, decided)
        if self._is_record(hits[0]) and not thought.asks_pages:
            return hits, decided
        named = added.union(*(stems(text[start:end]) for start, end in spans))
        plain = await self._without(text, spans)
        if (told := self._by_section(thought, hits, plain, decided, named, recalled_coverage)) is not None:
            return told
        best = hits, decided
        for some in (hits, plain):
            pages = [hit for hit in some if not self._is_record(hit)]
            granted = named & facets.indifferent(pages[0]) - _told(pages) if pages else frozenset[str]()
            if not granted or (some is not hits and granted != named):
                continue
            surer = self._decider.decide(thought, pages, recalled_coverage, granted)
            margin = EVEN_MARGIN if best[0] is not hits and some is not hits else 0.0
            if surer.features.confidence > best[1].features.confidence - margin:
                best = pages, surer
        return best

    def _by_section(
        self,
        thought: Thought,
        hits: list[Hit],
        plain: list[Hit],
        decided: Decided,
        named: frozenset[str],
        recalled: float,
    ) -> tuple[list[Hit], Decided] | None:
        """The sections of a page that are about the goods, where it tells a facet apart; None where it does not."""
        index, facets = self._knowledge.index, self._values()
        once = {hit.fragment.fragment_id: hit for hit in (*plain, *hits) if not self._is_record(hit)}
        pages = sorted(once.values(), key=lambda hit: -hit.score)
        topic = thought.understanding.topics.active if thought.is_about_shown else None
        along = frozenset(one for word in thought.query.extra_terms for one in stems(word))
        along |= frozenset(topic.stems if topic is not None else ())
        goods = GoodsAsked(thought.understanding.query_text, named, named & facets.kinds, along)
        records = [one for one in index.documents if one.format == "record"] if index is not None else []
        told = sections_for(goods, pages, facets.by_facet, records)
        explains = EXPLANATION.match(thought.understanding.query_text) is not None
        if told is None or not (told.hits or (told.lacks and explains)):
            return None
        if not told.hits:  # what it says of cotton does not answer for georgette
            return hits, _refused(decided)
        surer = self._decider.decide(thought, told.hits, recalled, goods.kinds)
        was_covered = decided.plan.mode != "not_covered"
        if not (was_covered or surer.plan.mode == "not_covered" or self._has_asked(goods, told.hits)):
            return None
        is_worse = surer.plan.mode == "not_covered" and was_covered
        if is_worse and not (told.is_named and explains):
            return None
        if told.is_named or len(told.hits) == 1:
            return list(told.hits), surer
        return list(told.hits), replace(surer, plan=replace(surer.plan, each_for=tuple(sorted(named))))

    def _lacking(self, thought: Thought, hits: list[Hit], decided: Decided) -> tuple[list[Hit], Decided]:
        """
        *decided*, or a refusal where a fabric alone is asked about that has no section beside those of others, or a
        thing of such by its name: "earrings", of which one of brass is found.
        """
        text, facets = thought.understanding.query_text, self._values()
        if EXPLANATION.match(text) is None:
            return hits, decided
        named = frozenset(stems(text))
        if self._is_record(hits[0]):
            record = self._knowledge.document(hits[0].fragment.document_id)
            if not named.intersection(stems(record.title)[-1:]):
                return hits, decided
            named |= frozenset(
                one for value in record.fields.values() for some in facet_values(value) for one in stems(some)
            )
        named = named & facets.words - facets.kinds - frozenset(stems(" ".join(facets.by_facet)))
        pages = [hit for hit in hits if not self._is_record(hit)]
        told = sections_for(GoodsAsked(text, named, frozenset()), pages, facets.by_facet, ()) if named else None
        return hits, decided if told is None or not told.lacks else _refused(decided)

    def _has_asked(self, goods: GoodsAsked, told: Sequence[Hit]) -> bool:
        """Whether the sections have a word of what is asked about the goods: one alone is found surely, but of them."""
        found = frozenset[str]().union(*(hit.stems for hit in told))
        asked = set(question_weights(goods.text, self._knowledge.idf, {})) - goods.stems
        return any(share_of(one, found) for one in asked)

    def sold(self, thought: Thought, hits: Sequence[Hit], decided: Decided) -> Decided:
        """
        *decided*, or that nothing is covered, where it is asked whether something is sold that no record has and no
        page is about: "Keep zari away from perfume" sells none.
        """
        index = self._knowledge.index
        found = _SELLS.match(thought.understanding.query_text)
        if found is None or index is None or not self._values().words or not hits:
            return decided
        thing = set(question_weights(found["thing"], self._knowledge.idf, {}))
        heading = frozenset(stems(" ".join(hits[0].fragment.heading_path)))
        rows = {row for one in thing for row in index.postings.rows_of(one).tolist()}
        is_sold = any(index.document(index.fragments[row].document_id).format == "record" for row in rows)
        if is_sold or thing & heading or not thing:
            return decided
        return _refused(decided)

    async def _without(self, text: str, spans: Sequence[tuple[int, int]]) -> list[Hit]:
        """What is found with a stand-in for the goods; nothing for a text that names none."""
        index = self._knowledge.index
        if not spans or index is None:
            return []
        plain = text
        for start, end in reversed(spans):
            plain = f"{plain[:start]}{_STAND_IN}{plain[end:]}"
        query = Query(plain, await self._knowledge.vector(plain), as_wholes=True)
        found = await self._knowledge.retrieve(query, k=_SEARCHED)
        return index.with_stems(found)

    def _is_record(self, hit: Hit) -> bool:
        return self._knowledge.document(hit.fragment.document_id).format == "record"

    def _values(self) -> Facets:
        index = self._knowledge.index
        if index is not self._index:
            self._index, self._facets = index, Facets.of_schema(self._knowledge.slot_schema())
        return self._facets


def _refused(decided: Decided) -> Decided:
    return Decided(replace(decided.features, confidence=0.0), replace(decided.plan, mode="not_covered"))


def _told(pages: Sequence[Hit]) -> frozenset[str]:
    """Stems of the best page's document as far as it was found: a section on footwear answers for footwear."""
    document_id = pages[0].fragment.document_id
    return frozenset[str]().union(*(hit.stems for hit in pages if hit.fragment.document_id == document_id))
