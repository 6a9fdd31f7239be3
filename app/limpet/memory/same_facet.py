"""A filter of before that a message points at by its name: "and trousers in that colour", "one of the same fabric"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from limpet.memory.slot_words import SPELLED_OTHERWISE
from limpet.text.near_words import near_stems
from limpet.text.tokens import stems

_THAT: Final = re.compile(r"\b(?:in|of|with|from) (?:that|this|the same|these|those) (?P<what>[a-z]+)\b", re.IGNORECASE)


def without_same(message: str, names: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """
    *message* without what points at filters, and the names of these.

    Args:
        message: Of the visitor.
        names: Of the filters of before.

    >>> without_same("and trousers in that color?", ("colour", "size")), without_same("in that case", ("colour",))
    (('and trousers?', ('colour',)), ('in that case', ()))
    """
    found: list[str] = []
    for match in reversed(list(_THAT.finditer(message))):
        what = {near for one in stems(match["what"]) for near in (one, *near_stems(one))}
        if named := [name for name in names if what & _called(name)]:
            message = f"{message[: match.start()].rstrip()}{message[match.end() :]}"
            found += named
    return message, tuple(found)


def _called(name: str) -> set[str]:
    """Stems of what a filter is called, by either word."""
    return set(stems(f"{name} {SPELLED_OTHERWISE.get(name.lower(), '')}".replace("_", " ")))
