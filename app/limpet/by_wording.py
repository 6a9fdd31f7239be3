"""What is said to a message that its wording alone answers: small talk, talk about the talk, a bare "start over"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from limpet.answer.conversation import assent_answer, conversation_answer, finds_nothing
from limpet.answer.evidence import Composed
from limpet.answer.recalled import recalled_answer, worth_telling
from limpet.answer.smalltalk import smalltalk
from limpet.longterm import Recalled
from limpet.memory.clearing import turned_to
from limpet.reply import BY_WORDING, Reply
from limpet.thought import Thought

CLEARED: Final = Composed(
    "All cleared: what you said before no longer counts. What are you looking for?", "smalltalk", (), 1.0
)
"""Said to a bare "start over"."""
DROPPED: Final = Composed("All right, we leave that. What else would you like to know?", "smalltalk", (), 1.0)
"""Said to a bare "never mind"."""


def by_wording(thought: Thought, recalled: Recalled) -> Reply | None:
    """The reply to *thought* where no document is needed; None for all else."""
    asked, view = thought.understanding.asked_text, thought.view
    chat = smalltalk(asked, view) or conversation_answer(asked, view) or assent_answer(thought.message, view)
    if chat is not None and recalled.turns and finds_nothing(chat):
        told = replace(recalled, turns=worth_telling(recalled.turns))
        return Reply(thought, recalled_answer(told.turns, told.relevance), (), BY_WORDING, told)
    if chat is not None:
        return Reply(thought, chat, (), BY_WORDING)
    if turned_to(thought.message):
        return None
    if thought.understanding.starts_over:
        return Reply(thought, CLEARED, (), BY_WORDING)
    if thought.understanding.clearing == "topic" and view.turns:
        return Reply(thought, DROPPED, (), BY_WORDING)
    return None
