"""
The chat on standard input and output: a conversation for people, and ``limpet wire`` for scripts.

``limpet wire`` reads one request a line and writes one event a line; it ends with exit code 0 at the end of input,
also after errors, so that a script reads errors from the events.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from typing import Final, TextIO

from limpet.chat import Chat
from limpet.errors import LimpetError
from limpet.events import Answered, Delta, Notice
from limpet.host.dispatch import Dispatcher

_HINT: Final = "Ask away; quit, exit or Ctrl+D ends."
_ENDS: Final = frozenset({"quit", "exit", "q"})
_WAITING_AT_MOST: Final = 64
"""Requests read ahead of their answers, so that a `stop` can overtake but a long script does not fill the memory."""


async def serve_wire(chat: Chat, lines: TextIO, out: TextIO) -> None:
    """Answer every line of *lines*; each event is flushed, so that a script can wait for it."""

    def post(line: str) -> None:
        out.write(line + "\n")
        out.flush()

    dispatcher = Dispatcher(chat, post)
    loop = asyncio.get_running_loop()
    running: set[asyncio.Task[None]] = set()
    while line := await loop.run_in_executor(None, lines.readline):
        if not line.strip():
            continue
        task = asyncio.create_task(dispatcher.handle(line))
        running.add(task)
        task.add_done_callback(running.discard)
        while len(running) >= _WAITING_AT_MOST:
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0)
    if running:
        await asyncio.gather(*running)


async def converse(chat: Chat, out: TextIO = sys.stdout) -> None:
    """
    Talk with a person until "quit", "exit" or the end of input; a question that nobody has typed here is printed before
    its answer.
    """
    loop = asyncio.get_running_loop()
    is_typed = sys.stdin.isatty()
    if is_typed:
        out.write(f"{_HINT}\n")
    while True:
        out.write("\n> ")
        out.flush()
        line = await loop.run_in_executor(None, sys.stdin.readline)
        if not line:
            out.write("\n")
            return
        if not is_typed:
            out.write(f"{line.rstrip()}\n")
        if line.strip().lower().strip("/:.!()") in _ENDS:
            return
        if line.strip():
            try:
                await say(chat, line.strip(), out)
            except LimpetError as error:  # the talk goes on
                out.write(f"{error}\n")


async def say(chat: Chat, message: str, out: TextIO) -> Answered | None:
    """One message and its answer, with the sources below it; ``WireError`` when the message cannot be read."""
    answered = None
    async for event in chat.ask(message):
        if isinstance(event, Delta):
            out.write(f"\n\n{event.text}" if event.replaces else event.text)  # what is printed stays printed
            out.flush()
        elif isinstance(event, Notice):
            out.write(f"\n({event.text})\n")
        elif isinstance(event, Answered):
            answered = event
    if answered is not None:
        out.writelines(f"{line}\n" for line in _sources(answered))
    return answered


def _sources(answered: Answered) -> Iterator[str]:
    if told := [part["label"] for part in answered.understood if not part.get("repeats")]:
        yield "\n\nUnderstood as: " + " · ".join(told)
    else:
        yield "\n" if answered.citations else ""
    for number, citation in enumerate(answered.citations, 1):
        yield f"  [{number}] {citation['heading'] or citation['document_id']} ({citation['document_id']})"
