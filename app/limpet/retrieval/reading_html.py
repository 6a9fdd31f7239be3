"""HTML as blocks: the main content of a page without its navigation, with exact ranges into the given text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from limpet.retrieval.reading_blocks import Block, BlockKind, Trace, block_of

_TOKEN: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?\]\]>|<[!?][^>]{0,2000}>"
    r"|<(?P<close>/?)(?P<name>[a-zA-Z][\w:-]{0,40})(?P<attributes>(?:[^<>\"']|\"[^\"]{0,4000}\"|'[^']{0,4000}'){0,400})>",
    re.DOTALL,
)
_ENTITY: Final = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]\w{1,30});?|\{%.{0,400}?%\}|\{\{.{0,400}?\}\}", re.DOTALL
)
_ATTRIBUTE: Final = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_RAW: Final = frozenset(
    ["script", "style", "template", "noscript", "svg", "textarea", "select", "iframe", "math", "title"]
)
_ASIDE: Final = frozenset(["nav", "aside", "footer", "form", "button", "dialog", "menu", "figcaption"])
_VOID: Final = frozenset(
    ["br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "track", "wbr", "param"]
)
_BLOCK_NAMES: Final = (
    "p div section article main header body html ul ol dl dd dt table tbody thead tfoot blockquote details summary"
    " figure address hr center fieldset caption"
)
_BLOCKS: Final = frozenset(_BLOCK_NAMES.split())
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_ASIDE_ROLES: Final = frozenset(["navigation", "banner", "contentinfo", "complementary", "search", "menu", "dialog"])
_ASIDE_CLASS: Final = re.compile(
    r"(?:^|[\s_-])(?:nav(?:bar|header|footer|igation)?|toc|toctree|table-of-contents|side-?bar|breadcrumbs?|pagination"
    r"|menu|footer|headerlink|skip-?link|cookies?|share|edit-page|prev-next|related)(?:$|[\s_-])",
    re.IGNORECASE,
)


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
    table_depth: int = 0
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
        start, end = _main_content(text, start, end)
    page = _Page(text, first_group)
    for begin, stop, tag in _pieces(text, start, end, is_page):
        if tag is None:
            _add_text(page, begin, stop)
        elif tag.group("close"):
            _close(page, tag)
        else:
            _open(page, tag)
    page.flush()
    return page.blocks


def html_title(text: str) -> str:
    """The page's title, white space collapsed; empty when it has none."""
    match = re.search(r"<title[^>]{0,200}>(.{0,500}?)</title", text, re.DOTALL | re.IGNORECASE)
    return " ".join(html.unescape(match.group(1)).split()) if match else ""


def _main_content(text: str, start: int, end: int) -> tuple[int, int]:
    """The first ``main``; else the only ``article``; else the body."""
    for pattern in (
        r"<main\b[^>]{0,2000}>",
        r"<\w+[^>]{0,500}\brole=[\"']?main\b[^>]{0,500}>",
        r"<article\b[^>]{0,2000}>",
    ):
        found = list(re.finditer(pattern, text[start:end], re.IGNORECASE))
        if len(found) == 1 or (found and "main" in pattern):
            begin = start + found[0].start()
            name = re.match(r"<(\w+)", text[begin : begin + 40])
            if name and name.group(1).lower() in ("main", "article"):
                closing = text.lower().rfind(f"</{name.group(1).lower()}", begin, end)
                return begin, closing if closing > begin else end
            return begin, end
    body = re.search(r"<body\b[^>]{0,2000}>", text[start:end], re.IGNORECASE)
    return (start + body.start(), end) if body else (start, end)


def _pieces(text: str, start: int, end: int, is_page: bool) -> Iterator[tuple[int, int, re.Match[str] | None]]:
    """Stretches of text and tags that count: what lies inside of asides, scripts and styles is passed over."""
    position = start
    inside: list[str] = []
    skipping: str | None = None
    depth = 0
    while position < end:
        tag = _TOKEN.search(text, position, end)
        stop = tag.start() if tag else end
        if stop > position and not skipping:
            yield position, stop, None
        if tag is None:
            return
        position = tag.end()
        name = (tag.group("name") or "").lower()
        if not name:
            continue
        is_closing = bool(tag.group("close"))
        if skipping:
            if name == skipping and not tag.group().endswith("/>"):
                depth += -1 if is_closing else 1
                skipping = skipping if depth else None
            continue
        if not is_closing and name in _RAW:
            closing = re.compile(rf"</{name}\b[^>]{{0,200}}>", re.IGNORECASE).search(text, position, end)
            position = closing.end() if closing else end
            continue
        if name in ("main", "article"):
            inside = inside[:-1] if is_closing else [*inside[-8:], name]
        if is_page and not is_closing and name not in _VOID and _is_aside(name, tag.group("attributes"), bool(inside)):
            skipping, depth = name, 1
            continue
        yield tag.start(), tag.end(), tag


def _is_aside(name: str, attributes: str, is_in_main: bool) -> bool:
    if name in _ASIDE or (name == "header" and not is_in_main):
        return True
    if name in ("body", "html", "main", "article") or name in _HEADINGS or not attributes:
        return False
    found = _attributes(attributes)
    if found.get("role", "").lower() in _ASIDE_ROLES or "hidden" in attributes.split():
        return True
    return bool(_ASIDE_CLASS.search(found.get("class", "")))


def _attributes(text: str) -> dict[str, str]:
    return {
        m.group(1).lower(): html.unescape(m.group(2) or m.group(3) or m.group(4) or "")
        for m in _ATTRIBUTE.finditer(text)
    }


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
    found = _attributes(tag.group("attributes") or "")
    anchor = found.get("id", "") or (found.get("name", "") if name == "a" else "")
    if name in _HEADINGS:
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
    elif page.kind != "row" and (name in _HEADINGS or name in _BLOCKS or name in ("li",)):
        page.flush()


def _trimmed(trace: Trace) -> Trace:
    """Code without blank lines before and after it."""
    text = trace.text
    start = len(text) - len(text.lstrip("\r\n"))
    kept = Trace.empty()
    kept.take(trace, start, max(start, len(text.rstrip())))
    return kept
