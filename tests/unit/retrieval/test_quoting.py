"""Which fragments an answer of somebody else's was taken from."""

import asyncio

import pytest

from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.retrieval.document import Document, Query
from limpet.retrieval.index import Index
from limpet.retrieval.quoting import quoted_fragments
from limpet.retrieval.rerank import SHOWN_BEFORE

WASHING = "Cotton kurtas are washed at 30 degrees with a mild soap. They are dried in the shade, never in the sun."
SIZES = "Cotton kurtas come in sizes S, M and L. Measure around the chest, and take the larger size when in doubt."


async def chat() -> Chat:
    made = Chat(clock=FixedClock(0.0))
    await made.add_documents([Document("care", "Care", f"# Washing\n\n{WASHING}\n\n# Sizes\n\n{SIZES}")])
    return made


def index() -> Index:
    made = asyncio.run(chat()).knowledge.index
    assert made is not None
    return made


def test_the_whole_fragment_and_a_sentence_of_it_are_quotations() -> None:
    assert quoted_fragments(WASHING, index()) == ("care#washing-1",)
    assert quoted_fragments(WASHING.split(". ")[1], index()) == ("care#washing-1",)


def test_both_fragments_of_an_answer_are_found() -> None:
    assert set(quoted_fragments(f"{WASHING} {SIZES}", index())) == {"care#washing-1", "care#sizes-1"}


def test_the_same_words_in_another_order_are_no_quotation() -> None:
    said = "In the sun they are never dried; soap that is mild washes kurtas of cotton, and 30 degrees is the heat."
    assert quoted_fragments(said, index()) == ()
    assert quoted_fragments("ok", index()) == ()


def test_what_was_shown_before_gives_way_a_little() -> None:
    plain = {hit.fragment.fragment_id: hit.score for hit in index().retrieve(Query("washed kurtas"), mode="bm25")}
    hits = index().retrieve(Query("washed kurtas"), mode="bm25", shown_before={"care#washing-1"})
    bent = {hit.fragment.fragment_id: hit.score for hit in hits}
    assert bent["care#washing-1"] == pytest.approx(SHOWN_BEFORE * plain["care#washing-1"])
    assert bent["care#sizes-1"] == plain["care#sizes-1"]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("And which soap for them?", ["care#washing-1"]),
        ("Where can I park a car near your shop on Sundays?", []),
        ("Can you say that again about them?", []),
    ],
)
def test_only_a_follow_up_lets_what_was_quoted_give_way(message: str, shown: list[str]) -> None:
    async def shown_before() -> list[str]:
        one = await chat()
        await one.observe("How are cotton kurtas washed?", WASHING, at_s=1.0)
        return sorted((await one.thinker.understand(message, one.session.view())).shown_before)

    assert asyncio.run(shown_before()) == shown
