"""
Requests to the chat and its events back, the same for the page's worker, the terminal and a script.

Requests are answered one after the other in the order they came; only ``stop`` overtakes. Whatever goes wrong becomes
an ``error`` event with a code, and the next request works.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from limpet import wire, wire_requests
from limpet.chat import Chat
from limpet.errors import LimpetError, WireError
from limpet.events import StopFlag
from limpet.host import requests

Body: TypeAlias = dict[str, Any]
Settle: TypeAlias = Callable[[wire_requests.Request], Awaitable[None]]


class Dispatcher:
    """
    One chat's mailbox.

    Args:
        chat: Who answers.
        post: Called with each event as one line of JSON.
        settle: Awaited before a request is said to be done, so that what it did is safe by then.
    """

    def __init__(self, chat: Chat, post: Callable[[str], None], settle: Settle | None = None) -> None:
        self._chat = chat
        self._post = post
        self._settle = settle
        self._turnstile = asyncio.Lock()  # asyncio's lock serves first come, first served
        self._asks: dict[int | str, StopFlag] = {}  # asks that run or wait; each leaves when it ends

    async def handle(self, line: str) -> None:
        """Answer one line; never raises. Calls may overlap: they are served in the order they were made."""
        request_id = None
        try:
            request_id = wire.request_id_of(line)
            request = wire.decode_request(line, self._chat.limits.request_chars)
            if isinstance(request, wire_requests.Stop):
                self._stop(request)
            else:
                await self._in_turn(request)
        except LimpetError as error:
            self._fail(request_id, error.code, error.detail)
        except Exception as error:  # the last line of defence: one broken message must not end the chat
            self._fail(request_id, "internal", f"limpet has a fault here ({type(error).__name__}: {error}).")

    async def _in_turn(self, request: wire_requests.Request) -> None:
        flag = self._asks[request.id] = StopFlag()
        try:
            async with self._turnstile:
                await self._serve(request, flag)
        finally:
            if self._asks.get(request.id) is flag:  # a script may use an id twice: the later one can still be stopped
                del self._asks[request.id]

    async def _serve(self, request: wire_requests.Request, flag: StopFlag) -> None:
        stream = requests.STREAMS.get(type(request))
        if stream is not None:
            with self._chat.longterm.memory.undisturbed():
                async for event in stream(self._chat, request, flag):
                    self._say(event.kind, request.id, event.body())
            await self._done(request, {})
            return
        try:
            kind, answer = requests.ANSWERS[type(request)]
        except KeyError:
            raise WireError("not-built", "This message is not built yet.") from None
        body = await answer(self._chat, request)
        if (notice := body.pop("notice", None)) is not None:
            self._say("notice", request.id, notice)
        if kind != "done":
            self._say(kind, request.id, body)
            body = {}
        await self._done(request, body)

    async def _done(self, request: wire_requests.Request, body: Body) -> None:
        if self._settle is not None:
            await self._settle(request)
        self._say("done", request.id, body)

    def _stop(self, request: wire_requests.Stop) -> None:
        flag = self._asks.get(request.ask)
        if flag is not None:
            flag.set()
        self._say("done", request.id, {"stopped": flag is not None})

    def _say(self, kind: str, request_id: int | str | None, body: Body) -> None:
        self._post(wire.encode_event(kind, request_id, body))

    def _fail(self, request_id: int | str | None, code: str, detail: str) -> None:
        self._say("error", request_id, {"code": code, "detail": detail})
