"""Moments as people and messages write them."""

from __future__ import annotations

from datetime import UTC, datetime

from limpet.errors import WireError


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
