"""
Places and days that a page does not name because it tells something of all of them: "We deliver to every pin code"
covers Pune, "open every day" covers Sunday.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from limpet.answer.covering_all import asked_of, covering, is_yes_or_no
from limpet.retrieval.document import Hit

OTHERS_SHARE: Final = 0.7
"""What the scores of the others count beside a fragment that covers all."""


def told_for_all(text: str, hits: Sequence[Hit], idf: Callable[[str], float]) -> frozenset[str]:
    """
    Stems of the place or day in *text* that the documents do not name and a near sentence about what is asked covers.

    Args:
        text: What is asked.
        hits: Best first.
        idf: Rarity of a stem in the documents.

    >>> from limpet.retrieval.document import Fragment
    >>> told = [Hit(Fragment("s#1", "s", ("Shipping",), 0, 40, "We deliver to every pin code in India."), 1.0)]
    >>> sorted(told_for_all("Do you deliver to Pune?", told, lambda stem: 1.0 if stem == "deliv" else 3.0))
    ['pune']
    """
    found = frozenset[str]().union(*(names for names, _, _ in covering(hits, asked_of(text))))
    return frozenset(one for one in found if idf(one) >= idf(""))


def first_for_all(text: str, hits: Sequence[Hit]) -> list[Hit]:
    """*hits*, the first of them that tells something of all places or days far before the others, at a yes or no."""
    found = next((hit for _, hit, _ in covering(hits, asked_of(text))), None) if is_yes_or_no(text) else None
    if found is None:
        return list(hits)
    others = [replace(hit, score=hit.score * OTHERS_SHARE) for hit in hits if hit is not found]
    return [replace(found, score=max(hit.score for hit in hits)), *others]
