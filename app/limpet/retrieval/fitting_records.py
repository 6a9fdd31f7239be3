"""Which records satisfy some filters: one pass over the documents for each set of filters, remembered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from limpet.limits import Limits
from limpet.retrieval.document import Document
from limpet.retrieval.filtering import satisfies
from limpet.text.lru import LruCache

_ID_BYTES: Final = 8
"""Of a reference to an id; the id itself belongs to the document."""


class FittingRecords:
    """
    Ids of the records that satisfy filters, in the order of the documents.

    Args:
        documents: By their ids; read anew after ``clear``.
        limits: Caps of the cache.

    >>> kurta = Document("k", "Kurta", "", "record", {"price": 1999})
    >>> fitting = FittingRecords({"k": kurta}, Limits())
    >>> fitting.of({"price": "<=2000"}), fitting.of({"price": "<=1000"})
    (('k',), ())
    """

    def __init__(self, documents: Mapping[str, Document], limits: Limits) -> None:
        self._documents = documents
        self.cache: LruCache[str, tuple[str, ...]] = LruCache(
            limits.retrievals, limits.cache_bytes, lambda ids: 256 + _ID_BYTES * len(ids)
        )

    def of(self, filters: Mapping[str, Any]) -> tuple[str, ...]:
        """Ids of the records that satisfy *filters*; all records without filters."""
        key = repr(sorted(filters.items()))
        if (known := self.cache.get(key)) is None:
            records = (one for one in self._documents.values() if one.format == "record")
            known = tuple(one.document_id for one in records if satisfies(one, filters))
            self.cache.put(key, known)
        return known
