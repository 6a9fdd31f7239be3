"""A verb's base form from its "-ing" form, judged by which words the documents really use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ENDING: Final = "ing"
_SHORTEST_CHARS: Final = 3


def base_form(doing: str, counts: Mapping[str, int]) -> str:
    """
    The commonest of the verbs that *doing* may come from; empty when none of them is in use.

    Args:
        doing: One word that ends with "ing".
        counts: How often each word occurs, as it is written.

    >>> counts = {"use": 9, "us": 20, "run": 3, "store": 2, "ship": 1, "care": 4, "car": 1}
    >>> [base_form(one, counts) for one in ("Using", "running", "Storing", "caring", "wording")]
    ['use', 'run', 'store', 'care', '']
    """
    stem = doing.lower().removesuffix(_ENDING)
    if not doing.lower().endswith(_ENDING) or len(stem) < 2:
        return ""
    single = stem[:-1] if stem[-1:] == stem[-2:-1] else ""
    times = {
        one: counts.get(one, 0) + counts.get(one.capitalize(), 0)
        for one in (stem, f"{stem}e", single)
        if len(one) >= _SHORTEST_CHARS
    }
    best = max(times, key=lambda one: times[one], default="")
    return best if times.get(best) else ""
