"""Questions in scripts without spaces: what counts of them, and what does not lean on the history."""

from __future__ import annotations

import asyncio

import pytest

from limpet.answer.question import question_weights
from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document
from limpet.text.light_words import query_weight

POLICY = Document(
    "zh",
    "商店",
    "# 尺码表\n\n| 尺码 | 胸围 |\n|---|---|\n| M | 96厘米 |\n| L | 100厘米 |\n\n"
    "# 退货\n\n收到商品后三十天内可以退货。运费由买家承担。\n\n"
    "# 配送\n\n订单在两个工作日内发货。",
    "markdown",
)
SAYINGS = {
    "L码胸围是多少？": "100厘米", "退货需要多少天？": "三十天", "运费谁承担？": "买家承担", "多久发货？": "两个工作日",
}  # fmt: skip


def told(*messages: str) -> list[Answered]:
    async def talk() -> list[Answered]:
        chat = Chat()
        await chat.add_documents([POLICY])
        answers: list[Answered] = []
        for place, message in enumerate(messages):
            events = chat.ask(message, ask_id=place, now_s=1000.0 + place)
            answers += [event async for event in events if isinstance(event, Answered)]
        return answers

    return asyncio.run(talk())


def test_each_question_finds_its_own_sentence_whatever_was_asked_before() -> None:
    for answer, said in zip(told(*SAYINGS), SAYINGS.values(), strict=True):
        assert answer.mode == "answer", answer.text
        assert said in answer.text.split("\n")[0]


@pytest.mark.parametrize("message", ["你们卖手机吗？", "总统是谁？"])
def test_what_is_not_there_is_not_covered(message: str) -> None:
    assert told("退货需要多少天？", message)[-1].mode == "not_covered"


def test_edges_of_words_do_not_count_as_lacking() -> None:
    known = {"退货": 1.0, "胸围": 1.0}
    weights = question_weights("退货需要多少天", lambda stem: known.get(stem, 3.0), {})
    assert set(weights) == {"退货"}
    assert set(question_weights("手机", lambda stem: known.get(stem, 3.0), {})) == {"手机"}
    assert query_weight("多少") < query_weight("胸围")
