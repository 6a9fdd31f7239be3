"""Each of two compared things is told by what is about it, with what goes on, and the one already read once."""

from __future__ import annotations

from limpet.answer.comparison_documents import documents_compared
from limpet.answer.evidence import Evidence
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split

FAULTS = Document(
    "f.md", "Faults",
    "# Faults and known errors\n\nKnown errors are no faults of the lamp. They are turned into a signal.\n\n"
    "Faults are anything else that goes wrong. These cases end the lamp at once.\n",
    "markdown",
)  # fmt: skip
CARE = Document(
    "c.md", "Care", "# Care\n\n## Brass\n\nPolish brass with a cloth.\n\n## Wool\n\nWash wool cold.\n", "markdown"
)


def compared(document: Document, things: tuple[str, str], answer: str = "", *, puts_in: bool = False) -> str:
    hits = [Hit(fragment, 1.0) for fragment in split(document)]
    memory = SessionMemory()
    memory.record(Turn("How is brass cleaned?", answer or "So."))
    message = f"What is the difference between {things[0]} and {things[1]}?"
    evidence = Evidence(message, message, hits, lambda name: document, view=memory.view(), puts_in=puts_in)
    found = documents_compared(evidence, things, 0.9)
    return found.text if found is not None else ""


def test_a_sentence_about_one_thing_is_of_its_side_with_what_goes_on() -> None:
    text = compared(FAULTS, ("faults", "known errors"))
    faults, known = (text.index(start) for start in ("**Faults**", "**Known errors**"))
    assert faults < text.index("These cases end the lamp at once.") < known
    assert known < text.index("Known errors are no faults of the lamp.") < text.index("They are turned into a signal.")


def test_what_is_put_into_a_comparison_is_told_without_what_was_just_read() -> None:
    read = "Polish brass with a cloth. [1]"
    assert "Polish brass" in compared(CARE, ("brass", "wool"), read)
    alone = compared(CARE, ("brass", "wool"), read, puts_in=True)
    assert "Wash wool cold." in alone
    assert "Polish brass" not in alone
    assert "Polish brass" in compared(CARE, ("brass", "wool"), puts_in=True)
