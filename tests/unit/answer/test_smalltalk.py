"""Small talk is answered without retrieval; a question never is taken for it."""

from __future__ import annotations

import pytest

from limpet.answer.smalltalk import smalltalk, smalltalk_kind


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("hi", "greeting"), ("Hellooo!!", "greeting"), ("hey there :)", "greeting"), ("Good morning", "greeting"),
        ("Namaste 🙏", "greeting"), ("hi, how are you?", "how_are_you"), ("how are u doing today", "how_are_you"),
        ("thx!", "thanks"), ("Thanks a lot for your help", "thanks"), ("ok thank you so much", "thanks"),
        ("ty", "thanks"),
        ("bye bye", "goodbye"), ("Great, thanks! Bye", "goodbye"), ("have a nice day", "goodbye"),
        ("who are you?", "who"), ("Are you a real person?", "who"), ("what can you do", "help"), ("cool", "praise"),
    ],
)  # fmt: skip
def test_small_talk_is_known_in_many_spellings(message: str, kind: str) -> None:
    assert smalltalk_kind(message) == kind


@pytest.mark.parametrize(
    "message",
    [
        "hi, do you have kurtas?", "thanks, and the price?", "hello world example", "how are you made of silk", "?", "",
        "what is a bot", "goodbye message setting", "help me choose a saree", "high waist trousers", "start over",
        "that is all cotton",
    ],
)  # fmt: skip
def test_a_question_is_no_small_talk(message: str) -> None:
    assert smalltalk(message) is None


def test_the_same_state_gives_the_same_words() -> None:
    assert smalltalk("hello") == smalltalk("hello")
