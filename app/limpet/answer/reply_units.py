"""A model's text, as it comes, cut into sentences and structures, with the passages that each of them cites."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from limpet.text.sentences import split_sentences

_MOST_CITED: Final = 9
_LIST: Final = r"\d{1,3}(?:\s*(?:,|;|&|–|-|and)\s*\^?\d{1,3})*"
_NAMED: Final = r"(?:sources?|passages?|documents?|refs?)"
_CITE: Final = re.compile(
    rf"\s*(?:\[\s*\^?(?:{_NAMED}\s*)?({_LIST})\s*\](?:\([^)\s]*\))?|【\s*({_LIST})[^】]{{0,20}}】|\(\s*{_NAMED}\s*({_LIST})\s*\))",
    re.IGNORECASE,
)
_OPEN_CITE: Final = re.compile(r"\s*(?:[\[【(][^\]】)]{0,24})?$")
_OWN_MARK: Final = re.compile(r"\s*\[\?\]")
_INLINE_CODE: Final = re.compile(r"(`+[^`]+`+)")
_MARKER: Final = re.compile(r"(?:[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+|[ \t]*#{1,6}[ \t]+|[ \t]*>[ \t]*)+")
_IMAGE_OR_LINK: Final = re.compile(r"(!?)\[([^\]]*+)\]\(\s*<?([^)\s>]*+)[^)]*+\)")
_ADDRESS: Final = re.compile(r"<?\b(?:[a-z][a-z0-9+.-]*://|www\.|mailto:)[^\s<>)\]]+>?", re.IGNORECASE)
_REFERENCE: Final = re.compile(r"^\s*\[[^\]]+\]:\s*\S.*$", re.MULTILINE)
_TAG: Final = re.compile(r"(?<!\\)<(?=[a-zA-Z/!?])")


@dataclass(frozen=True, slots=True)
class ReplyUnit:
    """
    What is checked and shown as one.

    Attributes:
        joint: White space before it.
        marker: Sign of a list item, heading or quotation.
        text: What it says, Markdown, without its citations.
        cites: Numbers of passages that it cites, in order.
        is_whole: A table or a block of code, which carries its citations below.
    """

    joint: str
    marker: str
    text: str
    cites: tuple[int, ...] = ()
    is_whole: bool = False


class ReplyUnits:
    """
    Takes pieces of a text and gives its units as soon as they can no longer change.

    Args:
        knows_address: Whether a web address stands in a passage; others are shown as code, not as links.

    >>> units = ReplyUnits(lambda address: False)
    >>> units.add("Silk is dry-cleaned. [1] Keep"), [unit.text for unit in units.finish()]
    ([ReplyUnit(joint='', marker='', text='Silk is dry-cleaned.', cites=(1,), is_whole=False)], ['Keep'])
    """

    def __init__(self, knows_address: Callable[[str], bool]) -> None:
        self._knows_address = knows_address
        self._waiting = ""
        self._given = 0

    def add(self, piece: str) -> list[ReplyUnit]:
        """The units that *piece* settles."""
        self._waiting += piece
        return self._settled(is_end=False)

    def finish(self, *, is_cut: bool = False) -> list[ReplyUnit]:
        """The rest; of a text that was cut in a sentence, without that sentence."""
        if is_cut:
            spans = [span for span in split_sentences(self._waiting) if span[1] > self._given]
            if spans and not re.search(r"[.!?…。！？|`\]][*_)\"'”’]*$", self._waiting.rstrip()):
                self._waiting = self._waiting[: max(spans[-1][0], self._given)]
        return self._settled(is_end=True)

    def _settled(self, *, is_end: bool) -> list[ReplyUnit]:
        text = self._waiting
        spans = [span for span in _merged(text, split_sentences(text)) if span[1] > self._given]
        if not is_end and spans:
            last = text[spans[-1][0] :]
            rest = last[cites.end() :] if (cites := re.match(rf"(?:{_CITE.pattern})+", last, re.IGNORECASE)) else last
            keeps = 2 if _OPEN_CITE.fullmatch(rest) else 1
            spans = spans[:-keeps]
        units: list[ReplyUnit] = []
        for start, end in spans:
            begin = max(start, self._given)
            unit = self._unit(text[self._given : begin], text[begin:end])
            if unit.text or unit.cites:
                units.append(unit)
            self._given = end
        self._forget_lines(is_end)
        return units

    def _forget_lines(self, is_end: bool) -> None:
        """Lines that were given go; the one that goes on stays, for its beginning tells what it is."""
        if is_end:
            self._waiting, self._given = "", 0
            return
        line = self._waiting.rfind("\n", 0, self._given) + 1
        self._waiting, self._given = self._waiting[line:], self._given - line

    def _unit(self, joint: str, body: str) -> ReplyUnit:
        if body.startswith(("```", "~~~")):
            end = max(body.rfind("```"), body.rfind("~~~")) + 3
            block, after = (body[:end], body[end:]) if end > 3 else (body, "")
            return ReplyUnit(joint, "", block, _numbers(after), True)
        marker = found.group() if (found := _MARKER.match(body)) else ""
        cites: list[int] = []
        parts = _INLINE_CODE.split(_REFERENCE.sub("", body[len(marker) :]))
        for place in range(0, len(parts), 2):
            cites.extend(_numbers(parts[place]))
            parts[place] = self._plain(_CITE.sub("", _OWN_MARK.sub("", parts[place])))
        text = re.sub(r" +(?=[.,;:!?](?:\s|$))", "", "".join(parts)).strip()
        return ReplyUnit(joint, marker, text, tuple(dict.fromkeys(cites))[:_MOST_CITED], body.startswith("|"))

    def _plain(self, text: str) -> str:
        """*text* without pictures, without tags, and with no address that the passages do not have."""

        def link(match: re.Match[str]) -> str:
            is_picture, label, address = match.groups()
            return label if is_picture or not self._knows_address(address) else f"[{label}]({address})"

        def address(match: re.Match[str]) -> str:
            bare = match.group().strip("<>").rstrip(".,;:!?")
            after = match.group().strip("<>")[len(bare) :]
            return match.group() if self._knows_address(bare) else f"`{bare}`{after}"

        pieces = re.split(r"(\[[^\]]*+\]\([^)]*+\))", _IMAGE_OR_LINK.sub(link, text))
        shown = [piece if place % 2 else _ADDRESS.sub(address, piece) for place, piece in enumerate(pieces)]
        return _TAG.sub(r"\\<", "".join(shown))


def _merged(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in which a citation at the beginning of a sentence's line goes to the sentence before it."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        led = re.match(rf"(?:{_CITE.pattern})+[.]?", text[start:end], re.IGNORECASE)
        is_same_line = bool(merged) and "\n" not in text[merged[-1][1] : start]
        is_below = led is not None and led.end() == end - start
        if merged and led is not None and led.end() > 0 and (is_same_line or is_below):
            merged[-1] = (merged[-1][0], start + led.end())
            start += led.end()
            while start < end and text[start].isspace():
                start += 1
        if start < end:
            merged.append((start, end))
    return merged


def _numbers(text: str) -> tuple[int, ...]:
    """The cited numbers of *text* in order; ``[1-3]`` names three."""
    found: list[int] = []
    for match in _CITE.finditer(text):
        listed = next(group for group in match.groups() if group)
        for part in re.split(r"\s*(?:,|;|&|and)\s*", listed):
            first, *others = [int(number) for number in re.findall(r"\d+", part)] or [0]
            last = others[-1] if others and first < others[-1] <= first + _MOST_CITED else first
            found.extend(range(first, last + 1))
    return tuple(found)
