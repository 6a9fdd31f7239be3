"""A heading as a question that a visitor would ask."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from limpet.text.base_form import base_form

ASKS: Final = 3
"""Score of a heading that is a question, or names something to be done: people know what answer to expect."""
NAMES_ONE_THING: Final = 2
NAMES: Final = 1

_QUESTION: Final = re.compile(r"(?i)^(?:what|how|why|when|where|who|which|can|do|does|is|are|should)\b.*\?$")
_TASK: Final = re.compile(r"(?i)^([a-z]+ing)\b(?! \w+(?<!s)s\b)(.*)$")
_DULL: Final = frozenset(
    "introduction overview index contents changelog license contributing home readme about example examples usage"
    " becoming being added changed fixed removed deprecated limitations gotchas further".split()
)
_DATED: Final = re.compile(r"\d+\.\d+|\b(?:19|20)\d\d\b")
"""A version or a year: news about the thing, not the thing."""
_YOUR: Final = re.compile(r"\byour\b")
_LONGEST_WORDS: Final = 8
_NO_DO: Final = r"(?!(?:are|were|have|had|can|cannot|could|will|would|should|may|must|do|did)\b)"
_ASKED: Final = (
    (re.compile(r"(?i)^how to (.+)$"), "How do I {0}?"),
    (re.compile(rf"(?i)^(what|where|when|how|why) we {_NO_DO}(.+)$"), "{0} do you {1}?"),
    (re.compile(rf"(?i)^(what|where|when|how|why) you {_NO_DO}((?:(?!\byours?\b).)+)$"), "{0} do I {1}?"),
    (re.compile(r"(?i)^(what|where|when|how) we (can|could|will|should|must|may) (.+)$"), "{0} {1} you {2}?"),
    (re.compile(r"(?i)^(what|where|when|how) you (can|could|will|should|must|may) (.+)$"), "{0} {1} I {2}?"),
    (re.compile(r"(?i)^((?:what|who|which)(?: \w+)? (?:is|are|can|cannot|happens|counts|must|should)\b.*)$"), "{0}?"),
    (re.compile(r"(?i)^when (?!we\b|you\b)(.+)$"), "What happens when {0}?"),
    (re.compile(r"(?i)^if (.+)$"), "What if {0}?"),
)
"""Headings that are a question but for its order of words."""
_ONE_THING: Final = re.compile(r"(?:[a-z]+ )+[a-z]*(?<!s)(?<!ing)")
_MASS: Final = re.compile(r"(?:wear|ware|care|work|data|age|ance|ence|ity|ness|[ts]ion|ment)$")
"""Endings of what is mostly not counted."""
_JOINS: Final = frozenset("a an the and or of on in at to for from with by as my your its their all no".split())


def question_of(heading: str, counts: Mapping[str, int]) -> tuple[str, int]:
    """
    The question that *heading* answers, and how good a first question it is (1 to 3); ``("", 0)`` for none.

    Args:
        heading: As it stands in the document.
        counts: How often each word occurs in the documents as it is written there: shows which verbs are in use, and
            which capital letters belong to a name.

    >>> counts = {"track": 2, "order": 3, "task": 5, "use": 9, "middleware": 7}
    >>> [question_of(one, counts)[0] for one in ("How to pay", "Where we deliver", "Return period", "Shipping charges")]
    ['How do I pay?', 'Where do you deliver?', 'What is the return period?', 'What about shipping charges?']
    >>> [question_of(one, counts)[0] for one in ("Tracking your Order", "Using middleware", "Washing silk", "1.2")]
    ['How do I track my order?', 'How do I use middleware?', 'How does washing silk work?', '']
    >>> question_of("What you can see", counts)[0], question_of("Becoming a museum", counts)[0]
    ('What can I see?', '')
    """
    words = heading.split()
    if not 1 <= len(words) <= _LONGEST_WORDS or not heading[0].isalpha() or _DATED.search(heading):
        return "", 0
    if words[0].lower() in _DULL:
        return "", 0
    if _QUESTION.match(heading):
        return heading, ASKS
    plain = " ".join([_plain(words[0], counts, is_first=True), *(_plain(word, counts) for word in words[1:])])
    for form, question in _ASKED:
        if match := form.match(plain):
            asked = question.format(*match.groups())
            return asked[0].upper() + asked[1:], ASKS
    if task := _TASK.match(plain):
        return _task_question(task.group(1), task.group(2), counts)
    if plain.startswith("our "):
        return f"What about your {plain[4:]}?", NAMES
    if _is_one_thing(plain):
        return f"What is the {plain}?", NAMES_ONE_THING
    return f"What about {plain}?", NAMES


def _task_question(doing: str, rest: str, counts: Mapping[str, int]) -> tuple[str, int]:
    verb = base_form(doing, counts)
    if not rest.strip():
        return f"What about {doing}?", NAMES
    if not verb or re.search(r"(?:^| )(?:and|or) [a-z]+ing\b", rest):
        return f"How does {doing}{rest} work?", NAMES_ONE_THING
    return f"How do I {verb}{_YOUR.sub('my', rest)}?", ASKS


def _plain(word: str, counts: Mapping[str, int], *, is_first: bool = False) -> str:
    """A word of a heading as it would stand inside a sentence: small, unless it is a name."""
    lowered = word[0].lower() + word[1:]
    if not word[0].isupper() or (len(word) > 1 and lowered != word.lower()):
        return word
    return lowered if counts.get(lowered) or (is_first and len(word) > 1) else word


def _is_one_thing(thing: str) -> bool:
    """
    Whether "the" goes before it: one thing of several words; not several things, names, and what is joined of parts.

    >>> [_is_one_thing(thing) for thing in ("size chart", "gift cards", "cash on delivery", "linen", "wheel building")]
    [True, False, False, False, False]
    """
    is_one = _ONE_THING.fullmatch(thing) is not None and _JOINS.isdisjoint(thing.split())
    return is_one and _MASS.search(thing) is None
