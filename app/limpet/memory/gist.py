"""Gist: an old answer as its most informative clauses, at most 120 characters, nothing cut in two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from limpet.text.tokens import stems

_CLAUSE_END: Final = re.compile(r"(?<=[.!?;:])\s+|\n+|(?<=,)\s+|\s+[–—]\s+|\s+(?=\()")


def clauses(text: str) -> list[str]:
    """Whole clauses of *text*, in order."""
    return [clause for clause in (part.strip() for part in _CLAUSE_END.split(text)) if clause]


def gist(message: str, answer: str, entities: Iterable[str] = (), max_chars: int = 120) -> str:
    """
    The clauses of *answer* that say most about *message*, in their order, at most *max_chars* code points.

    >>> gist("Do you ship to Norway?", "Good question. We ship to Norway in five days. Ask us anything else.", (), 40)
    'We ship to Norway in five days.'
    """
    if len(answer) <= max_chars:
        return answer
    wanted = set(stems(message)) | {stem for name in entities for stem in stems(name)}
    best, best_score = "", -1.0
    for clause in clauses(answer):
        words = stems(clause)
        score = len(wanted & set(words)) + 0.05 * len(words)
        if len(clause) <= max_chars and score > best_score:
            best, best_score = clause, score
    return best
