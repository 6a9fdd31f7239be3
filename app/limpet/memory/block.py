"""A block: a coherent stretch of consolidated turns, with the metadata by which it is found again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from limpet.memory.facts import Fact

StoreKind: TypeAlias = Literal["conversation", "statements"]
STORE_KINDS: Final[tuple[StoreKind, ...]] = ("conversation", "statements")
SEVERAL: Final = ""
"""Session of a block that old blocks of several sessions were merged into."""
Mastery: TypeAlias = Literal["", "mastered", "difficult"]

Int8Rows: TypeAlias = NDArray[np.int8]
Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RememberedTurn:
    """
    One turn as it lies in a block.

    Attributes:
        turn_id: As given by whoever remembered it; unique within its session.
        message: What the user said, verbatim, or its gist when the block had to give room.
        answer: The answer's gist; empty when there was none.
        speaker: Who said ``message`` when more than one person speaks; empty for the visitor.
        at_s: When, seconds since the epoch; 0 when unknown.
        entities: Names the turn is about.
        topics: Subjects of its answer.
        slots: Filters confirmed by the turn.
        facts: What the message states about its speaker, by subject and slot.
        keywords: Words given with it by whoever remembered it; it is found by them too.
        mastery: Whether the user showed that they command the turn's topics, or that they struggle with them.
        session: Its session where its block holds turns of several; empty for that of the block.
    """

    turn_id: str
    message: str
    answer: str = ""
    speaker: str = ""
    at_s: float = 0.0
    entities: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    slots: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    mastery: Mastery = ""
    keywords: tuple[str, ...] = ()
    session: str = ""

    @property
    def spoken(self) -> str:
        """
        What is embedded and matched: the speaker's name, the message, the answer's gist, given keywords.

        >>> RememberedTurn("t1", "I moved to Pune.", speaker="Asha").spoken
        'Asha: I moved to Pune.'
        """
        said = f"{self.speaker}: {self.message}" if self.speaker else self.message
        return "\n".join(part for part in (said, self.answer, ", ".join(self.keywords)) if part)

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text of the turn in which something forgotten could hide."""
        facts = tuple(text for fact in self.facts for text in (fact.subject, fact.slot, fact.value))
        labels = (*self.entities, *self.topics, *self.keywords, *self.slots.values())
        return (self.message, self.answer, self.speaker, *labels, *facts)


@dataclass(frozen=True, slots=True)
class Block:
    """
    A stretch of turns with its labels.

    Attributes:
        block_id: 20 hexadecimal characters, from user, session and first turn: the same stretch has the same id.
        user_id: Whose it is; empty for the only user of a page.
        session_id: The session it comes from; ``SEVERAL`` where its turns name theirs.
        kind: ``conversation`` or ``statements`` (facts about the user, without order or neighbours).
        created_s: When it was consolidated.
        start_s: Time of its first turn.
        end_s: Time of its last turn; the order of recall.
        turns: In order; never empty.
        keywords: Words that stand for it, most telling first; labels for people and for quick filters.
        theme: One line for people.
        rows: int8 vectors of the turns, (turns, dimensions); no rows while the embedder was not there.
        scales: What a row is multiplied by to be of unit length, (turns,).
        embedder: Name of what made the rows; empty without rows.
    """

    block_id: str
    user_id: str
    session_id: str
    kind: StoreKind
    created_s: float
    start_s: float
    end_s: float
    turns: tuple[RememberedTurn, ...]
    keywords: tuple[str, ...]
    theme: str
    rows: Int8Rows
    scales: Floats
    embedder: str = ""

    def session_of(self, turn: RememberedTurn) -> str:
        """The session that a turn of it comes from."""
        return turn.session or self.session_id

    def by_session(self, turns: Sequence[RememberedTurn]) -> dict[str, list[RememberedTurn]]:
        """*turns* of it by the sessions that they come from, as they were before blocks of several were merged."""
        found: dict[str, list[RememberedTurn]] = {}
        for turn in turns:
            found.setdefault(self.session_of(turn), []).append(replace(turn, session=""))
        return found

    @property
    def turn_count(self) -> int:
        """Turns in the block."""
        return len(self.turns)

    @property
    def has_vectors(self) -> bool:
        """Whether every turn has its row."""
        return bool(len(self.turns) == self.rows.shape[0] > 0)

    @property
    def entities(self) -> tuple[str, ...]:
        """Names of all turns, in order of first mention."""
        return tuple(dict.fromkeys(name for turn in self.turns for name in turn.entities))

    @property
    def slots(self) -> Mapping[str, str]:
        """Filters confirmed within the block; the newest value of each."""
        return {slot: value for turn in self.turns for slot, value in turn.slots.items()}

    @property
    def speakers(self) -> tuple[str, ...]:
        """Names of those who speak in it."""
        return tuple(dict.fromkeys(turn.speaker for turn in self.turns if turn.speaker))


def block_id_of(user_id: str, session_id: str, first_turn_id: str) -> str:
    """
    The id of the stretch that begins with a turn; the same on every try, so that a retry never doubles a block.

    >>> block_id_of("", "s1", "t1") == block_id_of("", "s1", "t1") != block_id_of("", "s1", "t2")
    True
    """
    key = "\x1f".join((user_id, session_id, first_turn_id)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(key).hexdigest()[:20]


def as_int8(vectors: Floats) -> tuple[Int8Rows, Floats]:
    """
    Rows of *vectors* as int8 with a scale each; the cosine moves by less than 0.005.

    >>> rows, scales = as_int8(np.array([[0.6, -0.8]], dtype=np.float32))
    >>> [round(float(x), 2) for x in rows[0] * scales[0]]
    [0.6, -0.8]
    """
    if vectors.size == 0:
        return np.zeros(vectors.shape, dtype=np.int8), np.zeros(vectors.shape[0], dtype=np.float32)
    scales = np.maximum(np.abs(vectors).max(axis=1) / 127.0, 1e-12).astype(np.float32)
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales


def no_rows(dimensions: int = 0) -> tuple[Int8Rows, Floats]:
    """What a block without vectors holds in their place."""
    return np.zeros((0, dimensions), dtype=np.int8), np.zeros(0, dtype=np.float32)
