"""Whether what is said now is kept for later visits, and if not, why: one state, told when it changes."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from limpet.errors import StoreError

Place: TypeAlias = Literal["blocks", "session", "marks", "browser"]
"""Remembered blocks, the running session, the marks of what was forgotten, or the browser's storage as a whole."""

FULL: Final = "quota"
"""Code of a store's refusal for want of room."""
_FOR_NOW: Final = " Until then what is said is kept for this visit alone."


class Keeping:
    """
    What was refused last, by place; empty while everything is kept.

    >>> keeping = Keeping()
    >>> keeping.refused("blocks", StoreError("quota", "The disk is full."))
    >>> keeping.notice
    ('storage-full', 'The disk is full. Until then what is said is kept for this visit alone.')
    >>> keeping.kept("blocks")
    >>> keeping.notice is None
    True
    """

    def __init__(self) -> None:
        self._refusals: dict[Place, StoreError] = {}

    def refused(self, place: Place, error: StoreError) -> None:
        """*place* could not take what is to be kept."""
        self._refusals[place] = error

    def kept(self, place: Place) -> None:
        """*place* holds everything again."""
        self._refusals.pop(place, None)

    def is_refused(self, place: Place) -> bool:
        """Whether *place* lacks something."""
        return place in self._refusals

    @property
    def notice(self) -> tuple[str, str] | None:
        """Code and sentence of what the visitor should know; want of room before all else."""
        refusals = sorted(self._refusals.values(), key=lambda error: error.code != FULL)
        return told(refusals[0]) if refusals else None


def told(error: StoreError) -> tuple[str, str]:
    """
    Code and sentence of a notice that something waits.

    >>> told(StoreError("store-busy", "Another tab writes."))[0]
    'not-stored'
    """
    if error.code == "memory-only":
        return error.code, error.detail
    return "storage-full" if error.code == FULL else "not-stored", error.detail + _FOR_NOW
