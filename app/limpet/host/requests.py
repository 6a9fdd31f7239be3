"""Which request is answered by which call of the chat, and how its fields become Python values."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from limpet import wire
from limpet.chat import Chat
from limpet.errors import WireError
from limpet.events import Event, StopFlag
from limpet.knowledge import document_from

Body: TypeAlias = dict[str, Any]
Stream: TypeAlias = Callable[[Chat, Any, StopFlag], AsyncIterator[Event]]
Answer: TypeAlias = tuple[str, Callable[[Chat, Any], Awaitable[Body]]]


def instant_s(text: str | None) -> float | None:
    """
    An ISO 8601 time as seconds since the epoch; without an offset it is taken as UTC.

    Raises:
        WireError: ``bad-time``.

    >>> instant_s("1970-01-01T00:01:00Z")
    60.0
    """
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.timestamp()
    except (ValueError, OverflowError):
        raise WireError("bad-time", f'"{text[:40]}" is no ISO 8601 time, such as 2026-03-01T12:00:00Z.') from None


def page_of(given: list[Any] | None) -> tuple[str, str] | None:
    """
    The title and section of the page that the visitor is on.

    Raises:
        WireError: ``bad-page``.
    """
    if given is None:
        return None
    if len(given) > 2 or not all(isinstance(part, str) for part in given):
        raise WireError("bad-page", 'A "page" is a list of two texts, title and section.')
    title, section = [*given, "", ""][:2]
    return title, section


def _ask(chat: Chat, request: wire.Ask, stop: StopFlag) -> AsyncIterator[Event]:
    return chat.ask(
        request.text,
        ask_id=request.id,
        now_s=instant_s(request.now),
        page=page_of(request.page),
        user=request.user or "",
        stop=stop,
    )


def _choose(chat: Chat, request: wire.Choose, stop: StopFlag) -> AsyncIterator[Event]:
    return chat.choose(request.ask, request.option, ask_id=request.id, now_s=instant_s(request.now), stop=stop)


def _undo(chat: Chat, request: wire.Undo, stop: StopFlag) -> AsyncIterator[Event]:
    return chat.undo(request.ask, request.part, ask_id=request.id, now_s=instant_s(request.now), stop=stop)


async def _configure(chat: Chat, request: wire.Configure) -> Body:
    return await chat.configure(request.schema, request.settings)


async def _add_documents(chat: Chat, request: wire.AddDocuments) -> Body:
    documents = [document_from(given, chat.limits) for given in request.documents]
    return {"fragments": await chat.add_documents(documents)}


async def _retrieve(chat: Chat, request: wire.Retrieve) -> Body:
    hits = await chat.retrieve(request.text, k=request.k, mode=request.mode, contextual=request.contextual)
    return {
        "hits": [
            {"fragment_id": h.fragment.fragment_id, "document_id": h.fragment.document_id, "score": round(h.score, 6)}
            for h in hits
        ]
    }


async def _observe(chat: Chat, request: wire.Observe) -> Body:
    return await chat.observe(
        request.message,
        request.answer,
        page=page_of(request.page),
        at_s=instant_s(request.at),
        user=request.user or "",
    )


async def _remember(chat: Chat, request: wire.Remember) -> Body:
    return await chat.remember(request.session, request.turns, user=request.user or "", kind=request.kind)


async def _recall(chat: Chat, request: wire.Recall) -> Body:
    return await chat.recall(
        request.text,
        k=request.k,
        depth=request.depth,
        coverage=request.coverage,
        is_exhaustive=request.exhaustive,
        now_s=instant_s(request.now),
        user=request.user or "",
    )


async def _forget(chat: Chat, request: wire.Forget) -> Body:
    return await chat.forget(request.what, user=request.user or "")


async def _consent(chat: Chat, request: wire.Consent) -> Body:
    return await chat.consent(remember=request.remember, private=request.private)


async def _inspect(chat: Chat, request: wire.Inspect) -> Body:  # noqa: ARG001 the request carries nothing
    return await chat.inspect()


async def _export(chat: Chat, request: wire.Export) -> Body:  # noqa: ARG001
    return {"document": await chat.export()}


async def _import(chat: Chat, request: wire.Import) -> Body:
    return await chat.import_document(request.document)


async def _reset(chat: Chat, request: wire.Reset) -> Body:  # noqa: ARG001
    return await chat.reset()


async def _open(chat: Chat, request: wire.Open) -> Body:
    document = chat.knowledge.document(request.document_id)
    return {
        "document_id": document.document_id,
        "title": document.title,
        "text": document.text,
        "format": document.format,
        "url": document.url,
    }


async def _suggest(chat: Chat, request: wire.Suggest) -> Body:
    return {"questions": chat.suggest(request.k)}


STREAMS: Final[Mapping[type[wire.Request], Stream]] = {wire.Ask: _ask, wire.Choose: _choose, wire.Undo: _undo}
"""Requests whose answer comes in pieces."""

ANSWERS: Final[Mapping[type[wire.Request], Answer]] = {
    wire.Configure: ("done", _configure),
    wire.AddDocuments: ("done", _add_documents),
    wire.Retrieve: ("hits", _retrieve),
    wire.Observe: ("view", _observe),
    wire.Remember: ("done", _remember),
    wire.Recall: ("recalled", _recall),
    wire.Forget: ("receipt", _forget),
    wire.Consent: ("done", _consent),
    wire.Inspect: ("inspected", _inspect),
    wire.Export: ("exported", _export),
    wire.Import: ("done", _import),
    wire.Reset: ("done", _reset),
    wire.Open: ("opened", _open),
    wire.Suggest: ("suggested", _suggest),
}
"""Requests that are answered at once: the result event's type (``done`` alone when there is none) and the call."""
