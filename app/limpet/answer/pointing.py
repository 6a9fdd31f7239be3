"""Words that point at what stands before a sentence, so that it says little without that."""

from __future__ import annotations

import re
from typing import Final

from limpet.text.tokens import stems

_POINTING: Final = re.compile(
    r"(?:it|its|this|that|these|those|they|them|their|he|she|such|both|here|however|but|also|so|then|otherwise"
    r"|afterwards|therefore|instead|additionally|in that case|after that|a (?:second|third)|another|as such"
    r"|for example|for instance|e\.g\.|in other words|in particular|as a result|similarly|likewise|at this point"
    r"|(?:below|above|after|before|for|in|of|with|by|at|from|until|besides|to) (?:that|this|these|those|it|them)"
    r"|the (?:above|latter|former|others?|same|second|third)"
    r"|(?!(?:if|when|since|once|as|because)\b)(?:[\w'’-]+ ){1,3}then)\b",
    re.IGNORECASE,
)
_WITHIN: Final = re.compile(r"(?<![\w`-])(?:this|these)(?=\s+([\w`'’.-]+(?:\s+[\w`'’.-]+)?))", re.IGNORECASE)
_MORE: Final = re.compile(
    r"(?:(?:any|all) (?:subsequent|further|later|such)|the (?:subsequent|such))"
    r" (?!questions?\b|info\w*|details?\b|help\b|enquir\w+|inquir\w+)\w+",
    re.IGNORECASE,
)
"""What comes after something that the sentence does not name."""
_HERE: Final = frozenset(
    "page section document documentation guide chapter example table site website app year month week day morning"
    " afternoon evening summer winter spring autumn time way library package project release version shop store policy"
    " software framework tool product service company team museum office".split()
)
"""What "this ..." names where it points at no sentence."""
_EARLY_WORDS: Final = 8
"""A demonstrative further on is mostly about what its own sentence has introduced."""


def points_back(text: str) -> bool:
    """
    Whether the first words of *text* point at what stands before it.

    >>> points_back("It takes a day."), points_back("Any call takes a day.")
    (True, False)
    """
    return _POINTING.match(text) is not None


def speaks_of_before(text: str) -> bool:
    """
    Whether *text* speaks, early on, of "this ..." or "subsequent ..." without having named it.

    >>> [speaks_of_before(one) for one in ("You can combine this lamp with others.", "Read this page first.")]
    [True, False]
    >>> speaks_of_before("If a lamp is old, this lamp may crack."), speaks_of_before("Any subsequent calls fail.")
    (False, True)
    """
    found = _WITHIN.search(text)
    if found is None:
        return _MORE.match(text) is not None
    before = text[: found.start()]
    named = frozenset(stems(found[1]))
    is_here = not _HERE.isdisjoint(found[1].lower().split()[:1])
    return not is_here and len(before.split()) <= _EARLY_WORDS and named.isdisjoint(stems(before))
