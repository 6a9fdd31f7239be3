"""Other readings of a message that was refused, in the order in which they are tried, each with when it holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from limpet.asked_of_delivery import as_delivery, is_answered
from limpet.by_itself import by_itself, stands
from limpet.deciding import Decided
from limpet.knowledge import Knowledge
from limpet.thought import Thinker, Thought

Reading: TypeAlias = Callable[[Knowledge, Thinker, Thought, Decided], Awaitable[Thought | None]]

READINGS: Final[tuple[tuple[Reading, Callable[[Decided], bool]], ...]] = (
    (by_itself, stands),
    (as_delivery, is_answered),
)
