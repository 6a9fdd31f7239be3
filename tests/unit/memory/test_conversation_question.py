"""Questions about the conversation itself, and what only looks like one."""

from __future__ import annotations

import pytest

from limpet.memory.conversation_question import ConversationQuestion, conversation_question


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("What did I ask first?", ConversationQuestion("first")),
        ("what was my first question", ConversationQuestion("first")),
        ("What did I say at the beginning?", ConversationQuestion("first")),
        ("What did I just ask?", ConversationQuestion("last")),
        ("sorry, what was my last question again?", ConversationQuestion("last")),
        ("What was your last answer?", ConversationQuestion("last", "chatbot")),
        ("What did you just say?", ConversationQuestion("last", "chatbot")),
        ("What have we talked about so far?", ConversationQuestion("all")),
        ("Can you summarise our conversation?", ConversationQuestion("all")),
        ("please summarize this chat", ConversationQuestion("all")),
        ("Hey, what did we discuss?", ConversationQuestion("all")),
        ("What did you say about the refund policy?", ConversationQuestion("about", "chatbot", "the refund policy")),
        ("what did I tell you about my kettle?", ConversationQuestion("about", "visitor", "my kettle")),
        ("Did I mention the red dress?", ConversationQuestion("about", "visitor", "the red dress")),
        ("Do you remember what I said about tea?", ConversationQuestion("about", "visitor", "tea")),
        ("What did I ask last week?", None),
        ("What did we talk about yesterday?", None),
        ("What did I buy last time?", None),
        ("Summarise the chapter on routing", None),
        ("What did Ada write about the engine?", None),
        ("What should I ask first at the shop?", None),
        ("What was the first question in the exam?", None),
    ],
)
def test_what_of_the_conversation_is_asked_for(message: str, asked: ConversationQuestion | None) -> None:
    assert conversation_question(message) == asked
