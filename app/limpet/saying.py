"""From a reply to what is shown of it: piece by piece, by the composer that was chosen, until the end or a stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Final

from limpet.answer.evidence import Composed
from limpet.errors import ComposerError, LimpetError
from limpet.events import Delta, Event, Notice, StopFlag
from limpet.ports import Composer
from limpet.reply import Reply
from limpet.thought import Stage

_STOP_LOOKED_AT_S: Final = 0.05
"""How often a wait for the composer looks whether the visitor has stopped it."""


class Saying:
    """
    One reply on its way.

    A composer that fails, at whatever point, is told of in a notice, and limpet's own answer takes the place of what it
    had said: nobody is left without an answer.

    Args:
        reply: With limpet's own answer, and the evidence when another composer may say it.
        composer: Who says it; limpet itself when None.
        stop: Set to end it early.
        entities: Names in a text.

    Attributes:
        reply: After ``events``: with the answer that was really given.
        shown: What was shown of it.
    """

    def __init__(
        self,
        reply: Reply,
        composer: Composer | None,
        stop: StopFlag | None,
        entities: Callable[[str], tuple[str, ...]],
    ) -> None:
        self.reply = reply
        self.shown = ""
        self._composer = composer if reply.evidence is not None else None
        self._stop = stop or StopFlag()
        self._entities = entities
        self._is_whole = False

    @property
    def was_stopped(self) -> bool:
        """Whether something was left unsaid."""
        return not self._is_whole

    async def events(self) -> AsyncIterator[Event]:
        """Deltas, and notices where something went wrong or was left out."""
        if self._composer is not None:
            with Stage(self.reply.thought.timings_ms, "prompted"):
                async for event in self._composed_elsewhere(self._composer):
                    yield event
        if self._composer is None and not self._stop.is_set:
            async for event in self._own():
                yield event

    async def _own(self) -> AsyncIterator[Event]:
        had_shown, self.shown = bool(self.shown), ""
        composed = self.reply.composed
        for piece in composed.pieces or (composed.text,):
            await asyncio.sleep(0)  # lets a `stop` in
            if self._stop.is_set:
                break
            replaces = True if had_shown and not self.shown else None
            self.shown += piece
            yield Delta(piece, replaces=replaces)
        self._is_whole = self.shown == composed.text

    async def _composed_elsewhere(self, composer: Composer) -> AsyncIterator[Event]:
        assert self.reply.evidence is not None
        last: Composed | None = None
        try:
            async with aclosing(composer.compose(self.reply.evidence)) as stream:
                while (composed := await self._next(stream)) is not None:
                    goes_on = composed.text.startswith(self.shown)
                    piece = composed.text[len(self.shown) :] if goes_on else composed.text
                    last, self.shown = composed, composed.text
                    if piece:
                        yield Delta(piece, replaces=None if goes_on else True)
            if last is None and self._is_whole:
                raise ComposerError("model-empty", "The model gave no answer.")
        except Exception as error:  # a composer is foreign code: whatever it raises, the visitor gets an answer
            self._composer = None
            yield _failure(error)
            return
        if last is not None:
            names = self._entities(f"{self.reply.thought.message}\n{last.text}")
            self.reply = replace(self.reply, composed=last, entities=names)
            for flagged in last.flagged:
                yield Notice("instructions-in-document", f"Left out of what the model was given: {flagged}")

    async def _next(self, stream: AsyncIterator[Composed]) -> Composed | None:
        """The answer as it has grown; None at its end, or once the visitor has stopped it."""
        if self._stop.is_set:
            return None
        task = asyncio.ensure_future(_following(stream))
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=_STOP_LOOKED_AT_S)
                if self._stop.is_set and not task.done():
                    return None
            composed = task.result()
            self._is_whole = composed is None
            return composed
        finally:
            task.cancel()
            if not task.done():
                with suppress(asyncio.CancelledError, Exception):
                    await task


async def _following(stream: AsyncIterator[Composed]) -> Composed | None:
    return await anext(stream, None)


def _failure(error: Exception) -> Notice:
    if isinstance(error, LimpetError):
        return Notice(error.code, f"{error.detail} The answer is limpet's own.")
    return Notice("model-failed", f"The model's answer failed ({type(error).__name__}). The answer is limpet's own.")
