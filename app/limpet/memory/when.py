"""Time in a question: "last week", "in March", "6 months ago" as stretches of the calendar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache
from typing import Literal, TypeAlias

from limpet.memory.calendar_range import TimeSpan, at
from limpet.memory.time_range import ranges
from limpet.memory.time_words import TIME_WORDS

Walk: TypeAlias = Literal["newest", "oldest"]


@dataclass(frozen=True, slots=True)
class TimeCue:
    """
    What a question says about time.

    Attributes:
        spans: Stretches that it names.
        walk: Where the walk over the blocks starts.
        is_about_talks: The question is about earlier conversations, so that a stretch bounds the walk.
        asks_when: Its answer is a time.
        is_last: The latest conversation is meant.
        bare: The text without the stretches that it names.
    """

    spans: tuple[TimeSpan, ...] = ()
    walk: Walk = "newest"
    is_about_talks: bool = False
    asks_when: bool = False
    is_last: bool = False
    bare: str = ""


def time_cue(text: str, now_s: float, zone: tzinfo | None = None, language: str = "en") -> TimeCue:
    """
    What *text* says about time, seen from *now_s*.

    >>> from datetime import timezone
    >>> cue = time_cue("What did we discuss yesterday?", 10 * 86_400, timezone.utc)
    >>> cue.spans[0].start_s / 86_400, cue.is_about_talks
    (9.0, True)
    """
    words = TIME_WORDS.get(language)
    if words is None:
        return TimeCue()
    lowered = text.lower()
    found = ranges(lowered, at(now_s, zone), words)
    bare = "".join(letter for i, letter in enumerate(lowered) if not any(one.start <= i < one.end for one in found))
    return TimeCue(
        spans=tuple(dict.fromkeys(one.span for one in found)),
        walk="oldest" if re.search(words.first, lowered) else "newest",
        is_about_talks=re.search(words.past_talk, lowered) is not None,
        asks_when=re.search(words.asks_when, lowered) is not None,
        is_last=re.search(words.last, lowered) is not None,
        bare=bare,
    )


@lru_cache(maxsize=512)
def tells_time(text: str, language: str = "en") -> bool:
    """
    Whether a turn tells a time.

    >>> tells_time("I went there last weekend."), tells_time("I went there.")
    (True, False)
    """
    words = TIME_WORDS.get(language)
    return words is not None and re.search(words.tells_time, text.lower()) is not None
