"""
Short-term memory of a chatbot, a drop-in for the shortterm-memory package without its model.

The history is a list of exchanges, at most ``M_max`` items and ``W_max`` words; when it has more words, the oldest
exchanges become summaries. ``docs/shortterm-memory.md`` lists what differs from that package.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from limpet.errors import ConfigError
from limpet.memory.short_term_items import BATCH_SIZE, KEPT_WHOLE, checked, compressed, split_at_newest, words_in
from limpet.memory.short_term_prompt import build_prompt
from limpet.memory.summarisers import CallableSummariser, ExtractiveSummariser
from limpet.ports import Summariser

__all__ = ["BATCH_SIZE", "KEPT_WHOLE", "MAX_MEMORY_SIZE", "MAX_TOKENS_PER_MESSAGE", "ChatbotMemory", "build_prompt"]

MAX_MEMORY_SIZE: Final = 2000
"""Items kept at most (``M_max``); the oldest leaves."""
MAX_TOKENS_PER_MESSAGE: Final = 1000
"""Words of the whole history (``W_max``); the name is that of the package, whose limit is on the history too."""

_HAS_THREADS: Final = sys.platform != "emscripten"


class ChatbotMemory:
    """
    A bounded conversation history.

    Args:
        conv: A history to go on with; a list that is not empty is kept as it is, not copied.
        summariser: What makes old exchanges shorter: a ``Summariser`` or a function of (texts, max_words).
        max_items: ``M_max``.
        max_words: ``W_max``.

    Raises:
        TypeError: *conv* is no list of exchanges.
        ConfigError: ``bad-cap`` when a cap is not above zero.

    >>> memory = ChatbotMemory()
    >>> memory.update_memory("Bonjour, comment allez-vous?", "Je vais bien, merci !")
    >>> memory.get_memory()
    [{'user': 'Bonjour, comment allez-vous?', 'bot': 'Je vais bien, merci !'}]
    >>> memory.memory_counter()
    8
    """

    def __init__(
        self,
        conv: list[Any] | None = None,
        *,
        summariser: Summariser | Callable[[Sequence[str], int], str] | None = None,
        max_items: int = MAX_MEMORY_SIZE,
        max_words: int = MAX_TOKENS_PER_MESSAGE,
    ) -> None:
        if max_items < 1 or max_words < 1:
            raise ConfigError("bad-cap", f"{max_items} items and {max_words} words: both caps must be above zero.")
        self.conversation_history: list[Any] = checked(conv) if conv else []
        self.max_items = max_items
        self.max_words = max_words
        if summariser is None:
            summariser = ExtractiveSummariser()
        is_port = hasattr(summariser, "summarise")
        self._summariser: Any = summariser if is_port else CallableSummariser(summariser)  # type: ignore[arg-type]
        self._task: asyncio.Task[None] | None = None
        self._error: BaseException | None = None
        self._claimed = 0

    def update_memory(self, user_input: str, bot_response: str) -> None:
        """
        Add an exchange; compress when there are too many words, then drop the oldest when there are too many items.

        Raises:
            TypeError: One of the two is no text; nothing was added.
        """
        self._append(user_input, bot_response)
        if self.memory_counter() > self.max_words:
            self.conversation_history = self.compressed_memory()
        self._drop_oldest()

    async def aupdate_memory(self, user_input: str, bot_response: str) -> None:
        """
        Add an exchange and return at once; a summariser, however slow, runs behind it and never twice at a time.

        Order is kept: summaries take the place of the exchanges that they stand for. Until then the history is whole.
        What goes wrong behind it is raised by ``settle``; the extractive summariser then takes over, so that the caps
        hold.

        Raises:
            TypeError: One of the two is no text; nothing was added.
        """
        self._append(user_input, bot_response)
        self._drop_oldest()
        is_idle = self._task is None or self._task.done()
        if is_idle and self.memory_counter() > self.max_words:
            self._task = asyncio.get_running_loop().create_task(self._compress_behind())

    async def settle(self) -> None:
        """
        Wait until the history is within its caps.

        Raises:
            Exception: Whatever the summariser raised since the last call.
        """
        if self._task is not None:
            await self._task
        error, self._error = self._error, None
        if error is not None:
            raise error

    def get_memory(self) -> list[Any]:
        """The history, the live list: exchanges ``{"user", "bot"}`` and summaries ``{"summary"}``, oldest first."""
        return self.conversation_history

    def memory_counter(self, conv_hist: list[Any] | None = None) -> int:
        """
        Words of *conv_hist*, by default of the history.

        Raises:
            TypeError: *conv_hist* is no list of exchanges.
        """
        return words_in(self.conversation_history if conv_hist is None else checked(conv_hist))

    def compressed_memory(self, conv_hist: list[Any] | None = None) -> list[Any]:
        """
        *conv_hist*, by default the history, in at most ``max_words`` words; the history itself stays as it is.

        Raises:
            TypeError: *conv_hist* is no list of exchanges.
        """
        history = self.conversation_history if conv_hist is None else checked(conv_hist)
        return compressed(history, self.max_words, self._summariser)

    def _append(self, user_input: str, bot_response: str) -> None:
        for name, value in (("user_input", user_input), ("bot_response", bot_response)):
            if not isinstance(value, str):
                raise TypeError(f"{name} must be a text; it is {type(value).__name__}.")
        self.conversation_history.append({"user": user_input, "bot": bot_response})

    def _drop_oldest(self) -> None:
        excess = len(self.conversation_history) - self.max_items
        if excess > 0:
            del self.conversation_history[:excess]
            self._claimed = max(0, self._claimed - excess)

    async def _compress_behind(self) -> None:
        while self.memory_counter() > self.max_words:
            live = self.conversation_history
            history = list(live)
            self._claimed = len(history)
            try:
                shorter = await self._compressed(history)
            except Exception as error:  # a summariser may raise anything; settle passes it on
                self._error = error
                shorter = compressed(history, self.max_words, ExtractiveSummariser())
            if self.conversation_history is not live or not self._is_in_place(history[-1]):
                continue  # somebody has compressed or changed the history meanwhile: begin anew with what is there
            newer = live[self._claimed :]
            whole = len(history) - split_at_newest(history, self.max_words)
            if self._claimed < whole:  # so much was dropped meanwhile that the summaries' exchanges are gone
                shorter = shorter[len(shorter) - self._claimed :]
            self.conversation_history = [*shorter, *newer]
            self._claimed = 0

    def _is_in_place(self, last_claimed: Any) -> bool:
        """Whether the exchanges under summary still stand at the beginning; all of them may have been dropped."""
        history, claimed = self.conversation_history, self._claimed
        return claimed == 0 or (claimed <= len(history) and history[claimed - 1] is last_claimed)

    async def _compressed(self, history: list[Any]) -> list[Any]:
        if _HAS_THREADS:
            return await asyncio.to_thread(compressed, history, self.max_words, self._summariser)
        await asyncio.sleep(0)
        return compressed(history, self.max_words, self._summariser)
