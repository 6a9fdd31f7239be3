"""
The messages between page and core, and between a script and ``limpet wire``: dataclasses to and from JSON text.

A request is one JSON object with ``type`` and ``id``; its events carry the same ``id`` and end with one ``done`` or
``error``. Unknown fields are ignored, so that fields may be added; a missing or wrong one is a ``WireError``.
``web/wire/`` holds the same messages for TypeScript; golden messages under ``tests/wire`` are read by both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, TypeAlias

from limpet.errors import WireError
from limpet.wire_requests import REQUESTS, Request

WIRE_VERSION: Final = 1

Json: TypeAlias = dict[str, Any]


_SHAPES: Final[Mapping[str, tuple[type, ...]]] = {
    "int | str": (int, str), "Json": (dict,), "list[Any]": (list,), "str": (str,), "str | None": (str, type(None)),
    "list[Any] | None": (list, type(None)), "int": (int,), "bool": (bool,), "bool | None": (bool, type(None)),
    "int | None": (int, type(None)), "float | None": (int, float, type(None)), "Any": (object,),
}  # fmt: skip


def decode_request(text: str, max_chars: int) -> Request:
    """
    One line of JSON as a request.

    Raises:
        WireError: ``too-long``, ``not-json``, ``not-an-object``, ``no-type``, ``unknown-type``, ``no-id``,
            ``missing-field`` or ``wrong-field``.

    >>> decode_request('{"type": "ask", "id": 1, "text": "hello"}', 1000).text
    'hello'
    """
    if len(text) > max_chars:
        raise WireError("too-long", f"The message has {len(text)} characters; {max_chars} are read at most.")
    message = _parse(text)
    kind = message.get("type")
    if not isinstance(kind, str):
        raise WireError("no-type", 'The message needs a "type".')
    if kind not in REQUESTS:
        raise WireError("unknown-type", f'There is no message of type "{kind[:40]}"; known: {", ".join(REQUESTS)}.')
    request_id = message.get("id")
    if isinstance(request_id, bool) or not isinstance(request_id, (int, str)):
        raise WireError("no-id", f'The message "{kind}" needs an "id", a number or a text.')
    shape = REQUESTS[kind]
    values = {f.name: _field(kind, f.name, str(f.type), message) for f in fields(shape) if _is_given(f, message)}
    try:
        return shape(**values)
    except TypeError:
        missing = [f.name for f in fields(shape) if f.name not in values and _is_required(f)]
        raise WireError("missing-field", f'The message "{kind}" needs "{missing[0]}".') from None


def request_id_of(text: str) -> int | str | None:
    """The ``id`` of a line that may be no request at all, for its error event."""
    try:
        found = _parse(text).get("id")
    except WireError:
        return None
    return found if isinstance(found, (int, str)) and not isinstance(found, bool) else None


def encode_event(kind: str, request_id: int | str | None, body: Mapping[str, Any] | None = None) -> str:
    """
    One event as a line of JSON.

    >>> encode_event("done", 3)
    '{"type": "done", "id": 3}'
    """
    event = {"type": kind, "id": request_id, **(body or {})}
    return json.dumps(event, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace").decode()


def _parse(text: str) -> Json:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError("not-json", f"The line is not JSON: {str(error)[:120]}.") from None
    if not isinstance(message, dict):
        raise WireError("not-an-object", "A message is a JSON object.")
    return message


def _is_required(spec: Any) -> bool:
    return spec.default is MISSING and spec.default_factory is MISSING


def _is_given(spec: Any, message: Json) -> bool:
    if spec.name not in message:
        return False
    return message[spec.name] is not None or _is_required(spec) or "None" in str(spec.type)


def _field(kind: str, name: str, shape: str, message: Json) -> Any:
    value = message[name]
    allowed = _SHAPES[shape]
    is_wrong_bool = isinstance(value, bool) and bool not in allowed and object not in allowed
    if is_wrong_bool or not isinstance(value, allowed):
        wanted = shape.replace("Json", "object").replace("list[Any]", "list")
        raise WireError("wrong-field", f'"{name}" of "{kind}" must be {wanted}; it is {type(value).__name__}.')
    return value
