"""Saved sessions: exact, migrated, and never trusted."""

import json
from typing import Any

import numpy as np
import pytest

from limpet.errors import SnapshotError
from limpet.limits import Limits
from limpet.memory import snapshot
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation


def memory(count: int = 34) -> SessionMemory:
    full = SessionMemory()
    rng = np.random.default_rng(4)
    for n in range(1, count + 1):
        vector = rng.standard_normal(384).astype(np.float32) if n % 3 else None
        full.record(
            Turn(
                f"Question \ud800 {n} “é” 字 😀", f"Answer {n}. " * 40, (f"thing {n % 9}",), ("topic",),
                (f"d#{n % 7}", f"e#{n}"),
                was_ambiguous=n % 4 == 0, engagement="deepening", at_s=n + 0.1, was_stopped=n % 5 == 0,
            ),
            vector,
            Conversation({"active": [n, None, 1.5]}, {"size": "L"}, "Summary.", {"options": ["a"]}),
        )  # fmt: skip
    return full


def test_the_round_trip_is_exact() -> None:
    before = memory()
    text = before.to_snapshot()
    after = SessionMemory.from_snapshot(text)
    assert after.to_snapshot() == text
    assert after.view().turns == before.view().turns
    assert after.view().summary_vector.tobytes() == before.view().summary_vector.tobytes()
    assert after.view().conversation == before.view().conversation
    assert after.view().entity_weights == before.view().entity_weights


def test_a_restored_memory_goes_on_as_the_original_would() -> None:
    one = memory()
    two = SessionMemory.from_snapshot(one.to_snapshot())
    for n in range(10):
        turn = Turn(f"more {n}", "Answer.", at_s=99.0)
        assert [t.number for t in one.record(turn)] == [t.number for t in two.record(turn)]
    assert one.to_snapshot() == two.to_snapshot()


def test_an_empty_memory_round_trips() -> None:
    assert SessionMemory.from_snapshot(SessionMemory().to_snapshot()).view().turns == ()


def test_an_older_version_goes_through_every_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    document = json.loads(memory(3).to_snapshot())
    older = {**document, "version": snapshot.VERSION - 2, "counts": document["exposures"]}
    del older["exposures"], older["evictions"]
    steps = {
        snapshot.VERSION - 2: lambda doc: {**doc, "exposures": doc["counts"], "version": snapshot.VERSION - 1},
        snapshot.VERSION - 1: lambda doc: {**doc, "evictions": [], "version": snapshot.VERSION},
    }
    monkeypatch.setattr(snapshot, "MIGRATIONS", steps)
    assert dict(SessionMemory.from_snapshot(json.dumps(older)).view().exposures) == document["exposures"]


def test_a_version_that_nothing_leads_from_is_refused() -> None:
    document = {**json.loads(memory(1).to_snapshot()), "version": -3}
    with pytest.raises(SnapshotError, match="no way from version -3"):
        SessionMemory.from_snapshot(json.dumps(document))


def test_a_newer_version_is_refused_clearly() -> None:
    document = {**json.loads(memory(1).to_snapshot()), "version": snapshot.VERSION + 1}
    with pytest.raises(SnapshotError) as error:
        SessionMemory.from_snapshot(json.dumps(document))
    assert error.value.code == "snapshot-newer"


def changed(path: str, value: Any) -> str:
    document = json.loads(memory(3).to_snapshot())
    place: Any = document
    *parents, last = path.split(".")
    for name in parents:
        place = place[int(name)] if isinstance(place, list) else place[name]
    place[last] = value
    return json.dumps(document)


HOSTILE = {
    "no text": "",
    "truncated": memory(3).to_snapshot()[:-40],
    "another document": "{}",
    "a list": "[1, 2]",
    "deep nesting": "[" * 100_000,
    "deep nesting inside": changed("conversation.topic", json.loads("[" * 40 + "]" * 40)),
    "brackets in a string are not nesting, but a text is no topic list": changed("turns", "[[[[[["),
    "NaN": '{"kind": "limpet-session", "version": 1, "turn_count": NaN}',
    "infinite time": changed("last_active_s", 1e308).replace("1e+308", "1e999"),
    "huge count": changed("turn_count", 10**400),
    "negative count": changed("turn_count", -1),
    "fractional count": changed("exposures", {"d#1": 1.5}),
    "true as a number": changed("exposures", {"d#1": True}),
    "never shown": changed("exposures", {"d#1": 0}),
    "a number as a text": changed("turns.0.message", 7),
    "null as a text": changed("turns.0.answer", None),
    "too many turns": changed("turns", json.loads(memory(3).to_snapshot())["turns"] * 20),
    "turns out of order": changed("turns", json.loads(memory(3).to_snapshot())["turns"][::-1]),
    "a turn twice": changed("turns", json.loads(memory(3).to_snapshot())["turns"][:1] * 2),
    "a turn from the future": changed("turns.0.last_active_turn", 99),
    "an unknown engagement": changed("turns.0.engagement", ["deepening"]),
    "names that are lists": changed("turns.0.entities", [["a"]]),
    "too many names": changed("turns.0.entities", [str(n) for n in range(1_000)]),
    "a vector that is no base64": changed("summary_vector", "%%%"),
    "a vector that is not finite": changed("summary_vector", "AADAfw=="),
    "half a number": changed("summary_vector", "AAA="),
    "vectors of two sizes": changed("turn_vectors", {"1": "AAA="}),
    "a vector of no turn": changed("turn_vectors", {"77": json.loads(memory(3).to_snapshot())["turn_vectors"]["1"]}),
    "a vector key that is no number": changed("turn_vectors", {"one": "AAA="}),
    "a mention in the future": changed("mentions", {"a": 50}),
    "a very long name": changed("mentions", {"a" * 10_000: 1}),
    "many mentions": changed("mentions", {str(n): 1 for n in range(5_000)}),
    "many exposures": changed("exposures", {str(n): 1 for n in range(5_000)}),
    "many slots are not cut but too large": changed("conversation.slots", {str(n): "x" * 900 for n in range(5_000)}),
    "slots that are a list": changed("conversation.slots", [1]),
    "a missing part": changed("conversation", {}),
    "evictions of the wrong shape": changed("evictions", [[1]]),
    "a lone null": "null",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_snapshot_is_refused_and_the_memory_stays(name: str) -> None:
    own = memory(2)
    before = own.to_snapshot()
    with pytest.raises(SnapshotError):
        own.restore(HOSTILE[name])
    assert own.to_snapshot() == before


def test_a_snapshot_over_its_size_is_refused_before_it_is_read() -> None:
    with pytest.raises(SnapshotError) as error:
        SessionMemory.from_snapshot(memory(5).to_snapshot(), Limits(snapshot_bytes=1_000))
    assert error.value.code == "snapshot-too-large"


def test_a_snapshot_made_under_larger_caps_is_refused_by_smaller_ones() -> None:
    with pytest.raises(SnapshotError):
        SessionMemory.from_snapshot(memory(20).to_snapshot(), Limits(session_turns=10))
