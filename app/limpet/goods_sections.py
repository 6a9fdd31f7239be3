"""
A page that tells several kinds of material apart answers for the goods that are asked about: of one on fabrics the
section on silk for silk sarees, and for sarees of any fabric the sections on all that sarees are made of.

A page does so whose sections are headed with different values of one facet of the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.retrieval.document import Document, Hit
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.index import Index
from limpet.retrieval.records import facet_name, facet_values
from limpet.text.near_words import near_stems, share_of
from limpet.text.tokens import stems

_WORD: Final = re.compile(r"[^\W\d_]+")
_FEWEST_SECTIONS: Final = 2
"""Sections with different values of a facet, from which a page tells them apart."""
NO_PROPERTIES: Final = frozenset(
    "place location venue where room hall city town region country address store branch audience for whom age ages"
    " occasion season event date day days month time start end from until author artist speaker".split()
)
"""Facets of where, when, for whom and by whom: a page with sections on places tells no goods apart."""


@dataclass(frozen=True, slots=True)
class GoodsAsked:
    """
    What goods a question names.

    Attributes:
        text: The question.
        stems: Of the words by which it names the goods: their kind and values.
        kinds: Those of them that tell what kind of thing is meant.
        taken_along: Stems of what was said before and is meant here.
    """

    text: str
    stems: frozenset[str]
    kinds: frozenset[str]
    taken_along: frozenset[str] = frozenset()

    @property
    def asked(self) -> frozenset[str]:
        """Stems of all else in the question."""
        return frozenset(stems(self.text)) - self.stems


@dataclass(frozen=True, slots=True)
class Sections:
    """
    What a page tells of some goods.

    Attributes:
        hits: The sections, best first; none where the page has none for what is asked for.
        is_named: It is known of which value is asked, by the question or by the record that it is about; else there is
            a section for each value that the goods have.
        lacks: The goods have values for what the page tells apart, and it has a section for none of them.
    """

    hits: Sequence[Hit]
    is_named: bool
    lacks: bool


def sections_for(
    goods: GoodsAsked, pages: Sequence[Hit], by_facet: Mapping[str, frozenset[str]], records: Sequence[Document]
) -> Sections | None:
    """
    Those of *pages* that speak of *goods*; None where the first of them is of no page that tells a facet apart.

    Args:
        goods: What the question names.
        pages: What was found for it that is no record, best first, with stems.
        by_facet: Stems of the values of each facet.
        records: Of the catalogue: what the goods are made of, where the question does not say.
    """
    if not pages:
        return None
    of_page = [hit for hit in pages if hit.fragment.document_id == pages[0].fragment.document_id]
    for facet, values in by_facet.items():
        if facet in KIND_FIELDS or facet in NO_PROPERTIES:
            continue
        told = [(hit, _heading(hit) & values) for hit in of_page]
        if len({said for _, said in told if said}) < _FEWEST_SECTIONS:
            continue
        headed = frozenset[str]().union(*(said for _, said in told))
        named = goods.stems & values | frozenset(stems(goods.text)) & headed
        of_record = [] if named else _named_in_full(goods, records)
        wanted = named or _values_of(facet, of_record or _of_kinds(goods, records))
        kept = [hit for hit, said in told if said & wanted]
        kept = [hit for hit in kept if _heading(hit) & goods.asked] or kept
        if not told[0][1] and _is_meant(told[0][0], kept, goods, values):
            continue
        return Sections(kept, bool(named or of_record), bool(wanted) and not kept)
    return None


def differing(value: str, asked: Collection[str], index: Index) -> list[str]:
    """
    What of a *value* the pages make a difference of where they tell what is *asked*: the value whole, else those of its
    words that do. Returns make none, where no page on returns speaks of it.

    Args:
        value: Of a facet of goods: "crepe silk".
        asked: Stems of the question.
        index: Records and pages.
    """
    rows_of = index.postings.rows_of
    told = {row for one in asked for near in (one, *near_stems(one)) for row in rows_of(near).tolist()}
    places = {index.fragments[row].document_id for row in told}

    def matters(words: Sequence[str]) -> bool:
        rows = set.intersection(*(set(rows_of(word).tolist()) for word in words)) if words else set()
        pages = [row for row in rows if index.document(index.fragments[row].document_id).format != "record"]
        if not asked or not told.isdisjoint(pages):
            return bool(pages)
        heads = [index.fragments[row] for row in pages]
        headed = [one for one in heads if set(words) <= set(stems(" ".join(one.heading_path[1:])))]
        return any(one.document_id in places for one in headed)

    return [value] if matters(stems(value)) else [word for word in _WORD.findall(value) if matters(stems(word))]


def _is_meant(section: Hit, kept: Sequence[Hit], goods: GoodsAsked, values: frozenset[str]) -> bool:
    """Whether the question is about what a section of no value is about: it names that, or is told nowhere else."""
    told = frozenset[str]().union(*(hit.stems for hit in kept))
    is_told = not kept or all(share_of(one, told) for one in section.stems & goods.asked)
    return bool(_heading(section) & frozenset(stems(goods.text)) - values) or not is_told


def _heading(hit: Hit) -> frozenset[str]:
    """Stems of the innermost heading."""
    return frozenset(stems(" ".join(hit.fragment.heading_path[1:][-1:])))


def _named_in_full(goods: GoodsAsked, records: Sequence[Document]) -> list[Document]:
    """The records whose whole name the question has, or what it takes along."""
    asked = frozenset(stems(goods.text)) | goods.taken_along
    is_asked: dict[str, bool] = {}  # by word: thousands of names share theirs, and most fail at the first

    def may_be(word: str) -> bool:
        if word not in is_asked:
            is_asked[word] = asked.issuperset(stems(word))
        return is_asked[word]

    near = [one for one in records if all(map(may_be, one.title.split()))]
    return [one for one in near if (name := frozenset(stems(one.title))) and name <= asked]


def _of_kinds(goods: GoodsAsked, records: Sequence[Document]) -> list[Document]:
    """Those of *records* that are of a kind that is asked about."""
    is_meant: dict[str, bool] = {}  # by value, of which a catalogue has few

    def means(value: str) -> bool:
        if value not in is_meant:
            is_meant[value] = not goods.kinds.isdisjoint(stems(value))
        return is_meant[value]

    return [
        record
        for record in records
        if any(
            facet_name(field) in KIND_FIELDS and any(map(means, facet_values(value)))
            for field, value in record.fields.items()
        )
    ]


def _values_of(facet: str, records: Sequence[Document]) -> frozenset[str]:
    """Stems of what *records* have for *facet*."""
    found = {
        one
        for record in records
        for field, value in record.fields.items()
        if facet_name(field) == facet
        for one in facet_values(value)
    }
    return frozenset(stem for one in found for stem in stems(one))
