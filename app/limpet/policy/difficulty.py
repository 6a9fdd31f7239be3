"""How hard a text is to read."""

from __future__ import annotations

import re
from typing import Final

_SENTENCE_END: Final = re.compile(r"[.!?]+(?:\s|$)")


def difficulty_of(text: str) -> float:
    """
    How hard a text is to read, 0 easy .. 4: words a sentence over 8, one step for every 6 more.

    >>> difficulty_of("Wash cold. Dry flat."), difficulty_of("word " * 20 + ".")
    (0.0, 2.0)
    """
    words = len(text.split())
    sentences = max(1, len(_SENTENCE_END.findall(text)))
    return float(min(4.0, max(0.0, (words // sentences - 8) // 6)))
