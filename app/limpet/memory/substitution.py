"""
Follow-ups that put another thing into the question before: "and for black tea?", "what about espresso?".

Such a message lacks no single word but the whole question. It is asked again with the new thing in the old one's place,
where both are known to be of a kind: they share their head word (green tea, black tea), or both are names of the
documents. Everything else is left to the words that a message lacks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.memory.aside import is_aside
from limpet.memory.decision import meant
from limpet.memory.persons import for_persons
from limpet.memory.question import pointing_words, taken_apart
from limpet.memory.slot_plans import place_in, sent_to
from limpet.memory.topic import Topic, content_runs
from limpet.memory.words import FUNCTION_WORDS, word_set
from limpet.text.tokens import stem, stems
from limpet.text.word_pattern import WORD

LOOKS_BACK_TURNS: Final = 4
"""Messages that may put one thing after the other into the same question."""
MAX_THING_WORDS: Final = 5
MAX_QUESTION_WORDS: Final = 12
"""A longer question is not asked again with one phrase more."""
_DANGLES: Final = re.compile(r"\b(?:to|for|in|on|with|from|at|by|of|about|under|like)\W*$", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|hi|hello|and|also)\W+)*(?:how|what|which|when|where|who|why|is|are|do|does|did|can|could|may"
    r"|will|would|must|should)\b[^?.!\n]*\?*\s*$",
    re.IGNORECASE,
)
_PUTS_IN: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|right|hmm|thanks|and|but|or)\b[\s,]*)*?(?:(?:what|how) (?:about|of)|and|or|but)\s+"
    r"(?:(?:for|in|with|on|of|from|at|to|about|by|when it comes to)\s+)?"
    r"(?P<thing>[^?.!,;:\n]+?)(?:\s+(?:then|instead|too|as well))?[\s?.!]*$",
    re.IGNORECASE,
)
_PHRASE: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|but|thanks)\W+)?(?:(?:and )?also|and|or|what about|how about)\s+"
    r"(?P<preposition>to|for|into|in|on|without|with|from|as|at|by|of|about|under)\s+(?P<thing>[^?.!,;\n]{2,60}?)[\s?.!]*$",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"^(?:the|a|an|your)\s+", re.IGNORECASE)
_WORD: Final = re.compile(rf"{WORD}(?:[-'’]{WORD})*")
_NO_THING: Final = word_set(
    "i you we they he she it this that these those one ones other others another else more less all both any some"
    " what who whom whose which when where why how is are was were be been am do does did can could should would will"
    " shall may might must has have had not no yes if because as tell show give explain"
)
"""Words that a named thing does not hold: pronouns, question words, verbs of a sentence."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """
    A question asked again of another thing.

    Attributes:
        question: The whole question, with the new thing.
        thing: The new thing, without its article.
        carried: Content words of the question before that it keeps, in order.
        is_value: The thing is another value of a filter, not another topic.
        is_phrase: The thing stands behind a preposition.
        is_appended: It stands at the end of the question, in nothing's place.
    """

    question: str
    thing: str
    carried: tuple[str, ...]
    is_value: bool = False
    is_phrase: bool = False
    is_appended: bool = False


def thing_put_in(message: str) -> str | None:
    """
    The thing that *message* names and says nothing else about; None when it says more.

    >>> thing_put_in("And for black tea?"), thing_put_in("What about the espresso then?")
    ('black tea', 'espresso')
    >>> thing_put_in("And how long?") is thing_put_in("what about that one?") is None
    True
    """
    thing = None if for_persons(message) else _put_in(message)
    return thing if thing and any(word.lower() not in FUNCTION_WORDS for word in _WORD.findall(thing)) else None


def _put_in(message: str) -> str | None:
    """The same, be it a word of grammar: "And M?" may name a size."""
    said = meant(message)
    found = _PUTS_IN.match(f"and {said}" if said else message.strip()[:120])
    if found is None:
        return None
    thing = _ARTICLE.sub("", found["thing"].strip())
    words = [word.lower() for word in _WORD.findall(thing)]
    return thing if 0 < len(words) <= MAX_THING_WORDS and _NO_THING.isdisjoint(words) else None


def value_put_in(message: str, messages: Sequence[str], same_kind: Callable[[str, str], str]) -> Substitution | None:
    """
    The last question with another value of a filter in it: "And M?" after "What bust is a size L kurta for?".

    Args:
        message: What the visitor wrote.
        messages: What the visitor wrote before, oldest first.
        same_kind: What of a question is a value of the same filter as a thing; empty for nothing.

    >>> before = ["What bust is size L for?"]
    >>> value_put_in("And M?", before, lambda thing, question: "L").question
    'What bust is size M for?'
    """
    thing = _put_in(message)
    spoken = [one for one in reversed(messages) if not is_aside(one)][:LOOKS_BACK_TURNS]
    earlier = next((one for one in spoken if _put_in(one) is None), "")
    place = same_kind(thing, earlier) if thing and earlier else ""
    if not thing or not place:
        return None
    question = re.sub(rf"(?<!\w){re.escape(place)}(?!\w)", lambda _: thing, earlier, count=1)
    own = set(stems(thing))
    carried = tuple(word for run in content_runs(question) for word in run if stem(word.lower()) not in own)
    return Substitution(question, thing, carried, is_value=True) if carried else None


def phrase_put_in(message: str, messages: Sequence[str]) -> Substitution | None:
    """
    The last question with another phrase behind the same preposition: "And to the hills?"; one that has no such phrase
    gets it at its end.

    >>> phrase_put_in("And to the hills?", ["How long does delivery take to a metro city?"]).question
    'How long does delivery take to the hills?'
    >>> phrase_put_in("And to the hills?", ["How long does delivery take?"]).question
    'How long does delivery take to the hills?'
    >>> phrase_put_in("And as JSON?", ["How do I read the request body?"]).question
    'How do I read the request body as JSON?'
    >>> phrase_put_in("Also in the hall?", ["May I take photographs?"]).question
    'May I take photographs in the hall?'
    >>> phrase_put_in("And to the hills?", ["Where are the hills?"]) is None
    True
    """
    found = _PHRASE.match(message.strip()[:120])
    if found is None or not _NO_THING.isdisjoint(word.lower() for word in _WORD.findall(found["thing"])):
        return None
    spoken = [one for one in reversed(messages) if not is_aside(one)][:LOOKS_BACK_TURNS]
    earlier = next((one for one in spoken if _PHRASE.match(one) is None), "")
    thing = found["thing"].strip()
    phrase = rf"\b{found['preposition']}\s+(?P<old>[^?.!,;]{{2,60}}?)(?=\s*(?:[?.!,;]|$))"
    places = list(re.finditer(phrase, earlier, re.IGNORECASE))
    if not places:
        return _with_phrase(earlier, found["preposition"].lower(), thing)
    if len(_WORD.findall(places[-1]["old"])) > MAX_THING_WORDS:
        return None
    start, end = places[-1].span("old")
    return _value_in(f"{earlier[:start]}{thing}{earlier[end:]}", thing)


def _with_phrase(question: str, preposition: str, thing: str) -> Substitution | None:
    """A whole question with a phrase at its end; None for what is none, is long, or speaks of the thing already."""
    is_whole = _ASKS.match(question) is not None and 3 <= len(question.split()) <= MAX_QUESTION_WORDS
    if (
        not is_whole
        or preposition in ("about", "of")
        or _DANGLES.search(question)
        or pointing_words(taken_apart(question))
    ):
        return None
    if set(stems(thing)) & set(stems(question)) or thing_put_in(question) is not None:
        return None
    return _value_in(f"{question.rstrip(' ?.!')} {preposition} {thing}?", thing, is_appended=True)


def _value_in(question: str, thing: str, *, is_appended: bool = False) -> Substitution | None:
    own = set(stems(thing))
    carried = tuple(word for run in content_runs(question) for word in run if stem(word.lower()) not in own)
    if not carried:
        return None
    return Substitution(question, thing, carried, is_value=True, is_phrase=True, is_appended=is_appended)


def substituted(
    message: str, messages: Sequence[str], topic: Topic | None, names: Callable[[str], Collection[str]] | None
) -> Substitution | None:
    """
    The question of *messages* that *message* asks again of another thing; None when it does nothing of the kind.

    Args:
        message: What the visitor wrote.
        messages: What the visitor wrote before, oldest first.
        topic: The active one: what a thing that is known by name only takes the place of.
        names: Names of the documents that a text holds; None without documents.

    >>> before = ["How hot should the water be for green tea?"]
    >>> substituted("And for black tea?", before, None, lambda text: ()).question
    'How hot should the water be for black tea?'
    """
    thing = thing_put_in(message)
    if thing is None:
        return None
    things = [thing]
    spoken = [one for one in reversed(messages) if not is_aside(one)]
    for earlier in spoken[:LOOKS_BACK_TURNS]:
        put_in = thing_put_in(earlier)
        if put_in is None:
            found, phrase = _asked_again(earlier, things[::-1], topic, names), phrase_put_in(message, messages)
            is_more = found and phrase and not phrase.is_appended and len(phrase.carried) > len(found.carried)
            return phrase if is_more else found  # "And on Fedora?" leaves what "on Windows" was asked of
        things.append(put_in)
    return None


def _asked_again(
    question: str, things: Sequence[str], topic: Topic | None, names: Callable[[str], Collection[str]] | None
) -> Substitution | None:
    place: str | None = None
    for number, thing in enumerate(things):
        is_last = number == len(things) - 1
        place = _place(question, thing, place, topic if is_last else None, names)
        if place is None and is_last:
            return None
        if place is not None:
            question = re.sub(rf"(?<!\w){re.escape(place)}(?!\w)", lambda _: thing, question, count=1)  # noqa: B023
            place = thing
    own = set(stems(things[-1]))
    carried = tuple(word for run in content_runs(question) for word in run if stem(word.lower()) not in own)
    return Substitution(question, things[-1], carried) if carried else None


def _place(
    question: str,
    thing: str,
    place_before: str | None,
    topic: Topic | None,
    names: Callable[[str], Collection[str]] | None,
) -> str | None:
    """What of *question* the thing takes the place of, as written there."""
    wanted = [stem(word.lower()) for word in _WORD.findall(thing)]
    if set(wanted) <= set(stems(question)):
        return None  # the question speaks of it already
    if place_before is not None:
        return place_before  # one thing after the other stands in the same place
    runs = content_runs(question)
    for run in runs:
        if stem(run[-1].lower()) == wanted[-1]:
            return " ".join(run[-len(wanted) :])  # sale items, gift items: what stands before them is of the question
    if (where := sent_to(question) or place_in(question)) and thing[:1].isupper():  # one place after the other
        return where
    if topic is None or names is None or not names(thing):
        return None
    of_topic = [run for run in runs if {stem(word.lower()) for word in run} <= set(topic.stems)]
    return next((" ".join(run) for run in reversed(of_topic) if not _is_done(run, question)), None)


def _is_done(run: Sequence[str], question: str) -> bool:
    """Whether *run* is only what is done, whose place no thing can take: "How do I define a route?"."""
    done = rf"\b(?:I|you|we|they|how to)\s+{re.escape(run[0])}\b"
    return len(run) == 1 and re.search(done, question, re.IGNORECASE) is not None
