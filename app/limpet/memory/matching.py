"""Which remembered turns hold a thing that is to be forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from limpet.memory.block import RememberedTurn
from limpet.memory.tombstones import folded, folded_words

IsDoomed: TypeAlias = Callable[[str, RememberedTurn], bool]
"""Whether a turn (session id, turn) leaves."""
IsIn: TypeAlias = Callable[[str], bool]
"""Whether a text holds what is sought."""

_PREFIX_WORDS: Final = 3
"""A gist that ends within the forgotten text holds at least so many of its words before it counts as a remnant."""


def sought_in(kind: str, wanted: str) -> IsIn:
    """
    A test of texts: for a text its words anywhere, for an entity its name as a whole word.

    >>> sought_in("text", "my  PIN")("It is my pin."), sought_in("entity", "art")("a party")
    (True, False)
    """
    text = folded(wanted)
    if kind == "entity":
        whole = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        return lambda one: whole.search(folded(one)) is not None
    words = folded_words(wanted)
    return lambda one: text in folded(one) or _ends_within(one, words)


def doomed(kind: str, wanted: str, session_id: str) -> IsDoomed:
    """
    Which turns leave when *wanted* is forgotten; none for a block, which goes whole.

    >>> doomed("text", "my  PIN", "")("s", RememberedTurn("1", "It is my pin."))
    True
    """
    if kind in ("text", "entity"):
        is_in = sought_in(kind, wanted)
        return lambda _session, turn: any(map(is_in, turn.texts))
    if kind == "turn":
        return lambda session, turn: turn.turn_id == wanted and session_id in ("", session)
    if kind == "session":
        return lambda session, _turn: session == session_id
    return lambda _session, _turn: False


def _ends_within(text: str, words: Sequence[str]) -> bool:
    """Whether *text* is a gist that was cut within *words*."""
    if not text.rstrip().endswith(("…", "...")):
        return False
    tail = folded_words(text)
    return any(tail[-count:] == words[:count] for count in range(_PREFIX_WORDS, min(len(words), len(tail) + 1)))
