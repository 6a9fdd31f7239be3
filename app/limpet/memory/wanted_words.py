"""Which of the words that a message lacks are still wanted, once filters and parts taken back have had their say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.memory.candidates import Candidate
from limpet.memory.context import Context
from limpet.memory.goods import without_figures, words_for_goods
from limpet.memory.pointing import with_whole_name
from limpet.memory.question import Question
from limpet.memory.standing_alone import is_complete
from limpet.memory.taken_back import STEM
from limpet.memory.time_words import TIME_WORDS
from limpet.memory.topic import Topic
from limpet.memory.turn import Turn
from limpet.memory.understood_as import unheard_in
from limpet.text.language import language_of
from limpet.text.stop_words import STOP_WORDS
from limpet.text.tokens import stems

_SCRAP_DIGITS: Final = 2
_OF_DAYS: Final = frozenset({*TIME_WORDS["en"].months, *TIME_WORDS["en"].weekdays, "early", "late", "mid", "weekend"})
_ORDERS: Final = frozenset("cheapest cheaper dearest dearer costliest expensive lowest highest affordable".split())
"""Words that order what was spoken of; the next message orders nothing because the one before did."""
UNHEARD_SHARE: Final = 0.24
"""What a word that only answers had counts at most in lexical search, beside words that the visitor said."""


def wanted_words(
    shares: Sequence[tuple[Candidate, float]],
    topic: Topic | None,
    context: Context,
    question: Question,
    *,
    is_search: bool,
    is_new_kind: bool,
    listed_to: Sequence[Turn] | None = None,
    turns: Sequence[Turn] = (),
) -> list[tuple[Candidate, float]]:
    """
    What of the words that the message lacks is not said by its filters, and was not taken back.

    Args:
        shares: Candidate words with their probability.
        topic: The active one after the message.
        context: Holds what reads slots, the names of the documents, and the parts that were taken back.
        question: The message, taken apart.
        is_search: It says by filters what goods are wanted.
        is_new_kind: These are of another kind than before.
        listed_to: The turns, where the last answer was a list of goods; None for others.
        turns: What was said before.
    """
    if is_search:
        is_of_page = context.slot_reading is not None and context.slot_reading.follows_page
        shares = words_for_goods(list(shares), topic) if not (is_new_kind or is_of_page) else []
        shares = [(one, share) for one, share in shares if one.word not in _OF_DAYS]  # days are filters of their own
    elif context.slot_reading is not None and context.slot_reading.searches_goods:
        shares = [] if is_complete(question) else without_figures(shares)  # a policy asked about stands alone
        if listed_to is not None:  # names of a list that was shown say nothing about what is asked next
            heard = {one for turn in listed_to for one in stems(turn.message)} | set(topic.stems if topic else ())
            shares = [(one, share) for one, share in shares if one.stem in heard]
    else:
        shares = with_whole_name(list(shares), topic, context.names)
    without = frozenset(context.without)
    topic_stems = topic.stems if topic and "topic" in without else ()
    grammar = _grammar_of(question, context.language)
    shares = [(one, share) for one, share in shares if one.word not in grammar and not _is_scrap(one.word)]
    shares = [(one, share) for one, share in shares if one.word not in _ORDERS]
    unheard = unheard_in(shares, turns, topic) if context.nearest is not None else frozenset()
    shares = [(one, min(share, UNHEARD_SHARE) if one.stem in unheard else share) for one, share in shares]
    return [
        (one, share)
        for one, share in shares
        if without.isdisjoint((f"word:{one.word}", f"{STEM}{one.stem}")) and one.stem not in topic_stems
    ]


def _is_scrap(word: str) -> bool:
    """Whether a word is a piece of a time, a price or a count ("10:00", "€35"), which nobody asks for again."""
    return word.isdecimal() and len(word) <= _SCRAP_DIGITS


def _grammar_of(question: Question, language: str) -> frozenset[str]:
    """Words of grammar of another language than English that a question is in: nobody lacks them."""
    language = language_of(" ".join(question.words), language)
    return frozenset() if language == "en" else STOP_WORDS.get(language, frozenset())
