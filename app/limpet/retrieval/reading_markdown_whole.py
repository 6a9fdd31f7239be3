"""Blocks of Markdown that are taken whole: fenced code, indented code, tables."""

from __future__ import annotations

import re
from typing import Final

from limpet.retrieval.reading_blocks import Block, Trace, block_of
from limpet.retrieval.reading_inline import plain_inline
from limpet.retrieval.reading_markdown_state import MarkdownState, indent_of

_DELIMITER_ROW: Final = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_PIPE: Final = re.compile(r"(?<!\\)\|")


def read_fence(
    state: MarkdownState, spans: list[tuple[int, int]], number: int, fence: re.Match[str], content: int
) -> int:
    """Code between fences, to the end of the text when none closes it; the number of the line after it."""
    state.flush()
    text = state.source
    indent = content - spans[number][0]
    last = number + 1
    while last < len(spans):
        line = text[spans[last][0] : spans[last][1]].strip(" \t>\r")
        if line.startswith(fence.group(1)) and not line.strip(fence.group(1)[0]):
            break
        last += 1
    whole_end = spans[min(last, len(spans) - 1)][1]
    trace = _code_trace(text, spans[number + 1 : last], indent)
    group = state.group if state.indents else -1
    state.put(block_of("code", trace, whole=(content, whole_end), group=group, marker=fence.group(2) or ""))
    return last + 1


def read_indented(state: MarkdownState, spans: list[tuple[int, int]], number: int, column: int, content: int) -> int:
    """Code by indent alone: as long as lines are indented as far as the first one, blank ones included."""
    text = state.source
    indent = content - spans[number][0]
    last = end = number
    while last < len(spans):
        found, begins = indent_of(text, *spans[last])
        if text[begins : spans[last][1]].strip():
            if found < column:
                break
            end = last
        last += 1
    trace = _code_trace(text, spans[number : end + 1], indent)
    group = state.group if state.indents else -1
    state.put(block_of("code", trace, whole=(content, spans[end][1]), group=group))
    return end + 1


def _code_trace(text: str, spans: list[tuple[int, int]], indent: int) -> Trace:
    """Lines of code as they are, without the indent that the place in the document gives them."""
    trace = Trace.empty()
    for start, end in spans:
        begins = start
        while begins < min(end, start + indent) and text[begins] in " \t>":
            begins += 1
        if trace.characters:
            trace.add("\n", start - 1, start)
        trace.take(Trace.of(text, begins, end), 0, end - begins)
    while trace.characters and trace.characters[-1].isspace():
        trace.characters.pop(), trace.starts.pop(), trace.ends.pop()
    return trace


def read_table(state: MarkdownState, spans: list[tuple[int, int]], number: int, line: str) -> int:
    """The number of the line after a table that begins here; 0 when none does."""
    text = state.source
    below = text[slice(*spans[number + 1])].strip(" \t>\r") if number + 1 < len(spans) else ""
    has_head = "|" in line and "|" in below and "-" in below and bool(_DELIMITER_ROW.match(below))
    is_headless = line.startswith("|") and line.endswith("|") and line.count("|") > 2 and not state.lines
    if not has_head and not is_headless:
        return 0
    state.flush()
    state.leave_list()
    state.group += 1
    last = number
    while last < len(spans):
        _, content = indent_of(text, *spans[last])
        row = text[content : spans[last][1]].rstrip()
        if "|" not in row:
            break
        if not _DELIMITER_ROW.match(row):
            marker = "head" if has_head and last == number else ""
            state.put(_row(text, content, content + len(row), state.group, marker))
        last += 1
    state.group += 1
    return last


def _row(text: str, start: int, end: int, group: int, marker: str) -> Block | None:
    inside = text[start:end]
    first = start + 1 if inside.startswith("|") else start
    final = end - 1 if inside.endswith("|") and not inside.endswith("\\|") and end - 1 > first else end
    trace = Trace.empty()
    opened = first
    bars = [match.start() for match in _PIPE.finditer(text, first, final)]
    for bar in [*bars, final]:
        cell = plain_inline(Trace.of(text, opened, bar))
        trace.take(cell, 0, len(cell))
        if bar < final:
            for character in " | ":
                trace.add(character, bar, bar + 1)
        opened = bar + 1
    return block_of("row", trace, whole=(start, end), group=group, marker=marker) if trace.text.strip(" |") else None
