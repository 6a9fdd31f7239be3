"""
What every reader of documents produces: blocks of readable text that know, for each character, its source.

A reader never changes a word: it only leaves markup out and turns runs of white space into one space. ``Trace`` keeps
the exact source range of each character that stays, so that any sentence can be cited to code points of the source.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

_WORD: Final = re.compile("[^\\s\u200b\ufeff\u00ad]+")
_SPACE: Final = re.compile(r"\s")
_UNEVEN: Final = re.compile("\\A\\s|\\s\\Z|\\s\\s|[\u200b\ufeff\u00ad]")
"""White space that is not one sign between two words, and signs that are seen as none."""

BlockKind: TypeAlias = Literal["heading", "paragraph", "item", "row", "code"]


@dataclass(slots=True)
class Trace:
    """
    Readable text under construction, with the source range of every character.

    Attributes:
        characters: The text, one character an entry.
        starts: First source code point of each character.
        ends: Source code point after each character.
        codes: Ranges of ``characters`` that were marked as code.

    >>> trace = Trace.of("a &amp; b", 0, 2)
    >>> trace.add("&", 2, 7)
    >>> trace.text, trace.ends
    ('a &', [1, 2, 7])
    """

    characters: list[str]
    starts: list[int]
    ends: list[int]
    codes: list[tuple[int, int]]

    @classmethod
    def empty(cls) -> Trace:
        """A trace of nothing yet."""
        return cls([], [], [], [])

    @classmethod
    def of(cls, source: str, start: int, end: int) -> Trace:
        """``source[start:end]`` as it stands."""
        return cls(list(source[start:end]), list(range(start, end)), list(range(start + 1, end + 1)), [])

    @property
    def text(self) -> str:
        """The readable text."""
        return "".join(self.characters)

    def __len__(self) -> int:
        return len(self.characters)

    def add(self, character: str, start: int, end: int) -> None:
        """One character that stands for ``source[start:end]``."""
        self.characters.append(character)
        self.starts.append(start)
        self.ends.append(end)

    def take(self, other: Trace, start: int, end: int) -> None:
        """Characters ``start`` to ``end`` of *other*."""
        shift = len(self.characters) - start
        self.codes.extend((max(a, start) + shift, min(b, end) + shift) for a, b in other.codes if a < end and b > start)
        self.characters.extend(other.characters[start:end])
        self.starts.extend(other.starts[start:end])
        self.ends.extend(other.ends[start:end])

    def collapsed(self) -> Trace:
        """Runs of white space become one space; none stays at the ends. Marked code keeps its ranges."""
        text = self.text
        if not self.codes and not _UNEVEN.search(text):
            return Trace(list(_SPACE.sub(" ", text)), self.starts[:], self.ends[:], [])
        kept = Trace.empty()
        words: list[tuple[int, int, int]] = []  # start and end here, start in what is kept
        for match in _WORD.finditer(text):
            start, end = match.span()
            gap = _SPACE.search(text, words[-1][1], start) if words else None
            if gap is not None:
                kept.add(" ", self.starts[gap.start()], self.ends[gap.start()])
            words.append((start, end, len(kept)))
            kept.characters.extend(self.characters[start:end])
            kept.starts.extend(self.starts[start:end])
            kept.ends.extend(self.ends[start:end])
        for opened, closed in self.codes:
            inside = [word for word in words if word[1] > opened and word[0] < closed]
            if inside:
                (first, _, first_kept), (last, last_end, last_kept) = inside[0], inside[-1]
                end = last_kept + min(closed, last_end) - last
                kept.codes.append((first_kept + max(0, opened - first), end))
        return kept


@dataclass(frozen=True, slots=True)
class Block:
    """
    One paragraph, heading, list item, table row or block of code.

    Attributes:
        kind: What it is.
        start: First source code point of its readable text (a row or code block: of the whole line or block).
        end: Source code point after it.
        text: Readable text; cells of a row are joined by ``" | "``.
        starts: Source start of each character of ``text``.
        ends: Source end of each character of ``text``.
        codes: Ranges of ``text`` that were marked as code.
        level: Heading level 1..6, or depth of a list item from 0.
        group: Number shared by the rows of one table and by the items (with their inner paragraphs) of one list; -1 for
            a block that stands alone.
        marker: ``-`` or ``1.`` of a list item, language of a code block, ``head`` for the head row of a table.
        anchor: Identifier that the source gives a heading; may be empty.
    """

    kind: BlockKind
    start: int
    end: int
    text: str
    starts: array[int]
    ends: array[int]
    codes: tuple[tuple[int, int], ...] = ()
    level: int = 0
    group: int = -1
    marker: str = ""
    anchor: str = ""

    @property
    def words(self) -> int:
        """Number of words by white space."""
        return len(self.text.split())

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """
        Source range of ``text[start:end]``, which must not be empty.

        Raises:
            ValueError: For an empty range.
        """
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"No characters between {start} and {end}.")
        return self.starts[start], self.ends[end - 1]


def block_of(
    kind: BlockKind,
    trace: Trace,
    *,
    whole: tuple[int, int] | None = None,
    level: int = 0,
    group: int = -1,
    marker: str = "",
    anchor: str = "",
) -> Block | None:
    """A block of a finished trace; None when nothing readable is in it. *whole* widens the block's source range."""
    if not trace.characters:
        return None
    start, end = whole or (trace.starts[0], trace.ends[-1])
    return Block(
        kind, min(start, trace.starts[0]), max(end, trace.ends[-1]), trace.text,
        array("I", trace.starts), array("I", trace.ends),
        tuple(trace.codes), level, group, marker, anchor,
    )  # fmt: skip
