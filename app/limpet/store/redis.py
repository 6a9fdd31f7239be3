"""Blocks in Redis: for servers with several processes."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import decode_block, decode_head, encode_block, encode_head
from limpet.memory.block_head import BlockHead, head_of

if TYPE_CHECKING:
    from redis.asyncio import Redis

_PAGE: Final = 64
_LEASE_S: Final = 60.0
_WAIT_S: Final = 30.0


class RedisBlockStore:
    """
    A sorted set by time a user, a hash a block.

    Redis confirms a write when it is in its memory; how soon it reaches a disk is the server's setting
    (``appendonly yes`` with ``appendfsync always`` loses nothing that was confirmed).

    Args:
        client: A ``redis.asyncio.Redis`` that returns bytes.
        limits: ``store_bytes`` bounds the blocks of a user together.
        prefix: Of every key; one for each site.
        ttl_s: Seconds after which an untouched block leaves; None for never.
    """

    def __init__(
        self, client: Redis, limits: Limits = DEFAULT_LIMITS, prefix: str = "limpet", ttl_s: int | None = None
    ) -> None:
        self._client = client
        self._limits = limits
        self._prefix = prefix
        self._ttl_s = ttl_s

    async def put(self, block: Block) -> None:
        """
        Keep *block*, in place of one with the same id, in one transaction.

        Raises:
            StoreError: ``quota`` or ``store-refused``.
        """
        body = encode_block(block)
        head = head_of(block, len(body), self._limits.block_metadata_bytes)
        key, sizes = self._block_key(block.block_id), self._key("sizes", block.user_id)
        held = await _asked(self._client.hgetall(sizes))
        others = sum(int(size) for one, size in held.items() if one != block.block_id.encode())
        if others + len(body) > self._limits.store_bytes:
            raise StoreError(
                "quota", f"Memory may take {self._limits.store_bytes} bytes; erase something to make room."
            )
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.hset(key, mapping={"user": block.user_id, "head": encode_head(head), "body": body})
            if self._ttl_s is not None:
                pipe.expire(key, self._ttl_s)
            pipe.zadd(self._key("newest", block.user_id), {block.block_id: block.end_s})
            pipe.hset(sizes, block.block_id, str(len(body)))
            pipe.sadd(self._key("users"), block.user_id)
            self._change(pipe, block.user_id)
            await _asked(pipe.execute())

    async def get(self, block_id: str) -> Block | None:
        """The block, or None."""
        body = await _asked(self._client.hget(self._block_key(block_id), "body"))
        return None if body is None else decode_block(body)

    async def newest_first(self, user_id: str = "") -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        async for body in self._each(user_id, "body"):
            yield decode_block(body)

    async def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        """Their scoring metadata, in the same order."""
        async for head in self._each(user_id, "head"):
            yield decode_head(head)

    async def delete(self, block_ids: Sequence[str]) -> int:
        """Number of blocks that were there and are gone."""
        gone = 0
        for block_id in block_ids:
            user = await _asked(self._client.hget(self._block_key(block_id), "user"))
            if user is None:
                continue
            await self._drop(block_id, user.decode())
            gone += 1
        return gone

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user, or of all."""
        users = [user_id] if user_id is not None else await self._users()
        for user in users:
            block_ids = await _asked(self._client.zrange(self._key("newest", user), 0, -1))
            keys = [self._block_key(one.decode()) for one in block_ids]
            keys += [self._key(name, user) for name in ("newest", "sizes", "ledger", "version")]
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.unlink(*keys)
                pipe.srem(self._key("users"), user)
                await _asked(pipe.execute())

    async def size_bytes(self) -> int:
        """Bytes of all blocks and ledgers."""
        total = 0
        for user in await self._users():
            sizes = await _asked(self._client.hvals(self._key("sizes", user)))
            total += sum(map(int, sizes)) + int(await _asked(self._client.strlen(self._key("ledger", user))))
        return total

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        found = await _asked(self._client.get(self._key("ledger", user_id)))
        return "" if found is None else found.decode("utf-8", "surrogatepass")

    async def save_ledger(self, user_id: str, text: str) -> None:
        """Keep *text* in place of the last."""
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.set(self._key("ledger", user_id), text.encode("utf-8", "surrogatepass"))
            pipe.sadd(self._key("users"), user_id)
            self._change(pipe, user_id)
            await _asked(pipe.execute())

    async def version(self, user_id: str) -> str:
        """Another one after every write of anybody; empty before the first."""
        found = await _asked(self._client.get(self._key("version", user_id)))
        return "" if found is None else found.decode()

    @contextlib.asynccontextmanager
    async def alone(self, user_id: str) -> AsyncIterator[None]:
        """
        One writer of a user's memory at a time among all processes; the lock of one that died is free after a minute.

        Raises:
            StoreError: ``store-busy`` when another one writes for longer than half a minute.
        """
        lock = self._client.lock(self._key("lock", user_id), timeout=_LEASE_S, blocking_timeout=_WAIT_S)
        if not await _asked(lock.acquire()):
            raise StoreError("store-busy", "This user's memory is being written elsewhere; try again.")
        try:
            yield
        finally:
            with contextlib.suppress(StoreError):  # it lapsed, or Redis is away: then it is free by itself
                await _asked(lock.release())

    def _change(self, pipe: Any, user_id: str) -> None:
        pipe.set(self._key("version", user_id), secrets.token_hex(8))

    async def _each(self, user_id: str, field: str) -> AsyncIterator[bytes]:
        """One field of every block, newest first; what has expired leaves the user's lists."""
        block_ids = await _asked(self._client.zrange(self._key("newest", user_id), 0, -1, desc=True, withscores=True))
        ordered = [one.decode() for one, _ in sorted(block_ids, key=lambda pair: (-pair[1], pair[0]))]
        for start in range(0, len(ordered), _PAGE):
            page = ordered[start : start + _PAGE]
            async with self._client.pipeline(transaction=False) as pipe:
                for block_id in page:
                    pipe.hget(self._block_key(block_id), field)
                values = await _asked(pipe.execute())
            for block_id, value in zip(page, values, strict=True):
                if value is None:
                    await self._drop(block_id, user_id)
                else:
                    yield value

    async def _drop(self, block_id: str, user_id: str) -> None:
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.unlink(self._block_key(block_id))
            pipe.zrem(self._key("newest", user_id), block_id)
            pipe.hdel(self._key("sizes", user_id), block_id)
            self._change(pipe, user_id)
            await _asked(pipe.execute())

    async def _users(self) -> list[str]:
        return [user.decode() for user in await _asked(self._client.smembers(self._key("users")))]

    def _block_key(self, block_id: str) -> str:
        return f"{self._prefix}:block:{block_id}"

    def _key(self, name: str, user_id: str | None = None) -> str:
        return f"{self._prefix}:{name}" if user_id is None else f"{self._prefix}:{name}:{user_id}"


async def _asked(answer: Any) -> Any:
    """The client's answer; its errors as ours."""
    from redis.exceptions import RedisError

    try:
        return await answer
    except (RedisError, OSError) as error:
        raise StoreError("store-refused", f"Redis refused: {type(error).__name__}: {error}.") from None
