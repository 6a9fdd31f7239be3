"""
What tells the kind of a fragment, as named numbers 0..1: its headings, shape, sentences and words.

Pure and cheap: no model is needed. A cue that is not met is left out, so that what was met can be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from limpet.retrieval.kind_phrases import HEADING_CUES, SENTENCE_CUES
from limpet.retrieval.reading_blocks import Block
from limpet.text.sentences import split_sentences

_FIELD_ITEM: Final = re.compile(r"\S{1,40}(?:\s\S{1,20}){0,2}\s*(?:[-–—:]|\()")
_NAME: Final = re.compile(r"[\w.']{3,}")
_WORD: Final = re.compile(r"[A-Za-z']+|[?:]|\d+")
_CODE_LINES: Final = {
    "prompt": re.compile(r"^\s*(?:>>>|\.\.\.|\$ |In \[)", re.M),
    "command": re.compile(
        r"^\s*(?:\$ )?(?:sudo|pip|npm|gem|apt|apt-get|cd|git|docker|brew|bundle|python|conda|make)\s", re.M
    ),
    "import": re.compile(r"^\s*(?:>>> )?(?:from|import|#include)\b", re.M),
    "directive": re.compile(r"^\s*:\w[\w-]*:|^\s*[\w -]+ <[\w./:-]+>\s*$", re.M),
}
"""Lines of code that are no sample of a program: they are typed in, lead in, or list contents."""
_MOST_SENTENCES: Final = 40
"""No fragment of documents is longer; a broken one is not read to its end."""
_MOST_CHARS: Final = 400
"""Of a sentence; the rest of a longer one is not looked at."""


def cues_of(headings: Sequence[str], blocks: Sequence[Block]) -> dict[str, float]:
    """
    Every cue that is met, by name, 0..1.

    >>> from limpet.retrieval.reading_markdown import markdown_blocks
    >>> "sentences: imperative" in cues_of(["How to wash"], markdown_blocks("Run it cold."))
    True
    """
    sentences = list(_sentences(blocks))
    told = [*_heading_cues(headings), *_shape_cues(blocks), *_sentence_cues(headings, sentences), *_code_cues(blocks)]
    return dict([*told, *((f"word: {word}", 1.0) for word in _words(headings, blocks))])


def _heading_cues(headings: Sequence[str]) -> Iterator[tuple[str, float]]:
    last, above = (headings[-1] if headings else ""), " | ".join(headings[:-1])
    for name, pattern in HEADING_CUES:
        if pattern.search(last):
            yield f"heading: {name}", 1.0
        elif pattern.search(above):
            yield f"above: {name}", 1.0
    if len(headings) <= 1:
        yield "heading: title only", 1.0


def _sentences(blocks: Sequence[Block]) -> Iterator[str]:
    count = 0
    for block in blocks:
        if block.kind in ("code", "row"):
            continue
        for start, end in split_sentences(block.text):
            yield block.text[start : min(end, start + _MOST_CHARS)].strip()
            count += 1
            if count >= _MOST_SENTENCES:
                return


def _sentence_cues(headings: Sequence[str], sentences: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Each phrase: what share of the sentences has it, and whether any, the first or the last of several has it."""
    for name, pattern in SENTENCE_CUES:
        met = [bool(pattern.search(sentence)) for sentence in sentences]
        if any(met):
            yield f"sentences: {name}", sum(met) / len(met)
            yield f"any: {name}", 1.0
            if met[0]:
                yield f"first: {name}", 1.0
            if len(met) > 1 and met[-1]:
                yield f"last: {name}", 1.0
    names = {word.casefold() for word in _NAME.findall(headings[-1])} if headings else set()
    if sentences and names:
        opening = {word.casefold() for word in _NAME.findall(sentences[0][:80])[:6]}
        if names & opening:
            yield "first: names heading", len(names & opening) / len(names)


def _shape_cues(blocks: Sequence[Block]) -> Iterator[tuple[str, float]]:
    """Shares of the characters that stand in code, lists and tables; how long it is; what stands first and last."""
    sizes = {kind: sum(len(b.text) for b in blocks if b.kind == kind) for kind in ("code", "item", "row", "paragraph")}
    chars = max(1, sum(sizes.values()))
    prose_words = sum(block.words for block in blocks if block.kind in ("paragraph", "item"))
    items = [block for block in blocks if block.kind == "item"]
    steps = sum(1 for item in items if item.marker[:1].isdigit())
    named = sum(1 for item in items if (item.codes and item.codes[0][0] < 2) or _FIELD_ITEM.match(item.text))
    codes = sum(1 for block in blocks if block.kind == "code")
    code_share = sizes["code"] / chars
    told = {
        "code": code_share, "items": sizes["item"] / chars, "rows": sizes["row"] / chars,
        "mostly code": float(code_share > 0.5), "nearly all code": float(code_share > 0.75),
        "any code": float(codes > 0), "many codes": float(codes > 2),
        "code, few words": float(codes > 0 and prose_words < 30),
        "code, many words": float(codes > 0 and prose_words > 60),
        "no code, few words": float(not codes and prose_words < 30),
        "no code, many words": float(not codes and prose_words > 60), "steps": min(1.0, steps / 3),
        "named items": named / len(items) if len(items) > 1 else 0.0, "list": min(1.0, len(items) / 4),
        "long": min(1.0, prose_words / 150), "nested": float(any(item.level for item in items)),
        "inline code": min(1.0, sum(len(b.codes) for b in blocks if b.kind != "code") / 6),
        "opens with code": float(bool(blocks) and blocks[0].kind == "code"),
        "opens with list": float(bool(blocks) and blocks[0].kind == "item"),
        "ends with code": float(bool(blocks) and blocks[-1].kind == "code"),
    }  # fmt: skip
    yield from ((f"shape: {name}", value) for name, value in told.items() if value > 0)


def _code_cues(blocks: Sequence[Block]) -> Iterator[tuple[str, float]]:
    """What share of the lines of code is of each sort."""
    code = "\n".join(block.text for block in blocks if block.kind == "code")
    for name, pattern in _CODE_LINES.items():
        count = len(pattern.findall(code))
        if count:
            yield f"code: {name}", min(1.0, count / (code.count("\n") + 1))


def _words(headings: Sequence[str], blocks: Sequence[Block]) -> set[str]:
    """Words and pairs of words outside code, those of the last heading with ``#`` before; every number is ``0``."""
    prose = " ".join(block.text for block in blocks if block.kind != "code")
    words = ["0" if word.isdigit() else word.lower() for word in _WORD.findall(prose)]
    last = {f"#{word.lower()}" for word in _WORD.findall(headings[-1])} if headings else set()
    return {*words, *(f"{one} {other}" for one, other in pairwise(words)), *last}
