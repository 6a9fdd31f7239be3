"""A question for what a kind of the catalogue costs, and for nothing beside it: the prices are those of the records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.memory.goods_cues import Lean, Named, question_span
from limpet.text.light_words import light_stems
from limpet.text.stop_words import STOP_WORDS
from limpet.text.tokens import stem
from limpet.text.word_pattern import WORD

_PRICE: Final = re.compile(
    r"\bhow (?:much|expensive|dear|pricey)\b|\b(?:costs?|prices?|priced|rates?)\b|\byou charge\b", re.IGNORECASE
)
_OF_SOMETHING_ELSE: Final = re.compile(
    r"\b(?:more|extra|less|additional|it|my|our|his|her|their|this|that|these|those|to|without|if|when|why|change\w*)\b",
    re.IGNORECASE,
)
"""What is done with a thing, a thing of one's own, and what is paid beside its price."""
_PRICE_STEMS: Final = frozenset(
    map(stem, "much expensive dear pricey cost price priced rate charge per day hour week person each piece".split())
)
_TOKEN: Final = re.compile(WORD)


def asks_price_of_kind(message: str, named: Sequence[Named], lean: Lean) -> bool:
    """
    Whether *message* asks what a kind of goods costs, and says nothing beside it that only the pages could answer.

    Args:
        message: Of the visitor.
        named: The values of the catalogue in it.
        lean: Tells words of pages (above 0) from those of records (below 0).

    >>> named = [Named((14, 19), True)]
    >>> asks_price_of_kind("How much is a kayak?", named, lambda word: 0.0)
    True
    >>> asks_price_of_kind("How much is a kayak rack?", named, lambda word: 0.0)
    False
    """
    start, end = question_span(message)
    asked = message[start:end]
    inside = [one for one in named if start <= one.span[0] < end]
    if not any(one.is_kind for one in inside) or not _PRICE.search(asked) or _OF_SOMETHING_ELSE.search(asked):
        return False
    plain = STOP_WORDS["en"] | light_stems("en") | _PRICE_STEMS
    free = [one for one in _TOKEN.finditer(message, start, end) if not _is_named(one.start(), inside)]
    words = [one[0].lower() for one in free]
    return all(word in plain or stem(word) in plain or lean(stem(word)) < 0 for word in words)


def _is_named(place: int, named: Sequence[Named]) -> bool:
    return any(one.span[0] <= place < one.span[1] for one in named)
