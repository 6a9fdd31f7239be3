"""
How the visitor engages: one class a message, and the trend of the last few.

What a message *does* comes before what it is about: it turns away, doubts, asks back or acknowledges by its wording;
only then do question words, what it refers to and the words it shares with the last answer decide between going
deeper, asking for a detail, and a new topic.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from limpet.memory import engagement_cues as cues
from limpet.memory.word_key import word_keys
from limpet.text.stop_words import is_stop_word
from limpet.text.word_pattern import WORD

Engagement: TypeAlias = Literal["deepening", "challenging", "clarifying", "acknowledging", "new_topic", "redirecting"]
Trend: TypeAlias = Literal["deepening", "broadening", "neutral"]

ENGAGEMENTS: Final[tuple[Engagement, ...]] = (
    "deepening", "challenging", "clarifying", "acknowledging", "new_topic", "redirecting",
)  # fmt: skip

_AUXILIARIES: Final = frozenset({"can", "may", "might", "must", "would", "could", "should", "get", "one", "also"})
_CUE_CHARS: Final = 160
"""Wording that acts stands in short messages, or at the start of longer ones."""
_DETAIL_WORDS: Final = 12
"""A longer question is more than a request for a detail."""
_STRETCHED: Final = re.compile(r"([^\W\d_])\1{2,}")
_WORD: Final = re.compile(rf"{WORD}(?:'{WORD})?")
_MARKS: Final = re.compile(r"[^\w\s'?!.-]|(?<!\w)-|-(?!\w)|\.(?!\w)")
_TYPED: Final = (
    "thanks thank great perfect understand understood really wrong confused explain correct incorrect example details"
    " elaborate sense awesome meant clarify sorry because about interesting instead actually again continue source"
    " exactly agree sure what mean okay cool nice right"
)
_CUE_WORDS: Final = tuple(sorted(_TYPED.split()))
_NO_TYPOS: Final = frozenset({"think", "thinks", "abort", "greet", "prefect", "sauce", "course"})
_SHORT_FORMS: Final = {
    "u": "you", "r": "are", "ur": "your", "pls": "please", "plz": "please", "cuz": "because", "dont": "don't",
    "cant": "can't", "isnt": "isn't", "thats": "that's", "whats": "what's", "im": "i'm", "doesnt": "doesn't",
    "didnt": "didn't", "arent": "aren't", "wasnt": "wasn't", "youre": "you're", "wat": "what", "wut": "what",
    "y": "why", "bc": "because", "tho": "though", "rly": "really", "srsly": "seriously", "wont": "won't",
    "lemme": "let me", "ofc": "of course", "idk": "i don't know", "imo": "i think", "fr": "really", "ex": "example",
}  # fmt: skip


def engagement_of(message: str, last_answer: str = "", is_follow_up: bool | None = None) -> Engagement:
    """
    The class of *message*.

    Args:
        message: What the visitor sent; typos, emoji and single words are fine. A question may lack its mark, unless a
            full stop or a comma says that it is none.
        last_answer: What was said before; empty at the start of a conversation.
        is_follow_up: Whether it was found to lean on what was said before; None when nobody looked.

    >>> messages = ("ok thx", "why?", "no I meant the blue one", "???")
    >>> [engagement_of(message, "Linen shirts cost ₹1,800.") for message in messages]
    ['acknowledging', 'deepening', 'redirecting', 'clarifying']
    """
    text = normalised(message)
    if not _WORD.search(text):
        return _of_signs(message)
    head = text[:_CUE_CHARS]
    plain = _without_fillers(head)
    by_wording = _of_wording(head, plain, last_answer)
    if by_wording is not None:
        return by_wording
    if not last_answer:
        return "new_topic"
    last_mark = message.rstrip()[-1:]
    is_question = last_mark == "?" or (last_mark not in ".,;" and cues.QUESTION_START.search(plain) is not None)
    return _of_content(plain, is_question, last_answer, is_follow_up)


def trend_of(engagements: Sequence[Engagement]) -> Trend:
    """
    Where the last messages lead: into the subject, or across subjects.

    >>> trend_of(["deepening", "challenging", "acknowledging"]), trend_of(["new_topic", "redirecting"]), trend_of([])
    ('deepening', 'broadening', 'neutral')
    """
    inward = sum(kind in ("deepening", "challenging", "clarifying") for kind in engagements)
    outward = sum(kind in ("new_topic", "redirecting") for kind in engagements)
    if len(engagements) < 2 or inward == outward:
        return "neutral"
    return "deepening" if inward > outward else "broadening"


def normalised(message: str) -> str:
    """
    *message* as the patterns expect it: lower case, straight quotes, no stretched letters, common typos mended.

    >>> normalised("Okkkk, thnaks!! I dont  UNDERSTAND…")
    "ok thanks!! i don't understand"
    """
    text = unicodedata.normalize("NFKC", message[: 2 * _CUE_CHARS]).lower()
    text = text.replace("’", "'").replace("‘", "'").replace("`", "'")
    text = _STRETCHED.sub(r"\1", text)
    text = _WORD.sub(lambda match: _mended(match[0]), text)
    return " ".join(_MARKS.sub(" ", text).split())


def _of_signs(message: str) -> Engagement:
    """A message without a word: emoji and punctuation; the first telling sign counts."""
    for sign in message:
        if sign in cues.CLARIFYING_SIGNS:
            return "clarifying"
        if sign in cues.CHALLENGING_SIGNS:
            return "challenging"
        if sign in cues.DEEPENING_SIGNS:
            return "deepening"
        if sign in cues.ACKNOWLEDGING_SIGNS:
            return "acknowledging"
    return "acknowledging"


def _of_wording(head: str, plain: str, last_answer: str) -> Engagement | None:
    answers = _of_yes_or_no(plain, last_answer)
    if answers is not None:
        return answers
    if cues.NEW_TOPIC.search(head):
        return "new_topic"
    for text in (head, plain):
        if cues.REDIRECTING.search(text):
            return "redirecting"
    rest = _after_acknowledgement(head)
    if rest is not None and not _WORD.search(rest):
        return "acknowledging"
    for text in (head, plain, rest or ""):
        if text and cues.CLARIFYING.search(text):
            return "clarifying"
        if text and cues.CHALLENGING.search(text):
            return "challenging"
    for text in (plain, rest or ""):
        if text and last_answer and (cues.DEEPENING.search(text) or _asks_on(text, last_answer)):
            return "deepening"
    return None


def _of_yes_or_no(plain: str, last_answer: str) -> Engagement | None:
    """A bare yes or no: to a question it is its answer, to a negative statement "no" agrees."""
    is_question = last_answer.rstrip().endswith("?")
    if cues.NO.search(plain):
        if is_question:
            return "redirecting"
        return "acknowledging" if cues.NEGATIVE.search(last_answer.lower()) or "thank" in plain else "challenging"
    if is_question and cues.YES.search(plain) and len(plain.split()) <= 2:
        return "deepening"
    return None


def _of_content(plain: str, is_question: bool, last_answer: str, is_follow_up: bool | None) -> Engagement:
    is_elliptic = cues.ELLIPTIC.search(plain) is not None
    leans = (is_elliptic or _refers(plain, last_answer)) if is_follow_up is None else is_follow_up
    if leans and is_elliptic:
        return "deepening"
    if is_question and leans and len(_WORD.findall(plain)) <= _DETAIL_WORDS:
        return "clarifying"
    return "deepening" if leans else "new_topic"


def _asks_on(text: str, last_answer: str) -> bool:
    """Why or how, bare or about what was said."""
    is_bare = len(_WORD.findall(text)) <= 3
    return cues.WHY_OR_HOW.search(text) is not None and (is_bare or _refers(text, last_answer))


def _refers(text: str, last_answer: str) -> bool:
    shares = not (word_keys(text) - _AUXILIARIES).isdisjoint(word_keys(last_answer))
    return shares or cues.REFERRING.search(text) is not None


def _after_acknowledgement(head: str) -> str | None:
    """What follows the acknowledgements that *head* begins with; None when it begins with none."""
    rest, found = head, False
    while match := cues.ACKNOWLEDGING.match(rest) or cues.ACKNOWLEDGING.match(rest := _without_fillers(rest)):
        found = True
        rest = rest[match.end() :].lstrip(" !.?,-")
    return rest if found else None


def _without_fillers(text: str) -> str:
    before = None
    while before != text:
        before = text
        match = cues.FILLERS.match(text)
        if match and match.end() < len(text):
            text = text[match.end() :].lstrip(" ,.-")
    return text


@lru_cache(maxsize=128)
def _mended(word: str) -> str:
    """A short form written out, or a cue word with one letter wrong, missing, doubled or swapped."""
    if word in _SHORT_FORMS:
        return _SHORT_FORMS[word]
    if len(word) < 5 or is_stop_word(word) or word in _CUE_WORDS or word in _NO_TYPOS:
        return word
    near = [cue for cue in _CUE_WORDS if len(cue) >= 5 and cue[0] == word[0] and _is_near(word, cue)]
    return near[0] if len(near) == 1 else word


def _is_near(word: str, cue: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours turns one into the other."""
    if abs(len(word) - len(cue)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(word, cue, strict=False)) if a != b), min(len(word), len(cue)))
    left, right = word[at:], cue[at:]
    is_swap = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    if len(left) == len(right):
        return is_swap or (left[1:] == right[1:] and not _is_inflected(word, cue))
    return (left[1:] == right or left == right[1:]) and not _is_inflected(word, cue)


def _is_inflected(word: str, cue: str) -> bool:
    """Another form of the same word is no typo."""
    return word.rstrip("sd") == cue or cue.rstrip("sd") == word
