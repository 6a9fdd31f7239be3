"""Whatever happens to a session, its caps hold, it round-trips, and no turn is lost."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from limpet.limits import Limits
from limpet.memory.engagement import ENGAGEMENTS
from limpet.memory.gist import GAP, gist
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation

TEXTS = st.one_of(
    st.text(max_size=80),
    st.sampled_from(["", "word " * 400, "A sentence. " * 200, "😀" * 500, "字" * 2_000, "http://a.example/" + "a" * 9]),
)
NAMES = st.lists(st.sampled_from([f"name {n}" for n in range(90)] + ["x" * 200, ""]), max_size=14).map(tuple)
IDS = st.lists(st.sampled_from([f"doc{n}#part" for n in range(700)]), max_size=14).map(tuple)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
TURNS = st.builds(
    Turn,
    message=TEXTS,
    answer=TEXTS,
    entities=NAMES,
    topics=NAMES,
    fragment_ids=IDS,
    was_ambiguous=st.booleans(),
    was_correction=st.booleans(),
    engagement=st.sampled_from(ENGAGEMENTS),
    at_s=st.floats(0, 4e9, allow_nan=False),
    was_stopped=st.booleans(),
)
SMALL = Limits(session_turns=7, protected_turns=3, entities=9, exposures=12, slots=3)


class SessionMachine(RuleBasedStateMachine):
    """Random use of one session memory beside a plain account of its turns."""

    @initialize(limits=st.sampled_from([Limits(), SMALL]))
    def start(self, limits: Limits) -> None:
        self.memory = SessionMemory(limits)
        self.recorded = self.left = self.removed = 0

    @rule(
        turn=TURNS,
        seed=st.none() | st.integers(0, 9),
        state=st.none() | st.tuples(PLAIN, st.dictionaries(st.text(max_size=4), PLAIN, max_size=5)),
        active=st.lists(st.integers(0, 60), max_size=3),
    )
    def record(self, turn: Turn, seed: int | None, state: Any, active: list[int]) -> None:
        vector = None if seed is None else np.random.default_rng(seed).standard_normal(16).astype(np.float32)
        conversation = None if state is None else Conversation(state[0], state[1], "Summary. " * 40, state[0])
        self.left += len(self.memory.record(turn, vector, conversation, active))
        self.recorded += 1

    @rule(numbers=st.lists(st.integers(0, 80), max_size=4))
    def forget(self, numbers: list[int]) -> None:
        self.removed += len(self.memory.remove_turns(numbers))

    @rule(name=st.sampled_from([f"name {n}" for n in range(90)]))
    def forget_entity(self, name: str) -> None:
        self.memory.remove_entity(name)
        assert name not in self.memory.view().mentions

    @rule()
    def reload(self) -> None:
        text = self.memory.to_snapshot()
        self.memory = SessionMemory.from_snapshot(text, self.memory.limits)
        assert self.memory.to_snapshot() == text

    @rule(now_s=st.floats(0, 5e9, allow_nan=False))
    def pass_time(self, now_s: float) -> None:
        count = len(self.memory.view().turns)
        if self.memory.expire(now_s):
            self.left += count
            assert self.memory.view().turns == ()

    @invariant()
    def everything_is_within_its_cap_and_no_turn_is_lost(self) -> None:
        if hasattr(self, "memory"):
            self.memory.check()
            assert self.left + self.removed + len(self.memory.view().turns) == self.recorded


def test_random_sequences_keep_every_invariant() -> None:
    run_state_machine_as_test(
        SessionMachine,
        settings=settings(
            max_examples=15, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


@pytest.mark.parametrize("seed", [1])
def test_two_thousand_random_actions_keep_every_invariant(seed: int) -> None:
    rng = np.random.default_rng(seed)
    memory = SessionMemory()
    recorded = left = removed = 0
    for step in range(2_000):
        action = rng.random()
        if action < 0.92:
            left += len(memory.record(random_turn(rng, step), vector_or_none(rng)))
            recorded += 1
        elif action < 0.94:
            removed += len(memory.remove_turns(rng.integers(1, recorded + 2, 2).tolist()))
        elif action < 0.95:
            memory = SessionMemory.from_snapshot(memory.to_snapshot())
        else:
            memory.remove_entity(f"name {rng.integers(99)}")
        if step % 25 == 0:
            memory.check()
        assert left + removed + len(memory.view().turns) == recorded
    memory.check()
    assert recorded > 1_750


def random_turn(rng: np.random.Generator, step: int) -> Turn:
    names = tuple(f"name {n}" for n in rng.integers(0, 99, rng.integers(0, 5)))
    ids = tuple(f"doc{n}#part" for n in rng.integers(0, 900, rng.integers(0, 6)))
    answer = "Some sentence with five words. " * int(rng.integers(0, 20))
    return Turn(f"question {step} " * int(rng.integers(1, 200)), answer, names, names, ids, at_s=float(step))


def vector_or_none(rng: np.random.Generator) -> Any:
    return rng.standard_normal(384).astype(np.float32) if rng.random() < 0.8 else None


WORDS = st.sampled_from(
    "We ship to Norway , but in 3-5 days ; costs ₹2,499 or $30 million . See https://a.example/x,y v1.2.3 e.g. 1.5 kg"
    " (about 20 %) and however because 字字 😀 — note: the U.S. market".split(" ")
)


@given(st.lists(WORDS, min_size=1, max_size=150).map(" ".join), st.text(max_size=40))
@settings(deadline=None)
def test_a_gist_is_short_and_made_of_whole_words_of_the_answer(answer: str, message: str) -> None:
    short = gist(message, answer)
    assert len(short) <= 120
    spaced = f" {' '.join(answer.split())} "
    for piece in short.split(GAP):
        assert piece in spaced
        before, after = spaced.split(piece, 1)[0][-1:], spaced.split(piece, 1)[1][:1]
        assert not (before.isalnum() and piece[:1].isalnum()), piece
        assert not (after.isalnum() and piece[-1:].isalnum()), piece
