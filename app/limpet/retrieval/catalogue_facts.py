"""What is true of all records of a catalogue together: found once an index, since reading thousands takes a while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from limpet.retrieval.document import Document
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.records import NAME_FIELDS, TEXT_FIELDS, facet_name, facet_values
from limpet.text.tokens import stems

NO_FACETS: Final = frozenset({*NAME_FIELDS, *TEXT_FIELDS})
"""Names and prose: nothing that goods of a kind have in common."""


class CatalogueFacts:
    """
    Facts about the records among *documents*; an index has its own, which goes with it.

    >>> fields = {"name": "Megh Shirt", "Weight g": 180, "fabric": "linen"}
    >>> facts = CatalogueFacts([Document("m", "Megh Shirt", "", "record", fields), Document("p", "Page", "")])
    >>> len(facts.records), sorted(facts.fields), facts.name_field, sorted(facts.value_stems)
    (1, ['Weight g', 'fabric', 'name'], 'name', ['180', 'linen'])
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self.records: Final = tuple(one for one in documents if one.format == "record")

    @cached_property
    def fields(self) -> frozenset[str]:
        """Names of all fields, as written."""
        return frozenset(name for record in self.records for name in record.fields)

    @cached_property
    def name_field(self) -> str:
        """The best of the facets that name records; empty where none does."""
        facets = {facet_name(field) for field in self.fields}
        return next((one for one in NAME_FIELDS if one in facets), "")

    @cached_property
    def value_stems(self) -> frozenset[str]:
        """Stems of the values of all fields that are neither names nor prose."""
        return self._stems_of(lambda name: name not in NO_FACETS)

    @cached_property
    def kind_stems(self) -> frozenset[str]:
        """Stems of the values that tell what kind of thing a record is."""
        return self._stems_of(lambda name: name in KIND_FIELDS)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Values that tell what kind of thing a record is, as written, those of most records first."""
        told = (
            value
            for record in self.records
            for name, given in record.fields.items()
            if facet_name(name) in KIND_FIELDS
            for value in facet_values(given)
        )
        return tuple(value for value, _ in Counter(told).most_common())

    @cached_property
    def named_stems(self) -> frozenset[str]:
        """Stems of the names of records and of all values that are no prose: what goods are called by."""
        titles = frozenset(stem for record in self.records for stem in stems(record.title))
        return self.value_stems | titles | self._stems_of(lambda name: name in NAME_FIELDS)

    def _stems_of(self, is_meant: Callable[[str], bool]) -> frozenset[str]:
        told = {
            value
            for record in self.records
            for name, given in record.fields.items()
            if is_meant(facet_name(name))
            for value in facet_values(given)
        }
        return frozenset(stem for value in told for stem in stems(value))
