"""HTML as blocks: the main content of a page without its navigation, with exact ranges into the given text."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Final

from limpet.retrieval.reading_blocks import Block, BlockKind, Trace, block_of
from limpet.retrieval.reading_html_pieces import HEADINGS, attributes_of, main_content, pieces

_ENTITY: Final = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]\w{1,30});?|\{%.{0,400}?%\}|\{\{.{0,400}?\}\}", re.DOTALL
)
_BLOCK_NAMES: Final = (
    "p div section article main header body html ul ol dl dd dt table tbody thead tfoot blockquote details summary"
    " figure address hr center fieldset caption"
)
_BLOCKS: Final = frozenset(_BLOCK_NAMES.split())


@dataclass(slots=True)
class _Page:
    """Where the walk over the tags stands."""

    source: str
    group: int
    blocks: list[Block] = field(default_factory=list)
    trace: Trace = field(default_factory=Trace.empty)
    kind: BlockKind = "paragraph"
    level: int = 0
    anchor: str = ""
    marker: str = ""
    lists: list[tuple[str, int]] = field(default_factory=list)
    """Open lists: (name of the tag, items so far)."""
    pending_anchor: str = ""
    row_start: int = -1
    has_head_cell: bool = False
    is_pre: bool = False
    opened: int = 0
    code_from: int = -1

    def flush(self, whole: tuple[int, int] | None = None) -> None:
        """What is open becomes a block."""
        trace = _trimmed(self.trace) if self.kind == "code" else self.trace.collapsed()
        group = self.group if self.lists or self.kind == "row" else -1
        has_text = bool(trace.text.strip(" |"))
        found = block_of(
            self.kind, trace, whole=whole, level=self.level, group=group, marker=self.marker, anchor=self.anchor
        )
        if found is not None and has_text:
            self.blocks.append(found)
        self.trace, self.kind, self.level, self.anchor, self.marker = Trace.empty(), "paragraph", 0, "", ""
        self.code_from = -1


def html_blocks(
    text: str, start: int = 0, end: int | None = None, *, is_page: bool = True, first_group: int = 0
) -> list[Block]:
    """
    Blocks of ``text[start:end]`` in order.

    Args:
        text: The whole text; ranges of the blocks count in it.
        start: Where the HTML begins.
        end: Where it ends; None for the end of the text.
        is_page: Whether navigation, headers, footers and asides are to be left out.
        first_group: Number of the first table or list.

    >>> [(b.kind, b.text) for b in html_blocks("<nav>x</nav><h2>A &amp; B</h2><ul><li>one<li>two</ul>")]
    [('heading', 'A & B'), ('item', 'one'), ('item', 'two')]
    """
    end = len(text) if end is None else end
    if is_page:
        start, end = main_content(text, start, end)
    page = _Page(text, first_group)
    for begin, stop, tag in pieces(text, start, end, is_page):
        if tag is None:
            _add_text(page, begin, stop)
        elif tag.group("close"):
            _close(page, tag)
        else:
            _open(page, tag)
    page.flush()
    return page.blocks


def _add_text(page: _Page, start: int, end: int) -> None:
    text, position = page.source, start
    for match in _ENTITY.finditer(text, start, end):
        page.trace.take(Trace.of(text, position, match.start()), 0, match.start() - position)
        position = match.end()
        if match.group().startswith("{"):
            continue
        for character in html.unescape(match.group()):
            page.trace.add(character, match.start(), match.end())
    page.trace.take(Trace.of(text, position, end), 0, end - position)


def _open(page: _Page, tag: re.Match[str]) -> None:
    name = tag.group("name").lower()
    found = attributes_of(tag.group("attributes") or "")
    anchor = found.get("id", "") or (found.get("name", "") if name == "a" else "")
    if name in HEADINGS:
        page.flush()
        page.kind, page.level, page.anchor = "heading", int(name[1]), anchor or page.pending_anchor
        page.pending_anchor = ""
    elif page.kind == "heading" and anchor and not page.anchor:
        page.anchor = anchor
    elif name == "pre":
        page.flush()
        page.kind, page.is_pre, page.opened = "code", True, tag.start()
        language = re.search(r"lang(?:uage)?-([\w+#-]+)", found.get("class", ""))
        page.marker = language.group(1) if language else ""
    elif page.is_pre:
        return
    elif name in ("td", "th"):
        _open_cell(page, name, tag)
    elif page.kind == "row":
        if name in ("br", "p", "div", "li"):
            page.trace.add(" ", tag.start(), tag.end())
    else:
        _open_block(page, name, tag)


def _open_block(page: _Page, name: str, tag: re.Match[str]) -> None:
    if name in ("ul", "ol", "dl"):
        page.flush()
        if not page.lists:
            page.group += 1
        page.lists.append((name, 0))
    elif name in ("li", "dt"):
        page.flush()
        listed, count = page.lists.pop() if page.lists else ("ul", 0)
        page.lists.append((listed, count + 1))
        page.kind, page.level = "item", len(page.lists) - 1
        page.marker = f"{count + 1}." if listed == "ol" else "-"
    elif name == "tr":
        page.flush()
        page.kind, page.row_start, page.has_head_cell = "row", tag.start(), True
    elif name == "table":
        page.flush()
        page.group += 1
    elif name == "code" and page.code_from < 0:
        page.code_from = len(page.trace)
    elif name == "br":
        page.trace.add(" ", tag.start(), tag.end())
    elif name in _BLOCKS and not (name in ("p", "div") and page.kind == "item" and not page.trace.text.strip()):
        page.flush()


def _open_cell(page: _Page, name: str, tag: re.Match[str]) -> None:
    if page.kind != "row":
        page.flush()
        page.kind, page.row_start, page.has_head_cell = "row", tag.start(), True
    page.has_head_cell = page.has_head_cell and name == "th"
    if page.trace.text.strip():
        for character in " | ":
            page.trace.add(character, tag.start(), tag.end())


def _close(page: _Page, tag: re.Match[str]) -> None:
    name = tag.group("name").lower()
    if name == "pre" and page.is_pre:
        page.is_pre = False
        page.flush((page.opened, tag.end()))
    elif page.is_pre:
        return
    elif name == "code" and page.code_from >= 0:
        page.trace.codes.append((page.code_from, len(page.trace)))
        page.code_from = -1
    elif name == "tr" and page.kind == "row":
        page.marker = "head" if page.has_head_cell else ""
        page.flush((page.row_start, tag.end()))
    elif name in ("ul", "ol", "dl"):
        page.flush()
        page.lists = page.lists[:-1]
        page.group += 0 if page.lists else 1
    elif name == "table":
        page.flush()
        page.group += 1
    elif page.kind != "row" and (name in HEADINGS or name in _BLOCKS or name in ("li",)):
        page.flush()


def _trimmed(trace: Trace) -> Trace:
    """Code without blank lines before and after it."""
    text = trace.text
    start = len(text) - len(text.lstrip("\r\n"))
    kept = Trace.empty()
    kept.take(trace, start, max(start, len(text.rstrip())))
    return kept
