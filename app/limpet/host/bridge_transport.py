"""Reaching a model's endpoint from the page: request and reply go through the functions of the worker."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import Any, Protocol


class EndpointFunctions(Protocol):
    """What the worker hands in; replies are known by number, and only text crosses."""

    async def post(self, number: int, request_json: str) -> str:
        """Send ``{address, headers, body}``; gives ``{status, content_type}``. Any exception when not reached."""

    async def read(self, number: int) -> str:
        """The next piece of text; empty at the end. Any exception when it broke off."""

    def close(self, number: int) -> None:
        """No more is wanted; ends a request or a read that waits."""


class BridgeTransport:
    """
    ``Transport`` over the worker's functions.

    Args:
        functions: The worker's.
    """

    def __init__(self, functions: EndpointFunctions) -> None:
        self._functions = functions
        self._numbers = itertools.count(1)

    async def post(self, address: str, headers: Mapping[str, str], body: str) -> BridgeReply:
        """Send *body* and wait for the head of the reply; ``OSError`` when there is none."""
        reply = BridgeReply(self._functions, next(self._numbers))
        try:
            await reply.open({"address": address, "headers": dict(headers), "body": body})
        except BaseException:
            await reply.close()
            raise
        return reply


class BridgeReply:
    """
    A reply while it comes in.

    Args:
        functions: The worker's.
        number: The reply's.
    """

    def __init__(self, functions: EndpointFunctions, number: int) -> None:
        self._functions = functions
        self._number = number
        self._head: dict[str, Any] = {}

    @property
    def status(self) -> int:
        """The HTTP status."""
        return int(self._head.get("status", 0))

    @property
    def content_type(self) -> str:
        """The media type as sent."""
        return str(self._head.get("content_type", ""))

    async def open(self, request: Mapping[str, Any]) -> None:
        """Send *request* and read the head."""
        try:
            self._head = json.loads(await self._functions.post(self._number, json.dumps(request)))
        except Exception as error:  # JavaScript's own, which this module does not know
            raise ConnectionError(str(error)[:120]) from None

    async def read(self) -> str:
        """The next piece of text; empty at the end."""
        try:
            return str(await self._functions.read(self._number))
        except Exception as error:  # as above
            raise ConnectionError(str(error)[:120]) from None

    async def close(self) -> None:
        """End it."""
        self._functions.close(self._number)
