"""Dialogues of four domains: how each message is understood after the ones before it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from limpet.memory.contextual import understand
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.understanding import Understanding
from limpet.memory.view import Conversation

FILES = sorted(Path(__file__).parent.glob("*.json"))
DIALOGUES = {file.stem: json.loads(file.read_text("utf-8")) for file in FILES}
NAMED = [name for name, dialogue in DIALOGUES.items() if "turns" in dialogue]


def understood(dialogue: dict[str, Any]) -> list[tuple[dict[str, Any], Understanding]]:
    """Every turn with how it was understood, without an index and without vectors."""
    memory, found = SessionMemory(), []
    for turn in dialogue["turns"]:
        understanding = understand(turn["message"], memory.view())
        found.append((turn, understanding))
        if understanding.starts_over:
            memory.reset()
        state = Conversation(understanding.topics.to_json(), understanding.slots.to_json(), "", turn["offer"])
        memory.record(Turn(turn["message"], turn["answer"]), None, state)
    return found


@pytest.mark.parametrize("name", NAMED)
def test_each_message_relates_to_the_others_as_a_person_would_say(name: str) -> None:
    """The decision is the one that was written down for it."""
    told = [(turn["message"], understanding.decision) for turn, understanding in understood(DIALOGUES[name])]
    assert told == [(turn["message"], turn["decision"]) for turn in DIALOGUES[name]["turns"]]


@pytest.mark.parametrize("name", NAMED)
def test_the_words_that_are_lacking_are_added_and_foreign_ones_are_not(name: str) -> None:
    """Every expected word is added, none of the unwanted ones."""
    for turn, understanding in understood(DIALOGUES[name]):
        added = {word.word for word in understanding.added_words}
        assert set(turn["added"]) <= added, (turn["message"], added)
        assert not set(turn["not_added"]) & added, (turn["message"], added)


def test_the_dialogues_cover_four_domains() -> None:
    """Shop, docs, support and learning."""
    assert {DIALOGUES[name]["domain"] for name in NAMED} == {"shop", "docs", "support", "learning"}
