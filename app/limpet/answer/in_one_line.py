"""An earlier answer in one line of Markdown, for a sentence that tells of it."""

from __future__ import annotations

import re
from typing import Final

_CITATIONS: Final = re.compile(r"\s*\[(?:\d+|\?)\]")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_BULLET: Final = re.compile(r"\s*[-*+•]\s+")
_NUMBERED: Final = re.compile(r"\s*\d{1,3}[.)]\s+")
_HEADING_OR_QUOTE: Final = re.compile(r"\s*(?:#{1,6}\s+|>\s?)+")
_RULE: Final = re.compile(r"\s*(?:\|(?:\s*:?-+:?\s*\|)+|-{3,})\s*")
_LISTED: Final = re.compile(r" - (?=\*\*)")
"""Where a list goes on that was put into one line long ago."""
_CODE: Final = "(code)"
"""Stands for a block of code: in one line it would be nothing that runs."""
_BETWEEN: Final = " · "
_MOST_CELLS: Final = 6
"""A longer row is a table that was put into one line long ago: nobody can tell what was a label in it."""


def in_one_line(markdown: str) -> str:
    """
    *markdown* in one line: no numbers of sources, which are not those of the answer that quotes it, no marks of lists,
    headings and tables, and no code blocks. Marks of emphasis stay, since the line is Markdown too.

    >>> in_one_line("We have two. [1]\\n\\n- **Neem**: ₹999\\n- **Tulsi**: ₹799 [2]")
    'We have two. **Neem**: ₹999 · **Tulsi**: ₹799'
    >>> in_one_line("| | Silk |\\n| --- | --- |\\n| Price | ₹9 |\\n\\n~~~\\nwash()\\n~~~")
    'Silk · Price: ₹9 · (code)'
    """
    parts: list[str] = []
    is_code = was_item = False
    for line in markdown.splitlines():
        if _FENCE.match(line):
            is_code = not is_code
            if is_code:
                parts.append(f"{_BETWEEN if was_item else ' '}{_CODE}")
            continue
        plain, is_item = _plain(line)
        if is_code or not plain:
            continue
        parts.append(f"{_BETWEEN if was_item and (is_item or _is_row(line)) else ' '}{plain}")
        was_item = is_item
    return _LISTED.sub(_BETWEEN, _CITATIONS.sub("", " ".join("".join(parts).split()))).removeprefix("- ")


def _plain(line: str) -> tuple[str, bool]:
    """A line without the marks at its beginning, and whether it is an item or a row."""
    if _RULE.fullmatch(line):
        return "", False
    if _is_row(line):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) > _MOST_CELLS:
            return _BETWEEN.join(cell for cell in cells if cell), True
        label, *values = cells
        row = " / ".join(value for value in values if value)
        return (f"{label}: {row}" if label and row else label or row), True
    if bullet := _BULLET.match(line):
        return line[bullet.end() :].strip(), True
    if _NUMBERED.match(line):
        return line.strip(), False
    return _HEADING_OR_QUOTE.sub("", line, count=1).strip() if _HEADING_OR_QUOTE.match(line) else line.strip(), False


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|")
