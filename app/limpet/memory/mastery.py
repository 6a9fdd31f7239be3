"""What a learner commands and what they struggle with, from how they say it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from typing import Final

from limpet.memory.block import Block, Mastery, RememberedTurn

_BLOCKS: Final = 500
_MASTERED: Final = re.compile(
    r"\b(?:i (?:(?:now|finally|fully|really) )*(?:understand|get|got|know|learn(?:ed|t)|master(?:ed)?|solved)"
    r"(?: (?:it|this|that|how|why|all))?|got it|makes sense(?: now)?|that was easy|(?:it|this|that)(?:'s| is) clear"
    r"|clear now)\b",
    re.IGNORECASE,
)
_DIFFICULT: Final = re.compile(
    r"\b(?:(?:i|we) (?:still |really )*(?:do not|don['’]t|didn['’]t|can['’]?t|cannot|never) (?:really |quite |fully )?"
    r"(?:understand|get|follow|see|know|solve|remember)|confus(?:ed|ing)|i(?:'m| am) (?:lost|stuck)"
    r"|too (?:hard|difficult)"
    r"|struggl\w+|makes no sense|doesn['’]t make sense)\b",
    re.IGNORECASE,
)
_TOPIC: Final = re.compile(
    r"\b(?:understand|get|got|know|follow|see|solved?|learn(?:ed|t)?|master(?:ed)?|struggl\w+ with"
    r"|confused (?:by|about)|(?:lost|stuck) (?:on|with|in)|clear about)"
    r"\s+(?:how to |the |these |those )?(?P<topic>[^\W\d_][^.,;:!?\n]{1,40})",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r"\s+(?:now|at all|any ?more|yet|finally|completely|fully|quite well|well)\b.*$", re.IGNORECASE
)
_POINTING: Final = frozenset("it this that them these those why how what all me you".split())


def mastery_of(message: str) -> Mastery:
    """
    What a message shows about the command of its topic.

    >>> mastery_of("Got it, that makes sense now."), mastery_of("I still don't get fractions."), mastery_of("Next!")
    ('mastered', 'difficult', '')
    """
    text = message[:1_000]
    if _DIFFICULT.search(text):
        return "difficult"
    if _MASTERED.search(text) and not text.rstrip().endswith("?"):
        return "mastered"
    return ""


def mastery_topic(message: str) -> str:
    """
    What a sign of command is about, where the message names it.

    >>> mastery_topic("I still don't get fractions at all."), mastery_topic("Got it!")
    ('fractions', '')
    """
    found = _TOPIC.search(message[:1_000])
    topic = "" if found is None else _TRAILING.sub("", found["topic"]).strip()
    return "" if topic.lower() in _POINTING else topic


async def learned_topics(blocks: AsyncIterator[Block]) -> dict[str, Mastery]:
    """``topics_by_mastery`` over the newest *blocks*, at most 500."""
    turns: list[RememberedTurn] = []
    count = 0
    async for block in blocks:
        turns.extend(block.turns)
        count += 1
        if count >= _BLOCKS:
            break
    return topics_by_mastery(turns)


def topics_by_mastery(turns: Iterable[RememberedTurn]) -> dict[str, Mastery]:
    """
    Topic -> how it stands now; the newest sign wins. Topics without a sign are left out.

    >>> old = RememberedTurn("1", "I don't get it.", at_s=1.0, topics=("Algebra",), mastery="difficult")
    >>> new = RememberedTurn("2", "Got it!", at_s=2.0, topics=("Algebra",), mastery="mastered")
    >>> topics_by_mastery([new, old])
    {'Algebra': 'mastered'}
    """
    signs = sorted((turn for turn in turns if turn.mastery), key=lambda turn: turn.at_s)
    named = ((turn, (*turn.topics, mastery_topic(turn.message))[0]) for turn in signs)
    return {topic: turn.mastery for turn, topic in named if topic}
