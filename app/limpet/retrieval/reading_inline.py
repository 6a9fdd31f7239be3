"""Markdown inside a paragraph, taken off: emphasis, links, code spans, images, tags, entities, Liquid."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Final

from limpet.retrieval.reading_blocks import Trace

_INLINE: Final = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>(?P<ticks>`+)(?!`)(?P<inside>.{1,4000}?)(?<!`)(?P=ticks)(?!`))"
    r"|(?P<liquid>\{%.{0,400}?%\}|\{\{.{0,400}?\}\})"
    r"|(?P<attributes>\{[:.#][^{}\n]{0,200}\})"
    r"|(?P<footnote>\[\^[^\]\s]{1,80}\])"
    r"|(?P<image>!\[[^\]]{0,400}\](?:\([^()\s]{0,1000}(?:\s+[^()]{0,300})?\)|\[[^\]]{0,200}\])?)"
    r"|(?P<link>\[(?P<label>(?:[^\[\]\\]|\\.|\[[^\[\]]{0,200}\]){1,1000})\]"
    r"(?:\((?:[^()\n]|\([^()\n]{0,300}\)){0,1000}\)|\[[^\]]{0,200}\]))"
    r"|(?P<auto><(?P<address>(?:https?|ftp|mailto):[^<>\s]{1,500}|[^<>\s@]{1,100}@[^<>\s@]{1,100})>)"
    r"|(?P<tag></?[a-zA-Z][\w:-]{0,40}(?:\s[^<>]{0,1000})?/?>|<!--.{0,4000}?-->)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]\w{1,30});)"
    r"|(?P<strong>\*{1,3}|~~|==|(?<![^\W_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![^\W_]))",
    re.DOTALL,
)
_BREAKING_TAGS: Final = re.compile(r"</?(?:br|p|div|li|tr|td|th|h[1-6])\b", re.IGNORECASE)
_MAX_DEPTH: Final = 4


def plain_inline(trace: Trace) -> Trace:
    """
    The readable characters of a stretch of Markdown.

    >>> source = "Use **bold**, `a_b` and [the guide](x.md) &amp; more."
    >>> plain_inline(Trace.of(source, 0, len(source))).text
    'Use bold, a_b and the guide & more.'
    """
    return _plain(trace, 0).collapsed()


def _plain(trace: Trace, depth: int) -> Trace:
    text = trace.text
    kept = Trace.empty()
    position = 0
    for match in _INLINE.finditer(text):
        kept.take(trace, position, match.start())
        position = match.end()
        _TAKERS[match.lastgroup or "strong"](match, trace, kept, depth)
    kept.take(trace, position, len(text))
    return kept


def _take_escape(match: re.Match[str], trace: Trace, kept: Trace, _depth: int) -> None:
    kept.take(trace, match.start() + 1, match.end())


def _take_code(match: re.Match[str], trace: Trace, kept: Trace, _depth: int) -> None:
    opened = len(kept)
    start, end = match.span("inside")
    kept.take(trace, start, end)
    kept.codes.append((opened, len(kept)))


def _take_label(match: re.Match[str], trace: Trace, kept: Trace, depth: int) -> None:
    start, end = match.span("label")
    inner = Trace.empty()
    inner.take(trace, start, end)
    inside = _plain(inner, depth + 1) if depth < _MAX_DEPTH else inner
    kept.take(inside, 0, len(inside))


def _take_address(match: re.Match[str], trace: Trace, kept: Trace, _depth: int) -> None:
    kept.take(trace, *match.span("address"))


def _take_tag(match: re.Match[str], trace: Trace, kept: Trace, _depth: int) -> None:
    if _BREAKING_TAGS.match(match.group()):
        kept.add(" ", trace.starts[match.start()], trace.ends[match.end() - 1])


def _take_entity(match: re.Match[str], trace: Trace, kept: Trace, _depth: int) -> None:
    start, end = trace.starts[match.start()], trace.ends[match.end() - 1]
    for character in html.unescape(match.group()):
        kept.add(character, start, end)


def _take_strong(match: re.Match[str], trace: Trace, kept: Trace, _depth: int) -> None:
    """Signs of emphasis go; a lone star or equals sign with white space on both sides is text."""
    text_before = kept.characters[-1] if kept.characters else " "
    is_at_end = match.end() >= len(trace.characters)
    text_after = " " if is_at_end else trace.characters[match.end()]
    is_sign = match.group() in ("==", "~~", "*") and text_before.isspace() and text_after.isspace()
    is_sum = match.group() == "*" and text_before.isdigit() and text_after.isdigit()
    if is_sign or is_sum:
        kept.take(trace, match.start(), match.end())


def _drop(_match: re.Match[str], _trace: Trace, _kept: Trace, _depth: int) -> None:
    """Nothing readable in it."""


_TAKERS: Final[dict[str, Callable[[re.Match[str], Trace, Trace, int], None]]] = {
    "escape": _take_escape, "code": _take_code, "liquid": _drop, "attributes": _drop, "footnote": _drop,
    "image": _drop, "link": _take_label, "auto": _take_address, "tag": _take_tag, "entity": _take_entity,
    "strong": _take_strong,
}  # fmt: skip
