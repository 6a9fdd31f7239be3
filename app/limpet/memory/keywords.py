"""Labels of a block for people: keywords and a theme of one line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from limpet.memory.recall_terms import recall_terms
from limpet.text.tokens import tokens

KEYWORDS: Final = 12
"""Labels a block; they are read by people, recall uses all stems."""
THEME_CHARS: Final = 120


def keywords_of(texts: Sequence[str], idf: Callable[[str], float], given: Sequence[str] = ()) -> tuple[str, ...]:
    """
    The *given* words first, then those whose ``ln(1 + count) * idf`` is largest, in the form used most.

    >>> keywords_of(["The router drops.", "My router restarts at night."], lambda stem: 1.0)[0]
    'router'
    """
    forms: dict[str, Counter[str]] = {}
    for text in texts:
        for token in tokens(text):
            for term in recall_terms(token):
                forms.setdefault(term, Counter())[token] += 1
    weights = {term: math.log1p(counts.total()) * idf(term) for term, counts in forms.items()}
    best = sorted(weights, key=lambda term: (-weights[term], term))
    words = [word for word in given if word] + [forms[term].most_common(1)[0][0] for term in best]
    return tuple(dict.fromkeys(words))[:KEYWORDS]


def theme_of(texts: Sequence[str], keywords: Sequence[str]) -> str:
    """
    The text that holds most of the *keywords* for its length, cut to a line.

    >>> theme_of(["Hi there!", "My router drops every night."], ["router", "night"])
    'My router drops every night.'
    """
    wanted = {word.lower() for word in keywords}
    lines = [" ".join(text.split()) for text in texts if text.strip()]
    if not lines:
        return ""

    def told(line: str) -> float:
        words = tokens(line)
        return len(wanted & set(words)) / math.sqrt(8 + len(words))

    best = max(lines, key=told)
    return best if len(best) <= THEME_CHARS else best[: THEME_CHARS - 1].rsplit(" ", 1)[0] + "…"
