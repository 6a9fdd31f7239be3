"""Where the clauses of a text begin and end: sentences, cut on at marks and joining words that start a new clause."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, TypeAlias

from limpet.memory.kept_text import UNSPACED
from limpet.text.sentences import split_sentences

Span: TypeAlias = tuple[int, int]

_OPENING_WORDS: Final = (
    "and but or nor so yet because since although though while whereas which who whom whose where when if unless until"
    " before after as that including especially however therefore then"
)
_OPENS_OR_ENDS: Final = re.compile(
    rf"(?P<before>(?<!\S)(?:[(\[]|(?:{'|'.join(_OPENING_WORDS.split())}|-{{1,3}}|[–—])(?!\S)))|[,;:)\]](?!\S)|(?<!\S),",
    re.IGNORECASE,
)
_WIDE_MARK: Final = re.compile("[，、；：—]")
"""Marks that need no white space behind them."""
_MIN_CLAUSE_WORDS: Final = 3
"""A piece of fewer words stays with its neighbour: "red, green and blue" is one clause."""
_ADJUNCT: Final = re.compile(
    r"(?<=[^\W_])[\"'”’)]?(?=\s(?:in|on|at|by|for|from|with|during|under|over|into|through|against|since|until|near|via"
    r"|using|based|according|to|of|between|among|about|whether|how|engaged|located|published|released)\s)"
)
_DANGLING: Final = (
    "a an the this that these those its his her their our your my of to in on at by for from with and or but as is are"
    " was were be been being has have had do does did will would can could may might must shall should not no than such"
    " more most very about into over under between during which who whom whose where when while if because there it"
)
_NEVER_LAST: Final = frozenset(_DANGLING.split())
"""A phrase does not end with these."""
_EDGES: Final = " \t\r\n,;:–—-，、；："


def clause_spans(text: str) -> list[Span]:
    """
    Spans of the clauses of *text* in order, without the marks between them. Never inside a number, a word or an
    address, because marks only count with white space behind them.

    >>> text = "We ship to Norway in five days, but parcels above 30 kg take longer. See example.com/a,b now."
    >>> [text[start:end] for start, end in clause_spans(text)]
    ['We ship to Norway in five days', 'but parcels above 30 kg take longer.', 'See example.com/a,b now.']
    """
    return [span for spans in sentence_clauses(text) for span in spans]


def sentence_clauses(text: str) -> list[list[Span]]:
    """The same, sentence by sentence."""
    return [_clauses(text, start, end) for start, end in split_sentences(text)]


def leading_phrase(text: str, span: Span, max_chars: int) -> Span | None:
    """
    The longest beginning of a clause that ends before one of its adjuncts and has at most *max_chars* code points:
    still a clause, with less detail. None when there is none of four words or more.

    >>> text = "Dreamgirls opened with three engagements in a theatre on the west side of the city"
    >>> start, end = leading_phrase(text, (0, len(text)), 50)
    >>> text[start:end]
    'Dreamgirls opened with three engagements'
    """
    start, end = span
    best: Span | None = None
    for match in _ADJUNCT.finditer(text, start, min(end, start + max_chars + 2)):
        words = text[start : match.end()].split()
        if match.end() - start <= max_chars and len(words) > _MIN_CLAUSE_WORDS and words[-1].lower() not in _NEVER_LAST:
            best = (start, match.end())
    return best


def _clauses(text: str, start: int, end: int) -> list[Span]:
    cuts = [start, *(cut for cut in _cuts(text, start, end) if start < cut < end), end]
    merged: list[Span] = []
    words_before = 0
    for span in pairwise(cuts):
        words = _words(text, span)
        if merged and min(words_before, words) < _MIN_CLAUSE_WORDS:
            merged[-1] = (merged[-1][0], span[1])
            words_before = _words(text, merged[-1])
        else:
            merged.append(span)
            words_before = words
    spans = (_trimmed(text, *span) for span in merged)
    return [span for span in spans if span[0] < span[1]]


def _cuts(text: str, start: int, end: int) -> list[int]:
    """Where a new clause may begin, in order: before a joining word, a dash or a bracket, after a mark."""
    cuts: list[int] = []
    for match in _OPENS_OR_ENDS.finditer(text, start, end):
        opening = match.lastgroup == "before"
        cuts.append(match.start() if opening else match.end())
    if not text.isascii():
        cuts.extend(match.end() for match in _WIDE_MARK.finditer(text, start, end))
        cuts.sort()
    return cuts


def _words(text: str, span: Span) -> int:
    """Words of a span; every fourth character counts as one where words are not spaced."""
    piece = text[span[0] : span[1]]
    count = len(piece.split())
    if piece.isascii() or max(piece) < UNSPACED:
        return count
    return max(count, sum(char >= UNSPACED for char in piece) // 4)


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    return start, end
