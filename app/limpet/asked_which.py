"""Which of several topics is meant: asked where the plan is to clarify."""

from __future__ import annotations

from collections.abc import Sequence

from limpet.answer.asking_back import asked_back
from limpet.answer.evidence import Composed
from limpet.answer.spoken import language_said
from limpet.deciding import Decided
from limpet.policy.rivals import rivals_of
from limpet.retrieval.document import Hit
from limpet.thought import Thought


def asked_which(thought: Thought, hits: Sequence[Hit], decided: Decided) -> Composed | None:
    """The question which of the topics of *hits* is meant; None where *decided* is not to ask."""
    if decided.plan.mode != "clarify":
        return None
    language, rivals = language_said(thought.message, thought.view), rivals_of(hits, thought.message)
    return asked_back(rivals, decided.features.confidence, language)
