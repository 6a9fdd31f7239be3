"""
Taking texts apart once: training composes the same fragments into thousands of answers.

What comes out is the same; only the functions that read a text remember what they read.
"""

from __future__ import annotations

import functools
import sys
from typing import Any


def remember_texts() -> None:
    """Make the composer's modules remember the stems of texts and the units of fragments, for this process."""
    from limpet.answer import extractive, fragments, injection
    from limpet.text import tokens

    assert extractive
    stems = functools.lru_cache(maxsize=400_000)(tokens.stems)
    order_in = functools.lru_cache(maxsize=200_000)(injection.order_in)
    known: dict[tuple[int, str, frozenset[str]], Any] = {}

    def units_of(document: Any, fragment: Any, named: frozenset[str] = frozenset()) -> Any:
        key = (id(document), fragment.fragment_id, named)
        if key not in known:
            known[key] = fragments_units(document, fragment, named)
        return known[key]

    fragments_units = fragments.units_of
    for name, module in list(sys.modules.items()):
        if name.startswith("limpet.answer."):
            for function, quick in (("stems", stems), ("units_of", units_of), ("order_in", order_in)):
                if hasattr(module, function):
                    setattr(module, function, quick)
