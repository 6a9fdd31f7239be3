"""What went wrong at a model's endpoint, as sentences that tell what to do; the key is in none of them."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlsplit

from limpet.errors import ComposerError

_REASON_CHARS: Final = 160
_NO_API: Final = "The address answers, but not as a model server does; it usually ends in /v1."


def unreachable(address: str) -> ComposerError:
    """Nothing answers there, or a browser may not read the answer."""
    return ComposerError(
        "model-unreachable",
        f"Nothing that may be read answers at {_host(address)}: is the server running, and does it allow this page "
        "(CORS)?",
    )


def too_slow(address: str, waited_s: float) -> ComposerError:
    """It has been silent for too long."""
    return ComposerError("model-timeout", f"The model at {_host(address)} said nothing for {waited_s:g} seconds.")


def broken_off() -> ComposerError:
    """The reply ended in its middle."""
    return ComposerError("model-cut-off", "The model's reply broke off.")


def refused(status: int, text: str, key: str) -> ComposerError:
    """
    An HTTP status that is no success.

    >>> refused(401, "", "").code, refused(429, "", "").code, refused(404, "<html>", "").code
    ('model-refused-key', 'model-busy', 'model-not-an-api')
    """
    if status in (401, 403):
        return ComposerError("model-refused-key", f"The endpoint does not accept the key ({status}).")
    if status == 429:
        return ComposerError("model-busy", "The endpoint has had too many requests (429); ask again later.")
    if text.lstrip().startswith("<"):
        return ComposerError("model-not-an-api", f"{_NO_API} ({status})")
    reason = _reason(_parsed(text), key)
    said = f": {reason}" if reason else "."
    return ComposerError("model-failed", f"The endpoint refused the request ({status}){said}")


def said_error(payload: str, key: str) -> dict[str, Any]:
    """
    A JSON object of a reply.

    Raises:
        ComposerError: ``model-garbled``: it is none; ``model-failed``: it tells of an error.
    """
    event = _parsed(payload)
    if not isinstance(event, dict):
        if payload.lstrip().startswith("<"):
            raise ComposerError("model-not-an-api", _NO_API)
        raise ComposerError("model-garbled", "The endpoint sends something that is no chat completion.")
    if event.get("error"):
        raise ComposerError(
            "model-failed", f"The endpoint reports an error: {_reason(event, key) or 'no reason given'}"
        )
    return event


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _reason(body: Any, key: str) -> str:
    """The message of an error body, short and without the key."""
    error = body.get("error", body) if isinstance(body, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    text = " ".join(message.split()) if isinstance(message, str) else ""
    text = text.replace(key, "(key)") if key else text
    return text[:_REASON_CHARS]


def _host(address: str) -> str:
    return urlsplit(address).netloc
