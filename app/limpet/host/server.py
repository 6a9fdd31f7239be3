"""
A small web server for a chat: ``POST /chat``, for pages whose visitors cannot or may not run the core themselves.

The memory of a conversation is held by the client, signed, or by the server under a session id. Started by
``python -m limpet.host.server --index DIR``; ``create_app`` gives the ASGI application for any other server.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from limpet.chat import Chat
from limpet.errors import LimpetError, StoreError
from limpet.host.server_body import TooLargeError, body_of, chat_request
from limpet.host.server_conversations import BusyError, Conversations
from limpet.host.server_openapi import document
from limpet.host.server_state import KeyRing
from limpet.ports import MemoryUpdater, SessionStore
from limpet.store.session_memory import InMemorySessionStore
from limpet.store.session_mirrored import MirroredSessionStore

_LOG: Final = logging.getLogger("limpet.server")
_STATUS: Final[Sequence[tuple[type[LimpetError], int]]] = ((TooLargeError, 413), (BusyError, 429), (StoreError, 503))


class AsciiResponse(JSONResponse):
    """JSON in ASCII, so that no half character of a text can break an answer."""

    def render(self, content: Any) -> bytes:
        """*content* as bytes."""
        return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


def create_app(
    chat: Chat,
    store: SessionStore | None = None,
    ring: KeyRing | None = None,
    updater: MemoryUpdater | None = None,
) -> Starlette:
    """
    The ASGI application.

    Args:
        chat: Holds the documents; each conversation is a chat of its own that shares them.
        store: Where the server holds sessions; this process's memory when None. A copy of the latest ones is kept
            here, so that a store that goes away for a while interrupts nobody.
        ring: Signs the memory that clients hold; from the environment when None.
        updater: Proposes the typed memory, such as ``OpenAiUpdater``; the rules alone when None.

    >>> [route.path for route in create_app(Chat()).routes]
    ['/chat', '/chat/{session_id}', '/openapi.json', '/health']
    """
    inner = store or InMemorySessionStore(chat.clock)
    sessions = MirroredSessionStore(inner, chat.clock, ended_ttl_s=chat.limits.session_ttl_s)
    conversations = Conversations(chat, sessions, ring or KeyRing.from_environment(), updater)

    async def ask(request: Request) -> Response:
        return AsciiResponse(await conversations.answer(chat_request(await body_of(request.stream()))))

    async def end(request: Request) -> Response:
        await conversations.end(request.path_params["session_id"][:128])
        return Response(status_code=204)

    async def describe(_: Request) -> Response:
        return AsciiResponse(document())

    async def health(_: Request) -> Response:
        index = chat.knowledge.index
        return AsciiResponse({"fragments": len(index.fragments) if index else 0, "embeds": chat.knowledge.is_embedding})

    return Starlette(
        routes=[
            Route("/chat", ask, methods=["POST"]),
            Route("/chat/{session_id}", end, methods=["DELETE"]),
            Route("/openapi.json", describe, methods=["GET"]),
            Route("/health", health, methods=["GET"]),
        ],
        exception_handlers={LimpetError: _refused, Exception: _failed},
    )


def status_of(error: LimpetError) -> int:
    """
    The HTTP status of an error.

    >>> status_of(StoreError("store-unreachable", "Down.")), status_of(LimpetError("not-json", "No JSON."))
    (503, 400)
    """
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 400)


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, LimpetError):
        return await _failed(_, error)
    status = status_of(error)
    headers = {"Retry-After": "2"} if status in (429, 503) else {}
    return AsciiResponse({"error": {"code": error.code, "detail": error.detail}}, status, headers)


async def _failed(_: Request, error: Exception) -> Response:
    _LOG.error("a request failed", exc_info=error)
    detail = "limpet has a fault here; nothing was changed."
    return AsciiResponse({"error": {"code": "internal", "detail": detail}}, 500)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; returns the exit code."""
    parser = argparse.ArgumentParser("python -m limpet.host.server", description="A web server for a chat.")
    parser.add_argument("--index", type=Path, required=True, metavar="DIR", help="a built site or folder of documents")
    parser.add_argument("--host", default="127.0.0.1", help="loopback unless told")
    parser.add_argument("--port", type=int, default=8010, help="0 takes a free one")
    parser.add_argument(
        "--redis", default="", metavar="URL", help="where sessions are held; this process when left out"
    )
    parser.add_argument("--updater", default="", metavar="URL", help="an OpenAI-compatible endpoint for the memory")
    parser.add_argument("--updater-model", default="gpt-4o-mini", metavar="NAME")
    parser.add_argument("--embed", choices=("on", "off"), default="on", help="off: words only, no vectors")
    parser.add_argument("--policy", default="", metavar="NAME", help="rules or network; by default the site's choice")
    options = parser.parse_args(arguments)
    try:
        app = _app_of(options)
    except LimpetError as error:
        sys.stderr.write(f"limpet: {error}\n")
        return 1
    import uvicorn

    uvicorn.run(app, host=options.host, port=options.port, log_level="info")
    return 0


def _app_of(options: argparse.Namespace) -> Starlette:
    from limpet.host.native import open_chat
    from limpet.host.openai_updater import OpenAiUpdater

    store: SessionStore | None = None
    if options.redis:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        from limpet.store.session_redis import RedisSessionStore

        at_once = Retry(NoBackoff(), 0)  # a visitor waits: whoever asks tries again, without pauses
        client = Redis.from_url(options.redis, socket_timeout=2, socket_connect_timeout=2, retry=at_once)
        store = RedisSessionStore(client)
    updater = OpenAiUpdater.from_environment(options.updater, options.updater_model) if options.updater else None
    chat = open_chat(options.index, embed=options.embed == "on", policy=options.policy)
    return create_app(chat, store, updater=updater)


if __name__ == "__main__":
    sys.exit(main())
