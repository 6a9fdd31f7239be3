"""Sessions in Redis: ``SET memory:{session_id} .. EX ttl`` (what ``SETEX`` does), for servers of several processes."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from limpet.errors import StoreError
from limpet.ports import WHATEVER
from limpet.store.seen import CHANGED_ELSEWHERE, check_seen

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
        found = await self._asked(lambda: self._client.get(self._key(session_id)))
        return found.decode("utf-8", "replace") if isinstance(found, bytes) else found

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        """
        Keep *snapshot* for *ttl_s* seconds, rounded up.

        Raises:
            StoreError: Redis is not reached, or ``changed-elsewhere`` when what is stored is not *seen*.
        """
        key, expires_s = self._key(session_id), max(1, math.ceil(ttl_s))
        if seen == WHATEVER:
            await self._asked(lambda: self._client.set(key, snapshot, ex=expires_s))
        else:
            await self._asked(lambda: self._replace(session_id, snapshot, expires_s, seen))

    async def _replace(self, session_id: str, snapshot: str, expires_s: int, seen: str | None) -> None:
        """Compare and set: Redis runs the transaction only when the watched key was not touched since."""
        from redis.exceptions import WatchError

        key = self._key(session_id)
        async with self._client.pipeline(transaction=True) as pipe:
            await pipe.watch(key)
            stored = await self.load(session_id)
            if stored == snapshot:  # the first try was done, its reply was lost
                return
            check_seen(seen, stored)
            pipe.multi()  # type: ignore[no-untyped-call]
            pipe.set(key, snapshot, ex=expires_s)
            try:
                await pipe.execute()
            except WatchError:
                raise StoreError(CHANGED_ELSEWHERE, "The session was changed while it was being saved.") from None

    async def delete(self, session_id: str) -> None:
        """Drop a session; one that is not there is as well."""
        await self._asked(lambda: self._client.delete(self._key(session_id)))

    def _key(self, session_id: str) -> str:
        return f"{self._prefix}:{session_id}"

    async def _asked(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """
        What *call* gives. A Redis that was started anew has closed the connections that wait in the pool: they are
        dropped, and the call is made once more.
        """
        from redis.exceptions import ConnectionError as Disconnected
        from redis.exceptions import RedisError

        try:
            try:
                return await call()
            except Disconnected:
                await self._client.connection_pool.disconnect(inuse_connections=False)
                return await call()
        except (RedisError, OSError) as error:
            detail = f"Redis does not answer ({type(error).__name__}); the conversation goes on without it."
            raise StoreError("store-unreachable", detail) from None
