"""Questions in another language than English that lean on nothing that was said."""

from __future__ import annotations

import re
from typing import Final

from limpet.memory.question import Question
from limpet.memory.talk_words import ENGLISH, talk_words
from limpet.text.language import language_of

SENTENCE_WORDS: Final = 3
"""A shorter message is a fragment of a sentence; "is parking free" is none."""


def stands_abroad(question: Question, language: str) -> bool:
    """
    Whether a message in another language than English is a question of its own: it asks, in three words or more, opens
    as no addition and holds no word that points back. False for languages whose words are not known.

    >>> from limpet.memory.question import taken_apart
    >>> stands_abroad(taken_apart("Wie lange kann ich Bücher ausleihen?"), "de")
    True
    >>> stands_abroad(taken_apart("Wie lange kann ich es ausleihen?"), "de")
    False
    """
    spoken = language_of(question.text, language)
    words = talk_words().get(spoken, {})
    text = question.text.strip().replace("’", "'")
    if spoken == ENGLISH or "asks" not in words or len(text.split()) < SENTENCE_WORDS:
        return False
    if re.match(rf"\W*(?:{words['opens']})\b", text, re.IGNORECASE):
        return False
    if not re.match(rf"\W*(?:{words['asks']})(?!\w)", text, re.IGNORECASE):
        return False
    text = re.sub(rf"(?<![\w-])(?:{words['expletives']})(?!\w)", " ", text, flags=re.IGNORECASE)
    return re.search(rf"(?<![\w-])(?:{words['leans']})(?!\w)", f"{text[:1].lower()}{text[1:]}") is None
