"""What of a fragment is compared with a question one by one: its units under the headings that they stand under."""

from __future__ import annotations

from limpet.answer.fragments import units_of
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.retrieval.document import Document, Fragment


def sentence_texts(document: Document, fragment: Fragment, limits: Limits = DEFAULT_LIMITS) -> list[tuple[int, str]]:
    """
    The units of *fragment* as (first code point in the document, text with the heading path before it).

    None where there is a single one: it is as near as its fragment; and none of records, which are told field by field.

    >>> from limpet.retrieval.splitting import split
    >>> document = Document("a", "Care", "# Silk\\n\\nWash it cold. Dry it flat.")
    >>> sentence_texts(document, split(document)[0])
    [(8, 'Care > Silk: Wash it cold.'), (22, 'Care > Silk: Dry it flat.')]
    """
    if document.format == "record":
        return []
    units = units_of(document, fragment)
    path = " > ".join(fragment.heading_path)
    most = limits.sentence_chars  # the model reads no more
    told = [(unit.start, f"{path}: {unit.plain[:most]}" if path else unit.plain[:most]) for unit in units]
    return told if len(told) > 1 else []
