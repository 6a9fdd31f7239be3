"""Export and import: one portable document, and hostile ones refused."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.errors import SnapshotError
from limpet.limits import Limits
from limpet.memory.block import RememberedTurn
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest
from limpet.store.memory import InMemoryBlockStore

SCRIPT = "<script>alert('x')</script> \u202e and ../../etc"


def memory(limits: Limits | None = None) -> PersistentMemory:
    return PersistentMemory(InMemoryBlockStore(), NoEmbedder(), limits or Limits(), FixedClock(1e9))


def document(**turn: Any) -> dict[str, Any]:
    one = {"id": "1", "message": "the router", "at": 5.0, **turn}
    return {
        "format": "limpet-memory",
        "version": 1,
        "blocks": [{"session": "s", "kind": "conversation", "turns": [one]}],
    }


def test_a_memory_moves_whole_through_json_text() -> None:
    async def check() -> None:
        one, two = memory(), memory()
        turns = [RememberedTurn(str(i), f"{SCRIPT} {i}", "yes", "Asha", 1e9 + i, ("kurta",)) for i in range(20)]
        await one.remember("s", turns)
        moved = json.loads(json.dumps(await one.export()))
        assert await two.import_document(moved) == {"added": 20, "known": 0, "forgotten": 0}
        assert await two.import_document(moved) == {"added": 0, "known": 20, "forgotten": 0}
        assert sorted(t.message for b in await two.blocks() for t in b.turns) == sorted(t.message for t in turns)
        assert (await two.recall(RecallRequest("alert", k=1))).turns[0].turn.message.startswith("<script>")

    asyncio.run(check())


def nested(levels: int) -> Any:
    value: Any = "deep"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (None, "import-not-ours"),
        ([], "import-not-ours"),
        ("text", "import-not-ours"),
        ({"format": "other"}, "import-not-ours"),
        ({"format": "limpet-memory", "version": 2, "blocks": []}, "import-version"),
        ({"format": "limpet-memory", "version": "1", "blocks": []}, "import-version"),
        ({"format": "limpet-memory", "version": 1, "blocks": {}}, "import-invalid"),
        ({"format": "limpet-memory", "version": 1, "blocks": [5]}, "import-invalid"),
        ({**document(), "extra": nested(500)}, "import-too-deep"),
        (document(message=5), "import-invalid"),
        (document(message="x" * 9_000), "import-invalid"),
        (document(at=float("nan")), "import-invalid"),
        (document(at=True), "import-invalid"),
        (document(at=-1), "import-invalid"),
        (document(at=10**400), "import-invalid"),
        (document(id=""), "import-invalid"),
        (document(entities=["x"] * 1_000), "import-invalid"),
        (document(facts=[["a", "b"]]), "import-invalid"),
        (document(slots=[]), "import-invalid"),
    ],
)
def test_a_hostile_document_is_refused_with_a_code_and_nothing_is_added(given: Any, code: str) -> None:
    async def check() -> None:
        kept = memory()
        with pytest.raises(SnapshotError) as refused:
            await kept.import_document(given)
        assert refused.value.code == code
        assert await kept.blocks() == []

    asyncio.run(check())


def test_a_huge_document_is_refused_before_anything_is_made_of_it() -> None:
    async def check() -> None:
        kept = memory(Limits(store_bytes=10_000))
        with pytest.raises(SnapshotError) as refused:
            await kept.import_document({**document(), "extra": ["x" * 1_000] * 20})
        assert refused.value.code == "import-too-large"

    asyncio.run(check())
