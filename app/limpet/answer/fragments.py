"""Hits as units that can be said: sentences, and lists, tables and code kept whole, each with its exact place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from limpet.answer.evidence import Citation
from limpet.answer.injection import order_in
from limpet.answer.markdown import shown_code, shown_inline, shown_table
from limpet.answer.pointing import points_back
from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.reading import blocks_in
from limpet.retrieval.reading_blocks import Block
from limpet.text.sentences import split_sentences
from limpet.text.tokens import stems

UnitKind: TypeAlias = Literal["sentence", "list", "item", "table", "code"]

WHOLE_LIST_WORDS: Final = 110
"""A list up to this size is said whole; of a longer one the fitting items are."""
_NAME_STEMS: Final = 4
_ENDS: Final = re.compile(r"[.!?:;…。！？：][\"'”’»)\]*_]*$")
_LEAST_BARE_WORDS: Final = 4
"""Words outside of code that a line without an end has at least to be a sentence."""
_FEW_WORDS: Final = 5
"""Fewer words right before code are its label."""


@dataclass(frozen=True, slots=True)
class Unit:
    """
    What is said or left out as one.

    Attributes:
        fragment: Where it is from.
        number: Place in the fragment, from 0.
        kind: What it is.
        plain: Readable text, for matching.
        shown: Markdown of what is said, without the lead.
        lead: Markdown of a sentence that leads in a list, table or code; empty for none.
        start: First source code point.
        end: Source code point after the last one.
        stems: Content stems of ``plain``.
        is_pointing: Whether its first words point at what stands before it.
        paragraph: Where the paragraph of a sentence begins; sentences of one paragraph have the same.
        is_scrap: Whether it is a line without the end of a sentence.
    """

    fragment: Fragment
    number: int
    kind: UnitKind
    plain: str
    shown: str
    lead: str
    start: int
    end: int
    stems: frozenset[str]
    is_pointing: bool = False
    paragraph: int = -1
    is_scrap: bool = False

    @property
    def words(self) -> int:
        """Number of words by white space; code counts a third, for it is looked at rather than read."""
        count = len(self.plain.split())
        return count // 3 if self.kind == "code" else count

    def citation(self, document: Document) -> Citation:
        """Its place in *document*."""
        fragment = self.fragment
        quote = document.text[self.start : self.end]
        return Citation(
            fragment.fragment_id, fragment.document_id, fragment.heading, self.start, self.end, quote,
            bool(order_in(self.plain)),
        )  # fmt: skip


def units_of(document: Document, fragment: Fragment, named: Sequence[frozenset[str]] = ()) -> list[Unit]:
    """
    The units of one fragment, in reading order.

    Of a list of things the one whose name's stems are all in one of *named* stands for the list, if it is the only one.

    >>> from limpet.retrieval.splitting import split
    >>> document = Document("a", "", "Silk is dry-cleaned. It fades in the sun. Sizes:\\n\\n- S\\n- M")
    >>> [(unit.kind, unit.plain) for unit in units_of(document, split(document)[0])]
    [('sentence', 'Silk is dry-cleaned.'), ('sentence', 'It fades in the sun.'), ('list', 'Sizes:\\nS\\nM')]
    """
    units: list[Unit] = []
    lead: tuple[Block, int, int] | None = None
    for blocks in _runs(blocks_in(document, fragment)):
        first = blocks[0]
        if first.kind in ("paragraph", "item") and len(blocks) == 1 and first.group < 0:
            spans = split_sentences(first.text)
            if lead is not None:
                units.append(_sentence(fragment, len(units), *lead))
                lead = None
            for start, end in spans:
                units.append(_sentence(fragment, len(units), first, start, end))
            if spans:
                lead = (first, *spans[-1])
                units.pop()
            continue
        led = lead if lead is not None and _leads(lead, first) else None
        if lead is not None and led is None:
            units.append(_sentence(fragment, len(units), *lead))
        lead = None
        units.extend(_structure(fragment, len(units), _first_named(blocks, named), led))
    if lead is not None:
        units.append(_sentence(fragment, len(units), *lead))
    return units


def _runs(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Paragraphs alone; items of one list and rows of one table together."""
    run: list[Block] = []
    for block in blocks:
        if run and block.group >= 0 and block.group == run[-1].group:
            run.append(block)
            continue
        if run:
            yield run
        run = [block]
    if run:
        yield run


def _first_named(blocks: list[Block], named: Sequence[frozenset[str]]) -> list[Block]:
    return next((item for stems_said in named if (item := _named_item(blocks, stems_said))), blocks)


def _named_item(blocks: Sequence[Block], named: frozenset[str]) -> list[Block]:
    """The one item of a list whose name, before a colon, *named* has; empty when none or several are, and for steps."""
    items = list(_items(blocks)) if named and blocks[0].kind == "item" else []
    names = [(set(stems(item[0].text.partition(":")[0])), item) for item in items if ": " in item[0].text]
    if not items or (blocks[0].marker[:1].isdigit() and len(names) < len(items)):
        return []
    found = [item for name, item in names if name and len(name) <= _NAME_STEMS and name <= named]
    is_told = len(found) == 1 and len(names) > 1  # alone, and then its number counts nothing
    return [replace(found[0][0], marker="-"), *found[0][1:]] if is_told else []


