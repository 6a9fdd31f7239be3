"""Which fragments a text was taken from: what somebody else's answer has shown of the documents."""

from __future__ import annotations

from typing import Final

from limpet.retrieval.document import Query
from limpet.retrieval.index import Index
from limpet.text.tokens import tokens

RUN_WORDS: Final = 4
"""Words in a row that must agree: shorter runs are shared by chance."""
QUOTED_SHARE: Final = 0.5
"""Share of the shorter one's runs that makes a quotation."""
_LOOKED_AT: Final = 5
_READ_CHARS: Final = 2_000


def quoted_fragments(text: str, index: Index) -> tuple[str, ...]:
    """
    Ids of the fragments that *text* quotes, or is a quotation of, nearest first; at most five.

    Args:
        text: An answer; its first 2,000 characters are read.
        index: The documents.

    >>> from limpet.retrieval.builder import IndexBuilder
    >>> from limpet.retrieval.document import Document, Fragment
    >>> builder, text = IndexBuilder(), "Wash cotton at forty degrees. Linen may be hotter."
    >>> builder.add(Document("care", "Care", text), [Fragment("care#1", "care", ("Care",), 0, len(text), text)])
    >>> index = builder.build(None, "")
    >>> quoted_fragments("From our care page: wash cotton at forty degrees. Linen may be hotter.", index)
    ('care#1',)
    """
    read = text[:_READ_CHARS]
    runs = _runs(read)
    if not runs:
        return ()
    found = index.retrieve(Query(read), k=_LOOKED_AT, mode="bm25")
    return tuple(hit.fragment.fragment_id for hit in found if _share(runs, _runs(hit.fragment.text)) >= QUOTED_SHARE)


def _runs(text: str) -> set[tuple[str, ...]]:
    words = tokens(text)
    return set(zip(*(words[place:] for place in range(RUN_WORDS)), strict=False))


def _share(left: set[tuple[str, ...]], right: set[tuple[str, ...]]) -> float:
    fewer = min(len(left), len(right))
    return len(left & right) / fewer if fewer else 0.0
