"""One process serves many users: what it holds in memory is bounded, and nobody's turns are lost for others'."""

from __future__ import annotations

import asyncio
from typing import Any

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.limits import Limits
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest
from limpet.memory.turn import Turn
from limpet.store.memory import InMemoryBlockStore

LIMITS = Limits(users=8, pending_turns=4)
USERS = [f"user {number}" for number in range(60)]


def test_ledgers_shelves_and_waiting_turns_of_many_users_are_bounded_and_nothing_is_lost() -> None:
    async def check() -> None:
        memory: Any = PersistentMemory(InMemoryBlockStore(LIMITS), NoEmbedder(), LIMITS, FixedClock(1e9))
        for user in USERS:
            await memory.set_consent(True, user=user)
        for number in (1, 2, 3):  # of each user too few for a block, of all too many to wait
            for user in USERS:
                said = Turn(f"the secret of {user} is {number}", "Noted.", number=number, at_s=1e9)
                await memory.add_evicted([said], "s", user)
        library = memory._library
        assert memory.pending.size <= memory.pending.cap
        assert memory.pending.lost_turns == 0
        assert memory._ledgers.size <= LIMITS.users
        assert max(map(len, (library._shelves, library._loading, library._read, library._versions))) <= LIMITS.users
        for user in USERS:
            found = await memory.recall(RecallRequest("the secret", user=user))
            assert sorted(one.turn.message[-1] for one in found.turns) == ["1", "2", "3"]
            assert all(user in one.turn.message for one in found.turns)
        assert memory._ledgers.size <= LIMITS.users

    asyncio.run(check())


def test_consent_outlasts_its_ledgers_leaving_memory() -> None:
    async def check() -> None:
        memory = PersistentMemory(InMemoryBlockStore(LIMITS), NoEmbedder(), LIMITS, FixedClock(1e9))
        for number, user in enumerate(USERS):
            await memory.set_consent(number % 2 == 0, user=user)
        assert [(await memory.consent(user)).remembers for user in USERS] == [n % 2 == 0 for n in range(len(USERS))]

    asyncio.run(check())
