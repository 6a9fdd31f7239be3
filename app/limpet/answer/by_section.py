"""Sections that tell materials apart, a line each: "How do I wash a kurta?" is told for every fabric."""

from __future__ import annotations

from typing import Final

from limpet.answer.evidence import Citation, Composed, Evidence
from limpet.answer.fragments import Unit
from limpet.answer.looked_at import read
from limpet.answer.markdown import shown_inline
from limpet.answer.question import question_weights
from limpet.text.near_words import share_of

MOST_SECTIONS: Final = 4
"""Sections that are told, as many as a list of goods has lines."""


def sections_said(evidence: Evidence, confidence: float) -> Composed | None:
    """
    One sentence of every section found that answers the question, behind the section's heading; None where the plan
    does not ask for that, or none answers.

    >>> from limpet.policy.plan import Plan
    >>> from limpet.retrieval.document import Document, Hit
    >>> from limpet.retrieval.splitting import split
    >>> document = Document("care", "Care", "# Silk\\nDry-clean silk.\\n# Wool\\nHand-wash wool.", "markdown")
    >>> hits = [Hit(fragment, 1.0) for fragment in split(document)]
    >>> plan = Plan(each_for=("shawl",))
    >>> sections_said(Evidence("How do I wash a shawl?", "", hits, lambda _: document, plan=plan), 0.9).pieces
    ('- **Silk**: Dry-clean silk. [1]', '\\n- **Wool**: Hand-wash wool. [2]')
    """
    if not evidence.plan.each_for:
        return None
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    asked = {stem: weight for stem, weight in weights.items() if stem not in evidence.plan.each_for}
    pieces: list[str] = []
    citations: list[Citation] = []
    for one in read(evidence, [(hit, hit.score) for hit in evidence.hits]):
        unit = _best([unit for unit in one.units if unit.kind not in ("table", "code")], asked)
        path = one.hit.fragment.heading_path
        if unit is None or not path or len(citations) == MOST_SECTIONS:
            continue
        citations.append(unit.citation(one.document))
        line = f"- **{shown_inline(path[-1], [])}**:{_behind_a_heading(unit)} [{len(citations)}]"
        pieces.append(line if len(pieces) == 0 else f"\n{line}")
    if not citations:
        return None
    return Composed("".join(pieces), "answer", tuple(citations), confidence, (), tuple(pieces))


def _behind_a_heading(unit: Unit) -> str:
    """A sentence on the line of its heading; a list below it, as a list in the list of headings."""
    if unit.kind == "sentence":
        return f" {unit.shown}"
    lead = f" {unit.lead}" if unit.lead else ""
    return lead + "".join(f"\n  {line}" for line in unit.shown.splitlines())


def _best(units: list[Unit], asked: dict[str, float]) -> Unit | None:
    """The first of the sentences that have the most of what is asked; None when none has any."""
    shares = [sum(weight * share_of(stem, unit.stems) for stem, weight in asked.items()) for unit in units]
    best = max(shares, default=0.0)
    return units[shares.index(best)] if best > 0 else None
