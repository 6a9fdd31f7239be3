"""
Training examples of the topic shift.

Talk: TIAGE's dialogues with their marks. Questions: the messages of MTRAG, CAsT and iKAT, where the conversation's own
next message is no shift and one of another conversation, put in its place, is one.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from limpet.evaluation.readers import read_lines, read_turns
from limpet.evaluation.vectors import evaluation_embedder
from limpet.memory.question import taken_apart
from limpet.memory.rarity import general_idf
from limpet.memory.session import SessionMemory
from limpet.memory.shift import cosines_with, shift_features
from limpet.memory.turn import Turn
from limpet.ports import Vector

Rows = tuple[list[str], NDArray[np.float64], NDArray[np.bool_]]
FIRST_MESSAGE_SHARE = 0.6
"""How often the foreign message is the first of its conversation: a new topic mostly begins with a full question."""


def talk(data: Path) -> Rows:
    """Dialogue ids, rows of features, and whether a new topic starts."""
    names, rows, labels = [], [], []
    for dialogue in read_lines(data / "tiage/dialogues.jsonl"):
        memory = SessionMemory()
        for turn in dialogue["turns"]:
            text = turn["text"].strip() or "-"
            if turn["shift"] >= 0:
                names.append(dialogue["id"])
                rows.append(_features(memory, text))
                labels.append(turn["shift"] == 1)
            memory.record(Turn(text, ""), _vector(text))
    return names, np.array(rows), np.array(labels)


def questions(data: Path) -> Rows:
    """The same for questions; half as many foreign messages as own ones."""
    conversations: dict[str, list[str]] = {}
    for name in ("mtrag/queries.jsonl", "cast/turns.jsonl", "ikat/turns.jsonl"):
        for turn in read_turns(data / name):
            conversations.setdefault(f"{name} {turn.conversation_id}", []).append(turn.query)
    chance = random.Random(7)
    names, rows, labels = [], [], []
    for name, messages in conversations.items():
        memory = SessionMemory()
        for place, message in enumerate(messages):
            tried = [(message, False)] if place else []
            if place and place % 2 == 0:
                tried.append((_foreign(conversations, name, chance), True))
            for text, is_shift in tried:
                names.append(name)
                rows.append(_features(memory, text))
                labels.append(is_shift)
            memory.record(Turn(message, ""), _vector(message))
    return names, np.array(rows), np.array(labels)


def _foreign(conversations: dict[str, list[str]], own: str, chance: random.Random) -> str:
    others = [name for name in conversations if name.rsplit("-", 1)[0] != own.rsplit("-", 1)[0]]
    messages = conversations[chance.choice(others)]
    return messages[0] if chance.random() < FIRST_MESSAGE_SHARE else chance.choice(messages)


def _vector(text: str) -> Vector:
    return evaluation_embedder().embed_now([text])[0]


def _features(memory: SessionMemory, text: str) -> list[float]:
    view = memory.view()
    return shift_features(taken_apart(text), view, cosines_with(view, _vector(text)), general_idf)
