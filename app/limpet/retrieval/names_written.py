"""Words that documents write with a capital letter wherever they stand: names of things, places and programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

_INSIDE: Final = re.compile(r"(?<=[a-z,;] )[A-Z][^\W\d_]+")
"""With a capital letter that no beginning of a sentence asks for."""
_SMALL: Final = re.compile(r"(?<!import )(?<!install )(?<![\w./\\=@:\-\"'`<])[a-z][^\W\d_]+(?![\w/\\=(\-]|\.\w)")
"""In small letters, and no part of an address, a path or code."""


def names_written(texts: Iterable[str]) -> frozenset[str]:
    """
    Words that stand inside sentences with a capital letter more often than in small letters.

    >>> sorted(names_written(["We use Jekyll, and jekyll/serve. Jekyll is ours, the State is not; a state may be."]))
    ['Jekyll']
    """
    capitals: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for text in texts:
        capitals.update(_INSIDE.findall(text))
        small.update(_SMALL.findall(text))
    return frozenset(word for word, count in capitals.items() if count > small[word.lower()])
