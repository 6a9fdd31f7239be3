"""A process that is killed while it consolidates loses nothing that it had confirmed, and doubles nothing."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from limpet.store.sqlite import SqliteBlockStore

CHILD = Path(__file__).with_name("consolidating_child.py")
TURNS = 800
"""In blocks of four: 200 consolidations."""


def run_and_kill(folder: Path, chance: random.Random) -> tuple[int, bool]:
    """Last turn that was confirmed before the kill, and whether the child came to its end first."""
    arguments = [sys.executable, str(CHILD), str(folder), str(TURNS)]
    child = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    confirmed, wanted = 0, chance.randint(20, 120)
    try:
        for line in child.stdout:
            if line.strip() == "end":
                return confirmed, True
            confirmed = int(line)
            wanted -= 1
            if wanted == 0:
                time.sleep(chance.random() * 0.004)
                break
    finally:
        child.kill()
        rest = child.stdout.read().split()
        child.wait(timeout=30)
        child.stdout.close()
    numbers = [int(line) for line in rest if line.isdecimal()]
    return max([confirmed, *numbers]), "end" in rest


async def stored_turns(folder: Path) -> list[str]:
    store = SqliteBlockStore(folder / "memory.sqlite")
    try:
        return [turn.turn_id async for block in store.newest_first("") for turn in block.turns]
    finally:
        store.close()


def test_every_confirmed_turn_is_there_once_after_kills_at_random_points(tmp_path: Path) -> None:
    """Two hundred consolidations, a kill every few: the file opens each time, each turn is in it once at the end."""
    chance = random.Random(20_261)
    confirmed, is_done, kills = 0, False, 0
    while not is_done and kills < 60:
        last, is_done = run_and_kill(tmp_path, chance)
        assert last >= confirmed or last == 0, "a confirmed turn was taken back"
        confirmed = max(confirmed, last)
        kills += 1
        counts = Counter(asyncio.run(stored_turns(tmp_path)))
        assert not [turn for turn, count in counts.items() if count > 1]
    assert is_done
    assert kills > 5
    assert sorted(map(int, asyncio.run(stored_turns(tmp_path)))) == list(range(1, TURNS + 1))
