"""
What a fragment is worth as an answer, beside its likeness to the question.

Release notes name every part of a product again and again and explain none of them; they answer only questions about
change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.retrieval.document import Fragment, Hit
from limpet.text.tokens import stems

NEWS_SHARE: Final = 0.6
"""What the score of a fragment of release notes counts for a question that is not about change."""
_NEWS: Final = re.compile(
    r"(?:release (?:notes?|history)|change ?log|what'?s new|history of changes|news|v?\d+\.\d+(?:\.\d+)?\b)",
    re.IGNORECASE,
)
_CHANGE_WORDS: Final = (
    r"new|news|chang\w*|releas\w*|version|added|removed|deprecat\w*|fixed|since|upgrad\w*|latest|introduced"
)
_ASKS_NEWS: Final = re.compile(rf"\b(?:{_CHANGE_WORDS})\b|\d\.\d", re.IGNORECASE)


def is_news(fragment: Fragment) -> bool:
    """
    Whether the fragment stands under a heading of release notes or of a version.

    >>> [is_news(Fragment("a#1", "a", (heading,), 0, 1, "x")) for heading in ("1.2.0 (May 1)", "News", "Care")]
    [True, True, False]
    """
    return any(_NEWS.match(heading.strip()) for heading in fragment.heading_path)


def by_standing(hits: Sequence[Hit], message: str) -> list[tuple[Hit, float]]:
    """Hits with what they are worth, best first; equal ones keep their order."""
    is_about_change = bool(_ASKS_NEWS.search(message))
    worth = [(hit, hit.score * (1.0 if is_about_change or not is_news(hit.fragment) else NEWS_SHARE)) for hit in hits]
    return sorted(worth, key=lambda entry: -entry[1])


def opens(fragment: Fragment, name: str) -> bool:
    """Whether the fragment begins the section that has *name* alone for its heading: it says what that is."""
    heading = fragment.heading_path[-1] if fragment.heading_path else ""
    is_named = set(stems(heading)) == set(stems(name)) and len(heading.split()) == len(name.split())
    return is_named and fragment.fragment_id.endswith("-1")
