"""What of a query is looked up: stems with what each counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from limpet.retrieval.document import Query
from limpet.text.light_words import query_weight
from limpet.text.stemming import stem
from limpet.text.tokens import stems

MAX_TERMS: Final = 256
"""Different stems of a query that are looked up; of a longer text the first ones."""


def query_terms(query: Query, languages: Sequence[str], known: Collection[str]) -> dict[str, float]:
    """
    Stems of *query* with their weights, above 0.

    Args:
        query: Its words count as often as they stand there, light ones less; extra terms, as stems or words, count
            what they are given, a word that is there anyway at least that.
        languages: The language of queries first; of others only stems that the index knows are taken.
        known: Stems of the index.

    >>> query_terms(Query("cotton kurtas, cotton", extra_terms={"wedding": 0.5}), ["en"], {"wed"})
    {'cotton': 2.0, 'kurta': 1.0, 'wed': 0.5}
    """
    terms = _own_terms(query.text, languages[0])
    for language in languages[1:]:
        for term, weight in _own_terms(query.text, language).items():
            if term in known:
                terms.setdefault(term, weight)
    first = dict(list(terms.items())[:MAX_TERMS])
    return _with_extra(first, query.extra_terms, languages[0], known)


def _own_terms(text: str, language: str) -> dict[str, float]:
    counted = Counter(stems(text, language))
    return {term: count * query_weight(term, language) for term, count in counted.items()}


def _with_extra(
    terms: dict[str, float], extra: Mapping[str, float], language: str, known: Collection[str]
) -> dict[str, float]:
    for word, weight in extra.items():
        term = word if word in known else stem(word, language)
        if weight > 0:
            terms[term] = max(terms.get(term, 0.0), weight)
    return terms
