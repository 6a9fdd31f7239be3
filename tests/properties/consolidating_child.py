"""A process that consolidates until it is killed (FOLDER TURNS); it prints what is safe."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.limits import Limits
from limpet.memory.persistent import PersistentMemory
from limpet.memory.turn import Turn
from limpet.store.sqlite import SqliteBlockStore

LIMITS = Limits(pending_turns=4, block_turns=4)


def save(file: Path, memory: PersistentMemory, number: int) -> None:
    """As a session's snapshot is saved: whole or not at all."""
    new = file.with_suffix(".new")
    with new.open("w") as out:
        json.dump({"number": number, "pending": memory.pending.to_json()}, out)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)


async def main(folder: Path, turns: int) -> None:
    store = SqliteBlockStore(folder / "memory.sqlite", LIMITS)
    memory = PersistentMemory(store, NoEmbedder(), LIMITS, FixedClock(1e9))
    await memory.set_consent(True)
    snapshot = folder / "session.json"
    number = 0
    if snapshot.exists():
        saved = json.loads(snapshot.read_text())
        number = saved["number"]
        memory.pending.restore(saved["pending"])
    await memory.flush()
    while number < turns:
        number += 1
        turn = Turn(f"message {number} about the router", "noted", at_s=1e9 + number, number=number)
        await memory.add_evicted([turn], "live")
        save(snapshot, memory, number)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
    await memory.flush()
    sys.stdout.write("end\n")
    sys.stdout.flush()
    store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
