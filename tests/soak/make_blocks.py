"""
Many remembered blocks for the browser's database, made of real conversations by the product's own codec.

    python make_blocks.py FOLDER COUNT [COUNT ..]

With evaluation data (EVAL_DATA, see `limpet eval`) LoCoMo's conversations are repeated; without, those of this
repository's tests. Every copy is moved to a day of its own and differs: a fifth of its words come from other turns,
each turn has a made-up name, and its vectors are turned a little. Some turns that no copy resembles are hidden among
them.

FOLDER gets ``blocks-COUNT.bin`` (for each block its id, end, head and body, each behind its length) and
``questions.json``.
"""

from __future__ import annotations

import asyncio
import json
import random
import struct
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from limpet.evaluation.readers import data_folder
from limpet.evaluation.recall_tasks import read_conversations
from limpet.evaluation.vectors import evaluation_embedder
from limpet.limits import DEFAULT_LIMITS
from limpet.memory.block import Block, Floats, RememberedTurn
from limpet.memory.block_codec import encode_block, encode_head
from limpet.memory.block_head import head_of
from limpet.memory.consolidation import consolidate

TURNS: Final = 8
FIRST_DAY_S: Final = 1_700_000_000.0
DAY_S: Final = 86_400.0
SWAPPED_SHARE: Final = 0.2
TURN_BY: Final = 0.35
"""Length of the random part of a copy's vectors; the cosine with the original is about .94."""
MOST_REAL_TURNS: Final = 1_200
QUESTIONS: Final = 48
HIDDEN: Final = (
    ("The code of my locker at the swimming pool is 4827.", "What is the code of my locker at the pool?"),
    ("I parked the caravan behind the sawmill for the winter.", "Where did I park the caravan?"),
    ("My violin teacher is called Henrike Oltmann.", "Who teaches me the violin?"),
    ("The sourdough needs nine hours at eighteen degrees.", "How long does my sourdough need?"),
    ("We sold the rowing boat to a beekeeper from Husum.", "To whom did we sell the rowing boat?"),
    ("Our chimney sweep comes on the second of October.", "When does the chimney sweep come?"),
    ("I am allergic to lupin flour.", "Which flour am I allergic to?"),
    ("The spare key hangs under the third beehive.", "Where does the spare key hang?"),
    ("Grandfather's telescope has a cracked eyepiece.", "What is wrong with grandfather's telescope?"),
    ("I take the ferry at 6:40 to the lighthouse island.", "Which ferry do I take to the lighthouse island?"),
    ("The greenhouse glass is four millimetres thick.", "How thick is the greenhouse glass?"),
    ("My marathon time in Ghent was three hours and fifty.", "What was my marathon time in Ghent?"),
)


def main(folder: Path, counts: Sequence[int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    said, asked = _real()
    vectors = _vectors([turn.spoken for turn in said])
    hidden = _vectors([text for text, _ in HIDDEN])
    for count in counts:
        with (folder / f"blocks-{count}.bin").open("wb") as out:
            for block in _blocks(count, said, vectors, hidden):
                body = encode_block(block)
                head = encode_head(head_of(block, len(body), DEFAULT_LIMITS.block_metadata_bytes))
                for part in (block.block_id.encode(), struct.pack("<d", block.end_s), head, body):
                    out.write(struct.pack("<I", len(part)) + part)
    questions = {"hidden": [list(pair) for pair in HIDDEN], "others": asked, "turns": len(said)}
    (folder / "questions.json").write_text(json.dumps(questions), "utf-8")


def _real() -> tuple[list[RememberedTurn], list[str]]:
    """Turns of real conversations, and questions about them."""
    file = data_folder() / "locomo" / "conversations.jsonl"
    if file.is_file():
        conversations = read_conversations(file)
        turns = [turn for one in conversations for _, part in one.sessions for turn in part]
        asked = [question.text for one in conversations for question in one.questions]
        return turns[:MOST_REAL_TURNS], asked[:: max(1, len(asked) // QUESTIONS)][:QUESTIONS]
    own = Path(__file__).resolve().parents[1] / "conversations"
    texts = [text for path in sorted(own.rglob("*.json")) for text in _texts(json.loads(path.read_text("utf-8")))]
    longer = list(dict.fromkeys(text for text in texts if text.count(" ") > 3))
    return [RememberedTurn("", text) for text in longer], longer[:: max(1, len(longer) // QUESTIONS)][:QUESTIONS]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _vectors(texts: Sequence[str]) -> Floats:
    return np.asarray(asyncio.run(evaluation_embedder().embed(texts)), dtype=np.float32)


def _blocks(count: int, said: Sequence[RememberedTurn], vectors: Floats, hidden: Floats) -> Iterator[Block]:
    chance, noise = random.Random(20_265), np.random.default_rng(20_265)
    words = [word for turn in said for word in turn.message.split()]
    holders = dict(zip(chance.sample(range(count), len(HIDDEN)), range(len(HIDDEN)), strict=True))
    for number in range(count):
        first = (number * TURNS) % (len(said) - TURNS)
        rows = vectors[first : first + TURNS] + TURN_BY * _units(noise, TURNS, vectors.shape[1])
        turns = [
            replace(_copy(turn, words, chance), turn_id=str(place), at_s=FIRST_DAY_S + number * DAY_S / 10 + 30 * place)
            for place, turn in enumerate(said[first : first + TURNS])
        ]
        if number in holders:
            turns[3] = replace(turns[3], message=HIDDEN[holders[number]][0], speaker="")
            rows[3] = hidden[holders[number]]
        unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        yield consolidate(
            turns, np.asarray(unit, dtype=np.float32), user_id="", session_id=f"made {number}", kind="conversation",
            embedder=evaluation_embedder().name, now_s=turns[-1].at_s, idf=lambda _: 1.0,
        )  # fmt: skip


def _copy(turn: RememberedTurn, words: Sequence[str], chance: random.Random) -> RememberedTurn:
    swapped = [chance.choice(words) if chance.random() < SWAPPED_SHARE else word for word in turn.message.split()]
    name = "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(3)).capitalize()
    return RememberedTurn("", f"{' '.join(swapped)} {name}", speaker=turn.speaker)


def _units(noise: np.random.Generator, count: int, width: int) -> Floats:
    rows = noise.normal(size=(count, width))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(one) for one in sys.argv[2:]])
