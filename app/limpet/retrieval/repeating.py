"""Documents that only repeat others: a page for printing that holds every chapter again, a copy under another name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from limpet.retrieval.document import Document, Fragment

REPEATED_SHARE: Final = 0.8
"""Share of a document's text, by characters of its fragments, that must stand in others; the rest is some headings."""


def repeating(split: Sequence[tuple[Document, Sequence[Fragment]]]) -> Mapping[str, int]:
    """
    Ids of the documents that may be left out, each with the number of documents that it repeats.

    The longest come first, so that the page of all chapters goes and not the chapters; of two copies the one of the
    longer name goes.
    Records of a catalogue are never left out: two products may well be described in the same words.

    >>> def page(name, *texts):
    ...     fragments = [Fragment(f"{name}#{n}", name, (), 0, len(t), t) for n, t in enumerate(texts)]
    ...     return Document(name, name, "", "html"), fragments
    >>> dict(repeating([page("a", "one"), page("b", "two"), page("print", "one", "two")]))
    {'print': 2}
    """
    texts = {
        document.document_id: [fragment.text for fragment in fragments]
        for document, fragments in split
        if document.format != "record" and fragments
    }
    holders: dict[str, set[str]] = {}
    for document_id, said in texts.items():
        for text in said:
            holders.setdefault(text, set()).add(document_id)
    found: dict[str, int] = {}
    for document_id in sorted(texts, key=lambda name: (len(texts[name]), len(name), name), reverse=True):
        said = texts[document_id]
        repeated = [text for text in said if len(holders[text]) > 1]
        if not repeated or sum(map(len, repeated)) < REPEATED_SHARE * sum(map(len, said)):
            continue
        for text in said:
            holders[text].discard(document_id)
        found[document_id] = len(set().union(*(holders[text] for text in repeated)))
    return found
