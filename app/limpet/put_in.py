"""Of what was found for "and to Austria?", what speaks of Austria: other sections answer the question before."""

from __future__ import annotations

from collections.abc import Sequence

from limpet.retrieval.document import Hit
from limpet.text.near_words import share_of
from limpet.text.tokens import stems


def speaking_of(thing: str, hits: Sequence[Hit]) -> list[Hit]:
    """
    Those of *hits*, with their stems, that hold the word of *thing* that fewest of them hold, or where none does a word
    near it: "other countries" for Austria; all when none holds one.

    >>> from limpet.retrieval.document import Fragment
    >>> found = [Hit(Fragment(text, "d", (), 0, 1, text), 1.0) for text in ("delivery", "Austria")]
    >>> [hit.fragment.text for hit in speaking_of("Austria", found)], len(speaking_of("Canada", found))
    (['Austria'], 2)
    """
    asked = set(stems(thing))
    by_stem = {stem: [hit for hit in hits if stem in hit.stems] for stem in asked}
    if not any(by_stem.values()):
        by_stem = {stem: [hit for hit in hits if share_of(stem, hit.stems)] for stem in asked}
    held = [some for some in by_stem.values() if some]
    return min(held, key=len) if held else list(hits)
