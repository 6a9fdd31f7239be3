"""
A follow-up that nothing answers surely, held against the document that the last answer is from: a reader who asks
"In which order do they run?" means what is open before both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from limpet.answer.question import question_weights
from limpet.deciding import Decided
from limpet.policy.heuristic import TUNED
from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.index import Index
from limpet.text.near_words import share_of
from limpet.text.sentences import plain_sentences
from limpet.text.tokens import stems
from limpet.thought import Thought

BELIEVED_FROM: Final = 0.4
"""Confidence from which a follow-up is answered from the document at hand, where another question needs
``answers_from``: set by the follow-ups of ``tests/data/read_on.json``."""
SAID_FROM: Final = 0.25
"""The same where one sentence of the section at hand has nearly all that is asked (``SURE_SHARE``): of the labelled
follow-ups that nothing answers none has more than two fifths there."""
LEAST_SHARE: Final = 0.5
"""How much of what is asked one sentence of the section at hand has, by rarity, in place of a refusal or of a question
back."""
SURE_SHARE: Final = 0.9
"""The same of another section of the document, and in place of an answer that is not sure, from another document."""
_FEWEST: Final = 2
"""Words of its own that a message has which goes on about the section without a sign of it."""
EXAMPLE_FROM: Final = 0.35
EXAMPLE_SHARE: Final = 0.4
"""Confidence and share for a wish for an example, which is of what was spoken of."""
_EXAMPLE_WORDS: Final = frozenset(
    stems("code snippet simple short small quick complete full real first second another one two three few several")
)
"""What such a wish says of the example, and not of what it is about."""
_OPEN_TURNS: Final = 3
"""Turns that a document stays open for where they cite nothing: a refusal, a question back."""
_READ: Final = 60
"""Fragments of the open documents that are read, those around what was shown."""
_OTHERS_SHARE: Final = 0.4
"""What the score of what was found elsewhere counts then: nothing of it stands in the answer."""
_STATUS: Final = re.compile(r"\b[1-5]\d\d\b(?!\.\d)")
_RESPONSE: Final = re.compile(r"\b(?:https?|status|requests?|respon\w+|errors?|redirect\w*)\b", re.IGNORECASE)
_STATUS_STEMS: Final = frozenset(stems("status code"))
_CODE: Final = re.compile(r"^ *(?:```|~~~)|<pre\b", re.MULTILINE)


def read_on(
    index: Index | None, thought: Thought, hits: Sequence[Hit], decided: Decided
) -> tuple[Thought, list[Hit], Decided] | None:
    """
    The thought without the words of its context, the hits behind the fragment at hand that has what is asked, and an
    answer; None where the message does not go on about what was shown, where it is surely covered, and where nothing at
    hand has what is asked.

    Args:
        index: The documents; None while there are none.
        thought: The message.
        hits: Best first.
        decided: What was decided for it.
    """
    confidence, of_example = decided.features.confidence, decided.features.asks_example
    is_unsure = confidence < TUNED.sure_from or decided.plan.mode == "clarify"
    if index is None or not is_unsure or thought.searches_catalogue or thought.is_choice:
        return None
    if not (at_hand := fragments_at_hand(index, thought)):
        return None
    asked = _asked(thought, index, at_hand[0], of_example=of_example)
    leans = _leans(thought, of_example=of_example)
    if asked:
        found = _found(at_hand, asked, hits, decided, leans=leans)
    else:
        wants_one = of_example and leans and asked is not None
        found = next((one for one in _of_section(at_hand) if _shows(one, index)), None) if wants_one else None
    if found is None:
        return None
    features = replace(decided.features, confidence=max(confidence, TUNED.answers_from))
    plan = replace(decided.plan, mode="answer" if _is_refused(decided) else decided.plan.mode)
    return without_context(thought), put_first(index, found, hits), Decided(features, plan)


def _found(
    at_hand: Sequence[Fragment], asked: Mapping[str, float], hits: Sequence[Hit], decided: Decided, *, leans: bool
) -> Fragment | None:
    """The fragment at hand that has enough of *asked*; less where the message *leans* on what was said before."""
    confidence, of_example = decided.features.confidence, decided.features.asks_example
    section, is_refused = _of_section(at_hand), _is_refused(decided)
    goes_on = leans or len(asked) >= _FEWEST
    if is_refused and goes_on and confidence >= SAID_FROM and (said := _best(section, asked, SURE_SHARE, hits)):
        return said
    if not goes_on or confidence < (EXAMPLE_FROM if of_example else BELIEVED_FROM):
        return None
    if not is_refused:
        return _best(at_hand if leans else section, asked, _least_beside(hits, asked, at_hand), hits)
    least = EXAMPLE_SHARE if of_example else LEAST_SHARE
    return (_best(section, asked, least, hits) or _best(at_hand, asked, SURE_SHARE, hits)) if leans else None


def _is_refused(decided: Decided) -> bool:
    return decided.plan.mode in ("not_covered", "clarify")


def _leans(thought: Thought, *, of_example: bool) -> bool:
    understanding = thought.understanding
    return understanding.is_follow_up or (of_example and understanding.decision != "start_over")


def fragments_at_hand(index: Index, thought: Thought) -> list[Fragment]:
    """Fragments of the documents that the last answer cites, what it cites first and then what stands around it."""
    shown = lately_cited(thought)
    rows = sorted(index.rows[one] for one in shown if one in index.rows)
    documents = documents_of(shown)
    near: dict[int, int] = {}
    for row in rows:
        for step in (1, -1):
            reach = range(row, row + step * _READ, step)
            open_rows = takewhile(lambda one: _is_of(index, one, documents), reach)
            near |= {one: min(abs(one - row), near.get(one, _READ)) for one in open_rows}
    return [index.fragments[row] for row in sorted(near, key=lambda row: (near[row], row))[:_READ]]


def _is_of(index: Index, row: int, documents: Collection[str]) -> bool:
    return 0 <= row < len(index.fragments) and index.fragments[row].document_id in documents


def lately_cited(thought: Thought) -> tuple[str, ...]:
    """Ids of what the last answer cites."""
    return next((one.fragment_ids for one in reversed(thought.view.turns[-_OPEN_TURNS:]) if one.fragment_ids), ())


def _of_section(at_hand: Sequence[Fragment]) -> list[Fragment]:
    """Those under the heading of the first, which was shown."""
    path = at_hand[0].heading_path
    return [one for one in at_hand if one.heading_path[: len(path)] == path]


def _asked(thought: Thought, index: Index, shown: Fragment, *, of_example: bool) -> dict[str, float] | None:
    """
    Weights of what the message asks: its own stems, none of words of asking, and none of the heading that was shown,
    which all there have. Empty for "An example, please"; None where the documents do not know one of its words.
    """
    weights = question_weights(thought.message, index.idf, {"": 0.0})
    told = frozenset(stems(shown.heading_path[-1])) if len(shown.heading_path) > 1 else frozenset[str]()
    told |= _EXAMPLE_WORDS if of_example else frozenset()
    asked = {stem: weight for stem, weight in weights.items() if weight > 0 and stem not in told}
    is_known = all(index.idf(stem) < index.idf("") for stem in asked)
    return asked if is_known else None


def _best(
    fragments: Sequence[Fragment], asked: Mapping[str, float], least: float, hits: Sequence[Hit]
) -> Fragment | None:
    """
    The one whose best sentence has most of *asked*; of even ones that whose heading has more of it, then the better
    hit, then the nearer one. None where none has *least*.
    """
    ranks = {hit.fragment.fragment_id: rank for rank, hit in enumerate(hits)}
    found = [(sentence_share(one, asked), one) for one in fragments]
    most = max((share for share, _ in found), default=0.0)
    even = [one for share, one in found if share == most]

    def standing(one: Fragment) -> tuple[float, int]:
        heading = frozenset(stems(one.heading_path[-1])) if one.heading_path else frozenset[str]()
        return sum(weight for stem, weight in asked.items() if stem in heading), -ranks.get(one.fragment_id, len(ranks))

    return max(even, key=standing) if most >= least else None


def _least_beside(hits: Sequence[Hit], asked: Mapping[str, float], at_hand: Sequence[Fragment]) -> float:
    """What a sentence at hand must have in place of an answer; more than there is where that is from there itself."""
    first = hits[0].fragment if hits else None
    if first is None or any(first.document_id == one.document_id for one in at_hand):
        return 2.0
    return max(SURE_SHARE, sentence_share(first, asked) + 1e-9)


def _shows(fragment: Fragment, index: Index) -> bool:
    """Whether it is an example, or has a block of code."""
    source = index.document(fragment.document_id).text[fragment.start : fragment.end]
    return fragment.kind == "example" or _CODE.search(source) is not None


def without_context(thought: Thought) -> Thought:
    """The document is found; what its sentences are chosen by is the message itself."""
    return replace(thought, query=replace(thought.query, extra_terms={}), reads_on=True)


def put_first(index: Index, found: Fragment, hits: Sequence[Hit]) -> list[Hit]:
    """*hits* behind *found*, which what was found elsewhere is far behind."""
    known = next((hit for hit in hits if hit.fragment.fragment_id == found.fragment_id), None)
    first = known or index.with_stems([Hit(found, 0.0)])[0]
    score = max((hit.score for hit in hits), default=1.0)
    others = [replace(hit, score=hit.score * _OTHERS_SHARE) for hit in hits if hit is not known]
    return [replace(first, score=score), *others]


def documents_of(fragment_ids: Collection[str]) -> frozenset[str]:
    """
    Ids of the documents of fragments.

    >>> sorted(documents_of(["a.md#b", "a.md#c", "d#1"]))
    ['a.md', 'd']
    """
    return frozenset(one.rpartition("#")[0] for one in fragment_ids)


def sentence_share(fragment: Fragment, asked: Mapping[str, float]) -> float:
    """How much of *asked* (stems with weights) the best sentence of *fragment* has with its innermost heading, 0..1."""
    total = sum(asked.values())
    if total <= 0:
        return 0.0  # "For example?" asks by nothing but words of asking
    heading = frozenset(stems(fragment.heading_path[-1])) if fragment.heading_path else frozenset[str]()
    found = (heading | _told(sentence) for sentence in plain_sentences(fragment.text))
    return max((sum(w * share_of(stem, one) for stem, w in asked.items()) / total for one in found), default=0.0)


def _told(sentence: str) -> frozenset[str]:
    """Stems of a sentence; a number of three digits in one about responses tells which status code."""
    is_status = _STATUS.search(sentence) is not None and _RESPONSE.search(sentence) is not None
    return frozenset(stems(sentence)) | (_STATUS_STEMS if is_status else frozenset())
