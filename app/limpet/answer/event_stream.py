"""Server-sent events of a chat completion, taken apart as they come; nothing here waits for anything."""

from __future__ import annotations

import json
from typing import Any, Final

from limpet.errors import ComposerError

_OPENS: Final = "<think>"
_CLOSES: Final = "</think>"


class EventStream:
    """
    Lines of a reply, however they are cut on their way.

    >>> stream = EventStream()
    >>> stream.add('data: {"a"'), stream.add(': 1}\\r\\n: a comment\\n\\ndata:[DONE]\\n')
    ([], ['{"a": 1}', '[DONE]'])
    """

    def __init__(self) -> None:
        self._waiting = ""
        self._first = ""
        self._has_events = False

    @property
    def chars(self) -> int:
        """Characters that wait for the end of their line, or for the end of a reply that is no stream."""
        return len(self._waiting) + len(self._first)

    def add(self, text: str) -> list[str]:
        """
        The payloads of ``data`` lines that *text* completes.

        Raises:
            ComposerError: ``model-not-an-api``: the reply is a web page.
        """
        self._waiting += text
        *lines, self._waiting = self._waiting.replace("\r\n", "\n").split("\n")
        payloads: list[str] = []
        for line in lines:
            name, _, value = line.rstrip("\r").partition(":")
            if name == "data":
                self._has_events = True
                payloads.append(value.strip())
            elif not self._has_events and name not in ("", "event", "id", "retry"):
                self._first += line + "\n"
        if (self._first + self._waiting).lstrip()[:1] == "<":
            raise ComposerError("model-not-an-api", "The address answers with a web page; it usually ends in /v1.")
        return [payload for payload in payloads if payload]

    def whole(self) -> str | None:
        """The text of a reply that did not come as events; None for a stream, or for nothing."""
        text = (self._first + self._waiting).strip()
        if self._has_events or not text:
            return None
        return text


class ThoughtFilter:
    """
    Leaves out what a model thinks aloud before its answer, between ``<think>`` and ``</think>``.

    >>> filter = ThoughtFilter()
    >>> filter.add("<thi"), filter.add("nk>hm</think>Yes"), filter.add("."), filter.finish()
    ('', 'Yes', '.', '')
    """

    def __init__(self) -> None:
        self._held: str | None = ""

    def add(self, text: str) -> str:
        """What of *text*, and of what was held back, is answer."""
        if self._held is None:
            return text
        self._held += text
        begun = self._held.lstrip()
        if begun.startswith(_OPENS):
            thought, closes, answer = begun.partition(_CLOSES)
            self._held = None if closes else self._held
            return answer.lstrip() if closes and thought else ""
        if _OPENS.startswith(begun):
            return ""
        self._held = None
        return begun

    def finish(self) -> str:
        """What is still held back at the end; an unfinished thought is no answer."""
        held, self._held = self._held or "", None
        return "" if held.lstrip().startswith(_OPENS) else held


def content_of(event: dict[str, Any]) -> tuple[str, bool]:
    """
    The text that an event or a whole reply carries, and whether it shows that the model is at work.

    Raises:
        ComposerError: ``model-garbled``: it has another shape.

    >>> content_of({"choices": [{"delta": {"content": "Yes"}}]}), content_of({"choices": []})
    (('Yes', True), ('', False))
    """
    choices = event.get("choices")
    if choices in ([], None) and ("usage" in event or choices == []):
        return "", False
    try:
        choice = choices[0]  # type: ignore[index] # looked at as it is
        part = choice.get("delta") or choice.get("message") or {}
        content = part.get("content")
        is_thinking = bool(part.get("reasoning_content") or part.get("reasoning"))
        if isinstance(content, list):
            content = "".join(str(one["text"]) for one in content if one.get("type") == "text")
        if content is not None and not isinstance(content, str):
            raise TypeError
    except (TypeError, KeyError, IndexError, AttributeError):
        shown = json.dumps(event)[:80]
        raise ComposerError("model-garbled", f"The endpoint sends something else than text: {shown}") from None
    return content or "", bool(content) or is_thinking


def has_ended(event: dict[str, Any]) -> str | None:
    """
    Why the model stopped with this event; None when it goes on.

    Raises:
        ComposerError: ``model-refused``: its maker's filter held the answer back.
    """
    choices = event.get("choices") or [{}]
    reason = choices[0].get("finish_reason")
    if reason == "content_filter":
        raise ComposerError("model-refused", "The endpoint's filter held the answer back.")
    return reason if isinstance(reason, str) and reason else None
