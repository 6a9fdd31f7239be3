"""Documents as fragments of one idea."""

from __future__ import annotations

from limpet.retrieval.document import Document
from limpet.retrieval.reading import blocks_in, joined
from limpet.retrieval.splitting import split

WORDS = "Each of these words stands for one that a reader would meet in a real page. " * 4


def test_a_fragment_stands_under_its_headings_and_has_a_stable_name() -> None:
    document = Document(
        "care.md", "Care", "# Care\n\nIntro.\n\n## Silk\n\nDry-clean.\n\n### Old silk\n\nAsk us.\n\n## Silk\n\nAgain."
    )
    found = [(f.fragment_id, f.heading) for f in split(document)]
    assert found == [
        ("care.md#care-1", "Care"), ("care.md#silk-1", "Care > Silk"),
        ("care.md#old-silk-1", "Care > Silk > Old silk"), ("care.md#silk.2-1", "Care > Silk"),
    ]  # fmt: skip


def test_a_new_section_elsewhere_does_not_rename_fragments() -> None:
    before = split(Document("a.md", "A", "## One\n\nText one.\n\n## Two\n\nText two."))
    after = split(Document("a.md", "A", "## Zero\n\nText zero.\n\n## One\n\nText one.\n\n## Two\n\nText two."))
    assert [f.fragment_id for f in before] == [f.fragment_id for f in after[1:]]


def test_long_sections_are_cut_between_paragraphs() -> None:
    fragments = split(Document("a.md", "A", "\n\n".join([WORDS] * 6)))
    assert len(fragments) > 1
    assert all(40 <= len(f.text.split()) <= 190 for f in fragments)


def test_a_huge_paragraph_is_cut_between_sentences() -> None:
    fragments = split(Document("a.md", "A", WORDS * 5))
    assert len(fragments) > 1
    assert all(f.text.endswith(".") and len(f.text.split()) <= 180 for f in fragments)


def test_a_text_without_full_stops_is_cut_between_words() -> None:
    fragments = split(Document("a.md", "A", "word and more " * 2000))
    assert len(fragments) > 20
    assert max(len(f.text.split()) for f in fragments) <= 240


def test_code_is_never_cut_and_stays_with_the_words_about_it() -> None:
    code = "\n".join(f"line_{n} = {n}" for n in range(200))
    fragments = split(Document("a.md", "A", f"{WORDS}\n\nThis is how:\n\n```py\n{code}\n```\n\nAfter.\n"))
    holders = [f for f in fragments if "line_0 = 0" in f.text]
    assert len(holders) == 1
    assert code in holders[0].text
    assert "This is how:" in holders[0].text


def test_a_list_stays_whole() -> None:
    items = "\n".join(f"- item {n} with a few words" for n in range(20))
    fragments = split(Document("a.md", "A", f"{WORDS}\n\nAll of these:\n\n{items}"))
    assert sum("item 0" in f.text for f in fragments) == 1
    assert "item 19" in next(f.text for f in fragments if "item 0 " in f.text)


def test_a_huge_table_is_cut_by_rows_and_each_part_notes_the_head() -> None:
    rows = "\n".join(f"| name {n} | some words in a cell of row {n} |" for n in range(120))
    document = Document("a.md", "A", f"| Name | About |\n| --- | --- |\n{rows}\n")
    fragments = split(document)
    assert len(fragments) > 1
    assert all(f.text.startswith("Name | About\n") for f in fragments)
    assert "Name" not in document.text[fragments[1].start : fragments[1].end]
    assert [b.kind for b in blocks_in(document, fragments[1])][:2] == ["row", "row"]


def test_a_record_is_one_fragment() -> None:
    document = Document("p.json/1", "Neem", "Neem\nPrice: ₹9\nSoft. Green.", "record", {"name": "Neem", "price": 9})
    assert [f.text for f in split(document)] == ["Neem\n\nPrice: ₹9\n\nSoft. Green."]


def test_a_fragment_read_alone_gives_the_same_blocks_as_in_its_document() -> None:
    text = (
        "# T\n\n!!! note\n    Inside.\n\n    - a\n    - b\n\n## U\n\n- x\n\n    more of x\n\n      code?\n\n> quote\n"
    )
    document = Document("a.md", "T", text)
    for fragment in split(document):
        assert joined(blocks_in(document, fragment)) == fragment.text


def test_nothing_gives_no_fragments() -> None:
    assert split(Document("a.md", "A", "")) == []
    assert split(Document("a.md", "A", "# Only a heading\n")) == []
