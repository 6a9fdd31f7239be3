"""Blocks and heads as bytes, the same in every store: a marked JSON part, then raw vectors."""

from __future__ import annotations

import json
import struct
from typing import Any, Final

import numpy as np

from limpet.errors import StoreError
from limpet.memory.block import STORE_KINDS, Block, RememberedTurn, StoreKind
from limpet.memory.block_head import BlockHead
from limpet.memory.facts import Fact

BLOCK_MARK: Final = b"LPB1"
HEAD_MARK: Final = b"LPH1"
_LENGTH: Final = struct.Struct("<I")


def encode_block(block: Block) -> bytes:
    """*block* as bytes."""
    body = {
        "id": block.block_id, "user": block.user_id, "session": block.session_id, "kind": block.kind,
        "created": block.created_s, "start": block.start_s, "end": block.end_s, "keywords": block.keywords,
        "theme": block.theme, "embedder": block.embedder, "shape": block.rows.shape,
        "turns": [turn_to_json(turn) for turn in block.turns],
    }  # fmt: skip
    return _pack(BLOCK_MARK, body) + block.rows.tobytes() + block.scales.astype("<f4").tobytes()


def decode_block(data: bytes) -> Block:
    """
    The block that ``encode_block`` made.

    Raises:
        StoreError: ``damaged-block`` when the bytes are no block.
    """
    try:
        body, rest = _unpack(BLOCK_MARK, data)
        count, width = body["shape"]
        rows = np.frombuffer(rest, dtype=np.int8, count=count * width).reshape(count, width)
        scales = np.frombuffer(rest, dtype="<f4", count=count, offset=count * width)
        return Block(
            block_id=body["id"], user_id=body["user"], session_id=body["session"], kind=_kind(body["kind"]),
            created_s=body["created"], start_s=body["start"], end_s=body["end"],
            turns=tuple(turn_from_json(turn) for turn in body["turns"]), keywords=tuple(body["keywords"]),
            theme=body["theme"], rows=rows, scales=scales.astype(np.float32), embedder=body["embedder"],
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise _damaged(error) from None


def encode_head(head: BlockHead) -> bytes:
    """*head* as bytes."""
    body = {
        "id": head.block_id, "user": head.user_id, "session": head.session_id, "kind": head.kind,
        "start": head.start_s, "end": head.end_s, "created": head.created_s, "turns": head.turn_count,
        "terms": head.term_count, "bytes": head.size_bytes, "stems": head.stems.size, "centre": head.centre.size,
        "scale": head.centre_scale, "speakers": head.speakers,
    }  # fmt: skip
    arrays = head.stems.astype("<u2").tobytes() + head.turns_with.tobytes() + head.centre.tobytes()
    return _pack(HEAD_MARK, body) + arrays


def decode_head(data: bytes) -> BlockHead:
    """
    The head that ``encode_head`` made.

    Raises:
        StoreError: ``damaged-block`` when the bytes are no head.
    """
    try:
        body, rest = _unpack(HEAD_MARK, data)
        stems, centre = body["stems"], body["centre"]
        return BlockHead(
            block_id=body["id"], user_id=body["user"], session_id=body["session"], kind=_kind(body["kind"]),
            start_s=body["start"], end_s=body["end"], created_s=body["created"], turn_count=body["turns"],
            term_count=body["terms"], size_bytes=body["bytes"],
            stems=np.frombuffer(rest, dtype="<u2", count=stems).astype(np.uint16),
            turns_with=np.frombuffer(rest, dtype=np.uint8, count=stems, offset=2 * stems),
            centre=np.frombuffer(rest, dtype=np.int8, count=centre, offset=3 * stems),
            centre_scale=body["scale"], speakers=tuple(body["speakers"]),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise _damaged(error) from None


def turn_to_json(turn: RememberedTurn) -> dict[str, Any]:
    """*turn* as a JSON object, empty fields left out."""
    full = {
        "id": turn.turn_id, "message": turn.message, "answer": turn.answer, "speaker": turn.speaker, "at": turn.at_s,
        "entities": list(turn.entities), "topics": list(turn.topics), "slots": dict(turn.slots),
        "mastery": turn.mastery, "keywords": list(turn.keywords), "session": turn.session,
        "facts": [[fact.subject, fact.slot, fact.value] for fact in turn.facts],
    }  # fmt: skip
    return {name: value for name, value in full.items() if value or name in ("id", "message")}


def turn_from_json(body: dict[str, Any]) -> RememberedTurn:
    """The turn that ``turn_to_json`` wrote."""
    return RememberedTurn(
        turn_id=body["id"], message=body["message"], answer=body.get("answer", ""), speaker=body.get("speaker", ""),
        at_s=body.get("at", 0.0), entities=tuple(body.get("entities", ())), topics=tuple(body.get("topics", ())),
        slots=dict(body.get("slots", {})), mastery=body.get("mastery", ""),
        facts=tuple(Fact(*fact) for fact in body.get("facts", ())), keywords=tuple(body.get("keywords", ())),
        session=body.get("session", ""),
    )  # fmt: skip


def _pack(mark: bytes, body: dict[str, Any]) -> bytes:
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return mark + _LENGTH.pack(len(text)) + text


def _unpack(mark: bytes, data: bytes) -> tuple[dict[str, Any], bytes]:
    if data[:4] != mark:
        raise ValueError(f"it begins with {data[:4]!r}, not {mark!r}")
    (length,) = _LENGTH.unpack_from(data, 4)
    body = json.loads(data[8 : 8 + length].decode("utf-8", "surrogatepass"))
    return body, data[8 + length :]


def _kind(kind: str) -> StoreKind:
    if kind not in STORE_KINDS:
        raise ValueError(f"unknown kind {kind!r}")
    return kind


def _damaged(error: Exception) -> StoreError:
    return StoreError("damaged-block", f"A stored block cannot be read ({error}); delete it, or import a backup.")
