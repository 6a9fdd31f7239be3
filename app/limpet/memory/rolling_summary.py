"""The rolling summary: one sentence taken from the last turns that says most of what they were about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from limpet.memory.kept_text import cut_whole
from limpet.memory.lacking import stems_of
from limpet.memory.words import stems_in
from limpet.text.sentences import split_sentences

_MARKS: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}\.)\s+|\*\*|`|\s*\[\d{1,2}\]")
"""Signs of lists, emphasis, code and citations."""
SUMMARY_TURNS: Final = 3
"""Turns that the summary looks at."""
_ENOUGH_STEMS: Final = 6.0
"""Length at which a sentence's weight is halved by its length: short and telling beats long."""


def rolling_summary(exchanges: Sequence[tuple[str, str]], idf: Callable[[str], float], max_chars: int) -> str:
    """
    The sentence of the last turns whose words return most, weighted by rarity, for its length.

    Args:
        exchanges: (message, answer), oldest first.
        idf: Rarity of a stem.
        max_chars: Longest summary; a longer sentence is cut at a word.

    >>> rolling_summary([("Do you have kurtas?", "We have cotton kurtas. Anything else?")], lambda stem: 1.0, 100)
    'We have cotton kurtas.'
    >>> rolling_summary([("hello", "- **Neem Kurta**: a cotton kurta [1]")], lambda stem: 1.0, 100)
    'Neem Kurta: a cotton kurta'
    """
    recent = exchanges[-SUMMARY_TURNS:]
    texts = [text for exchange in recent for text in exchange if text]
    told = Counter(stem for text in texts for stem in stems_of(text))
    best, best_weight = "", 0.0
    for place, text in enumerate(texts):
        for start, end in split_sentences(text[:2_000]):
            sentence = _MARKS.sub("", text[start:end]).strip()
            stems = stems_in(sentence)
            weight = sum(idf(stem) * told[stem] for stem in stems) / (_ENOUGH_STEMS + len(stems))
            weight *= 1.0 + 0.1 * place / len(texts)
            if weight > best_weight:
                best, best_weight = sentence, weight
    return cut_whole(best, max_chars)
