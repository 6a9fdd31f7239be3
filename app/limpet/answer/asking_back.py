"""Asking back: which of the topics that compete is meant."""

from __future__ import annotations

from collections.abc import Sequence

from limpet.answer.evidence import Composed
from limpet.answer.markdown import shown_inline
from limpet.policy.rivals import Rival
from limpet.text.own_sentences import own_sentence


def asked_back(rivals: Sequence[Rival], confidence: float = 0.0, language: str = "en") -> Composed | None:
    """
    The question with two to four options, numbered so that "the second" is clear; None when fewer compete.

    >>> asked_back([Rival("Shipping", "a#1", 1.0), Rival("Returns", "b#1", 0.9)]).options
    ('Shipping', 'Returns')
    """
    if len(rivals) < 2:
        return None
    options = tuple(rival.name for rival in rivals)
    listed = "\n".join(f"{number}. {shown_inline(name, [])}" for number, name in enumerate(options, start=1))
    which = own_sentence("which", language)
    text = f"{which}\n\n{listed}"
    return Composed(text, "clarify", (), confidence, options, (text,))
