"""Whether a session is still as it was when it was read: two processes that serve it must not undo each other."""

from __future__ import annotations

from typing import Final

from limpet.errors import StoreError
from limpet.ports import WHATEVER

CHANGED_ELSEWHERE: Final = "changed-elsewhere"


def check_seen(seen: str | None, stored: str | None) -> None:
    """
    Refuse to replace *stored* when it is not what was *seen*.

    Args:
        seen: What ``load`` gave: a snapshot, or None for none; ``WHATEVER`` to replace anything.
        stored: What is there now.

    Raises:
        StoreError: ``changed-elsewhere``: another process has saved the session meanwhile; load it and try again.

    >>> check_seen(WHATEVER, "newer"), check_seen(None, None)
    (None, None)
    >>> check_seen("older", "newer")
    Traceback (most recent call last):
    limpet.errors.StoreError: changed-elsewhere: The session was changed by another process; load it and try again.
    """
    if seen not in (WHATEVER, stored):
        raise changed_elsewhere()


def changed_elsewhere() -> StoreError:
    """What is raised where another process has saved the session meanwhile."""
    return StoreError(CHANGED_ELSEWHERE, "The session was changed by another process; load it and try again.")
