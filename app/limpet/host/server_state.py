"""Memory that the client holds: signed on its way out, checked on its way back in."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from limpet.errors import ConfigError, SnapshotError
from limpet.memory.plain_form import KEYS

KIND: Final = "limpet-held-memory"
VERSION: Final = 1
STATE_CHARS: Final = 1_048_576
"""Characters of a signed state; a full session has about 300,000."""
KEYS_VARIABLE: Final = "LIMPET_STATE_KEYS"
"""Environment variable: secrets apart by commas; the first signs, all are accepted, so that they can be changed."""
_SECRET_CHARS: Final = 32


class KeyRing:
    """
    The secrets that memory is signed with.

    Args:
        secrets_: The first signs, all are accepted. One that lives as long as the process when empty.

    Raises:
        ConfigError: ``weak-key``: a secret has under 32 characters.

    >>> ring = KeyRing(["x" * 32])
    >>> ring.opened(ring.sealed("state", {"rolling_summary": "Kurtas."}))
    'state'
    """

    def __init__(self, secrets_: Sequence[str] = ()) -> None:
        if any(len(one) < _SECRET_CHARS for one in secrets_):
            raise ConfigError("weak-key", f"A secret for signing has at least {_SECRET_CHARS} characters.")
        keys = [one.encode("utf-8") for one in secrets_] or [secrets.token_bytes(32)]
        self._by_id = {hashlib.sha256(b"limpet key id" + key).hexdigest()[:12]: key for key in keys}
        self._signing_id = next(iter(self._by_id))

    @classmethod
    def from_environment(cls) -> KeyRing:
        """The secrets of the environment variable ``LIMPET_STATE_KEYS``."""
        return cls([one.strip() for one in os.environ.get(KEYS_VARIABLE, "").split(",") if one.strip()])

    def sealed(self, state: str, plain: Mapping[str, Any]) -> dict[str, Any]:
        """*state* as a memory document that also tells its three plain keys."""
        document = {"kind": KIND, "version": VERSION, **plain, "state": state, "key_id": self._signing_id}
        return {**document, "signature": _signature(self._by_id[self._signing_id], document)}

    def opened(self, document: Mapping[str, Any]) -> str:
        """
        The state of a memory document that was signed here.

        Raises:
            SnapshotError: ``memory-invalid``, ``memory-newer``, ``memory-too-large``, ``memory-other-key`` or
                ``memory-tampered``.
        """
        state, signature, key_id = (document.get(key) for key in ("state", "signature", "key_id"))
        if not (isinstance(state, str) and isinstance(signature, str) and isinstance(key_id, str)):
            raise SnapshotError("memory-invalid", 'A memory with "state" also has "key_id" and "signature", as texts.')
        if len(state) > STATE_CHARS:
            raise SnapshotError("memory-too-large", f"A memory has at most {STATE_CHARS} characters.")
        version = document.get("version")
        if document.get("kind") != KIND or isinstance(version, bool) or not isinstance(version, int) or version < 1:
            raise SnapshotError("memory-invalid", "This is no memory that limpet gave out.")
        if version > VERSION:
            raise SnapshotError("memory-newer", f"The memory has version {version}; this server reads {VERSION}.")
        if key_id not in self._by_id:
            raise SnapshotError(
                "memory-other-key",
                f"The memory was signed with another key. Set {KEYS_VARIABLE}, or send its three plain keys without"
                ' "state".',
            )
        if not hmac.compare_digest(
            _signature(self._by_id[key_id], document).encode(), signature.encode("utf-8", "replace")
        ):
            raise SnapshotError(
                "memory-tampered",
                'The memory was changed on its way. Send it as it came, or its three plain keys without "state".',
            )
        return state


def _signature(key: bytes, document: Mapping[str, Any]) -> str:
    signed = {name: document.get(name) for name in ("kind", "version", *KEYS, "state", "key_id")}
    text = json.dumps(_whole(signed), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hmac.new(key, text.encode("ascii"), hashlib.sha256).hexdigest()


def _whole(value: Any) -> Any:
    """*value* with 2.0 as 2, which is how JavaScript writes it back."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {str(name): _whole(one) for name, one in value.items()}
    return [_whole(one) for one in value] if isinstance(value, (list, tuple)) else value
