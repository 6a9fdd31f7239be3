"""What an answer offers, so that the next message can take it up: readings, a question, or a list of goods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from limpet.answer.evidence import Composed
from limpet.list_going_on import offer_ranked
from limpet.listing import shown_offer
from limpet.memory.no_list import kept_list
from limpet.memory.offer import with_list
from limpet.memory.turn import Turn
from limpet.retrieval.document import Document
from limpet.thought import Thought

OFFER_CHARS: Final = 1_000
"""Of a question that is taken up again when an option is chosen; topic, slots and offer share 16 KB of a session."""
_OPTION_CHARS: Final = 200


def offer_after(thought: Thought, turn: Turn, composed: Composed | None, source: Callable[[str], Document]) -> Any:
    """
    The offer that memory keeps after *turn*; None when there is nothing to take up.

    Args:
        thought: What the message meant.
        turn: It and its answer.
        composed: The answer with its citations; None for an answer of somebody else.
        source: A document by its id.
    """
    options = composed.options if composed is not None and composed.mode in ("clarify", "not_covered") else ()
    offer: Any = _offer_of(thought.message, options) if options else _question_of(turn.answer)
    if options and composed is not None and composed.mode == "clarify":
        offer["resumes"] = True
    shown = shown_offer(composed, source)
    before = thought.view.offer
    offer = offer or offer_ranked(shown if _searches_anew(thought) else with_list(shown, before), composed, before)
    if offer or thought.understanding.starts_over:
        return offer
    return kept_list(thought.view.offer, turn.answer, thought.view.next_number)


def _searches_anew(thought: Thought) -> bool:
    """Whether filters of the message itself made the list, so that an earlier one is no longer meant."""
    number = thought.view.next_number
    return thought.searches_catalogue and any(slot.turn == number for slot in thought.understanding.slots.values())


def _question_of(answer: str) -> str | None:
    """The question that an answer ends with, which a bare "yes" would answer."""
    last = answer.rstrip().rsplit("\n", 1)[-1]
    sentence = last.rsplit(". ", 1)[-1].strip()
    return sentence if sentence.endswith("?") and len(sentence) <= OFFER_CHARS else None


def _offer_of(message: str, options: Sequence[str]) -> dict[str, Any]:
    return {"text": message[:OFFER_CHARS], "options": [option[:_OPTION_CHARS] for option in options]}
