"""Answers that repeat what the visitor had said: what is forgotten leaves them too."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from limpet.memory.matching import IsIn
from limpet.memory.tombstones import folded

_OPENS: Final = "“"
_CLOSES: Final = "”"
_CUT: Final = "..."
"""How a gist ends that was cut, folded."""
_CUT_WORDS: Final = 3
"""Words of a message that a cut quote or a bare gist holds at least: fewer could be of any message."""


def retells(messages: Collection[str]) -> IsIn:
    """
    Whether an answer quotes one of *messages*: whole, as far as a gist was cut, or as the bare gist of the quote.

    Args:
        messages: What was said in the turns that are forgotten.

    >>> is_retold = retells(["I live in Pune."])
    >>> is_retold("On 3 March you said: “I live in  Pune.”"), is_retold("On 3 March you said: “I live in...")
    (True, True)
    >>> is_retold("Pune has a shop.")
    False
    """
    said = [one for message in messages if (one := folded(message))]

    def is_in(answer: str) -> bool:
        told = folded(answer)
        return bool(told) and any(_quotes(told, one) for one in said)

    return is_in


def _quotes(told: str, message: str) -> bool:
    if f"{_OPENS}{message}{_CLOSES}" in told:
        return True
    bare = told.strip(f". {_OPENS}{_CLOSES}")
    if len(bare.split()) >= _CUT_WORDS and bare in message:
        return True
    return any(_begins(message, rest) for rest in _unclosed(told))


def _unclosed(told: str) -> Iterator[str]:
    """What follows each opening mark that nothing closes."""
    for part in told.split(_OPENS)[1:]:
        if _CLOSES not in part:
            yield part


def _begins(message: str, rest: str) -> bool:
    """Whether *message* begins with a quote that was cut; the marks of the cut aside."""
    is_cut = rest.endswith(_CUT)
    bare = rest.removesuffix(_CUT).strip()
    is_long = len(bare.split()) >= _CUT_WORDS or bare == message
    return bool(bare) and message.startswith(bare) and (is_long or not is_cut)
