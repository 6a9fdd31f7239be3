"""A heading as a question that a visitor would ask."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import Final

from limpet.retrieval.thing_question import thing_question
from limpet.text.base_form import base_form

ASKS: Final = 3
"""Score of a heading that is a question, or names something to be done: people know what answer to expect."""
NAMES_ONE_THING: Final = 2
NAMES: Final = 1

_QUESTION: Final = re.compile(r"(?i)^(?:what|how|why|when|where|who|which|can|do|does|is|are|should)\b.*\?$")
_NUMBER: Final = re.compile(
    r"^(?:(?i:chapter|section|part|appendix|step) +(?:\d{1,3}|[A-Z]|[IVX]{1,5})\b[.:)]?|\d{1,2}(?:\.\d{1,2})+[.:)]?"
    r"|\d{1,2}[.:)]) +"
)
"""Of a chapter or step."""
_TASK: Final = re.compile(r"(?i)^([a-z]+ing)\b(?! \w+(?<!s)s\b)(.*)$")
_NO_TASK: Final = re.compile(r"(?i)^ (?:(?:and|or|vs?\.?|versus)\b|(?:in|up|on|out|off|started|deeper)$)")
_ORDER: Final = re.compile(
    r"(?i)^(?:add|configure|choose|connect|create|delete|disable|download|enable|get|install|remove|send|upgrade|upload"
    r"|use(?! cases?\b)|write) \w"
)
"""What one is told to do."""
_THERE_ARE: Final = re.compile(r"(?i)^(.+s) (available|supported|allowed|required|included|accepted)$")
_DULL: Final = frozenset(
    "introduction overview index contents changelog license contributing home readme about example examples usage"
    " becoming being added changed fixed removed deprecated limitations gotchas further wrap conclusion summary".split()
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


def question_of(heading: str, counts: Mapping[str, int], names: Set[str] = frozenset()) -> tuple[str, int]:
    """
    The question that *heading* answers, and how good a first question it is (1 to 3); ``("", 0)`` for none.

    Args:
        heading: As it stands in the document.
        counts: How often each word occurs in the documents as it is written there: shows which verbs are in use.
        names: Words whose capital letter belongs to them wherever they stand.

    >>> counts = {"track": 2, "order": 3, "task": 5, "use": 9, "middleware": 7}
    >>> [question_of(one, counts)[0] for one in ("How to pay", "Where we deliver", "Return period", "Shipping charges")]
    ['How do I pay?', 'Where do you deliver?', 'What is the return period?', 'What are the shipping charges?']
    >>> [question_of(one, counts)[0] for one in ("Tracking your Order", "Using middleware", "Cancelling", "1.2")]
    ['How do I track my order?', 'How do I use middleware?', 'How does cancelling work?', '']
    >>> question_of("What you can see", counts)[0], question_of("Chapter 3. Using Jekyll", counts, {"Jekyll"})[0]
    ('What can I see?', 'How do I use Jekyll?')
    >>> question_of("24 hour delivery", counts)[0], question_of("Section B: Using middleware", counts)[0]
    ('', 'How do I use middleware?')
    """
    heading = _NUMBER.sub("", heading)
    words = heading.split()
    if not 1 <= len(words) <= _LONGEST_WORDS or not heading[0].isalpha() or _DATED.search(heading):
        return "", 0
    if words[0].lower() in _DULL:
        return "", 0
    if _QUESTION.match(heading):
        return heading, ASKS
    first, *others = words
    plain = " ".join([_plain(first, counts, names, is_first=True), *(_plain(word, counts, names) for word in others)])
    for form, question in _ASKED:
        if match := form.match(plain):
            asked = question.format(*match.groups())
            return asked[0].upper() + asked[1:], ASKS
    if (task := _TASK.match(plain)) and not _NO_TASK.match(task.group(2)):
        return _task_question(task.group(1), task.group(2), counts)
    if _ORDER.match(plain):
        return f"How do I {_YOUR.sub('my', plain)}?", NAMES_ONE_THING
    if there := _THERE_ARE.match(plain):
        return f"Which {there.group(1)} are {there.group(2)}?", NAMES_ONE_THING
    question, is_one_thing = thing_question(re.sub(r"^our ", "your ", plain))
    return question, NAMES_ONE_THING if is_one_thing else NAMES


def _task_question(doing: str, rest: str, counts: Mapping[str, int]) -> tuple[str, int]:
    verb = base_form(doing, counts)
    if not rest.strip():
        return f"How does {doing} work?", NAMES
    if not verb or re.search(r"(?:^| )(?:and|or) [a-z]+ing\b", rest):
        return f"How does {doing}{rest} work?", NAMES_ONE_THING
    return f"How do I {verb}{_YOUR.sub('my', rest)}?", ASKS


def _plain(word: str, counts: Mapping[str, int], names: Set[str], *, is_first: bool = False) -> str:
    """A word of a heading as it would stand inside a sentence: small, unless it is a name."""
    lowered = word[0].lower() + word[1:]
    if not word[0].isupper() or (len(word) > 1 and lowered != word.lower()) or word.strip(".,:;()'’") in names:
        return word
    return lowered if counts.get(lowered) or (is_first and len(word) > 1) else word
