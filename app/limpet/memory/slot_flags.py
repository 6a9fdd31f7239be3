"""Slots that are true or false: named in a message, or answered with yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from limpet.memory.slot_accepting import accepts
from limpet.memory.slot_names import sentences_of, spaced
from limpet.memory.slot_negation import NEGATION
from limpet.memory.slot_schema import SlotSpec
from limpet.memory.slot_words import Piece, key_of, keys_of, pieces_of

_FILLERS: Final = frozenset(
    map(key_of, "is has have good for in of the a to whether or not allow allowed seating that any it offer".split())
)
_NEAR_PIECES: Final = 6
_ASKS_FACT: Final = re.compile(
    r"\b(?:is|are|does|do|has|have|can|will) (?:it|the|they|this|that|these|those|he|she|pets|i|we)\b[^.?!]*\?",
    re.IGNORECASE,
)
"""A question about a thing on the table: an answer, not a wish."""
_DECLINES: Final = re.compile(r"^\W*(?:no|nope|not)\b", re.IGNORECASE)


class Flags:
    """
    The slots of a schema that hold or do not: true or false, yes or no.

    >>> from limpet.memory.slot_schema import schema_from
    >>> flags = Flags(schema_from({"has_wifi": {"values": ["True", "False"]}}).values())
    >>> flags.read("With wifi, please", pieces_of("With wifi, please"), "")
    {'has_wifi': 'True'}
    """

    def __init__(self, specs: Iterable[SlotSpec]) -> None:
        specs = list(specs)
        self._words = {
            spec.name: {*keys_of(spaced(spec.name)), *keys_of(spec.description)} - _FILLERS
            for spec in specs  # capped by the schema's MAX_SLOTS
            if spec.truths is not None
        }
        self._truths = {spec.name: spec.truths for spec in specs if spec.truths is not None}

    def read(self, message: str, pieces: Sequence[Piece], last_answer: str) -> dict[str, str]:
        """Slot to the owner's yes or no for those that *message* speaks of."""
        found: dict[str, str] = {}
        keys = {piece.key for piece in pieces}
        questions = (sentence for sentence in sentences_of(last_answer) if "?" in sentence)
        asked = {piece.key for question in questions for piece in pieces_of(question)}
        for name, words in self._words.items():
            own, (holds, holds_not) = set(keys_of(spaced(name))) - _FILLERS, self._truths[name]
            if own and own <= keys and not _ASKS_FACT.search(message):
                found[name] = holds_not if _is_denied(pieces, own) else holds
            elif own & asked and len(words & asked) > 1 and (said := _yes_or_no(message)) is not None:
                found[name] = holds if said else holds_not
        return found


def _is_denied(pieces: Sequence[Piece], own: set[str]) -> bool:
    """Whether a negating word stands shortly before the first word of the flag, or right after it."""
    first = next(place for place, piece in enumerate(pieces) if piece.key in own)
    near = pieces[max(0, first - _NEAR_PIECES) : first + 4]
    return bool(NEGATION & {piece.text.lower() for piece in near})


def _yes_or_no(message: str) -> bool | None:
    if accepts(message):
        return True
    return False if _DECLINES.match(message) else None
