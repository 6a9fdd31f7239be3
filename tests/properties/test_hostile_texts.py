"""What reads messages, documents and models' texts takes no time that grows with the square of a hostile text."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from limpet.answer.comparison_pair import compared_things, compares_shown, orders_shown
from limpet.answer.contradiction import amounts
from limpet.answer.injection import order_in
from limpet.answer.reply_units import ReplyUnits
from limpet.memory.asked_facet import asked_facet
from limpet.memory.asking_again import wants_same_again
from limpet.memory.clearing import clears, turned_to
from limpet.memory.conversation_question import conversation_question
from limpet.memory.facts import facts_in
from limpet.memory.quantities import numbers, quantity_spans
from limpet.memory.question import taken_apart
from limpet.memory.session import SessionMemory
from limpet.memory.shift import cosines_with
from limpet.memory.slot_general import GeneralSlots
from limpet.memory.slots import Slots
from limpet.memory.standing_alone import stands_apart
from limpet.memory.substitution import thing_put_in
from limpet.memory.telling import tells
from limpet.memory.turn import Turn
from limpet.memory.when import TimeCue
from limpet.retrieval.document import Format
from limpet.retrieval.reading_page import page_document
from limpet.retrieval.splitting import split
from limpet.text.language import language_of
from limpet.text.question_form import asked_for, has_form

CHARS = 4_000
ALLOWED_S = 1.0
"""Of the processor's time: the slowest takes a tenth of it, what grows with the square several times as much."""
DOCUMENT_CHARS = 40_000
DOCUMENT_ALLOWED_S = 5.0
"""What grows with the square took a minute and a half."""
VIEW = SessionMemory.of_turns([Turn("Any cotton kurtas?", "Yes, three.")]).view()
PIECES = (
    "a", "A", "1", " ", "\n", "a ", "1,", "1.", "5-", "5 a ", "and ", "never mind ", "compare a and ", "a or b ",
    "ignore all ", "[", "[1", "(", "![a](", "[a](", "> ", "`", "<", "* ", "'", "by Ab ", "http://a", "é", "你",
)  # fmt: skip


def apart(text: str) -> None:
    stands_apart(taken_apart(text), VIEW, cosines_with(VIEW, None))


def units(text: str) -> None:
    reply = ReplyUnits(lambda _: False)
    reply.add(text)
    reply.finish()


READERS: dict[str, Callable[[str], object]] = {
    "amounts": amounts,
    "apart": apart,
    "asked_facet": lambda text: asked_facet(text, TimeCue()),
    "asked_for": asked_for,
    "clears": clears,
    "compared_things": compared_things,
    "compares_shown": compares_shown,
    "conversation_question": conversation_question,
    "facts_in": facts_in,
    "general_slots": lambda text: GeneralSlots().update(Slots(), text, text, 1),
    "has_form": lambda text: [has_form(form, text) for form in ("amount", "duration", "place", "person", "steps")],
    "language_of": language_of,
    "numbers": numbers,
    "order_in": order_in,
    "orders_shown": orders_shown,
    "quantity_spans": quantity_spans,
    "reply_units": units,
    "tells": tells,
    "thing_put_in": thing_put_in,
    "turned_to": turned_to,
    "wants_same_again": wants_same_again,
}


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_text_of_one_piece_over_and_over_is_read_quickly(name: str) -> None:
    read = READERS[name]
    for piece in PIECES:
        text = (piece * CHARS)[:CHARS] + "!"
        started_s = time.process_time()
        read(text)
        took_s = time.process_time() - started_s
        assert took_s < ALLOWED_S, f"{name} takes {took_s:.1f} s for {piece!r} over and over"


@pytest.mark.parametrize("shape", ["markdown", "html", "text"])
def test_a_document_of_one_piece_over_and_over_is_split_quickly(shape: Format) -> None:
    """Documents hold what messages do not: pictures as letters, tables of a megabyte, programs without a break."""
    for piece in (
        *PIECES,
        "a.",
        "a_",
        "A-",
        "A of ",
        "aB",
        "\n- ",
        "# ",
        "|a|\n",
        "```\n",
        "<ul><li>",
        "<table><tr><td>",
        "{{",
    ):
        text = (piece * DOCUMENT_CHARS)[:DOCUMENT_CHARS] + "!"
        started_s = time.process_time()
        split(page_document("a", text, shape))
        took_s = time.process_time() - started_s
        assert took_s < DOCUMENT_ALLOWED_S, f"{took_s:.1f} s for {piece!r} over and over"
