"""All that a result of the retriever depends on, as one digest."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

from limpet.retrieval.document import Mode, Query
from limpet.text.lru import cache_key


def retrieval_key(
    query: Query,
    k: int,
    mode: Mode,
    penalties: Mapping[str, float],
    shown_before: Collection[str],
    filters: Mapping[str, Any],
) -> str:
    """
    A digest, because penalties alone are thousands of characters after an hour. The vector counts by its bytes, so
    that a text before and after the embedder differ.

    >>> retrieval_key(Query("a"), 3, "bm25", {}, (), {}) == retrieval_key(Query("a"), 3, "bm25", {}, ("x",), {})
    False
    """
    vector = b"" if query.vector is None else query.vector.tobytes()
    terms = ",".join(f"{term}:{weight:.4f}" for term, weight in query.extra_terms.items())
    held_back = ",".join(f"{name}:{penalty:.4f}" for name, penalty in penalties.items())
    kept = ",".join(f"{name}={value}" for name, value in filters.items())
    shown = ",".join(sorted(shown_before))
    parts = "\0".join((cache_key(query.text), terms, held_back, shown, kept, str(k), mode, str(query.as_wholes)))
    return hashlib.sha256(vector + parts.encode("utf-8", "surrogatepass")).hexdigest()
