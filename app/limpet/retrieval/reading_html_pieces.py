"""HTML as pieces: text and tags in order, the main content alone, what lies inside of asides passed over."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

_TOKEN: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?\]\]>|<[!?][^>]{0,2000}>"
    r"|<(?P<close>/?)(?P<name>[a-zA-Z][\w:-]{0,40})(?P<attributes>(?:[^<>\"']|\"[^\"]{0,4000}\"|'[^']{0,4000}'){0,400})>",
    re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_RAW: Final = frozenset(
    ["script", "style", "template", "noscript", "svg", "textarea", "select", "iframe", "math", "title"]
)
_ASIDE: Final = frozenset(["nav", "aside", "footer", "form", "button", "dialog", "menu", "figcaption"])
_VOID: Final = frozenset(
    ["br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "track", "wbr", "param"]
)
_ASIDE_ROLES: Final = frozenset(["navigation", "banner", "contentinfo", "complementary", "search", "menu", "dialog"])
_ASIDE_CLASS: Final = re.compile(
    r"(?:^|[\s_-])(?:nav(?:bar|header|footer|igation)?|toc|toctree|table-of-contents|side-?bar|breadcrumbs?|pagination"
    r"|menu|footer|headerlink|skip-?link|cookies?|share|edit-page|prev-next|related)(?:$|[\s_-])",
    re.IGNORECASE,
)


HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])


def html_title(text: str) -> str:
    """The page's title, white space collapsed; empty when it has none."""
    match = re.search(r"<title[^>]{0,200}>(.{0,500}?)</title", text, re.DOTALL | re.IGNORECASE)
    return " ".join(html.unescape(match.group(1)).split()) if match else ""


def main_content(text: str, start: int, end: int) -> tuple[int, int]:
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


def pieces(text: str, start: int, end: int, is_page: bool) -> Iterator[tuple[int, int, re.Match[str] | None]]:
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
    if name in ("body", "html", "main", "article") or name in HEADINGS or not attributes:
        return False
    found = attributes_of(attributes)
    if found.get("role", "").lower() in _ASIDE_ROLES or "hidden" in attributes.split():
        return True
    return bool(_ASIDE_CLASS.search(found.get("class", "")))


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of one tag, names in lower case, entities resolved."""
    return {
        m.group(1).lower(): html.unescape(m.group(2) or m.group(3) or m.group(4) or "")
        for m in _ATTRIBUTE.finditer(text)
    }
