"""Readable text as Markdown that shows exactly that text: code marked as code, everything else escaped where needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_SPECIAL: Final = re.compile(r"[\\`*\[\]]|(?<!\w)_|_(?!\w)|<(?=[a-zA-Z/!?])|&(?=#?\w+;)|~~|\$(?=\S)")
_AT_START: Final = re.compile(r"(?:#{1,6}(?=\s)|>|[-+](?=\s)|={3,}|(\d{1,9})([.)])(?=\s))")


def shown_inline(text: str, codes: Sequence[tuple[int, int]]) -> str:
    """
    One line of text as Markdown; *codes* are the ranges to be shown as code.

    >>> print(shown_inline("Use *args and a_b <b>", [(4, 9)]))
    Use `*args` and a_b \\<b>
    """
    parts: list[str] = []
    position = 0
    for start, end in sorted(codes):
        start, end = max(start, position, 0), min(end, len(text))
        if start < end:
            parts.extend((_escaped(text[position:start]), _code(text[start:end])))
            position = end
    parts.append(_escaped(text[position:]))
    shown = "".join(parts)
    start_sign = _AT_START.match(shown)
    if start_sign is None:
        return shown
    return f"{start_sign.group(1)}\\{shown[start_sign.end(1) :]}" if start_sign.group(1) else f"\\{shown}"


def shown_code(text: str, language: str) -> str:
    """
    A block of code in a fence that is longer than any inside.

    >>> print(shown_code("x = 1", "py"))
    ```py
    x = 1
    ```
    """
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def shown_table(rows: Sequence[str]) -> str:
    """
    Rows, whose cells are joined by ``" | "``, as a table; the first row is its head.

    >>> print(shown_table(["Size | Hip", "L | 41"]))
    | Size | Hip |
    | --- | --- |
    | L | 41 |
    """
    cells = [[_escaped(cell.strip()).replace("|", "\\|") for cell in row.split(" | ")] for row in rows]
    width = max(len(row) for row in cells)
    lines = ["| " + " | ".join([*row, *[""] * (width - len(row))]) + " |" for row in cells]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda match: "".join(f"\\{character}" for character in match.group()), text)


def _code(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
