"""Arguments of the command line, with a suggestion for what was mistyped."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

_ALIKE_SHARE = 0.6
"""Likeness (difflib's ratio) from which a known word is suggested for an unknown one: argparse's own from 3.14 on."""


class Usage(argparse.ArgumentParser):
    """
    A parser whose errors name the nearest option or command, below the usage of the command that was meant.

    >>> parser = Usage("tea", exit_on_error=False)
    >>> _ = parser.add_argument("--minutes")
    >>> parser.suggestion(["--minuts", "3"])
    ' (did you mean --minutes?)'
    """

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._arguments: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As in ``argparse``; what is parsed is kept for a later error."""
        self._arguments = list(args) if args is not None else []
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Prints the usage and *message* with a suggestion, and exits with 2."""
        command = next((self._commands()[one] for one in self._arguments if one in self._commands()), None)
        if isinstance(command, Usage):
            command.error(message)
        super().error(f"{message}{self.suggestion(self._arguments)}")

    def suggestion(self, arguments: Sequence[str]) -> str:
        """What to say of the first of *arguments* that is unknown but like a known one; empty where none is."""
        options = [one for one in self._option_string_actions if one.startswith("--")]
        for given in arguments:
            name = given.partition("=")[0]
            known = options if name.startswith("--") else self._commands()
            if name not in known and (near := _nearest(name, known)):
                return f" (did you mean {near}?)"
        return ""

    def _commands(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                found.update(action.choices)
        return found


def _nearest(word: str, known: Iterable[str]) -> str:
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=_ALIKE_SHARE)), "")
