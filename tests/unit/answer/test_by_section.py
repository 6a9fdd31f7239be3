"""Sections told a line each keep their lists as lists."""

from __future__ import annotations

from limpet.answer.by_section import sections_said
from limpet.answer.evidence import Evidence
from limpet.policy.plan import Plan
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split


def said(text: str) -> str:
    document = Document("care", "Care", text, "markdown")
    hits = [Hit(fragment, 1.0) for fragment in split(document)]
    evidence = Evidence("How do I wash a shawl?", "", hits, lambda _: document, plan=Plan(each_for=("shawl",)))
    composed = sections_said(evidence, 0.9)
    return composed.text if composed else ""


def test_a_list_stands_indented_below_its_heading() -> None:
    text = "# Silk\n\n- Wash silk by hand.\n- Iron low.\n\n# Wool\n\nWash wool cold."
    assert said(text) == "- **Silk**:\n  - Wash silk by hand.\n  - Iron low. [1]\n- **Wool**: Wash wool cold. [2]"


def test_what_leads_in_a_list_stays_on_the_line_of_the_heading() -> None:
    text = "# Silk\n\nWash it like this:\n\n- By hand.\n- Iron low."
    assert said(text) == "- **Silk**: Wash it like this:\n  - By hand.\n  - Iron low. [1]"


def test_tables_and_code_are_not_put_into_a_line() -> None:
    text = "# Silk\n\n| Wash | Iron |\n|---|---|\n| Cold wash | Low |\n\n# Wool\n\nWash wool cold."
    assert said(text) == "- **Wool**: Wash wool cold. [1]"
