"""What holds for every text: ranges are exact, nothing overlaps, nothing is lost, nothing crashes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.fragments import units_of
from limpet.retrieval.document import Document, Format, Hit
from limpet.retrieval.reading import blocks_in, blocks_of
from limpet.retrieval.splitting import split
from limpet.text.sentences import split_sentences

PIECES = st.sampled_from(
    [
        "# Head\n", "## Two {#x}\n", "Silk is soft. ", "It fades, e.g. in sun.\n", "\n", "\n\n", "- item\n",
        "  - deep\n", "1. step\n", "```py\ncode()\n```\n", "    indented\n", "| a | b |\n|---|---|\n| c | d |\n",
        "**bold", "`x_y`", "[t](u)", "<p>", "</div>", "<!-- c", "-->", "&amp;", "!!! note\n    In.\n", "> quote\n",
        "---\n", "===\n", "東京です。", "😀", "\u202e", "\\*", "{% raw %}", "|", "_", "*",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.lists(PIECES, max_size=30).map("".join), st.text(max_size=200))
FORMATS = st.sampled_from(["markdown", "html", "text", "record"])


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_sentences_are_in_order_and_leave_out_only_white_space(text: str) -> None:
    position = 0
    for start, end in split_sentences(text):
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        position = end
    assert not text[position:].strip()


@given(TEXTS, FORMATS)
@settings(max_examples=300, deadline=None)
def test_fragments_cover_every_block_once_and_in_order(text: str, shape: Format) -> None:
    document = Document("d", "T", text, shape)
    fragments = split(document)
    position = 0
    for fragment in fragments:
        assert position <= fragment.start < fragment.end <= len(text)
        assert fragment.text.strip()
        position = fragment.end
    assert len({fragment.fragment_id for fragment in fragments}) == len(fragments)
    for block in blocks_of(document):
        holders = [f for f in fragments if f.start < block.end and f.end > block.start]
        assert block.kind == "heading" or holders
    assert split(document) == fragments


@given(TEXTS, FORMATS)
@settings(max_examples=300, deadline=None)
def test_every_readable_character_knows_where_it_came_from(text: str, shape: Format) -> None:
    for block in blocks_of(Document("d", "", text, shape)):
        assert len(block.text) == len(block.starts) == len(block.ends)
        assert block.start <= min(block.starts)
        assert max(block.ends) <= block.end <= len(text)
        for character, start, end in zip(block.text, block.starts, block.ends, strict=True):
            is_same = text[start:end] == character
            assert is_same or character.isspace() or text[start:end] == "|" or text[start] == "&"


@given(TEXTS, FORMATS)
@settings(max_examples=200, deadline=None)
def test_every_sentence_of_an_answer_is_a_range_of_its_source(text: str, shape: Format) -> None:
    document = Document("d", "T", text, shape)
    fragments = split(document)
    for fragment in fragments:
        for unit in units_of(document, fragment):
            assert fragment.start <= unit.start < unit.end <= fragment.end
        assert blocks_in(document, fragment)
    hits = [Hit(fragment, 1.0 - n / 100, 5.0, 0.7) for n, fragment in enumerate(fragments[:5])]
    composed = compose_answer(Evidence("Is silk soft?", "silk", hits, lambda _: document))
    assert composed == compose_answer(Evidence("Is silk soft?", "silk", hits, lambda _: document))
    assert composed.text == "".join(composed.pieces)
    for number, citation in enumerate(composed.citations, start=1):
        assert citation.quote == text[citation.start : citation.end]
        assert f"[{number}]" in composed.text
