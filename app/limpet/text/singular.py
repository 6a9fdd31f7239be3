"""The singular of an English noun, by its spelling: names of fields and of files are plurals as often as not."""

from __future__ import annotations

import re
from typing import Final

_SHORTEST_CHARS: Final = 4
"""Shorter words that end with an s are hardly plurals: gas, bus."""
_SAME: Final = frozenset(
    "series species news means lens atlas canvas alias bias christmas pancreas gallows mathematics physics economics"
    " trousers jeans clothes scissors shorts tights".split()
)
"""Without another singular, or singular themselves."""
_IRREGULAR: Final = {
    **{f"{start}ves": f"{start}f" for start in "hal shel wol cal sel el lea loa thie scar".split()},
    **{f"{start}ves": f"{start}fe" for start in "kni li wi".split()},
    **{f"{start}es": f"{start}is" for start in "analys hypothes thes cris diagnos parenthes synthes oas ax".split()},
    "quizzes": "quiz",
}
_SHAPES: Final = tuple(
    (re.compile(ending), kept)
    for ending, kept in (
        (r"\b(mov|cook|hood|brown|calor|zomb|self|smooth|rook|veg|[pltd])ies$", r"\1ie"),
        (r"ies$", "y"),
        (r"(sho|cano|obo|\b(?:t|f|fl|h|al)o)es$", r"\1e"),
        (r"([^aeiou]o)es$", r"\1"),
        (r"((?:head|tooth|stomach|back|heart|moust|c|\b)ach|nich|quich|avalanch)es$", r"\1e"),
        (r"(ss|sh|ch|x|zz|gas|atlas|canvas|alias|bias|iris|lens)es$", r"\1"),
        (r"\b((?:ab|ref|acc|exc|am|conf|f|m|r)?us)es$", r"\1e"),
        (r"([^aeo]us)es$", r"\1"),
        (r"(menu|emu|taxi|bikini|safari|ski|kiwi|emoji|sari)s$", r"\1"),
        (r"(ss|us|is)$", r"\1"),
        (r"s$", ""),
    )
)
"""Endings of plurals and what is left of them; the first that fits is taken."""


def singular(word: str) -> str:
    """
    The singular of a word in small letters, or the word itself.

    >>> " ".join(map(singular, "classes addresses buses dishes boxes series batches categories sizes".split()))
    'class address bus dish box series batch category size'
    >>> " ".join(map(singular, "blouses houses courses expenses movies shoes potatoes knives menus saris".split()))
    'blouse house course expense movie shoe potato knife menu sari'
    >>> " ".join(map(singular, "dress status basis gas event".split()))
    'dress status basis gas event'
    """
    if len(word) < _SHORTEST_CHARS or not word.endswith("s") or word in _SAME:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, kept in _SHAPES:
        if ending.search(word):
            return ending.sub(kept, word)
    return word
