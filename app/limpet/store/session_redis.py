"""Sessions in Redis: ``SET memory:{session_id} .. EX ttl`` (what ``SETEX`` does), for servers of several processes."""

from __future__ import annotations

import math
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from limpet.errors import StoreError

if TYPE_CHECKING:
    from redis.asyncio import Redis


class RedisSessionStore:
    """
    Snapshots under ``memory:{session_id}``; Redis itself lets them expire.

    Args:
        client: A ``redis.asyncio.Redis``.
        prefix: Before the session's id in every key.
    """

    def __init__(self, client: Redis, prefix: str = "memory") -> None:
        self._client = client
        self._prefix = prefix

    async def load(self, session_id: str) -> str | None:
        """The snapshot; None when there is none or its time is over. ``StoreError`` when Redis is not reached."""
        found = await _asked(self._client.get(self._key(session_id)))
        return found.decode("utf-8", "replace") if isinstance(found, bytes) else found

    async def save(self, session_id: str, snapshot: str, ttl_s: float) -> None:
        """Keep *snapshot* for *ttl_s* seconds, rounded up. ``StoreError`` when Redis is not reached."""
        await _asked(self._client.set(self._key(session_id), snapshot, ex=max(1, math.ceil(ttl_s))))

    async def delete(self, session_id: str) -> None:
        """Drop a session; one that is not there is as well."""
        await _asked(self._client.delete(self._key(session_id)))

    def _key(self, session_id: str) -> str:
        return f"{self._prefix}:{session_id}"


async def _asked(call: Awaitable[Any]) -> Any:
    from redis.exceptions import RedisError

    try:
        return await call
    except (RedisError, OSError) as error:
        raise StoreError(
            "store-unreachable", f"Redis does not answer ({type(error).__name__}); the conversation goes on without it."
        ) from None
