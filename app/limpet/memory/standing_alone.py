"""Messages that lean on nothing: what they say is enough to find its text, or has nothing to do with what was said."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final

from limpet.memory.context import Context
from limpet.memory.had import HAD, NAMES_NOTHING, names_nothing
from limpet.memory.lacking import heard_before
from limpet.memory.question import POINTING, Question, pointing_words, taken_apart
from limpet.memory.shift import COMPLETE_WORDS, OPENS_ELLIPSIS, Cosines, nearest_turn
from limpet.memory.standing_abroad import SENTENCE_WORDS, stands_abroad
from limpet.memory.substitution import thing_put_in
from limpet.memory.topic import Topic
from limpet.memory.view import MemoryView
from limpet.text.scripts import is_unspaced
from limpet.text.tokens import stem
from limpet.text.word_pattern import WORD

APART_BELOW_COSINE: Final = 0.15
"""Two texts without a common subject are seldom nearer."""
INTRODUCED_BELOW_COSINE: Final = 0.3
"""The same where the wording brings a thing up as new."""
SAYS_ALL_COSINE: Final = 0.55
"""A whole sentence this near to a fragment has found its text. On MTRAG adding nothing to such messages gains .004 and
halves the turns that context harms; anything from .50 to .60 does about the same."""
_INTRODUCES: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|and|now|but|also|thanks)\b\W*)*(?:what(?:'s|s| is| are| was) an?\b|define\b"
    r"|(?:do|are|can|will|could) you\b|(?:what|where|when|how|which|who)\b.{0,20}\byour\b|(?:is|are|do|does) your\b)",
    re.IGNORECASE,
)
""" "What is a volcano?", "Where are your stores?": a thing brought up as new, or something about whom is talked to."""
_PRESUPPOSES: Final = re.compile(
    r"\b(?:instead of|rather than|other than|in place of|apart from|besides|alternatives? to|compared (?:to|with)"
    r"|replacements? for|similar to|as well as|unlike)\b",
    re.IGNORECASE,
)
"""What is set against another thing is about the same subject."""
_LEANS_UNSPACED: Final = re.compile(r"[它他她这那其]|^.{0,3}$|呢\W*$|それ|これ|その|^(?:那|还有|也)")
""" "它多少钱", "M码呢": Chinese and Japanese that point back."""
_COMPARES: Final = re.compile(r"\b(?:compar(?:e|ing|ison)|differences? between|versus|vs)\b", re.IGNORECASE)
HALF_UNKNOWN_SHARE: Final = 0.5
ALL_UNKNOWN_SHARE: Final = 1.0
"""Of what a sentence names, the share that the documents have to know nothing of for it to be about something else; set
by example and not fitted."""
_LIMITS: Final = re.compile(
    r"^\W*(?:under|over|below|above|less|more|fewer|up to|at (?:most|least)|between|around|not)\b", re.I
)
""" "Under 40 euros": a wish about what is spoken of."""
_ASKS_FOR_A_PART: Final = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?)\W+)?"
    r"(?:from|for|by|until|till|since|at|in|on|with|to|up to|after|before|under|within)"
    r" (?:what|which|how (?:long|much|many|far))\b(?:\W+\w+){0,2}\W*$",
    re.IGNORECASE,
)
""" "From what amount?", "for how long?": a part of the question before."""
_POINTING: Final = frozenset().union(*POINTING.values())
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD: Final = re.compile(WORD)


def is_complete(question: Question) -> bool:
    """
    Whether a message is a sentence of its own: long enough, no word that points back, not opened as an addition.

    >>> from limpet.memory.question import taken_apart
    >>> is_complete(taken_apart("How long does mitosis take?")), is_complete(taken_apart("How long does it take?"))
    (True, False)
    """
    is_long = len(question.words) >= COMPLETE_WORDS and any(
        word.isalpha() and word not in HAD for word in question.content
    )
    if _ASKS_FOR_A_PART.match(question.text):
        return False
    return is_long and _POINTING.isdisjoint(question.words) and not OPENS_ELLIPSIS.match(question.text)


def introduces(message: str) -> bool:
    """
    Whether *message* brings a thing up as new, or asks about whom it talks to.

    >>> introduces("What is a volcano?"), introduces("Where are your stores?"), introduces("What is the altitude?")
    (True, True, False)
    """
    return _INTRODUCES.match(message) is not None


def names_own_subject(question: Question, topic_stems: Collection[str]) -> bool:
    """
    Whether a whole sentence is about something that the active topic does not name. "The result" belongs to what was
    spoken of, so a sentence with "the" does not bring up its own.
    """
    own = set(question.content_stems)
    return is_complete(question) and "the" not in question.words and own.isdisjoint(topic_stems)


def says_all(question: Question, nearest: Callable[[], float] | None) -> bool:
    """
    Whether a whole sentence has found its text by itself, so that no word of the history is lacking.

    Args:
        question: The message.
        nearest: Gives the cosine of the message with the nearest fragment; None without an index or vectors.
    """
    return nearest is not None and is_complete(question) and nearest() >= SAYS_ALL_COSINE


def stands_by_itself(
    question: Question, view: MemoryView, cosines: Cosines, topic: Topic | None, context: Context
) -> bool:
    """
    Whether a message has nothing to do with what was said before it, on any of three grounds.

    Args:
        question: The message.
        view: What was said before.
        cosines: Of the message, from ``cosines_with``.
        topic: The active one.
        context: What the documents know.
    """
    if stands_apart(question, view, cosines):
        return True
    last = view.last_turn
    if stands_elsewhere(question, topic, last.message if last else "", context):
        return True
    return last is not None and stands_abroad(question, context.language)


def stands_apart(question: Question, view: MemoryView, cosines: Cosines) -> bool:
    """
    Whether a complete message has nothing to do with anything said before: no word in common, none that points back,
    and, where there are vectors, no turn that is near.

    >>> from limpet.memory.question import taken_apart
    >>> from limpet.memory.session import SessionMemory
    >>> from limpet.memory.shift import cosines_with
    >>> from limpet.memory.turn import Turn
    >>> view = SessionMemory.of_turns([Turn("Any cotton kurtas?", "Yes, three.")]).view()
    >>> questions = map(taken_apart, ("Why is the sky blue?", "Which sizes?", "What is a volcano?"))
    >>> [stands_apart(question, view, cosines_with(view, None)) for question in questions]
    [True, False, True]
    """
    is_brought_up = introduces(question.text)
    named = [word for word in question.content if not word.isdigit()]
    if not view.turns or not is_complete(question) or len(named) < (1 if is_brought_up else 2):
        return False
    if _PRESUPPOSES.search(question.text) or heard_before(view, _stems_with_parts(question)):
        return False
    nearest = nearest_turn(cosines)
    return nearest is None or nearest < (INTRODUCED_BELOW_COSINE if is_brought_up else APART_BELOW_COSINE)


def stands_elsewhere(question: Question, topic: Topic | None, last_message: str, context: Context) -> bool:
    """
    Whether a message has nothing to do with the active topic by what the documents know.

    It is a sentence of its own that the documents speak of, but nowhere together with the topic ("How much is the
    lamp?" after a kettle), or that they do not speak of at all ("Is the earth flat?"); or it puts a document in the
    topic's place ("What about the membrane?") that has nothing to do with what was just asked. A bare "What about
    storage?" is of the topic all the same.

    Args:
        question: The message.
        topic: The active one.
        last_message: What the visitor wrote before it.
        context: What the documents know.
    """
    if topic is None or context.never_meet is None or context.names is None:
        return False
    if is_unspaced(question.text):
        return _LEANS_UNSPACED.search(question.text) is None
    if _COMPARES.search(question.text) and len(context.names(question.text)) > 1 and not pointing_words(question):
        return True
    thing = thing_put_in(question.text)
    if (
        pointing_words(question)
        or _ASKS_FOR_A_PART.match(question.text)
        or _PRESUPPOSES.search(question.text)
        or names_nothing(question)
    ):
        return False  # "give me an example", "under 1000", "is there a limit?" name nothing of their own
    is_sentence = _is_sentence(question)
    if is_sentence and _is_unheard_of(question, topic, last_message, context):
        return True
    named = thing or (question.text if _is_bare(question) else "")
    if not is_sentence and not (named and context.titles is not None and context.titles(named)):
        return False
    asked_of_it = taken_apart(last_message).content_stems if thing else ()
    return context.never_meet(question.content_stems, (*topic.stems, *asked_of_it))


def _is_sentence(question: Question) -> bool:
    is_addition = OPENS_ELLIPSIS.match(question.text) or _LIMITS.match(question.text)
    return len(question.text.split()) >= SENTENCE_WORDS and not is_addition


def _is_bare(question: Question) -> bool:
    """Whether a message is a name and nothing else: "sandals"."""
    return len(question.words) == len(question.content) < SENTENCE_WORDS and not OPENS_ELLIPSIS.match(question.text)


def _is_unheard_of(question: Question, topic: Topic, last_message: str, context: Context) -> bool:
    """
    Whether half of what a sentence names, or all of it where "the" may point back, is not in the documents at all, and
    the rest was not just spoken of.
    """
    named = zip(question.content, question.content_stems, strict=True)
    own = {stem for word, stem in named if word.isalpha() and not {word, stem} & NAMES_NOTHING}
    if context.unknown is None or not own or own & {*topic.stems, *taken_apart(last_message).content_stems}:
        return False
    share = len(context.unknown(own)) / len(own)
    return share >= (ALL_UNKNOWN_SHARE if "the" in question.words else HALF_UNKNOWN_SHARE)


def _stems_with_parts(question: Question) -> frozenset[str]:
    """Stems of the content words, of ``camelCase`` also the parts."""
    codes = [_HUMP.split(word) for word in _WORD.findall(question.text) if _HUMP.search(word)]
    return frozenset((*question.content_stems, *(stem(part.lower()) for parts in codes for part in parts)))
