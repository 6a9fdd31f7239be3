"""What a client may send to the chat server, checked field by field before anything is done with it."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from limpet.errors import LimpetError, WireError

BODY_BYTES: Final = 2 * 1_048_576
"""Bytes of one request; larger ones are refused before they are read whole."""
BODY_DEPTH: Final = 16
"""Nesting of one request; deeper ones are refused before they are parsed."""
_SESSION_ID: Final = re.compile(r"[A-Za-z0-9_.:-]{1,128}")
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """
    One question.

    Attributes:
        question: What the visitor wrote.
        memory: What the client holds; None when it holds nothing.
        session_id: The session that the server holds; empty asks for a new one; None when the client holds it.
        page: Title and section that the visitor looks at.
    """

    question: str
    memory: Mapping[str, Any] | None = None
    session_id: str | None = None
    page: tuple[str, str] | None = None


class TooLargeError(LimpetError):
    """A request that is not read to its end."""


async def body_of(chunks: AsyncIterator[bytes]) -> bytes:
    """
    The whole body.

    Raises:
        TooLargeError: ``body-too-large``.
    """
    body = bytearray()
    async for chunk in chunks:
        body += chunk
        if len(body) > BODY_BYTES:
            raise TooLargeError("body-too-large", f"A request has at most {BODY_BYTES} bytes.")
    return bytes(body)


def chat_request(body: bytes) -> ChatRequest:
    """
    The question in *body*.

    Raises:
        WireError: ``not-json``, ``too-deep``, ``missing-field`` or ``wrong-field``.

    >>> chat_request(b'{"question": "Any kurtas?", "session_id": "s1"}').session_id
    's1'
    """
    given = _parsed(body)
    question = given.get("question")
    if question is None:
        raise WireError("missing-field", 'A request has a "question".')
    if not isinstance(question, str):
        raise WireError("wrong-field", '"question" is a text.')
    memory, session_id = given.get("memory"), given.get("session_id")
    if memory is not None and not isinstance(memory, dict):
        raise WireError("wrong-field", '"memory" is an object, as an earlier answer gave it.')
    if session_id is not None and not (
        isinstance(session_id, str) and (not session_id or _SESSION_ID.fullmatch(session_id))
    ):
        raise WireError("wrong-field", '"session_id" is a text of at most 128 letters, digits and "_.:-".')
    return ChatRequest(_LONE_SURROGATE.sub("\ufffd", question), memory, session_id, _page(given.get("page")))


def _page(given: Any) -> tuple[str, str] | None:
    if given is None:
        return None
    if not isinstance(given, list) or len(given) > 2 or not all(isinstance(part, str) for part in given):
        raise WireError("wrong-field", '"page" is a list of two texts, title and section.')
    title, section = [*given, "", ""][:2]
    return title[:400], section[:400]


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise WireError("not-json", "The request is not UTF-8.") from None
    depth = deepest = 0
    for token in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        deepest = max(deepest, depth)
        if deepest > BODY_DEPTH:
            raise WireError("too-deep", f"A request is nested at most {BODY_DEPTH} deep.")
    try:
        given = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise WireError("not-json", f"The request is not JSON: {str(error)[:80]}.") from None
    if not isinstance(given, dict):
        raise WireError("not-json", "A request is one JSON object.")
    return given


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")
