"""The running session: when it begins and ends, and the one write of a turn with all that follows from it."""

from __future__ import annotations

from collections.abc import Callable

from limpet.errors import WireError
from limpet.events import Notice
from limpet.limits import Limits
from limpet.longterm import LongTerm
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView
from limpet.ports import Clock
from limpet.thought import Thought


class RunningSession:
    """
    Session memory with persistent memory behind it.

    Args:
        limits: Caps.
        clock: Where the time comes from.
        longterm: Takes the turns that leave.
    """

    def __init__(self, limits: Limits, clock: Clock, longterm: LongTerm) -> None:
        self.memory = SessionMemory(limits)
        self.longterm = longterm
        self._limits = limits
        self._clock = clock
        self._at_end: list[Callable[[], None]] = []  # a handful, set up once by the chat that owns this

    def when_it_ends(self, call: Callable[[], None]) -> None:
        """Have *call* made whenever the session ends, to drop what belongs to it."""
        self._at_end.append(call)

    async def begin(self, message: str, at_s: float | None, user: str) -> tuple[str, float, MemoryView]:
        """
        A message comes in: it is checked, and a session that has been silent too long ends first.

        Returns:
            The message without white space around it, the time, and the frozen view to think with.

        Raises:
            WireError: ``empty-message`` or ``message-too-long``; memory is as before.
        """
        message = message.strip()
        if not message:
            raise WireError("empty-message", "The message is empty.")
        cap = self._limits.message_chars
        if len(message) > cap:
            raise WireError("message-too-long", f"The message has {len(message)} characters; {cap} are read at most.")
        now_s = self._clock.now_s() if at_s is None else at_s
        await self.end_if_silent(now_s, user)
        return message, now_s, self.memory.view()

    async def end_if_silent(self, now_s: float, user: str) -> bool:
        """End a session that has been silent for longer than its time to live; whether there is one that runs on."""
        turns = self.memory.view().turns
        if self.memory.expire(now_s):
            await self._ended(list(turns), user)
        return bool(self.memory.view().turns)

    async def record(self, thought: Thought, turn: Turn, conversation: Conversation, user: str) -> Notice | None:
        """
        The only write: session memory takes the turn, persistent memory takes what left.

        Returns:
            A notice when the store refused; the turns wait on and nothing is lost.
        """
        starts_over = thought.understanding.starts_over
        refusal = await self._ended(self.memory.reset(), user) if starts_over else None
        left = self.memory.record(turn, thought.vector, conversation)
        topic_changed = thought.understanding.topic_changed and not starts_over
        return await self.longterm.add(left, user, topic_changed=topic_changed) or refusal

    async def end(self, user: str) -> Notice | None:
        """The session is over: its turns go to persistent memory. A notice when the store refused."""
        return await self._ended(self.memory.reset(), user)

    async def _ended(self, turns: list[Turn], user: str) -> Notice | None:
        for call in self._at_end:
            call()
        return await self.longterm.add(turns, user, is_end=True)
