"""The running session as an erasure sees it: what it has lost already, and how more is taken out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.memory.matching import IsIn


def _nothing(_: IsIn) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class RunningSession:
    """
    Attributes:
        session_id: Its id.
        has_turn: The turn that is forgotten is that of the session named with it, and of no other.
        said: What the visitor wrote in the turn that it has lost.
        take_out: Forgets the turns whose answers pass a test; their ids.
        drop_traces: Forgets what turns that have left it have left behind, by what the visitor wrote in them.
    """

    session_id: str = ""
    has_turn: bool = False
    said: tuple[str, ...] = ()
    take_out: Callable[[IsIn], Sequence[str]] = _nothing
    drop_traces: Callable[[Sequence[str]], None] = lambda _: None


NO_SESSION: Final = RunningSession()
