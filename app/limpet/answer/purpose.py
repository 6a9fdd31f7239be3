"""Sentences that begin with what is to be done: "To create a post, add a file" is how one is created."""

from __future__ import annotations

import re
from typing import Final

from limpet.text.tokens import stems

_PURPOSE: Final = re.compile(
    r"\W*(?:(?:in order )?to|(?:if|when(?:ever)?) you(?:'d|’d| would)? (?:want|need|wish|like|have|plan)(?: to)?)\s+"
    r"(?P<clause>[^,:;.?!]{3,80})[,:]",
    re.IGNORECASE,
)
_REFERS: Final = re.compile(
    r"\W*(?:(?:please|also|but|for [^,.]{2,60},|or)\s+)*(?:see(?: also)?|refer to|read|consult|follow|have a look at"
    r"|check out|take a look at|visit)\s+(?:the |our |this |that |these |your )?",
    re.IGNORECASE,
)
MOST_WORDS_REFERRED: Final = 9
"""A longer sentence says something of its own beside where to look."""


def tells_how(text: str, action: str, thing: str) -> bool:
    """
    Whether a sentence begins with *action* done to *thing*, both as stems, as what the rest of it is for.

    >>> tells_how("To create a post, add a file.", "creat", "post"), tells_how("Create a post.", "creat", "post")
    (True, False)
    """
    found = _PURPOSE.match(text) if action and thing else None
    return found is not None and {action, thing} <= set(stems(found["clause"]))


def only_refers(text: str) -> bool:
    """
    Whether a sentence only says where else to look.

    >>> only_refers("See also Using middleware."), only_refers("Follow the steps: open the lid, then pull.")
    (True, False)
    """
    found = _REFERS.match(text)
    return found is not None and ":" not in text and len(text[found.end() :].split()) <= MOST_WORDS_REFERRED
