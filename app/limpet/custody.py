"""What is kept about the visitor: shown, taken out, put back, and forgotten, over all memories at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from limpet.errors import PolicyError, SnapshotError, StoreError, WireError
from limpet.keeping import FULL
from limpet.memory.consent import SENTENCE
from limpet.memory.matching import IsIn
from limpet.memory.memos import forget_texts
from limpet.memory.running import RunningSession
from limpet.memory.structure import Structure
from limpet.memory.summary_vector import cosine
from limpet.memory.turn import Turn
from limpet.ports import Policy
from limpet.text.lru import LruCache

if TYPE_CHECKING:
    from limpet.chat import Chat

EXPORT_KIND: Final = "limpet-memory"
EXPORT_VERSION: Final = 1


async def inspect(chat: Chat, user: str = "") -> dict[str, Any]:
    """Every bounded structure with its size, cap, bytes and rule; the turns; what is remembered and why things left."""
    view = chat.session.view()
    newest_protected = view.turn_count - chat.limits.protected_turns
    consent = await chat.longterm.memory.consent(user)
    return {
        "structures": [asdict(one) for one in await structures(chat, user)],
        "turns": [
            {
                "number": turn.number,
                "is_protected": turn.number > newest_protected,
                "is_gist": turn.is_gist,
                "message": turn.message,
                "answer": turn.answer,
                "engagement": turn.engagement,
                **chat.longterm.shown.of(chat.longterm.session_id, turn.number, chat.knowledge.document),
            }
            for turn in view.turns
        ],
        "entities": [{"name": name, "weight": round(weight, 4)} for name, weight in view.entity_weights.items()],
        "trend": view.trend,
        "evictions": [asdict(one) for one in view.evictions],
        "caches": [{"name": name, "hit_share": round(share, 4)} for name, share in _caches(chat)],
        "summary_similarity": _summary_similarity(chat),
        "consent": {"remembers": consent.remembers, "is_private": consent.is_private, "sentence": SENTENCE},
        "session_id": chat.longterm.session_id,
        "keeping": _keeping(chat),
        "policy": _policy(chat.policy),
    }


def _keeping(chat: Chat) -> dict[str, Any]:
    """Turns that wait for their block, and why what is said now is kept for this visit alone, if it is."""
    told = chat.longterm.keeping.notice
    refused = {"code": told[0], "text": told[1]} if told else None
    return {"waiting_turns": chat.longterm.memory.pending.size, "refused": refused}


def _policy(policy: Policy) -> dict[str, Any]:
    """Who decides how to answer, and why it is not the network, if it is not."""
    refusal = getattr(policy, "refusal", None)
    refused = {"code": refusal.code, "detail": refusal.detail} if isinstance(refusal, PolicyError) else None
    return {"name": policy.name, "refused": refused}


async def structures(chat: Chat, user: str = "") -> list[Structure]:
    """The bounded structures of all memories and caches."""
    return [
        *chat.session.structures(),
        chat.longterm.shown.structure(),
        *(_cache_structure(name, cache) for name, cache in chat.named_caches()),
        *await chat.longterm.memory.structures(user),
    ]


async def export(chat: Chat, user: str = "") -> dict[str, Any]:
    """All memory of a user as one JSON document: the running session and the blocks."""
    return {
        "kind": EXPORT_KIND,
        "version": EXPORT_VERSION,
        "session": chat.session.to_snapshot(),
        "session_id": chat.longterm.session_id,
        "blocks": await chat.longterm.memory.export(user),
    }


async def import_document(chat: Chat, document: Any, user: str = "") -> dict[str, Any]:
    """
    Take in an exported document. The running session is replaced only when it is still empty.

    Raises:
        SnapshotError: It is unreadable, hostile, too large or newer; everything is as before.
        StoreError: The store refused; the running session is as before, and importing again doubles no block.
    """
    if not isinstance(document, Mapping) or document.get("kind") != EXPORT_KIND:
        raise SnapshotError("not-a-memory", "This is no memory exported by limpet.")
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= EXPORT_VERSION:
        raise SnapshotError("newer-memory", f"This memory has version {version}; this limpet reads {EXPORT_VERSION}.")
    before = chat.session.view()
    session = document.get("session")
    try:
        if isinstance(session, str) and not before.turns:
            chat.session.restore(session)
            await _drop_forgotten(chat, user, str(document.get("session_id", "")))
        counts = await chat.longterm.memory.import_document(document.get("blocks"), user)
    except (SnapshotError, StoreError):
        chat.session.rewind(before)
        raise
    return {**counts, "session_restored": not before.turns and bool(chat.session.view().turns)}


async def forget(
    chat: Chat, what: Any, user: str = "", session_id: str | None = None, told: Sequence[str] = ()
) -> dict[str, Any]:
    """
    Remove a thing from everywhere, and prove it.

    Args:
        chat: Whose memories.
        what: ``{"text": ..}``, ``{"turn": ..}``, ``{"block": ..}``, ``{"entity": ..}``, ``"session"`` or ``"all"``.
        user: Whose persistent memory.
        session_id: The session of the turn that is meant; None for the running one, and then any other.
        told: What the visitor wrote in the turn or block, where that is known: what quotes it leaves too.

    Raises:
        WireError: ``wrong-field`` when *what* names nothing that can be forgotten; nothing was forgotten.
    """
    _check(what)
    own_id = chat.longterm.session_id
    is_turn = isinstance(what, Mapping) and "turn" in what
    is_own = not is_turn or session_id in (None, own_id)
    removed, entities = _forget_in_session(chat, what) if is_own else ([], 0)
    retold: list[Turn] = []

    def take_out(is_in: IsIn) -> list[str]:
        numbers = [turn.number for turn in chat.session.view().turns if is_in(turn.answer)]
        retold.extend(chat.session.remove_turns(numbers))
        return list(map(str, numbers))

    places: dict[str, Callable[[], str]] = {"session": chat.session.to_snapshot}
    said = (*told, *(turn.message for turn in removed if is_turn))
    has_turn = is_turn and (bool(removed) or session_id is not None)
    running = RunningSession(own_id, has_turn, said, take_out, chat.session.remove_traces)
    try:
        receipt = await chat.longterm.memory.forget(what, user, session_id or own_id, places, running)
    finally:
        chat.forget_traces()
        chat.longterm.shown.keep(own_id, {turn.number for turn in chat.session.view().turns})
    forget_texts()  # after all that read them once more
    if not receipt.marks_kept:
        chat.longterm.keeping.refused("marks", StoreError(FULL, "There is no more room to note what was forgotten."))
    await chat.longterm.retry(user)  # there may be room now
    gone = [(session_id or own_id, one) for one in removed] + [(own_id, one) for one in retold]
    return {
        **asdict(receipt),
        "left": [list(one) for one in dict.fromkeys((*receipt.left, *((at, str(one.number)) for at, one in gone)))],
        "verified": receipt.verified,
        "session_turns": len(removed) + len(retold),
        "session_entities": entities,
        "caches_cleared": True,
    }


async def _drop_forgotten(chat: Chat, user: str, session_id: str) -> None:
    """What was forgotten does not come back with an old export."""
    memory = chat.longterm.memory
    turns = chat.session.view().turns
    gone = [
        turn.number
        for turn in turns
        if await memory.is_forgotten((turn.message, turn.answer), user, (session_id, str(turn.number)))
    ]
    chat.session.remove_turns(gone)


def _check(what: Any) -> None:
    if what in ("session", "all"):
        return
    if not isinstance(what, Mapping) or len(what) != 1:
        raise WireError("wrong-field", '"what" is "session", "all", or an object: text, turn, block or entity.')
    kind, wanted = next(iter(what.items()))
    if kind not in ("text", "turn", "block", "entity") or not isinstance(wanted, str) or not wanted.strip():
        raise WireError("wrong-field", '"what" names one of text, turn, block, entity with a text that is not empty.')


def _forget_in_session(chat: Chat, what: Any) -> tuple[list[Turn], int]:
    session = chat.session
    if what in ("session", "all"):
        return session.reset(), 0
    kind, wanted = next(iter(what.items()))
    if kind == "text":
        return session.remove_text(wanted), 0
    if kind == "turn" and wanted.isdecimal():
        return session.remove_turns([int(wanted)]), 0
    if kind == "entity":
        had = session.remove_entity(wanted)
        return session.remove_text(wanted), int(had)
    return [], 0


def _cache_structure(name: str, cache: LruCache[Any, Any]) -> Structure:
    return Structure(name, cache.size, cache.cap_entries, cache.bytes, "the least recently used leaves")


def _caches(chat: Chat) -> list[tuple[str, float]]:
    return [(name, cache.hit_share) for name, cache in chat.named_caches()]


def _summary_similarity(chat: Chat) -> float | None:
    """Cosine of the last message with the summary vector; None before there are vectors."""
    view = chat.session.view()
    summary, last = view.unit_summary, view.turn_vectors.get(view.turn_count)
    return None if summary is None or last is None else round(cosine(summary, last), 4)
