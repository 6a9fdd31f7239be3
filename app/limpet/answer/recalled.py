"""What the visitor said in earlier conversations: dated, quoted, never mixed with the documents' facts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Final

from limpet.answer.conversation import only_notes
from limpet.answer.evidence import Composed
from limpet.answer.in_one_line import in_one_line
from limpet.memory.own_words import finds_nothing
from limpet.memory.recall import RecalledTurn

MOST_TURNS: Final = 3
_NOTHING_THEN: Final = "I remember no conversation from that time."
_NEAR_SHARE: Final = 0.7
"""A recalled turn that scores less than this share of the best one is not told."""
_LOOKS_BACK: Final = re.compile(
    r"\b(?:last time|the other day|earlier|before|previous(?:ly)?|ago|remember|remind me|again|already"
    r"|did i|have i|had i|was i|i (?:told|asked|said|bought|ordered|mentioned|had|was|learn\w*)"
    r"|we (?:talked|discussed|spoke|said)|my (?:last|first|old|previous|usual)"
    r"|what happened (?:with|to) my"
    r"|what(?:'s| is| was| are| were) my|which .{0,30}\bdo i|do you know (?:my|about me)|know about me)\b",
    re.IGNORECASE,
)


def looks_back(message: str) -> bool:
    """
    Whether *message* asks about earlier conversations or about the visitor.

    >>> looks_back("Similar to the ones I bought last time"), looks_back("How do I wash silk?")
    (True, False)
    """
    return _LOOKS_BACK.search(message.replace("’", "'")) is not None


def worth_telling(turns: Sequence[RecalledTurn]) -> tuple[RecalledTurn, ...]:
    """
    Of *turns*, best first, those that score about as well as the best one. Earlier questions about what had been said
    tell nothing; they stay out unless there is nothing else.
    """
    telling = [turn for turn in turns if not _only_asks(turn.turn.message)] or list(turns)
    best = telling[0].score if telling else 0.0
    return tuple(turn for turn in telling[:MOST_TURNS] if turn.score >= _NEAR_SHARE * best)


def _only_asks(message: str) -> bool:
    return message.rstrip().endswith("?") and looks_back(message)


def recalled_lines(turns: Sequence[RecalledTurn], zone: tzinfo | None = None) -> list[str]:
    """
    One line a turn: when it was, and the visitor's own words; a superseded one says so.

    Args:
        turns: Those that are told.
        zone: Of the visitor; the machine's when None.
    """
    return [_line(turn, zone) for turn in turns]


def nothing_recalled() -> Composed:
    """The answer to a question about a time from which nothing is remembered."""
    return Composed.own(_NOTHING_THEN, "answer")


def recalled_answer(turns: Sequence[RecalledTurn], confidence: float, zone: tzinfo | None = None) -> Composed:
    """An answer made of earlier conversations alone."""
    lines = recalled_lines(turns, zone)
    lead = "From our earlier conversations:\n\n"
    pieces = (lead, *(f"- {line}\n" for line in lines))
    return Composed("".join(pieces), "answer", (), confidence, (), pieces)


def with_recalled(composed: Composed, turns: Sequence[RecalledTurn], zone: tzinfo | None = None) -> Composed:
    """*composed*, followed by what earlier conversations hold, under a line that keeps the two apart."""
    lines = recalled_lines(turns, zone)
    added = ("\n\nFrom our earlier conversations:\n\n", *(f"- {line}\n" for line in lines))
    pieces = (*(composed.pieces or (composed.text,)), *added)
    return Composed("".join(pieces), composed.mode, composed.citations, composed.confidence, composed.options, pieces)


def _line(turn: RecalledTurn, zone: tzinfo | None) -> str:
    said = " ".join(turn.turn.message.split())
    who = f"{turn.turn.speaker} said" if turn.turn.speaker else "you said"
    dated = _date(turn.at_s, zone)
    since = " (you have said something newer since)" if turn.is_superseded else ""
    reply = in_one_line(turn.turn.answer)
    reply = f"… {reply}" if reply[:1].islower() else reply  # a gist may begin in mid-sentence
    answered = f" I answered: {reply}" if reply and not finds_nothing(reply) and not only_notes(reply) else ""
    return f"On {dated} {who}: “{said}”{since}{answered}" if dated else f"{who.capitalize()}: “{said}”{since}{answered}"


def _date(at_s: float, zone: tzinfo | None) -> str:
    if at_s <= 0:
        return ""
    moment = datetime.fromtimestamp(at_s, zone)
    return f"{moment.day} {moment.strftime('%B %Y')}"
