"""Session memory to and from one versioned JSON document; what comes in is never trusted."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from limpet.errors import ConfigError, SnapshotError
from limpet.limits import Limits
from limpet.memory import inspection, recording
from limpet.memory.engagement import ENGAGEMENTS
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, Eviction, MemoryView
from limpet.text.finite import is_finite

KIND: Final = "limpet-session"
VERSION: Final = 1
Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: Final[Mapping[int, Migration]] = MappingProxyType({})
"""From each older version to the next; applied one after another."""

_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_MAX_DIMENSIONS: Final = 4_096
_MAX_COUNT: Final = 2**53
"""The largest whole number that survives JSON in every language."""


def encode(view: MemoryView) -> str:
    """*view* as JSON text: float32 and float16 vectors in base64, so that the round trip is exact."""
    document = {
        "kind": KIND,
        "version": VERSION,
        "turn_count": view.turn_count,
        "last_active_s": view.last_active_s,
        "turns": [_turn_out(turn) for turn in view.turns],
        "summary_vector": None if view.summary_vector is None else _base64(view.summary_vector),
        "turn_vectors": {str(number): _base64(row) for number, row in view.turn_vectors.items()},
        "mentions": dict(view.mentions),
        "exposures": dict(view.exposures),
        "engagements": list(view.engagements),
        "evictions": [[one.number, one.importance, one.at_turn] for one in view.evictions],
        "conversation": {
            "topic": view.topic, "slots": dict(view.slots), "rolling_summary": view.rolling_summary, "offer": view.offer
        },
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def decode(text: str, limits: Limits) -> MemoryView:
    """
    The view that *text* was made from.

    Raises:
        SnapshotError: ``snapshot-too-large``, ``snapshot-unreadable``, ``snapshot-newer`` or ``snapshot-invalid``.
    """
    document = migrated(_parsed(text, limits))
    try:
        view = _view(document, limits)
        inspection.check(view, limits)
    except ConfigError as error:
        raise SnapshotError("snapshot-invalid", f"The saved memory cannot be right: {error.detail}") from None
    except (AssertionError, KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        detail = f"The saved memory cannot be right ({type(error).__name__}: {str(error)[:80]}); nothing was loaded."
        raise SnapshotError("snapshot-invalid", detail) from None
    return view


def migrated(document: dict[str, Any]) -> dict[str, Any]:
    """
    *document* brought to the present version.

    Raises:
        SnapshotError: It is of another kind, of no version, or newer than this program.
    """
    version = document.get("version")
    if document.get("kind") != KIND or isinstance(version, bool) or not isinstance(version, int):
        raise SnapshotError("snapshot-invalid", "This is not a saved session of limpet.")
    if version > VERSION:
        raise SnapshotError(
            "snapshot-newer",
            f"The saved memory has version {version}; this program reads up to {VERSION}. Reload to update.",
        )
    while version < VERSION:
        if version not in MIGRATIONS:
            raise SnapshotError("snapshot-invalid", f"There is no way from version {version} to {VERSION}.")
        document = MIGRATIONS[version](document)
        version += 1
    return document


def _parsed(text: str, limits: Limits) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > limits.snapshot_bytes:
        raise SnapshotError("snapshot-too-large", f"A saved memory of at most {limits.snapshot_bytes} bytes is read.")
    if _depth(text, limits.snapshot_depth) > limits.snapshot_depth:
        raise SnapshotError("snapshot-invalid", f"The saved memory is nested deeper than {limits.snapshot_depth}.")
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise SnapshotError("snapshot-unreadable", f"The saved memory is not whole JSON: {str(error)[:80]}.") from None
    if not isinstance(document, dict):
        raise SnapshotError("snapshot-invalid", "A saved memory is one JSON object.")
    return document


def _depth(text: str, enough: int) -> int:
    """Deepest nesting of brackets outside of strings, counted until *enough* is passed."""
    depth = deepest = 0
    for token in _BRACKETS.finditer(text):
        mark = token[0]
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > enough:
                break
        elif mark in "]}":
            depth -= 1
    return deepest


def _view(document: Mapping[str, Any], limits: Limits) -> MemoryView:
    state = _typed(document["conversation"], dict)
    summary = None if document["summary_vector"] is None else _row(document["summary_vector"], np.float32)
    vectors = {_whole(int(n)): _row(row, np.float16) for n, row in _typed(document["turn_vectors"], dict).items()}
    last_active_s = document["last_active_s"]
    return MemoryView(
        turns=tuple(_turn_in(one, limits) for one in _capped(document["turns"], limits.session_turns)),
        turn_count=_whole(document["turn_count"]),
        summary_vector=summary,
        mentions=MappingProxyType(_counts(document["mentions"], recording.NAME_CHARS)),
        exposures=MappingProxyType(_counts(document["exposures"], recording.ID_CHARS)),
        engagements=tuple(_engagement(one) for one in _capped(document["engagements"], limits.engagement_turns)),
        conversation=recording.checked_conversation(
            Conversation(state["topic"], _typed(state["slots"], dict), _typed(state["rolling_summary"], str),
                         state["offer"]), limits),
        turn_vectors=MappingProxyType(vectors),
        evictions=tuple(_eviction(one) for one in _capped(document["evictions"], recording.EVICTIONS)),
        last_active_s=None if last_active_s is None else _finite(last_active_s),
    )  # fmt: skip


def _turn_out(turn: Turn) -> dict[str, Any]:
    values = {field.name: getattr(turn, field.name) for field in fields(turn)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _turn_in(values: Any, limits: Limits) -> Turn:
    values = _typed(values, dict)
    message, answer = _typed(values["message"], str), _typed(values["answer"], str)
    if len(message) > limits.message_chars or len(answer) > limits.answer_chars:
        raise ValueError("a text that is too long")
    return Turn(
        message=message,
        answer=answer,
        entities=_names(values["entities"], recording.NAME_CHARS, recording.TURN_NAMES),
        topics=_names(values["topics"], recording.NAME_CHARS, recording.TURN_NAMES),
        fragment_ids=_names(values["fragment_ids"], recording.ID_CHARS, recording.TURN_NAMES),
        was_ambiguous=_typed(values["was_ambiguous"], bool),
        was_correction=_typed(values["was_correction"], bool),
        engagement=_engagement(values["engagement"]),
        at_s=_finite(values["at_s"]),
        number=_whole(values["number"]),
        is_gist=_typed(values["is_gist"], bool),
        was_stopped=_typed(values["was_stopped"], bool),
        last_active_turn=_whole(values["last_active_turn"]),
    )


def _base64(row: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(row).tobytes()).decode("ascii")


def _row(text: Any, dtype: type) -> Any:
    try:
        data = base64.b64decode(_typed(text, str), validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    row: Any = np.frombuffer(data, dtype=dtype).copy()
    if not 0 < row.size <= _MAX_DIMENSIONS or not np.isfinite(row).all():
        raise ValueError("a vector that is empty, too long or not finite")
    row.flags.writeable = False
    return row


def _typed(value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{kind.__name__} expected, {type(value).__name__} found")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MAX_COUNT:
        raise TypeError("a whole number expected")
    return value


def _finite(value: Any) -> float:
    if not is_finite(value):
        raise TypeError("a finite number expected")
    return float(value)


def _capped(values: Any, cap: int) -> list[Any]:
    if len(_typed(values, list)) > cap:
        raise ValueError(f"{len(values)} entries where {cap} fit")
    return list(values)


def _names(values: Any, max_chars: int, cap: int) -> tuple[str, ...]:
    names = tuple(_typed(name, str) for name in _capped(values, cap))
    if any(not 0 < len(name) <= max_chars for name in names):
        raise ValueError("a name that is empty or too long")
    return names


def _counts(values: Any, max_chars: int) -> dict[str, int]:
    counts = {name: _whole(count) for name, count in _typed(values, dict).items()}
    if any(not 0 < len(name) <= max_chars for name in counts):
        raise ValueError("a name that is empty or too long")
    return counts


def _engagement(value: Any) -> Any:
    if value not in ENGAGEMENTS:
        raise ValueError("an unknown engagement")
    return value


def _eviction(value: Any) -> Eviction:
    number, importance, at_turn = _typed(value, list)
    return Eviction(_whole(number), _finite(importance), _whole(at_turn))


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")
