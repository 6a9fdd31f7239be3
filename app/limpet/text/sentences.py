"""
Where sentences begin and end, as spans of code points.

A unit is cut first (a paragraph, one list item, a heading, a whole table, a whole code block), then sentences inside
paragraphs and items. Rules and a short list of abbreviations; nothing is learned, so the same text always gives the
same spans. A wrong join is preferred to a wrong cut: a quoted half sentence misleads, a long one does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

Span: TypeAlias = tuple[int, int]

_SHORT: Final = (
    "e.g i.e eg ie cf vs mr mrs ms dr prof sr jr st mt gen rev hon approx incl excl resp viz al ca dept est inc ltd"
    " co corp tel ext min max avg aka esp usw z.b d.h bzw ca p.ex m mme mlle sig sra"
)
_COUNTED: Final = "no nos nr fig figs eq eqs sec ch vol p pp art ver v cap op rs"
_OPENING: Final = (
    "the a an in on at it its we you they he she this that these those there here if when while for to as but and or so"
    " however also then use see note please what which who how why"
)
_ABBREVIATIONS: Final = frozenset(_SHORT.split())
_BEFORE_NUMBER: Final = frozenset(_COUNTED.split())
_STARTERS: Final = frozenset(_OPENING.split())
_END: Final = re.compile(r"[.!?…]+[\"'”’»)\]*_`]*(?=\s|$)|[。！？｡．]+[」』”’）】]*")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•‣]|\d{1,4}[.)])[ \t]+")
_HEADING: Final = re.compile(r" {0,3}#{1,6}[ \t]")
_FENCE: Final = re.compile(r"[ \t]*(`{3,}|~{3,})")
_PLAIN_BREAK: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_CLOSERS: Final = "\"'”’»)]*_`"
_LOOK_BACK_CHARS: Final = 40


def split_sentences(text: str) -> list[Span]:
    """
    Spans of the sentences of *text*, in order, without the white space around them.

    Headings, list items, tables and fenced code blocks are units of their own; the latter two are never cut.

    >>> text = "It costs Rs. 2,499.50 at example.com. See v1.2.3, e.g. the notes. Done?"
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['It costs Rs. 2,499.50 at example.com.', 'See v1.2.3, e.g. the notes.', 'Done?']
    """
    spans: list[Span] = []
    for start, end, is_whole in _units(text):
        if is_whole:
            spans.append((start, end))
        else:
            spans.extend(_sentences(text, start, end))
    return spans


def plain_sentences(text: str) -> list[str]:
    """
    Sentences of the plain *text* of a fragment, whose lines are units already: only white space after a full stop, and
    breaks of lines, part them. A part may be half a sentence ("e.g."): for words that stand together, not for quotes.

    >>> plain_sentences("Wash cold. Dry flat.\\nKeep it.")
    ['Wash cold.', 'Dry flat.', 'Keep it.']
    """
    return _PLAIN_BREAK.split(text)


def _units(text: str) -> Iterator[tuple[int, int, bool]]:
    """Paragraphs, items, headings, tables and code blocks: (start, end, never cut)."""
    opened: int | None = None
    kind = ""
    fence = ""
    position = 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        found = _line_kind(line, kind, fence)
        if opened is not None and _is_boundary(kind, found):
            yield from _trimmed(text, opened, start, kind in ("code", "table"))
            opened = None
        if found == "blank":
            kind, opened = ("", None) if kind != "code" else (kind, opened)
            continue
        if found == "code-end":
            yield from _trimmed(text, opened if opened is not None else start, position, True)
            opened, kind, fence = None, "", ""
            continue
        if found == "code" and kind != "code":
            mark = _FENCE.match(line)
            fence = mark.group(1) if mark else ""
        if opened is None:
            opened = start
        kind = "text" if found == "more" else found
    if opened is not None:
        yield from _trimmed(text, opened, len(text), kind in ("code", "table"))


def _line_kind(line: str, kind: str, fence: str) -> str:
    if kind == "code":
        mark = _FENCE.match(line)
        is_end = mark is not None and mark.group(1).startswith(fence) and not line.strip().strip(fence[0])
        return "code-end" if is_end else "code"
    if not line.strip():
        return "blank"
    if _FENCE.match(line):
        return "code"
    if line.lstrip().startswith("|"):
        return "table"
    if _HEADING.match(line):
        return "heading"
    if _ITEM.match(line):
        return "item"
    return "more"


def _is_boundary(kind: str, found: str) -> bool:
    if kind == "code":
        return False
    if found == "more":
        return kind in ("heading", "table")
    return not (found == "table" and kind == "table")


def _trimmed(text: str, start: int, end: int, is_whole: bool) -> Iterator[tuple[int, int, bool]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end, is_whole


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    opened = start
    item = _ITEM.match(text, start, end)
    floor = item.end() if item else start
    for match in _END.finditer(text, floor, end):
        stop = match.end()
        if stop < end and not _ends_here(text, opened, match, end):
            continue
        yield opened, stop
        opened = stop
        while opened < end and text[opened].isspace():
            opened += 1
    if opened < end:
        yield opened, end


def _ends_here(text: str, opened: int, match: re.Match[str], end: int) -> bool:
    mark = match.group().rstrip(_CLOSERS)
    if mark[-1:] in "。！？｡．" and mark:
        return True
    after = text[match.end() : min(end, match.end() + _LOOK_BACK_CHARS)].lstrip()
    following = after.split(maxsplit=1)[0] if after else ""
    if mark == "." and _is_abbreviation(text[max(opened, match.start() - _LOOK_BACK_CHARS) : match.start()], following):
        return False
    first = following.lstrip("\"'“‘«([*_`")[:1]
    return not first.islower() or _is_identifier(following)


def _is_identifier(word: str) -> bool:
    """A name from code may start a sentence in lower case."""
    return word.startswith("`") or bool(re.search(r"\w[_.(:/]\w|\(\)", word))


def _is_abbreviation(before: str, following: str) -> bool:
    words = before.split()
    if not words:
        return False
    word = words[-1].lstrip("(\"'“‘[")
    lowered = word.lower()
    if lowered in _ABBREVIATIONS:
        return True
    if lowered in _BEFORE_NUMBER and following[:1].isdigit():
        return True
    if len(word) == 1 and word.isupper() and word.isalpha():
        return len(words) == 1 or words[-2][:1].isupper()
    if re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", word) or lowered == "etc":
        return following.strip(",;:").lower() not in _STARTERS
    return False
