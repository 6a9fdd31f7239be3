"""A verb's base form from its "-ing" form, judged by which words the documents really use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from limpet.text.known_words import is_known_word
from limpet.text.stemming import stem as stem_of

_ENDING: Final = "ing"
_SHORTEST_CHARS: Final = 3
_ENDS_WITH_E: Final = re.compile(
    r"(?:[cuvz]|[^s]s|[bdfgkptz]l|[adr]g|yp|[^o]od|(?<![ao])i[dn]|(?<![eo])a[kt]|(?<!a)ir|(?<!e)ar|(?<!o)ur)$"
)
"""What is left of verbs in -ce, -se, -ve, -le, -ate, -ure and the like."""


def base_form(doing: str, counts: Mapping[str, int]) -> str:
    """
    The commonest of the verbs that *doing* may come from; where none is in use, the one that its spelling speaks for,
    if that is an English word; otherwise empty.

    Args:
        doing: One word that ends with "ing".
        counts: How often each word occurs, as it is written.

    >>> counts = {"use": 9, "us": 20, "run": 3, "store": 2, "ship": 1, "care": 4, "car": 1}
    >>> [base_form(one, counts) for one in ("Using", "running", "Storing", "caring", "wording")]
    ['use', 'run', 'store', 'care', 'word']
    >>> [base_form(one, {}) for one in ("Tracking", "Cancelling", "Measuring", "Zorbing")]
    ['track', 'cancel', 'measure', '']
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
    if times.get(best):
        return best
    likely = single if single and not is_known_word(stem) else f"{stem}e" if _ENDS_WITH_E.search(stem) else stem
    return likely if is_known_word(stem_of(likely)) else ""
