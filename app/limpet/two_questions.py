"""Two questions in one message: "How much are brake pads, and when are you open on Monday?" is answered one by one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from limpet.answer.evidence import Citation, Composed
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView
from limpet.reply import Reply
from limpet.sides import things_of
from limpet.text.own_sentences import own_sentence
from limpet.thought import Thought

_ASKS: Final = (
    r"(?:how|what|when|where|who|which|why|is|are|was|were|do|does|did|can|could|may|must|will|would|should|have|has)\b"
)
_LEADS: Final = r"(?:(?:hi|hello|hey|please|ok(?:ay)?|so|and|well|thanks|also|then)\b\W+)*"
_JOINED: Final = re.compile(
    rf"^\W*(?P<first>{_LEADS}{_ASKS}[^?]{{6,300}}?)(?:\?\s+(?:(?:and|also|but)\W+)?|\W+(?:and|but|plus)\s+(?:also\s+|then\s+)?)"
    rf"(?P<second>{_ASKS}[^?]{{5,300}})[?.!\s]*$",
    re.IGNORECASE | re.DOTALL,
)
_MARK: Final = re.compile(r"\[(\d+)\]")
NOWHERE: Final = 0.4
"""Confidence under which one of two questions is said to be not covered; between this and an answer it is left open."""
SURELY_NOWHERE: Final = 0.25
"""Confidence under which it is said so, be there an answer to both at once."""
Answers = Callable[[Thought], Awaitable[Reply]]
"""Answers a thought from the documents."""
Understands = Callable[[str, MemoryView], Awaitable[Thought]]
"""What a message means after a view."""
Remembers = Callable[[Thought, Turn, Composed], Conversation]
"""The state of follow-ups after a turn."""


def two_questions(message: str) -> tuple[str, str] | None:
    """
    The two questions that a message joins; None for one that asks a single one.

    >>> two_questions("How much is a chain and how long does it take?")
    ('How much is a chain?', 'how long does it take?')
    >>> two_questions("How do I wash silk and linen?") is two_questions("What is it? Tell me.") is None
    True
    """
    found = _JOINED.match(message.strip())
    return (f"{found['first'].strip()}?", f"{found['second'].strip()}?") if found else None


async def answered_apart(whole: Reply, answers: Answers, understands: Understands, remembers: Remembers) -> Reply:
    """
    *whole*, or in its place the answers to its two questions, the second asked after the first.

    It stays where it asks one question or compares, where both are answered by the same place, and where neither is
    answered apart. A half that is not covered is said to be so.
    """
    thought = whole.thought
    questions = two_questions(thought.message)
    if questions is None or things_of(thought) is not None or thought.understanding.query_text != thought.message:
        return whole
    first = await answers(await understands(questions[0], thought.view))
    turn = replace(first.turn(first.composed.text, 0.0, was_stopped=False), number=thought.view.next_number)
    state = remembers(first.thought, turn, first.composed)
    after = replace(
        thought.view, turns=(*thought.view.turns, turn), turn_count=thought.view.turn_count + 1, conversation=state
    )
    second = await answers(await understands(questions[1], after))
    return _joined(whole, (first, second), questions)


def _joined(whole: Reply, halves: tuple[Reply, Reply], questions: tuple[str, str]) -> Reply:
    answered = [half for half in halves if _is_answer(half)]
    cited = [_fragments(half) for half in answered]
    if not answered:
        return whole
    if len(answered) == 1:
        (other,) = (half for half in halves if half is not answered[0])
        sure = other.composed.confidence
        says_more = _is_answer(whole) and not _fragments(whole) <= cited[0] and sure >= SURELY_NOWHERE
        if says_more or other.composed.mode != "not_covered" or sure >= NOWHERE:
            return whole
    elif cited[0] <= cited[1] or cited[1] <= cited[0]:
        return whole if _is_answer(whole) else answered[0]
    texts: list[str] = []
    citations: list[Citation] = []
    for half, question in zip(halves, questions, strict=True):
        if half in answered:
            texts.append(_renumbered(half.composed.text, len(citations)))
            citations += half.composed.citations
        else:
            texts.append(f"“{question}” {own_sentence('nothing_found')}")
    pieces = (f"{texts[0]}\n\n", texts[1])
    sure = min(half.composed.confidence for half in answered)
    composed = Composed("".join(pieces), "answer", tuple(citations), sure, (), pieces)
    hits = {hit.fragment.fragment_id: hit for half in halves for hit in half.hits}
    entities = tuple(dict.fromkeys(name for half in halves for name in half.entities))
    return replace(
        whole, composed=composed, hits=list(hits.values()), plan=answered[0].plan, entities=entities, evidence=None
    )


def _is_answer(reply: Reply) -> bool:
    return reply.composed.mode in ("answer", "compare") and bool(reply.composed.citations)


def _fragments(reply: Reply) -> set[str]:
    return {citation.fragment_id for citation in reply.composed.citations}


def _renumbered(text: str, by: int) -> str:
    return _MARK.sub(lambda mark: f"[{int(mark[1]) + by}]", text)