def _leads(lead: tuple[Block, int, int], following: Block) -> bool:
    block, start, end = lead
    sentence = block.text[start:end].rstrip()
    is_label = following.kind == "code" and len(sentence.split()) < _FEW_WORDS
    return is_label or sentence.endswith((":", "：", "...", "…"))


def _sentence(fragment: Fragment, number: int, block: Block, start: int, end: int) -> Unit:
    plain = block.text[start:end]
    source_start, source_end = block.source_range(start, end)
    pointing = points_back(plain)
    shown = shown_inline(plain, [(a - start, b - start) for a, b in block.codes])
    is_scrap = not _ENDS.search(plain) and len(_bare(block, start, end).split()) < _LEAST_BARE_WORDS
    return Unit(
        fragment, number, "sentence", plain, shown, "", source_start, source_end, _stems(plain), pointing, block.start,
        is_scrap,
    )  # fmt: skip


def _bare(block: Block, start: int, end: int) -> str:
    """``block.text[start:end]`` without its code."""
    kept, at = [], start
    for first, last in sorted(block.codes):
        kept.append(block.text[at : max(at, min(first, end))])
        at = min(max(at, last), end)
    return "".join([*kept, block.text[at:end]])


def _structure(
    fragment: Fragment, number: int, blocks: Sequence[Block], lead: tuple[Block, int, int] | None
) -> list[Unit]:
    first = blocks[0]
    if first.kind == "row" and blocks[-1].marker == "head":  # a table that a program fills has no rows here
        return [_sentence(fragment, number, *lead)] if lead is not None else []
    if first.kind == "row":
        return [_whole(fragment, number, "table", blocks, lead, shown_table(_with_head(fragment, blocks)))]
    if first.kind == "code":
        return [_whole(fragment, number, "code", blocks, lead, shown_code(first.text, first.marker))]
    if sum(block.words for block in blocks) <= WHOLE_LIST_WORDS or len(blocks) == 1:
        return [_whole(fragment, number, "list", blocks, lead, _shown_list(blocks))]
    units = [_sentence(fragment, number, *lead)] if lead is not None else []
    for item in _items(blocks):
        units.append(_whole(fragment, number + len(units), "item", item, None, _shown_list(item)))
    return units


def _items(blocks: Sequence[Block]) -> list[list[Block]]:
    """Outer items with all that belongs to them."""
    items: list[list[Block]] = []
    for block in blocks:
        if not items or (block.kind == "item" and block.level == blocks[0].level):
            items.append([])
        items[-1].append(block)
    return items


def _shown_list(blocks: Sequence[Block]) -> str:
    lines = []
    for block in blocks:
        indent = "  " * max(0, block.level)
        if block.kind == "item":
            marker = block.marker.replace(")", ".") if block.marker[:1].isdigit() else "-"
            lines.append(f"{indent}{marker} {shown_inline(block.text, block.codes)}")
        elif block.kind == "code":
            code = shown_code(block.text, block.marker).replace("\n", f"\n{indent}  ")
            lines.append(f"{indent}  {code}")
        else:
            lines.append(f"{indent}  {shown_inline(block.text, block.codes)}")
    return "\n".join(lines)


def _with_head(fragment: Fragment, rows: Sequence[Block]) -> list[str]:
    """Texts of the rows; a table that was cut gets its head row, which its fragment notes in its first line."""
    texts = [row.text for row in rows]
    noted = fragment.text.split("\n", 1)[0]
    is_cut = (
        rows[0].marker != "head"
        and " | " in noted
        and noted.count(" | ") == texts[0].count(" | ")
        and noted != texts[0]
    )
    return [noted, *texts] if is_cut and fragment.text.count(texts[0]) else texts


def _whole(
    fragment: Fragment,
    number: int,
    kind: UnitKind,
    blocks: Sequence[Block],
    lead: tuple[Block, int, int] | None,
    shown: str,
) -> Unit:
    plain = "\n".join(block.text for block in blocks)
    start, end = blocks[0].start, max(block.end for block in blocks)
    shown_lead = ""
    if lead is not None:
        block, lead_start, lead_end = lead
        sentence = block.text[lead_start:lead_end]
        shown_lead = shown_inline(sentence, [(a - lead_start, b - lead_start) for a, b in block.codes])
        plain = f"{sentence}\n{plain}"
        start = block.source_range(lead_start, lead_end)[0]
    points = kind == "code" and lead is None and number > 0  # the words before it say what it shows
    return Unit(fragment, number, kind, plain, shown, shown_lead, start, end, _stems(plain), points)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stems(text))
