"""An answer cut into what a reader takes in one after the other, and told from the documents' words by words alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from limpet.text.sentences import split_sentences

_CITATION: Final = re.compile(r"[ \t]*\[\d+\](?!\()")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_WORD: Final = re.compile(r"\w+")
_FENCE: Final = re.compile(r"(^[ \t]*```.*?^[ \t]*```[ \t]*$)", re.MULTILINE | re.DOTALL)
_LEADS: Final = (":", "：")
_LEAST_WORDS: Final = 3
"""Fewer words are in a bit by chance."""


@dataclass(frozen=True, slots=True)
class SaidPart:
    """
    A sentence, item, row or block of code of an answer.

    Attributes:
        text: Itself, without citation numbers.
        said: With what it leads in, when it ends with a colon.
    """

    text: str
    said: str


def words_of(text: str) -> str:
    """
    The words of *text* without marks, addresses of links and citation numbers, with one blank between them.

    >>> words_of("**Wash** it as [told](care.md): *cold*. [1]")
    'wash it as told cold'
    """
    return " ".join(_WORD.findall(_LINK.sub(r"\1", _CITATION.sub("", text)).lower().replace("_", " ")))


def parts_of_answer(text: str) -> list[SaidPart]:
    """
    The parts of *text* in order.

    >>> [part.text for part in parts_of_answer("Sizes are: [1]\\n\\n- S\\n- M\\n\\nAsk us. [2] Or write.")]
    ['Sizes are:', '- S', '- M', 'Ask us.', 'Or write.']
    >>> parts_of_answer("Sizes are:\\n\\n- S\\n- M")[0].said
    'Sizes are:\\n- S'
    """
    pieces: list[str] = []
    for piece in _FENCE.split(_CITATION.sub("", text)):
        if piece.lstrip().startswith("```"):
            pieces.append(piece)
            continue
        lines = (line.strip() for line in piece.splitlines())
        pieces += [line[start:end] for line in lines for start, end in split_sentences(line)]
    shown = [piece for piece in pieces if _WORD.search(piece)]
    return [
        SaidPart(one, f"{one}\n{after}" if one.rstrip("*_ ").endswith(_LEADS) and after else one)
        for one, after in zip(shown, [*shown[1:], ""], strict=True)
    ]


def holds(said: str, bits: Iterable[str]) -> bool:
    """
    Whether *said* has the words of one of *bits* in their order, or is a part of one.

    >>> holds("Wash it `cold`.", ["wash it cold"]), holds("- Wash it cold", ["Wash it cold. Dry it flat."])
    (True, True)
    >>> holds("Wash it", ["Wash it cold."])
    False
    """
    words = words_of(said)
    is_long = words.count(" ") + 1 >= _LEAST_WORDS
    return any(f" {bit} " in f" {words} " or (is_long and f" {words} " in f" {bit} ") for bit in map(words_of, bits))
