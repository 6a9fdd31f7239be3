"""What a thing may have: limits, fees, reasons. A message that names only such is about what was spoken of."""

from __future__ import annotations

import re
from typing import Final

from limpet.memory.question import Question
from limpet.memory.topic import WEAK_WORDS
from limpet.memory.words import word_set
from limpet.text.tokens import stem
from limpet.text.word_pattern import WORD

HAD: Final = word_set(
    "limit limits fee fees charge charges discount discounts deadline deadlines minimum maximum exception exceptions"
    " penalty penalties surcharge rule rules restriction restrictions catch alternative alternatives guarantee risk"
    " risks reason reasons problem problems trick downside downsides advantage advantages disadvantage disadvantages"
    " benefit benefits requirement requirements condition conditions default defaults choice choices possible allowed"
    " needed necessary required included enough"
)
"""What a thing may have: a limit is one of what was spoken of."""
NAMES_NOTHING: Final = WEAK_WORDS | HAD
_WORD: Final = re.compile(WORD)


def names_nothing(question: Question) -> bool:
    """
    Whether a message names only what some other thing may have.

    >>> from limpet.memory.question import taken_apart
    >>> names_nothing(taken_apart("Is there a limit?")), names_nothing(taken_apart("Is there wifi?"))
    (True, False)
    """
    return not any(word.isalpha() and word not in NAMES_NOTHING for word in question.content)


def takes_up(question: Question, answer: str) -> bool:
    """
    Whether a message ends with what some thing has and the last answer speaks of: "the limit" is that one.

    >>> from limpet.memory.question import taken_apart
    >>> takes_up(taken_apart("How do I raise the limit?"), "This limit is shared.")
    True
    """
    words = question.words
    is_had = len(words) > 1 and words[-2] == "the" and words[-1] in HAD
    return is_had and stem(words[-1]) in {stem(word.lower()) for word in _WORD.findall(answer)}
