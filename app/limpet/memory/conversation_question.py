"""Questions about the running conversation itself: "what did I ask first?", "what did you say about refunds?"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from limpet.memory.talk_words import ENGLISH, plain, talk_words

Which: TypeAlias = Literal["first", "last", "all", "about"]
Speaker: TypeAlias = Literal["visitor", "chatbot"]

_READ_CHARS: Final = 200


@dataclass(frozen=True, slots=True)
class _Asking:
    """One language's ways to ask about the conversation."""

    lead: re.Pattern[str]
    tail: re.Pattern[str]
    earlier_visit: re.Pattern[str]
    questions: Sequence[tuple[Which, re.Pattern[str]]]


@lru_cache(maxsize=1)
def _asking() -> Mapping[str, _Asking]:
    return {language: _asking_in(words) for language, words in talk_words().items()}


def _asking_in(words: Mapping[str, Any]) -> _Asking:
    def compiled(pattern: str) -> re.Pattern[str]:
        for name, part in words["words"].items():
            pattern = pattern.replace(f"{{{name}}}", part)
        return re.compile(pattern, re.IGNORECASE)

    return _Asking(
        compiled(rf"^\W*(?:{words['lead']}\W*)*"),
        compiled(rf"(?: (?:{words['tail']}))+$"),
        compiled(rf"\b(?:{words['earlier_visit']})\b"),
        [(which, compiled(pattern)) for which, pattern in words["questions"]],
    )


@dataclass(frozen=True, slots=True)
class ConversationQuestion:
    """
    What of the conversation is asked for.

    Attributes:
        which: The first or the last message, all of them, or those about something.
        speaker: Whose words.
        about: What they are to be about; empty unless ``which`` says so.
        language: ISO 639-1 of the question.
    """

    which: Which
    speaker: Speaker = "visitor"
    about: str = ""
    language: str = ENGLISH


def conversation_question(message: str) -> ConversationQuestion | None:
    """
    The question about this very conversation that *message* is; None when it is about anything else.

    What was said on an earlier visit is not meant: persistent memory knows that.

    >>> conversation_question("What did you say about refunds?")
    ConversationQuestion(which='about', speaker='chatbot', about='refunds', language='en')
    >>> conversation_question("Was habe ich zuerst gefragt?").language
    'de'
    >>> conversation_question("What did I ask last week?") is conversation_question("What is a refund?") is None
    True
    """
    text = plain(message)[:_READ_CHARS]
    for language, asking in _asking().items():
        asked = asking.tail.sub("", asking.lead.sub("", text))
        if asking.earlier_visit.search(asked):
            return None
        for which, pattern in asking.questions:
            if found := pattern.fullmatch(asked):
                said = found.groupdict()
                speaker: Speaker = "chatbot" if said.get("bot") else "visitor"
                return ConversationQuestion(which, speaker, (said.get("about") or "").strip(), language)
    return None
