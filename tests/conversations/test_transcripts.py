"""The page of conversations quotes the demos' documents and nothing else, and holds every scripted question."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from limpet.site.demo import SHOP_DOCUMENTS, starlette_documents

ROOT = Path(__file__).parents[2]
CONVERSATIONS = json.loads((ROOT / "tests" / "data" / "transcripts.json").read_text("utf-8"))
PAGE = (ROOT / "docs" / "transcripts.md").read_text("utf-8")
_WORD = re.compile(r"[^\W_]+")
_CITED = re.compile(r"[^\n]+? \[\d+\](?=\s|$)", re.MULTILINE)
_TAG = re.compile(r"</?a\b[^>]*>")  # of a link in a page of Markdown
_TARGET = re.compile(r"\]\([^)\s]*\)|\]\[[^\]\n]*\]")
_OPENING = re.compile(r"^(?:[A-Z][a-z ]+[,:] |\*\*[^*]+\*\*: |- |\d+\. )+")


@pytest.fixture(scope="module")
def sources() -> str:
    texts = []
    for folder in (SHOP_DOCUMENTS, starlette_documents()[0]):
        texts += [path.read_text("utf-8") for path in sorted(folder.rglob("*")) if path.suffix in (".md", ".json")]
    whole = _TARGET.sub("]", " ".join(texts))
    return " ".join(_WORD.findall(f"{whole} {_TAG.sub('', whole)}".lower()))


def quoted_lines() -> list[str]:
    """Lines of prose of all answers that carry a citation."""
    lines = [line.removeprefix("> ") for line in PAGE.split("\n") if line.startswith("> ")]
    return [line for line in lines if _CITED.search(line) and not line.startswith(("|", "- **"))]


def test_there_are_forty_conversations_with_every_question() -> None:
    assert len(CONVERSATIONS) == 40
    for conversation in CONVERSATIONS:
        for message in conversation["messages"]:
            assert f"**Visitor:** {message}" in PAGE, "run `make transcripts`"


def test_each_quoted_sentence_stands_in_the_documents(sources: str) -> None:
    lines = quoted_lines()
    assert len(lines) > 100
    missing = []
    for line in lines:
        for piece in _CITED.findall(line):
            plain = re.sub(r" \[\d+\]$", "", piece).strip()
            words = " ".join(_WORD.findall(plain.lower()))
            bare = " ".join(_WORD.findall(_OPENING.sub("", plain).lower()))
            is_row = re.match(r"\*\*[^*]+\*\*: [^.]*$", plain)
            if words not in sources and bare not in sources and not is_row:
                missing.append(plain)
    assert missing == []
