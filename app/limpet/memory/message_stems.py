"""The stems of a visitor's messages, which are compared with each new one."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from limpet.text.tokens import stems

_MEMO_TEXTS: Final = 72
"""The messages of a full session and a few more, so that one session never evicts its own."""


@lru_cache(maxsize=_MEMO_TEXTS)
def message_stems(message: str) -> frozenset[str]:
    """
    The content stems of *message*.

    >>> sorted(message_stems("How is silk washed?"))
    ['silk', 'wash']
    """
    return frozenset(stems(message))
