"""A comparison one side of which the documents do not tell about: that is said, and what they tell of the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.spoken import language_said
from limpet.text.own_sentences import own_sentence
from limpet.text.tokens import stems

_WORDS = 60


def about_other(things: Sequence[str], lacking: Sequence[str]) -> str:
    """
    The question what the thing is that is not *lacking*.

    >>> about_other(("tea", "rooibos"), ("rooibos",))
    'What is tea?'
    """
    return f"What is {next(thing for thing in things if thing not in lacking)}?"


def one_side_answer(
    evidence: Evidence, confidence: float, said_of: Callable[[Evidence, float], Composed]
) -> Composed | None:
    """
    That the documents do not tell about the one thing, and what *said_of* gives for the other; None for all else.

    Args:
        evidence: Of the comparison.
        confidence: That the documents compare both.
        said_of: Composes an answer.
    """
    if evidence.things is None or len(evidence.lacking) != 1:
        return None
    about = about_other(evidence.things, evidence.lacking)
    own = frozenset(stems(about))
    hits = [hit for hit in evidence.hits if own <= hit.stems]
    plan = replace(evidence.plan, mode="answer", intent="definition", length_words=_WORDS, fragment_count=1)
    language = language_said(evidence.message, evidence.view)
    lines = [own_sentence("nothing_about", language).format(evidence.lacking[0])]
    alone = replace(evidence, message=about, query=about, hits=hits, extra_terms={}, things=None, lacking=(), plan=plan)
    other = said_of(alone, 1.0) if hits else None
    cited = other.citations if other is not None and other.mode == "answer" else ()
    if other is not None and cited:
        lines.append(other.text)
    text = "\n\n".join(lines)
    return Composed(text, "not_covered", cited, confidence, (), (text,))
