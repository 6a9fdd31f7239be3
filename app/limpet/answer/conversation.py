"""Answers about the running conversation: what was asked, what was said, what the visitor told about themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from limpet.answer.evidence import Composed
from limpet.memory.asking_again import wants_same_again
from limpet.memory.clearing import clears
from limpet.memory.conversation_question import ConversationQuestion, conversation_question
from limpet.memory.gist import gist
from limpet.memory.offer import shown_items
from limpet.memory.recall_terms import recall_terms
from limpet.memory.telling import tells, told
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.text.courtesy import smalltalk_kind

MOST_LISTED: Final = 12
"""Messages that a summary of the conversation lists, the newest ones."""
MOST_FOUND: Final = 3
_MARKS: Final = re.compile(r"\s*\[(?:\d+|\?)\]")

_NOTHING_YET: Final = "This is the beginning of our conversation: you have not asked anything before."
_NOTHING_ABOUT: Final = "Nothing in this conversation was about that."
_YES_OR_NO: Final = re.compile(
    r"\W*(?:(?P<yes>y(?:es|eah|ep|up)|sure)|no(?:pe)?|nah)(?:\W+(?:please|thanks|thank you))?\W*", re.IGNORECASE
)
_TO_WHAT: Final = "Yes to what? I have asked nothing. What would you like to know?"
_ALL_RIGHT: Final = "All right. What would you like to know?"
_TOLD: Final = "In this conversation you said: "
NOTED: Final = "Noted. I keep that in mind while we talk."


def conversation_answer(message: str, view: MemoryView) -> Composed | None:
    """
    The answer to a question about this very conversation; None when *message* is about anything else.

    >>> conversation_answer("What did I ask first?", MemoryView()).text
    'This is the beginning of our conversation: you have not asked anything before.'
    """
    asked = conversation_question(message)
    if asked is None:
        return None
    turns = [turn for turn in view.turns if _is_about_a_subject(turn)]
    if not turns:
        return _said(_NOTHING_YET)
    return _said(*_ANSWERS[asked.which](asked, turns, view))


def finds_nothing(composed: Composed) -> bool:
    """Whether an answer about the running conversation says that there is nothing, so that earlier ones may tell."""
    return composed.text in (_NOTHING_YET, _NOTHING_ABOUT)


def told_answer(message: str, view: MemoryView, cosine: Callable[[int], float] | None = None) -> Composed | None:
    """What the visitor told in this session, in their own words, when *message* asks for it."""
    turn = told(message, view.turns, cosine)
    return None if turn is None else _said(f"{_TOLD}{_quoted(turn.message)}")


def assent_answer(message: str, view: MemoryView) -> Composed | None:
    """
    The answer to a bare yes or no to which nothing had been asked; None for all else.

    >>> assent_answer("Yes, please!", MemoryView()).mode, assent_answer("Yes, but how?", MemoryView())
    ('smalltalk', None)
    """
    is_asked = view.offer is not None and not shown_items(view.offer)  # a list of goods asks nothing
    found = _YES_OR_NO.fullmatch(message.strip()) if not is_asked else None
    if found is None:
        return None
    text = _TO_WHAT if found["yes"] else _ALL_RIGHT
    return Composed(text, "smalltalk", (), 1.0, (), (text,))


def noted(message: str) -> Composed | None:
    """The answer to a message that tells something and asks nothing; None for all others."""
    return Composed(NOTED, "smalltalk", (), 1.0, (), (NOTED,)) if tells(message) else None


def _first(_: ConversationQuestion, turns: Sequence[Turn], view: MemoryView) -> list[str]:
    first = turns[0]
    is_all_kept = view.turn_count == len(view.turns)
    lead = "You began with: " if is_all_kept else "The earliest message that I still hold is: "
    return [f"{lead}{_quoted(first.message)}"]


def _last(asked: ConversationQuestion, turns: Sequence[Turn], _: MemoryView) -> list[str]:
    last = turns[-1]
    if asked.speaker == "chatbot":
        return [f"You asked: {_quoted(last.message)}", f" My answer was: {_quoted(unmarked(last.answer))}"]
    return [f"Just before this you wrote: {_quoted(last.message)}"]


def _all(_: ConversationQuestion, turns: Sequence[Turn], view: MemoryView) -> list[str]:
    listed = turns[-MOST_LISTED:]
    gone = view.turn_count - len(view.turns) + len(turns) - len(listed)
    lead = "So far you wrote" + (f", after {gone} earlier messages" if gone > 0 else "") + ":\n\n"
    return [lead, *(f"- {_quoted(turn.message)}{_reply(turn)}\n" for turn in listed)]


def _about(asked: ConversationQuestion, turns: Sequence[Turn], _: MemoryView) -> list[str]:
    wanted = set(recall_terms(asked.about))
    if asked.speaker == "chatbot":
        turns = [turn for turn in turns if turn.fragment_ids]
    scored = [(len(wanted & set(recall_terms(_searched(turn, asked)))), turn) for turn in turns]
    best = max((score for score, _ in scored), default=0)
    if best == 0:
        return [_NOTHING_ABOUT]
    found = [turn for score, turn in scored if score == best][-MOST_FOUND:]
    if asked.speaker == "chatbot":
        return [f"- To {_quoted(turn.message)} I answered: {_quoted(unmarked(turn.answer))}\n" for turn in found]
    return [f"- You wrote: {_quoted(turn.message)}\n" for turn in found]


_ANSWERS: Final[Mapping[str, Callable[[ConversationQuestion, Sequence[Turn], MemoryView], list[str]]]] = {
    "first": _first,
    "last": _last,
    "all": _all,
    "about": _about,
}


def _is_about_a_subject(turn: Turn) -> bool:
    """Whether a turn is neither small talk nor talk about the talk itself."""
    is_small = smalltalk_kind(turn.message) is not None or _YES_OR_NO.fullmatch(turn.message) is not None
    says_nothing = is_small or wants_same_again(turn.message) or clears(turn.message) == "everything"
    return not says_nothing and conversation_question(turn.message) is None and not turn.answer.startswith(_TOLD)


def _searched(turn: Turn, asked: ConversationQuestion) -> str:
    return f"{turn.message}\n{turn.answer}" if asked.speaker == "chatbot" else turn.message


def _reply(turn: Turn) -> str:
    if not turn.fragment_ids:  # nothing was found, or nothing was looked for
        return ""
    short = turn.answer if turn.is_gist else gist(turn.message, turn.answer, turn.entities)
    return f" – {unmarked(short)}" if short else ""


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())}”"


def unmarked(text: str) -> str:
    """
    An earlier answer in one line, without the numbers of its sources: they are not those of the answer that quotes it.

    >>> unmarked("Linen dries fast. [1]\\nSilk does not. [2]")
    'Linen dries fast. Silk does not.'
    """
    return " ".join(_MARKS.sub("", text).split())


def _said(*pieces: str) -> Composed:
    shown = (*pieces[:-1], pieces[-1].rstrip("\n"))
    return Composed("".join(shown), "answer", (), 1.0, (), shown)
