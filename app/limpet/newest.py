"""Which version is the newest: that with the highest number among the headings of release notes, or the last day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

import numpy as np

from limpet.answer.question import is_asking, question_weights
from limpet.deciding import Decided
from limpet.policy.heuristic import TUNED
from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.index import Index
from limpet.retrieval.standing import is_news, release_heading, release_number
from limpet.text.calendar_text import day_of
from limpet.text.question_form import asked_for
from limpet.text.tokens import stems
from limpet.thought import Thought

_NEW: Final = r"(?:latest|newest|most recent|current|last|recent)"
_RELEASE: Final = r"(?:versions?|releases?)"
_ASKS: Final = re.compile(
    rf"\b{_NEW}(?: (?:stable|public|official|major|minor))? {_RELEASE}\b"
    rf"|\b{_RELEASE}\b.{{0,20}}\b(?:latest|newest|current)\b"
    r"|\bwhat(?:'s|’s|s| is) new\b|\bwhat (?:has )?changed (?:recently|lately|last)\b|\b(?:latest|recent) changes\b",
    re.IGNORECASE,
)
_OF_VERSIONS: Final = re.compile(rf"\b{_RELEASE}\b", re.IGNORECASE)
_OF_RELEASES: Final = frozenset(
    stems("latest newest most recent current last stable public official major minor version release number new changed"
          " changes changelog recently lately date day published released out available")
)  # fmt: skip
WIDESPREAD_SHARE: Final = 0.1
"""A word that this share of the fragments has is the name of what they are about; others ask about something else."""
SURE: Final = TUNED.sure_from
"""Confidence of an answer from the heading of a version."""
LEAST_RELEASES: Final = 2
MOST_FRAGMENTS: Final = 10


def of_newest(index: Index | None, thought: Thought, decided: Decided) -> tuple[Thought, list[Hit], Decided] | None:
    """
    What is told of the newest version, where *thought* asks which that is or what is new in it; None for other
    questions, and where the documents have no release notes.
    """
    message = thought.understanding.query_text
    if index is None or not asks_for_newest(message, index):
        return None
    told = newest(index.fragments, by_days=_OF_VERSIONS.search(message) is None)
    if not told:
        return None
    allowed = np.array([fragment.fragment_id in told for fragment in index.fragments], dtype=np.bool_)
    hits = index.retrieve(thought.query, MOST_FRAGMENTS, allowed=allowed)
    known = {hit.fragment.fragment_id: hit for hit in index.with_stems(hits)}
    ranked = [
        replace(known.get(name) or Hit(fragment, 0.0), score=1.0 - place / 100)
        for place, (name, fragment) in enumerate(list(told.items())[:MOST_FRAGMENTS])
    ]
    features = replace(decided.features, confidence=max(SURE, decided.features.confidence))
    return thought, ranked, Decided(features, replace(decided.plan, mode="answer"))


def asks_for_newest(message: str, index: Index) -> bool:
    """Whether *message* asks for the newest version of what the documents are about, and for nothing else."""
    if not _ASKS.search(message) or asked_for(message) == "steps":
        return False
    wide = WIDESPREAD_SHARE * len(index.fragments)
    others = [stem for stem in question_weights(message, index.idf, {}) if stem not in _OF_RELEASES]
    return all(is_asking(stem) or len(index.postings.rows_of(stem)) >= wide for stem in others)


def newest(fragments: Sequence[Fragment], *, by_days: bool = False) -> dict[str, Fragment]:
    """
    The fragments under the version with the highest number, by their ids in reading order; none for few versions.

    With *by_days*, where there are no versions, those under the last day among the headings of news.
    """
    by_heading: dict[str, dict[str, Fragment]] = {}
    by_day: dict[date, dict[str, Fragment]] = {}
    for fragment in fragments:
        if heading := release_heading(fragment.heading_path, fragment.document_id):
            by_heading.setdefault(heading, {})[fragment.fragment_id] = fragment
        elif by_days and is_news(fragment):
            day = next((day for heading in fragment.heading_path if (day := day_of(heading.strip()))), None)
            if day is not None:
                by_day.setdefault(day, {})[fragment.fragment_id] = fragment
    numbers = {heading: release_number(heading) for heading in by_heading}
    best = max(numbers, key=lambda heading: numbers[heading], default="")
    if not numbers and len(by_day) >= LEAST_RELEASES:
        return by_day[max(by_day)]
    return by_heading[best] if len(numbers) >= LEAST_RELEASES and numbers[best] else {}
