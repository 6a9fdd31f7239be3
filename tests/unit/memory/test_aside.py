"""A question about the conversation itself changes no topic and lends no word to a later message."""

from __future__ import annotations

from limpet.memory.contextual import understand
from limpet.memory.topic import Topic
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView

TEA = {"active": Topic("green tea", ("green", "tea"), 1, 1).to_json(), "earlier": []}


def view_of(*messages: str) -> MemoryView:
    turns = tuple(Turn(message, "Use water of 75 °C.", number=i) for i, message in enumerate(messages, 1))
    return MemoryView(turns=turns, turn_count=len(turns), conversation=Conversation(topic=TEA))


def test_it_changes_no_topic_and_needs_no_word() -> None:
    understanding = understand("Can you summarise our conversation?", view_of("How hot for green tea?"))
    assert understanding.topics.active is not None
    assert understanding.topics.active.name == "green tea"
    assert understanding.added_words == ()


def test_it_lends_no_word_to_a_later_message() -> None:
    understanding = understand("And why?", view_of("How hot for green tea?", "What have we talked about so far?"))
    assert "talked" not in [word.word for word in understanding.added_words]


def test_after_asides_alone_the_next_question_is_the_first() -> None:
    assert understand("What about size L?", view_of("Hello", "What did I ask first?")).decision == "standalone"
