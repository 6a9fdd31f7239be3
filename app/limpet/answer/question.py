"""What a message asks for: its content words with their weights."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from limpet.text.amounts import NUMBER
from limpet.text.language import language_of
from limpet.text.light_words import pair_weight
from limpet.text.stemming import stem as stem_of
from limpet.text.stop_words import STOP_WORDS
from limpet.text.tokens import is_stop_word, stems, tokens

_ASKING: Final = (
    "have has offer sell sold stock show find want need get got give tell know like look looking available possible"
    " please thing kind way help explain describe mean question wonder try make made best good use used using"
    " work does happen"
    " able let different anything something information detail any more much many long go come put take there right"
    " now today still also ever already currently policy rule procedure process option info instruction guide tutorial"
    " documentation overview example sample instance illustrate"
)
_ASKING_STEMS: Final = frozenset(stems(_ASKING))
_ASKING_ABROAD: Final = {
    "de": frozenset("lange lang viel viele gibt geben machen macht bitte möchte brauche suche finde wissen".split()),
    "fr": frozenset("combien temps existe trouver avez faire faites voudrais cherche besoin savoir".split()),
    "es": frozenset("cuánto cuánta cuántos cuántas hay tienen tiene hacer quiero necesito busco saber".split()),
    "it": frozenset("quanto quanta quanti quante avete fare vorrei cerco serve sapere tempo".split()),
    "pt": frozenset("quanto quanta quantos quantas tem têm fazer quero preciso procuro saber".split()),
    "nl": frozenset("lang veel doen maken wil zoek nodig graag weten".split()),
}
"""Words of asking in other languages, which are left out altogether."""
_NO_WORDS: Final = frozenset[str]()
ASKING_WEIGHT: Final = 0.25
"""Words of asking count a quarter: they stand in any question and in few answers."""
_AMOUNT: Final = rf"(?:₹|rs\.?|inr|\$|€|£|usd|eur)?\s*{NUMBER}\s*(?:k\b)?\s*(?:rupees|rs|inr|dollars|euros?)?"
_MOST_WORDS: Final = (
    r"\b(?:under|below|less than|cheaper than|up to|at most|within|max(?:imum)?|not over|no more than)|<=?"
)
_LEAST_WORDS: Final = r"\b(?:over|above|more than|at least|from|starting at|min(?:imum)?|costlier than)|>=?"
_UNDER: Final = re.compile(rf"(?:{_MOST_WORDS})\s*(?:of\s+)?{_AMOUNT}", re.IGNORECASE)
_OVER: Final = re.compile(rf"(?:{_LEAST_WORDS})\s*{_AMOUNT}", re.IGNORECASE)
_BETWEEN: Final = re.compile(rf"\b(?:between|from)\s*{_AMOUNT}\s*(?:and|to|-|–)\s*{_AMOUNT}", re.IGNORECASE)


CHEAPEST: Final = re.compile(
    r"\b(?:cheapest|lowest(?:[- ]priced?)?|least expensive|most affordable|low budget)\b", re.IGNORECASE
)
DEAREST: Final = re.compile(
    r"\b(?:costliest|dearest|highest(?:[- ]priced?)?|most (?:expensive|costly))\b", re.IGNORECASE
)


def is_asking(stem: str) -> bool:
    """Whether a stem is one of the words of asking, which say little of what is asked for."""
    return stem in _ASKING_STEMS


def question_weights(text: str, idf: Callable[[str], float], extra: Mapping[str, float]) -> dict[str, float]:
    """
    Content stems of a question with what each is worth: its rarity, less for words of asking.

    Stems of *extra* (the antecedent of a follow-up) count by their weight 0..1. Amounts after "under", "over" and
    the like, and "cheapest", are conditions, not words to be found, and are left out.

    >>> question_weights("Do you have kurtas under 2,000?", lambda stem: 2.0, {"cotton": 0.5})
    {'kurta': 2.0, 'cotton': 1.0}
    """
    plain = text
    for condition in (_BETWEEN, _UNDER, _OVER, CHEAPEST, DEAREST):
        plain = condition.sub(" ", plain)
    weights: dict[str, float] = {}
    for stem in _content_stems(plain):
        weights[stem] = idf(stem) * (ASKING_WEIGHT if stem in _ASKING_STEMS else pair_weight(stem))
    weights = _without_edges(weights, idf)
    has_content = any(stem not in _ASKING_STEMS for stem in weights)
    if has_content or extra:
        weights = {stem: weight for stem, weight in weights.items() if stem not in _ASKING_STEMS}
    for word, share in extra.items():
        for stem in stems(word) or [word]:
            weights.setdefault(stem, idf(stem) * share)
    return weights


def _content_stems(text: str) -> list[str]:
    """
    Stems of *text* without the words of grammar of its own language.

    >>> _content_stems("Wie lange dauert eine Inspektion?")
    ['dauert', 'inspekt']
    """
    language = language_of(text)
    if language == "en" or language not in STOP_WORDS:
        return stems(text)
    grammar = STOP_WORDS[language] | _ASKING_ABROAD.get(language, _NO_WORDS)
    return [stem_of(token) for token in tokens(text) if token not in grammar and not is_stop_word(token)]


def _without_edges(weights: Mapping[str, float], idf: Callable[[str], float]) -> dict[str, float]:
    """
    *weights* without the pairs of signs that are the edge of two words rather than a word that may be lacking: those
    with a sign of grammar, and those that no fragment has beside one that shares a sign with it and is there.
    """
    pairs = [stem for stem in weights if len(stem) == 2 and not stem.isascii() and stem.isalpha()]
    unknown = idf("")
    whole = {stem for stem in pairs if pair_weight(stem) == 1.0}
    signs = {sign for stem in whole if idf(stem) < unknown for sign in stem}
    edges = {stem for stem in whole if idf(stem) >= unknown and not signs.isdisjoint(stem)}
    edges |= set(pairs) - whole
    kept = {stem: weight for stem, weight in weights.items() if stem not in edges}
    return kept or dict(weights)
