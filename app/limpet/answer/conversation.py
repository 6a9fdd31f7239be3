"""Answers about the running conversation: what was asked, what was said, what the visitor told about themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from limpet.answer.evidence import Composed
from limpet.answer.in_one_line import in_one_line
from limpet.memory.asking_again import wants_same_again
from limpet.memory.clearing import clears
from limpet.memory.conversation_question import ConversationQuestion, conversation_question
from limpet.memory.gist import gist
from limpet.memory.offer import asks_something
from limpet.memory.recall_terms import recall_terms
from limpet.memory.talk_words import said_in
from limpet.memory.telling import tells, told
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.text.courtesy import smalltalk_kind
from limpet.text.own_sentences import every_wording, own_sentence

MOST_LISTED: Final = 12
"""Messages that a summary of the conversation lists, the newest ones."""
MOST_FOUND: Final = 3

_YES_OR_NO: Final = re.compile(
    r"\W*(?:(?P<yes>y(?:es|eah|ep|up)|sure)|no(?:pe)?|nah)(?:\W+(?:please|thanks|thank you))?\W*", re.IGNORECASE
)
_TOLD: Final = tuple(one.split("{}")[0] for one in every_wording("talk_told"))
_NOTED: Final = tuple(one.split("{}")[0] for key in ("noted", "noted_filters") for one in every_wording(key))


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
        return _said(own_sentence("talk_begins", asked.language))
    return _said(*_ANSWERS[asked.which](asked, turns, view))


def finds_nothing(composed: Composed) -> bool:
    """Whether an answer about the running conversation says that there is nothing, so that earlier ones may tell."""
    return composed.text in (*every_wording("talk_begins"), *every_wording("talk_nothing_about"))


def told_answer(
    message: str, view: MemoryView, cosine: Callable[[int], float] | None = None, language: str = "en"
) -> Composed | None:
    """What the visitor told in this session, in their own words, when *message* asks for it."""
    turn = told(message, view.turns, cosine)
    return None if turn is None else _said(_worded("talk_told", language, _quoted(turn.message, language)))


def assent_answer(message: str, view: MemoryView, language: str = "en") -> Composed | None:
    """
    The answer to a bare yes or no to which nothing had been asked; None for all else.

    >>> assent_answer("Yes, please!", MemoryView()).mode, assent_answer("Yes, but how?", MemoryView())
    ('smalltalk', None)
    """
    said = _yes_or_no(message) if not asks_something(view.offer) else ""  # a list of goods asks nothing
    if not said:
        return None
    return Composed.own(own_sentence("yes_to_what" if said == "yes" else "all_right", language))


def noted(message: str, language: str = "en") -> Composed | None:
    """The answer to a message that tells something and asks nothing; None for all others."""
    return Composed.own(own_sentence("noted", language)) if tells(message) else None


def only_notes(answer: str) -> bool:
    """Whether an earlier *answer* of limpet's only says that something was heard."""
    return answer.startswith(_NOTED)


def noted_filters(shown: Sequence[str], language: str = "en") -> Composed:
    """
    The answer to a message that only says what holds for the visitor.

    >>> noted_filters(["not wool"]).text
    'Noted: not wool. I keep to that while we talk, until you take it back. What are you looking for?'
    """
    return Composed.own(_worded("noted_filters", language, " · ".join(shown)))


def no_list(language: str = "en") -> Composed:
    """The answer to "the second one" where no list has been shown: what is meant?"""
    return Composed.own(own_sentence("no_list", language), "clarify")


def _first(asked: ConversationQuestion, turns: Sequence[Turn], view: MemoryView) -> list[str]:
    key = "talk_began" if view.turn_count == len(view.turns) else "talk_earliest"
    return [_worded(key, asked.language, _quoted(turns[0].message, asked.language))]


def _last(asked: ConversationQuestion, turns: Sequence[Turn], _: MemoryView) -> list[str]:
    last, language = turns[-1], asked.language
    if asked.speaker == "chatbot":
        answer = _quoted(in_one_line(last.answer), language)
        return [_worded("talk_answered", language, _quoted(last.message, language), answer)]
    return [_worded("talk_last", language, _quoted(last.message, language))]


def _all(asked: ConversationQuestion, turns: Sequence[Turn], view: MemoryView) -> list[str]:
    listed, language = turns[-MOST_LISTED:], asked.language
    gone = view.turn_count - len(view.turns) + len(turns) - len(listed)
    lead = _worded("talk_so_far_after", language, str(gone)) if gone > 0 else own_sentence("talk_so_far", language)
    return [f"{lead}\n\n", *(f"- {_quoted(turn.message, language)}{_reply(turn)}\n" for turn in listed)]


def _about(asked: ConversationQuestion, turns: Sequence[Turn], _: MemoryView) -> list[str]:
    language = asked.language
    wanted = set(recall_terms(asked.about))
    if asked.speaker == "chatbot":
        turns = [turn for turn in turns if turn.fragment_ids]
    scored = [(len(wanted & set(recall_terms(_searched(turn, asked)))), turn) for turn in turns]
    best = max((score for score, _ in scored), default=0)
    if best == 0:
        return [own_sentence("talk_nothing_about", language)]
    found = [turn for score, turn in scored if score == best][-MOST_FOUND:]
    if asked.speaker == "visitor":
        return [f"- {_worded('talk_wrote_about', language, _quoted(turn.message, language))}\n" for turn in found]
    pairs = [(_quoted(turn.message, language), _quoted(in_one_line(turn.answer), language)) for turn in found]
    return [f"- {_worded('talk_said_about', language, message, answer)}\n" for message, answer in pairs]


_ANSWERS: Final[Mapping[str, Callable[[ConversationQuestion, Sequence[Turn], MemoryView], list[str]]]] = {
    "first": _first,
    "last": _last,
    "all": _all,
    "about": _about,
}


def _is_about_a_subject(turn: Turn) -> bool:
    """Whether a turn is neither small talk nor talk about the talk itself."""
    is_small = smalltalk_kind(turn.message) is not None or bool(_yes_or_no(turn.message))
    says_nothing = is_small or wants_same_again(turn.message) or clears(turn.message) == "everything"
    return not says_nothing and conversation_question(turn.message) is None and not turn.answer.startswith(_TOLD)


def _searched(turn: Turn, asked: ConversationQuestion) -> str:
    return f"{turn.message}\n{turn.answer}" if asked.speaker == "chatbot" else turn.message


def _reply(turn: Turn) -> str:
    if not turn.fragment_ids:  # nothing was found, or nothing was looked for
        return ""
    short = turn.answer if turn.is_gist else gist(turn.message, turn.answer, turn.entities)
    return f" – {in_one_line(short)}" if short else ""


def _yes_or_no(message: str) -> str:
    """Which of the two a bare message is; empty for all else."""
    found = _YES_OR_NO.fullmatch(message.strip())
    if found is None:
        return "yes" if said_in("yes", message) else "no" if said_in("no", message) else ""
    return "yes" if found["yes"] else "no"


def _worded(key: str, language: str, *values: str) -> str:
    """One of limpet's own sentences with *values* in their places."""
    return own_sentence(key, language).format(*values)


def _quoted(text: str, language: str) -> str:
    return _worded("quoted", language, " ".join(text.split()))


def _said(*pieces: str) -> Composed:
    shown = (*pieces[:-1], pieces[-1].rstrip("\n"))
    return Composed("".join(shown), "answer", (), 1.0, (), shown)
