"""What answers a message is said though it was just read."""

from __future__ import annotations

import pytest

from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.repeated import new_stems
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split

WALKS = Document(
    "walks",
    "Walks",
    "Night walks start on Fridays at 21:00 from the gate. They cost €9 with a lamp, €6 without."
    " Walks take place in any weather.",
)
HALLS = Document("halls", "Halls", "Book a hall on the page. The Old Barn must be booked by phone. Halls are heated.")
SETUP = Document(
    "setup", "Setup", "On Linux, run `kelp.sh`. On Windows, unpack the folder and add it to your PATH. Kelp needs Git."
)
KEYS = Document("keys", "Keys", "There is no way to open a chest without its key. Make a new chest.")


def said(document: Document, message: str, *before: tuple[str, str]) -> str:
    turns = [Turn(question, answer) for question, answer in before]
    view = SessionMemory.of_turns(turns).view() if turns else MemoryView()
    hits = [Hit(fragment, 1.0, bm25=5.0, cosine=0.7) for fragment in split(document)]
    return compose_answer(Evidence(message, message, hits, lambda _: document, view=view, confidence=0.9)).text


def read(document: Document, question: str) -> tuple[str, str]:
    """A turn whose answer had all of *document*."""
    return question, " ".join(f"{line}." for line in document.text.rstrip(".").split(". "))


@pytest.mark.parametrize(
    ("document", "first", "message", "answer"),
    [
        (WALKS, "When are night walks?", "What do the walks cost?", "They cost €9 with a lamp"),
        (WALKS, "When are night walks?", "How much is it?", "They cost €9 with a lamp"),
        (HALLS, "How do I book a hall?", "And the Old Barn?", "must be booked by phone"),
        (HALLS, "How do I book a hall?", "How do I book the Old Barn?", "must be booked by phone"),
        (SETUP, "How do I install kelp on Linux?", "How do I install kelp on Windows?", "On Windows, unpack"),
        (SETUP, "How do I install kelp on Linux?", "and on Windows?", "On Windows, unpack"),
        (KEYS, "I lost the key of my chest", "How do I make one?", "There is no way to open a chest"),
    ],
)
def test_the_sentence_that_answers_is_said_again(document: Document, first: str, message: str, answer: str) -> None:
    assert answer in said(document, message, read(document, first))


def test_what_is_beside_the_answer_is_still_left_out() -> None:
    again = said(WALKS, "And if it rains, in bad weather?", read(WALKS, "When are night walks?"))
    assert "any weather" in again
    assert "€9" not in again


def test_new_words_are_those_that_the_last_messages_lack() -> None:
    turns = [Turn("How do I install it on Linux?", "So."), Turn("Why?", "Because.")]
    assert new_stems("How do I install it on Windows?", SessionMemory.of_turns(turns).view()) == {"window"}
    older = [*turns, Turn("Thanks", "Welcome.")]
    assert "instal" in new_stems("How do I install it on Windows?", SessionMemory.of_turns(older).view())


def test_what_holds_otherwise_stays_beside_a_fact() -> None:
    text = "You can cancel free of charge up to a day before. Later we keep half. If you do not come, we keep all."
    assert "Later we keep half" in (answer := said(Document("visits", "Visits", text), "Can I cancel?"))
    assert "we keep all" in answer


def test_when_it_is_closed_stays_beside_when_it_is_open() -> None:
    text = "The mill is open from 9:00 to 17:00 on all other days. Visitors like it. The mill is closed on Sundays."
    assert "closed on Sundays" in said(Document("mill", "Mill", text), "Is the mill open every day?")
