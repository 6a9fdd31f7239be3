"""A question about what a heading names: one that somebody would ask, in whole words."""

from __future__ import annotations

import re
from typing import Final

_ONE_THING: Final = re.compile(r"(?:[a-z]+ )+[a-z]*(?<!s)(?<!ing)")
_MASS: Final = re.compile(r"(?:wear|ware|care|work|data|age|ance|ence|ity|ness|[ts]ion|ment)$")
"""Endings of what is mostly not counted."""
_JOINS: Final = frozenset("a an the and or of on in at to for from with by as my your its their all no".split())
_HEAD: Final = re.compile(r"^(?:your )?(.+?)(?= (?:to|of|for|in|on|at|from|with|by)\b|$)")
"""What is named, without what is said of it."""
_LISTED: Final = re.compile(
    r"(?:charges|fees|prices|costs|rates|times|hours|days|dates|ways|options|methods|requirements|rules|terms|conditions"
    r"|limits|limitations|steps|benefits|levels|measures|details|specifications|settings|defaults)$"
)
"""Several things that somebody wants to hear one by one."""
_AT_WORK: Final = re.compile(
    r"\b(?:refund|return|exchange|payment|discount|coupon|voucher|gift card|instal?lment|subscription|membership"
    r"|booking|reservation|cancellation|reward|point|deposit|delivery|pick-?up|cash|checkout|warranty|guarantee)s?$"
)
"""What goes on between somebody who offers and somebody who takes."""


def thing_question(thing: str) -> tuple[str, bool]:
    """
    The question about *thing*, a noun phrase as it stands inside a sentence, and whether it names one definite thing.

    >>> [thing_question(one)[0] for one in ("size chart", "ways to pay", "gift cards")]
    ['What is the size chart?', 'What are the ways to pay?', 'How do gift cards work?']
    >>> [thing_question(one)[0] for one in ("cash on delivery", "linen", "your stores")]
    ['How does cash on delivery work?', 'What should I know about linen?', 'What should I know about your stores?']
    """
    if re.fullmatch(r"contacts?(?: us)?", thing):
        return "How can I contact you?", False
    if _is_one_thing(thing):
        return f"What is the {thing}?", True
    found = _HEAD.match(thing)
    head = found.group(1) if found and _JOINS.isdisjoint(found.group(1).split()) else ""
    if _LISTED.search(head):
        return f"What are {'' if thing.startswith('your ') else 'the '}{thing}?", False
    if _AT_WORK.search(head):
        return f"How {'do' if head.endswith('s') else 'does'} {thing} work?", False
    return f"What should I know about {thing}?", False


def _is_one_thing(thing: str) -> bool:
    """
    Whether "the" goes before it: one thing of several words; not several things, names, and what is joined of parts.

    >>> [_is_one_thing(thing) for thing in ("size chart", "gift cards", "cash on delivery", "linen", "wheel building")]
    [True, False, False, False, False]
    """
    is_one = _ONE_THING.fullmatch(thing) is not None and _JOINS.isdisjoint(thing.split())
    return is_one and _MASS.search(thing) is None
