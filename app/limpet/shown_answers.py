"""What stands beside the answers of the running session: the places they cite, and what they recalled."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from limpet.errors import DocumentError
from limpet.memory.structure import Structure
from limpet.retrieval.document import Document

CITATIONS: Final = 12
"""Places kept of one answer; composers cite fewer."""
_RECALLED: Final = 3
_NAME_CHARS: Final = 400
_LATEST: Final = 2**53
_PLACE: Final = ("fragment_id", "document_id", "heading", "start", "end")


class ShownAnswers:
    """
    Citations and recalled blocks by turn, so that a page that was loaded again shows its answers as they were.

    A place is kept without its quote, which is read from the document again.

    Args:
        cap_turns: Turns of which something is kept; the oldest leaves.

    >>> shown = ShownAnswers(30)
    >>> shown.size
    0
    """

    def __init__(self, cap_turns: int) -> None:
        self.cap_turns = cap_turns
        self._session_id = ""
        self._turns: OrderedDict[int, dict[str, Any]] = OrderedDict()

    @property
    def size(self) -> int:
        """Turns of which something is kept."""
        return len(self._turns)

    def note(
        self,
        session_id: str,
        number: int,
        citations: Sequence[Mapping[str, Any]],
        recalled: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Keep what turn *number* shows; the turns of another session leave."""
        if session_id != self._session_id:
            self._turns.clear()
            self._session_id = session_id
        self._turns[number] = {
            "citations": [{name: one[name] for name in _PLACE} for one in citations[:CITATIONS]],
            "recalled": [dict(one) for one in recalled[:_RECALLED]],
        }
        while len(self._turns) > self.cap_turns:
            self._turns.popitem(last=False)

    def keep(self, session_id: str, numbers: Collection[int]) -> None:
        """Drop every turn but these of this session."""
        for number in [one for one in self._turns if one not in numbers or session_id != self._session_id]:
            del self._turns[number]

    def of(self, session_id: str, number: int, source: Callable[[str], Document]) -> dict[str, Any]:
        """What a turn shows, with quotes; a place that its document no longer has is left out."""
        kept = self._turns.get(number) if session_id == self._session_id else None
        if kept is None:
            return {"citations": [], "recalled": []}
        quoted = [_quoted(one, source) for one in kept["citations"]]
        if None in quoted:  # the documents have changed: [n] of the answer would open another place
            quoted = []
        return {"citations": quoted, "recalled": kept["recalled"]}

    def structure(self) -> Structure:
        """For the memory panel."""
        size_bytes = len(json.dumps(list(self._turns.values()), ensure_ascii=False).encode("utf-8", "replace"))
        return Structure("shown_places", self.size, self.cap_turns, size_bytes, "the oldest answer's places leave")

    def to_json(self) -> list[list[Any]]:
        """For the saved session."""
        return [[number, kept] for number, kept in self._turns.items()]

    def restore(self, session_id: str, saved: Any) -> None:
        """
        Take what ``to_json`` wrote.

        Raises:
            ValueError: It is damaged; nothing was taken.
        """
        if not isinstance(saved, list) or len(saved) > self.cap_turns:
            raise ValueError("the shown places are no short list")
        turns = OrderedDict((_number(one[0]), _checked(one[1])) for one in saved)
        self._session_id, self._turns = session_id, turns


def _quoted(place: Mapping[str, Any], source: Callable[[str], Document]) -> dict[str, Any] | None:
    try:
        text = source(place["document_id"]).text
    except DocumentError:
        return None
    quote = text[place["start"] : place["end"]]
    return {**place, "quote": quote} if len(quote) == place["end"] - place["start"] else None


def _checked(kept: Any) -> dict[str, Any]:
    citations: list[dict[str, Any]] = [
        {**{name: _name(one[name]) for name in _PLACE[:3]}, **{name: _number(one[name]) for name in _PLACE[3:]}}
        for one in kept["citations"][:CITATIONS]
    ]
    recalled = [
        {
            "block_id": _name(one["block_id"]),
            "turn_ids": [_name(turn) for turn in one["turn_ids"][:_RECALLED]],
            "at": _number(int(one.get("at", 0))),
        }
        for one in kept["recalled"][:_RECALLED]
    ]
    if any(place["start"] > place["end"] for place in citations):
        raise ValueError("a place ends before it starts")
    return {"citations": citations, "recalled": recalled}


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a name is no text")
    return value[:_NAME_CHARS]


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LATEST:
        raise ValueError("a number is out of range")
    return value
