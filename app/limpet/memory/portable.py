"""Memory as one portable, versioned JSON document; what comes in is never trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from limpet.errors import SnapshotError
from limpet.limits import Limits
from limpet.memory.block import STORE_KINDS, Block, RememberedTurn, StoreKind
from limpet.memory.block_codec import turn_to_json
from limpet.memory.facts import Fact
from limpet.text.finite import is_finite

FORMAT: Final = "limpet-memory"
VERSION: Final = 1
_LATEST_S: Final = 2.5e11
_NAME_CHARS: Final = 200
_LIST_ITEMS: Final = 64


@dataclass(frozen=True, slots=True)
class Part:
    """Turns of one session as they came in a document."""

    session_id: str
    kind: StoreKind
    turns: tuple[RememberedTurn, ...]


def document_of(blocks: Sequence[Block], now_s: float) -> dict[str, Any]:
    """
    *blocks* as a document, those of several sessions by session. Vectors are left out: whoever imports makes them with
    its own embedder.

    >>> document_of([], 0.0)
    {'format': 'limpet-memory', 'version': 1, 'exported_s': 0.0, 'blocks': []}
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_s": now_s,
        "blocks": [
            {
                "session": session_id, "kind": block.kind, "created_s": block.created_s, "theme": block.theme,
                "keywords": list(block.keywords), "turns": [turn_to_json(turn) for turn in turns],
            }
            for block in blocks
            for session_id, turns in block.by_session(block.turns).items()
        ],
    }  # fmt: skip


def parts_of(document: Any, limits: Limits) -> list[Part]:
    """
    The sessions' turns in *document*, oldest block first. Texts stay texts, whatever they look like.

    Raises:
        SnapshotError: ``import-not-ours``, ``import-version``, ``import-too-deep``, ``import-too-large`` or
            ``import-invalid``.
    """
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise SnapshotError("import-not-ours", f'This is no exported memory: "format" is not "{FORMAT}".')
    if document.get("version") != VERSION:
        found = str(document.get("version"))[:20]
        raise SnapshotError("import-version", f"The file has version {found}; {VERSION} is read.")
    _measure(document, limits)
    blocks = _list(document.get("blocks"), "blocks", 2 * limits.block_turns * limits.blocks)
    return [_part(block, limits) for block in reversed(blocks)]


def _measure(document: Any, limits: Limits) -> None:
    """Depth and size before anything is built; without recursion, so that depth cannot harm."""
    room = limits.store_bytes
    level = [document]
    for _ in range(limits.snapshot_depth):
        below: list[Any] = []
        for value in level:
            if isinstance(value, Mapping):
                room -= sum(len(str(key)) for key in value)
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
            room -= len(value) if isinstance(value, str) else 8
        if room < 0:
            raise SnapshotError("import-too-large", f"The file holds more than {limits.store_bytes} bytes of memory.")
        if not below:
            return
        level = below
    raise SnapshotError("import-too-deep", f"The file is nested deeper than {limits.snapshot_depth} levels.")


def _part(block: Any, limits: Limits) -> Part:
    if not isinstance(block, Mapping) or block.get("kind") not in STORE_KINDS:
        raise _invalid("a block", "an object with a known kind")
    turns = _list(block.get("turns"), "turns", limits.block_turns * 64)
    session = _text(block, "session", _NAME_CHARS)
    return Part(session, cast(StoreKind, block["kind"]), tuple(_turn(turn, limits) for turn in turns))


def _turn(turn: Any, limits: Limits) -> RememberedTurn:
    if not isinstance(turn, Mapping):
        raise _invalid("a turn", "an object")
    turn_id = _text(turn, "id", _NAME_CHARS)
    if not turn_id:
        raise _invalid("id", "not empty")
    mastery = turn.get("mastery", "")
    return RememberedTurn(
        turn_id=turn_id, message=_text(turn, "message", limits.message_chars),
        answer=_text(turn, "answer", limits.answer_chars), speaker=_text(turn, "speaker", _NAME_CHARS),
        at_s=_time(turn.get("at", 0.0)), entities=_names(turn, "entities"), topics=_names(turn, "topics"),
        slots=_slots(turn.get("slots", {})),
        facts=tuple(_fact(fact) for fact in _list(turn.get("facts", []), "facts", _LIST_ITEMS)),
        mastery=mastery if mastery in ("mastered", "difficult") else "", keywords=_names(turn, "keywords"),
    )  # fmt: skip


def _text(body: Mapping[str, Any], name: str, cap_chars: int) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > cap_chars:
        raise _invalid(name, f"a text of at most {cap_chars} characters")
    return value.encode("utf-8", "replace").decode()


def _time(value: Any) -> float:
    if not is_finite(value) or not 0 <= value < _LATEST_S:
        raise _invalid("at", "seconds since the epoch")
    return float(value)


def _names(turn: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = _list(turn.get(name, []), name, _LIST_ITEMS)
    return tuple(_text({"name": value}, "name", _NAME_CHARS) for value in values)


def _slots(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping) or len(value) > _LIST_ITEMS:
        raise _invalid("slots", "an object of texts")
    return {str(slot)[:_NAME_CHARS]: _text({"value": text}, "value", _NAME_CHARS) for slot, text in value.items()}


def _fact(value: Any) -> Fact:
    parts = _list(value, "a fact", 3)
    if len(parts) != 3:
        raise _invalid("a fact", "subject, slot and value")
    return Fact(*(_text({"part": part}, "part", _NAME_CHARS) for part in parts))


def _list(value: Any, name: str, cap: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > cap:
        raise _invalid(name, f"a list of at most {cap}")
    return value


def _invalid(name: str, wanted: str) -> SnapshotError:
    return SnapshotError("import-invalid", f"In the file, {name} must be {wanted}; nothing was imported.")
