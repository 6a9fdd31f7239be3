"""The protocol of nearly all model servers: ``POST {base}/chat/completions``, the reply as server-sent events."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from limpet.answer.endpoint_errors import broken_off, refused, said_error, too_slow, unreachable
from limpet.answer.event_stream import EventStream, ThoughtFilter, content_of, has_ended
from limpet.errors import ComposerError
from limpet.ports import EndpointReply, ModelPiece, Transport

_REFUSAL_CHARS: Final = 4_000
"""Characters of a refusal that are read for its reason."""
_WHOLE_CHARS: Final = 262_144
"""Characters of a reply that does not come as a stream."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """
    Where a model is, as the user has named it.

    Attributes:
        address: Of ``chat/completions``.
        model: The model's name there.
        key: Sent as a bearer token; none when empty. It is in no text that is shown or written.
        wait_s: Seconds of silence before the first word.
        silence_s: Seconds of silence between words.
        total_s: Seconds of a whole reply.
    """

    address: str
    model: str
    key: str = ""
    wait_s: float = 60.0
    silence_s: float = 30.0
    total_s: float = 300.0

    def __repr__(self) -> str:
        return f"Endpoint({self.address!r}, {self.model!r})"


class ChatCompletions:
    """
    The model behind an endpoint.

    Args:
        endpoint: Where it is.
        transport: How this host reaches it.
    """

    def __init__(self, endpoint: Endpoint, transport: Transport) -> None:
        self._endpoint = endpoint
        self._transport = transport

    @property
    def name(self) -> str:
        """The model's name at its endpoint."""
        return self._endpoint.model

    async def stream(
        self, messages: Sequence[Mapping[str, str]], max_tokens: int, temperature: float
    ) -> AsyncGenerator[ModelPiece, None]:
        """The reply as it is written; see ``ChatModel.stream`` of the ports."""
        reading = _Reading(self._endpoint)
        request = {"messages": list(messages), "max_tokens": max_tokens, "temperature": temperature}
        reply = await self._opened(reading, request)
        try:
            async for piece in reading.pieces(reply):
                yield piece
        finally:
            await reply.close()

    async def _opened(self, reading: _Reading, request: Mapping[str, Any]) -> EndpointReply:
        """The reply with status 200; newer models name the cap otherwise and take no temperature."""
        reply = await self._posted(reading, request)
        if reply.status == 400:
            reason = await reading.refusal(reply)
            if "max_completion_tokens" not in reason and "temperature" not in reason:
                raise refused(reply.status, reason, self._endpoint.key)
            newer = {"messages": request["messages"], "max_completion_tokens": request["max_tokens"]}
            reply = await self._posted(reading, newer)
        if reply.status != 200:
            raise refused(reply.status, await reading.refusal(reply), self._endpoint.key)
        return reply

    async def _posted(self, reading: _Reading, request: Mapping[str, Any]) -> EndpointReply:
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream, application/json"}
        if self._endpoint.key:
            headers["Authorization"] = f"Bearer {self._endpoint.key}"
        body = json.dumps({"model": self._endpoint.model, "stream": True, **request})
        try:
            reply: EndpointReply = await reading.within(self._transport.post(self._endpoint.address, headers, body))
        except OSError:
            raise unreachable(self._endpoint.address) from None
        return reply


class _Reading:
    """One reply against the clock."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._ends_s = time.monotonic() + endpoint.total_s
        self._heard_s = time.monotonic()
        self._patience_s = endpoint.wait_s

    async def within(self, waiting: Any) -> Any:
        """The result of *waiting*, unless the endpoint has been silent for too long by then."""
        left_s = min(self._heard_s + self._patience_s, self._ends_s) - time.monotonic()
        try:
            return await asyncio.wait_for(waiting, max(left_s, 0.0))
        except TimeoutError:
            raise too_slow(self._endpoint.address, self._patience_s) from None

    async def refusal(self, reply: EndpointReply) -> str:
        """What an endpoint says with a status that is no success."""
        text = ""
        try:
            while len(text) < _REFUSAL_CHARS and (piece := await self.within(reply.read())):
                text += piece
        except OSError:
            pass  # the status alone has to do
        finally:
            await reply.close()
        return text

    async def pieces(self, reply: EndpointReply) -> AsyncGenerator[ModelPiece, None]:
        stream, thoughts = EventStream(), ThoughtFilter()
        has_come = False
        while text := await self._read(reply):
            for payload in stream.add(text):
                if payload == "[DONE]":
                    yield ModelPiece(thoughts.finish())
                    return
                event = said_error(payload, self._endpoint.key)
                content, is_alive = content_of(event)
                has_come = has_come or bool(content)
                if is_alive:
                    self._heard_s = time.monotonic()
                    self._patience_s = self._endpoint.silence_s if has_come else self._endpoint.wait_s
                if content:
                    yield ModelPiece(thoughts.add(content))
                if (reason := has_ended(event)) is not None:
                    yield ModelPiece(thoughts.finish(), is_cut=reason == "length")
                    return
            if stream.chars > _WHOLE_CHARS:
                raise ComposerError("model-garbled", "The endpoint sends something that is no chat completion.")
        whole = stream.whole()
        if whole is None:
            raise broken_off()
        event = said_error(whole, self._endpoint.key)
        yield ModelPiece(thoughts.add(content_of(event)[0]) + thoughts.finish(), is_cut=has_ended(event) == "length")

    async def _read(self, reply: EndpointReply) -> str:
        try:
            text: str = await self.within(reply.read())
        except OSError:
            raise broken_off() from None
        return text
