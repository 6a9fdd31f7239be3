"""Marks of what was forgotten, without the words: keyed hashes, so that an import does not bring it back."""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

TOMBSTONES: Final = 4_096
"""Marks kept at most; the oldest leaves."""
_KEY_BYTES: Final = 32
_MARK_BYTES: Final = 16
_WORD: Final = re.compile(r"\w+")


class Tombstones:
    """
    HMAC-SHA-256 marks under a random key of the store; who has the store alone cannot read the words from them.

    A mark stands for a run of words (found inside any text) or for a turn's id.

    >>> marks = Tombstones()
    >>> marks.bury_text("my PIN is 4711")
    >>> marks.bars(["Well, My pin is 4711!"]), marks.bars(["my pin is 4712"])
    (True, False)
    """

    def __init__(self, key: bytes = b"", marks: Iterable[tuple[int, str]] = ()) -> None:
        self._key = key or secrets.token_bytes(_KEY_BYTES)
        self._marks: OrderedDict[str, int] = OrderedDict((mark, words) for words, mark in marks)

    @property
    def size(self) -> int:
        """Marks kept now."""
        return len(self._marks)

    def bury_text(self, text: str) -> None:
        """Mark a run of words; a text without words leaves no mark."""
        words = folded_words(text)
        if words:
            self._add(self._mark("text", words), len(words))

    def bury_turn(self, session_id: str, turn_id: str) -> None:
        """Mark a turn by its id."""
        self._add(self._mark("turn", [session_id, turn_id]), 0)

    def bars(self, texts: Iterable[str], turn_key: tuple[str, str] | None = None) -> bool:
        """Whether any of *texts* holds a buried run of words, or *turn_key* (session id, turn id) is buried."""
        if not self._marks:
            return False
        if turn_key is not None and self._mark("turn", turn_key) in self._marks:
            return True
        lengths = sorted({words for words in self._marks.values() if words})
        runs = (run for text in texts for run in _runs(folded_words(text), lengths))
        return any(self._mark("text", run) in self._marks for run in runs)

    def to_json(self) -> dict[str, Any]:
        """Key and marks, oldest first."""
        return {"key": self._key.hex(), "marks": [[words, mark] for mark, words in self._marks.items()]}

    @classmethod
    def from_json(cls, body: dict[str, Any]) -> Tombstones:
        """What ``to_json`` wrote."""
        marks = ((int(words), str(mark)) for words, mark in body["marks"][-TOMBSTONES:])
        return cls(bytes.fromhex(body["key"]), marks)

    def _mark(self, kind: str, parts: Sequence[str]) -> str:
        message = "\x1f".join((kind, *parts)).encode("utf-8", "surrogatepass")
        return hmac.digest(self._key, message, "sha256")[:_MARK_BYTES].hex()

    def _add(self, mark: str, words: int) -> None:
        self._marks[mark] = words
        self._marks.move_to_end(mark)
        while len(self._marks) > TOMBSTONES:
            self._marks.popitem(last=False)


def folded(text: str) -> str:
    """
    *text* for comparing: compatibility forms, letter case and runs of spaces do not matter.

    >>> folded("  My  PIN ")
    'my pin'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def folded_words(text: str) -> list[str]:
    """The words of *text*, folded."""
    return _WORD.findall(folded(text))


def _runs(words: Sequence[str], lengths: Sequence[int]) -> Iterator[Sequence[str]]:
    for length in lengths:
        for start in range(len(words) - length + 1):
            yield words[start : start + length]
