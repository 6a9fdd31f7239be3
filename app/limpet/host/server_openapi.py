"""What the chat server takes and gives, as an OpenAPI 3.1 document."""

from __future__ import annotations

from typing import Any, Final

from limpet import __version__

_TEXT: Final = {"type": "string"}
_NUMBER: Final = {"type": "number"}
_OBJECT: Final = {"type": "object"}


def document() -> dict[str, Any]:
    """
    The description of every path, request and answer.

    >>> sorted(document()["paths"])
    ['/chat', '/chat/{session_id}', '/health', '/openapi.json']
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "limpet",
            "version": __version__,
            "description": "Answers from documents, with citations; the memory is held by the client or by the server.",
        },
        "paths": {
            "/chat": {"post": _chat()},
            "/chat/{session_id}": {"delete": _delete()},
            "/openapi.json": {"get": _get("This document.", _OBJECT)},
            "/health": {"get": _get("Whether the documents are there.", {"$ref": "#/components/schemas/Health"})},
        },
        "components": {
            "schemas": {
                "Question": _question(),
                "Answer": _answer(),
                "Memory": _memory(),
                "Citation": _citation(),
                "Health": _closed({"fragments": {"type": "integer"}, "embeds": {"type": "boolean"}}),
                "Error": _closed({"error": _closed({"code": _TEXT, "detail": _TEXT})}),
            }
        },
    }


def _chat() -> dict[str, Any]:
    return {
        "summary": "Ask a question.",
        "description": "With `session_id` the server holds the memory for an hour; without it, `memory` goes out and "
        "comes back.",
        "requestBody": {"required": True, "content": _json({"$ref": "#/components/schemas/Question"})},
        "responses": {
            "200": {"description": "The answer.", "content": _json({"$ref": "#/components/schemas/Answer"})},
            "400": _refusal("A field or the memory cannot be right; nothing was changed."),
            "413": _refusal("The request is too large."),
            "429": _refusal("Another question of the session is still being answered."),
            "500": _refusal("A fault of the server; nothing was changed."),
            "503": _refusal("The store of sessions is not reached; nothing was changed."),
        },
    }


def _delete() -> dict[str, Any]:
    name = {"name": "session_id", "in": "path", "required": True, "schema": _TEXT}
    return {
        "summary": "Forget a session.",
        "parameters": [name],
        "responses": {"204": {"description": "It is gone."}, "503": _refusal("The store was not told.")},
    }


def _get(summary: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"summary": summary, "responses": {"200": {"description": summary, "content": _json(schema)}}}


def _refusal(description: str) -> dict[str, Any]:
    return {"description": description, "content": _json({"$ref": "#/components/schemas/Error"})}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _closed(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object of exactly these properties."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _question() -> dict[str, Any]:
    properties = {
        "question": {"type": "string", "minLength": 1, "maxLength": 8000},
        "memory": {"$ref": "#/components/schemas/Memory"},
        "session_id": {"type": "string", "maxLength": 128, "description": "Hard to guess; empty asks for a new one."},
        "page": {"type": "array", "items": _TEXT, "maxItems": 2, "description": "Title and section of the open page."},
    }
    return {**_closed(properties, ("memory", "session_id", "page")), "additionalProperties": True}


def _memory() -> dict[str, Any]:
    value = {"type": ["string", "number"]}
    properties = {
        "active_product": {"type": ["string", "null"], "maxLength": 80},
        "confirmed_filters": {"type": "object", "additionalProperties": value, "maxProperties": 32},
        "rolling_summary": {"type": "string"},
        "kind": _TEXT,
        "version": {"type": "integer"},
        "state": {"type": "string", "description": "The whole session; only with key_id and signature."},
        "key_id": _TEXT,
        "signature": {"type": "string", "description": "HMAC-SHA256 over all other fields."},
    }
    described = "As an earlier answer gave it, unchanged; or the first three fields alone, without a signature."
    return {**_closed(properties, tuple(properties)), "additionalProperties": True, "description": described}


def _answer() -> dict[str, Any]:
    part = {"part": _TEXT, "label": _TEXT, "repeats": {"const": True}}
    properties: dict[str, Any] = {
        "answer": _TEXT,
        "mode": {"enum": ["answer", "compare", "clarify", "not_covered", "smalltalk"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "citations": {"type": "array", "items": {"$ref": "#/components/schemas/Citation"}},
        "query": _TEXT,
        "engagement": _TEXT,
        "topic": {"type": ["string", "null"]},
        "slots": _OBJECT,
        "understood": {"type": "array", "items": _closed(part, ("repeats",))},
        "options": {"type": "array", "items": _TEXT},
        "hits": {"type": "array", "items": _closed({"fragment_id": _TEXT, "score": _NUMBER})},
        "decided_by": _TEXT,
        "timings_ms": {"type": "object", "additionalProperties": _NUMBER},
        "memory": {"$ref": "#/components/schemas/Memory"},
        "session_id": _TEXT,
        "notice": _closed({"code": _TEXT, "text": _TEXT}),
    }
    return _closed(properties, ("options", "memory", "session_id", "notice"))


def _citation() -> dict[str, Any]:
    whole = {"type": "integer", "minimum": 0}
    place = {"fragment_id": _TEXT, "document_id": _TEXT, "heading": _TEXT, "start": whole, "end": whole, "quote": _TEXT}
    return _closed({**place, "addresses_assistant": {"type": "boolean"}}, ("addresses_assistant",))
