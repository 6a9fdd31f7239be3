"""How much text a turn may hold: long answers end at a sentence, and old turns give way when all of it is too much."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from limpet.memory.quantities import quantity_spans
from limpet.memory.turn import Turn

OLD_MESSAGE_CHARS: Final = 240
"""What a long message of an older turn keeps when the texts of a session weigh too much."""

UNSPACED: Final = "\u2e80"
"""From here on letters are those of scripts that put no white space between words."""
_QUANTITY_CHARS: Final = 80
"""A number with its unit is no longer."""
_BREAKS: Final = (re.compile(r"[.!?。！？]['\"”’)\]]*(?=\s|$)|\n"), re.compile(r"(?=\s)"))


def cut_whole(text: str, max_chars: int) -> str:
    """
    The beginning of *text*, at most *max_chars* code points: to the end of a sentence, else of a word; never between a
    number and its unit. A word that alone is longer is cut.

    >>> cut_whole("One sentence. And a second one.", 20), cut_whole("word " * 9, 12), cut_whole("It weighs 5 kg", 12)
    ('One sentence.', 'word word', 'It weighs')
    """
    if len(text) <= max_chars:
        return text
    for ends in _ends(text, max_chars):
        if ends and ends[-1] > max_chars // 3:
            return text[: ends[-1]].rstrip()
    return _without_broken_end(text[:max_chars])


def cut_between_words(text: str, max_chars: int) -> str:
    """
    The same without cutting any word or address: what cannot stay whole is left out, be it all, for which "…" stands.
    Where words are not spaced the cut is between two characters.

    >>> cut_between_words("See https://example.org/a-long-address now", 20), cut_between_words("a" * 30, 20)
    ('See', '…')
    """
    if len(text) <= max_chars:
        return text
    sentences, words = _ends(text, max_chars)
    if sentences and sentences[-1] > max_chars // 3:
        return text[: sentences[-1]].rstrip()
    start = words[-1] if words else 0
    if text[start:max_chars].strip() and min(text[start:max_chars].strip()) >= UNSPACED:
        start = max_chars
    return _without_broken_end(text[:start]).rstrip() or "…"


def _ends(text: str, max_chars: int) -> list[list[int]]:
    """Where *text* may end within *max_chars*: after sentences, and after words that are no part of a quantity."""
    head = text[: max_chars + 1]
    found = [[match.end() for match in breaks.finditer(head) if match.end() <= max_chars] for breaks in _BREAKS]
    before = max(0, max_chars - _QUANTITY_CHARS)
    spans = quantity_spans(text[before : max_chars + _QUANTITY_CHARS])
    words = [end for end in found[1] if end and not any(first < end - before < last for first, last in spans)]
    return [found[0], words]


def text_bytes(turn: Turn) -> int:
    """Bytes that the message and the answer of *turn* take in memory."""
    return sys.getsizeof(turn.message) + sys.getsizeof(turn.answer)


def within(turns: Sequence[Turn], cap_bytes: int, as_gist: Callable[[Turn], Turn]) -> tuple[Turn, ...]:
    """
    *turns* with texts of at most *cap_bytes* together.

    Given up in this order, the oldest first: long messages of all but the newest turn, their whole answers, and last
    the end of the newest answer.
    """
    kept = list(turns)
    excess = sum(map(text_bytes, kept)) - cap_bytes
    if excess <= 0:
        return tuple(kept)
    for shorten in (_with_short_message, as_gist):
        for place in range(len(kept) - 1):
            if excess <= 0:
                return tuple(kept)
            before = text_bytes(kept[place])
            kept[place] = shorten(kept[place])
            excess -= before - text_bytes(kept[place])
    if excess > 0 and kept:
        newest = kept[-1]
        width = max(1, sys.getsizeof(newest.answer) // max(1, len(newest.answer)))
        room = max(OLD_MESSAGE_CHARS, len(newest.answer) - excess // width - 1)
        kept[-1] = replace(newest, answer=cut_whole(newest.answer, room))
    return tuple(kept)


def _with_short_message(turn: Turn) -> Turn:
    if len(turn.message) <= OLD_MESSAGE_CHARS:
        return turn
    return replace(turn, message=cut_whole(turn.message, OLD_MESSAGE_CHARS))


def _without_broken_end(text: str) -> str:
    """No half of a surrogate pair and no joined emoji cut in two at the end."""
    while text and (0xD800 <= ord(text[-1]) <= 0xDBFF or text[-1] in "\u200d\ufe0f"):
        text = text[:-1]
    return text
