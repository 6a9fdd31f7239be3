"""Which request is answered by which call of the chat, and how its fields become Python values."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from limpet import block_listing, custody
from limpet import wire_requests as wire
from limpet.bystander import MOST_HITS
from limpet.chat import Chat
from limpet.errors import WireError
from limpet.events import Answered, Event, StopFlag
from limpet.given_documents import document_from
from limpet.instant import instant_s
from limpet.memory.recall import RecallRequest
from limpet.memory.recall_terms import recall_terms
from limpet.private_part import consent_changed

_MANY: Final = 200
"""Suggestions to choose from when some are left out because they are mastered."""

Body: TypeAlias = dict[str, Any]
Stream: TypeAlias = Callable[[Chat, Any, StopFlag], AsyncIterator[Event]]
Answer: TypeAlias = tuple[str, Callable[[Chat, Any], Awaitable[Body]]]


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
    events = chat.ask(
        request.text,
        ask_id=request.id,
        now_s=instant_s(request.now),
        page=page_of(request.page),
        user=request.user or "",
        stop=stop,
    )
    return _noted(chat, events)


def _choose(chat: Chat, request: wire.Choose, stop: StopFlag) -> AsyncIterator[Event]:
    events = chat.choose(request.ask, request.option, ask_id=request.id, now_s=instant_s(request.now), stop=stop)
    return _noted(chat, events)


def _undo(chat: Chat, request: wire.Undo, stop: StopFlag) -> AsyncIterator[Event]:
    events = chat.undo(request.ask, request.part, ask_id=request.id, now_s=instant_s(request.now), stop=stop)
    return _noted(chat, events)


async def _noted(chat: Chat, events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    """*events*, with what an answer shows kept under the turn that it became."""
    async for event in events:
        if isinstance(event, Answered) and (event.text or not event.was_stopped):
            number, session_id = chat.session.view().turn_count, chat.longterm.session_id
            chat.longterm.shown.note(session_id, number, event.citations, event.recalled)
            yield replace(event, turn=number, session=session_id)
        else:
            yield event


async def _configure(chat: Chat, request: wire.Configure) -> Body:
    return await chat.configure(request.schema, request.settings)


async def _try_composer(chat: Chat, request: wire.TryComposer) -> Body:
    return {"reply": await chat.composers.try_out(request.composer)}


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
    return await chat.longterm.remember(request.session, request.turns, request.user or "", request.kind)


async def _recall(chat: Chat, request: wire.Recall) -> Body:
    if not 1 <= request.k <= MOST_HITS:
        raise WireError("wrong-field", f'"k" is between 1 and {MOST_HITS}; not {request.k}.')
    if request.depth is not None and request.depth < 1:
        raise WireError("wrong-field", f'"depth" is 1 or more, or null; not {request.depth}.')
    if request.coverage is not None and not 0 <= request.coverage <= 1:
        raise WireError("wrong-field", f'"coverage" is between 0 and 1, or null; not {request.coverage}.')
    return await chat.longterm.recall(
        RecallRequest(
            request.text,
            k=request.k,
            depth=request.depth,
            coverage=request.coverage,
            exhaustive=request.exhaustive,
            now_s=instant_s(request.now),
            user=request.user or "",
        )
    )


async def _forget(chat: Chat, request: wire.Forget) -> Body:
    said = [one for one in request.said or () if isinstance(one, str)]
    return await custody.forget(chat, request.what, request.user or "", request.session, said)


async def _consent(chat: Chat, request: wire.Consent) -> Body:
    memory, user = chat.longterm.memory, request.user or ""
    before = await memory.consent(user)
    remembers = before.remembers if request.remember is None else request.remember
    consent = await memory.set_consent(remembers, request.private, user=user)
    consent_changed(chat, before, consent)
    return {"remembers": consent.remembers, "is_private": consent.is_private}


async def _inspect(chat: Chat, request: wire.Inspect) -> Body:
    return await custody.inspect(chat, request.user or "")


async def _blocks(chat: Chat, request: wire.Blocks) -> Body:
    return await block_listing.blocks(chat, request.search, request.block, request.k, request.user or "")


async def _export(chat: Chat, request: wire.Export) -> Body:
    return {"document": await custody.export(chat, request.user or "")}


async def _import(chat: Chat, request: wire.Import) -> Body:
    return await custody.import_document(chat, request.document, request.user or "")


async def _reset(chat: Chat, request: wire.Reset) -> Body:
    notice = await chat.end_session(request.user or "")
    return {} if notice is None else {"notice": notice.body()}


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
    mastered = await chat.longterm.mastered()
    among = [one for one in request.among or () if isinstance(one, str)][:_MANY]
    made = chat.suggest(request.k if not mastered else _MANY) if mastered or len(among) < request.k else []
    questions = dict.fromkeys([*among, *made])
    left = [one for one in questions if not any(topic.issubset(recall_terms(one)) for topic in mastered)]
    return {"questions": left[: request.k]}


STREAMS: Final[Mapping[type[wire.Request], Stream]] = {wire.Ask: _ask, wire.Choose: _choose, wire.Undo: _undo}
"""Requests whose answer comes in pieces."""

ANSWERS: Final[Mapping[type[wire.Request], Answer]] = {
    wire.Configure: ("done", _configure),
    wire.TryComposer: ("done", _try_composer),
    wire.AddDocuments: ("done", _add_documents),
    wire.Retrieve: ("hits", _retrieve),
    wire.Observe: ("view", _observe),
    wire.Remember: ("done", _remember),
    wire.Recall: ("recalled", _recall),
    wire.Forget: ("receipt", _forget),
    wire.Consent: ("done", _consent),
    wire.Inspect: ("inspected", _inspect),
    wire.Blocks: ("blocks", _blocks),
    wire.Export: ("exported", _export),
    wire.Import: ("done", _import),
    wire.Reset: ("done", _reset),
    wire.Open: ("opened", _open),
    wire.Suggest: ("suggested", _suggest),
}
"""Requests that are answered at once: the result event's type (``done`` alone when there is none) and the call."""
