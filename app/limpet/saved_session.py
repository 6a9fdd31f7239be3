"""A running session between two visits: its memory, its id, and the turns that still wait for their block."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from limpet.errors import SnapshotError
from limpet.memory.document_texts import texts_in
from limpet.memory.matching import sought_in
from limpet.memory.retelling import retells

if TYPE_CHECKING:
    from limpet.chat import Chat

KIND: Final = "limpet-running-session"
VERSION: Final = 1


def to_text(chat: Chat) -> str:
    """The running session of *chat* as one JSON document."""
    document = {
        "kind": KIND,
        "version": VERSION,
        "session_id": chat.longterm.session_id,
        "session": chat.session.to_snapshot(),
        "pending": chat.longterm.memory.pending.to_json(),
        "shown": chat.longterm.shown.to_json(),
    }
    return json.dumps(document, ensure_ascii=False)


async def restore(chat: Chat, text: str, now_s: float, user: str = "") -> bool:
    """
    Continue the session of *text*; whether it still runs. One that was silent too long is ended instead: its turns go
    to persistent memory, if the visitor has allowed that.

    Raises:
        SnapshotError: It is unreadable, hostile or newer; the chat is as before.
    """
    document = _parsed(text, chat.limits.snapshot_bytes)
    before = chat.session.view()
    chat.session.restore(document["session"])
    try:
        chat.longterm.shown.restore(document["session_id"], document.get("shown", []))
        chat.longterm.memory.pending.restore(document["pending"])
    except (KeyError, IndexError, TypeError, ValueError) as error:
        chat.session.rewind(before)
        raise SnapshotError("unreadable-session", f"The waiting turns of the session are damaged: {error}.") from None
    chat.longterm.session_id = document["session_id"]
    return await chat.end_if_silent(now_s, user)


def _parsed(text: str, cap_bytes: int) -> dict[str, Any]:
    if len(text) > 2 * cap_bytes:
        raise SnapshotError("session-too-large", f"The saved session has {len(text)} characters; it is none of ours.")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SnapshotError("unreadable-session", f"The saved session is no JSON: {str(error)[:80]}.") from None
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise SnapshotError("unreadable-session", "The saved text is no session of limpet.")
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version > VERSION:
        raise SnapshotError("newer-session", f"The session has version {version}; this limpet reads {VERSION}.")
    shapes = {"session_id": str, "session": str, "pending": list}
    wrong = [name for name, shape in shapes.items() if not isinstance(document.get(name), shape)]
    if wrong:
        raise SnapshotError("unreadable-session", f'"{wrong[0]}" of the saved session is missing or of a wrong type.')
    return document


def _texts(text: str) -> list[str]:
    """Its texts, those of the snapshot within it too."""
    return [inner for one in texts_in(text) for inner in (one, *texts_in(one))]


def holds(text: str, what: Any, said: Sequence[str] = ()) -> bool:
    """
    Whether a saved session holds the text or the entity that is to be forgotten, or quotes what was *said* in a turn
    or block that is; no other thing can be in it.

    >>> holds('{"session": "{\\"message\\": \\"My  PIN\\"}"}', {"text": "my pin"}), holds("{}", {"turn": "1"})
    (True, False)
    >>> holds('{"session": "{\\"answer\\": \\"You said: “My PIN.”\\"}"}', {"turn": "1"}, ["My PIN."])
    True
    """
    if said and any(map(retells(said), _texts(text))):
        return True
    if not isinstance(what, Mapping):
        return False
    kind, wanted = next(iter(what.items()), ("", ""))
    if kind not in ("text", "entity") or not isinstance(wanted, str):
        return False
    try:
        document = json.loads(text)
        inner = json.loads(document.get("session", "null"))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return True  # it cannot be read: nothing in it may be kept
    whole = json.dumps([document, inner], ensure_ascii=False)
    return sought_in(kind, wanted)(whole.replace("\\n", " "))
