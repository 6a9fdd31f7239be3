"""Markdown as blocks."""

from __future__ import annotations

import pytest

from limpet.retrieval import reading_markdown
from limpet.retrieval.reading_markdown import markdown_blocks


def shapes(text: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in markdown_blocks(text)]


def test_both_styles_of_headings_are_read() -> None:
    text = "# One #\n\nTwo *x*\n=======\n\nThree\n---\n\n###### Six {#six-id}\n"
    blocks = markdown_blocks(text)
    assert [(b.level, b.text, b.anchor) for b in blocks] == [
        (1, "One", ""),
        (1, "Two x", ""),
        (2, "Three", ""),
        (6, "Six", "six-id"),
    ]


def test_front_matter_comments_rules_and_references_are_left_out() -> None:
    text = "---\ntitle: A\n---\n<!-- a\nb -->\nText.\n\n***\n\n[ref]: https://a.example\n"
    assert shapes(text) == [("paragraph", "Text.")]


def test_inline_markup_is_taken_off_and_words_stay() -> None:
    text = 'Use **bold**, _it_, `a_b*c`, [link](x.md "t"), [ref][1], ![alt](i.png) <b>tag</b> &amp; \\*star\\*, 2 * 3.'
    assert shapes(text) == [("paragraph", "Use bold, it, a_b*c, link, ref, tag & *star*, 2 * 3.")]


def test_a_list_keeps_nested_items_wrapped_lines_and_inner_code() -> None:
    text = "- one\n  more\n- two\n  1. inner\n\n  ```sh\n  run it\n  ```\n- three"
    blocks = markdown_blocks(text)
    assert [(b.kind, b.level, b.text) for b in blocks] == [
        ("item", 0, "one more"), ("item", 0, "two"), ("item", 1, "inner"), ("code", 0, "run it"), ("item", 0, "three"),
    ]  # fmt: skip
    assert len({b.group for b in blocks}) == 1


def test_two_lists_parted_by_words_are_two_groups() -> None:
    blocks = markdown_blocks("- a\n- b\n\nWords.\n\n- c")
    groups = [b.group for b in blocks if b.kind == "item"]
    assert groups[0] == groups[1] != groups[2]


def test_code_is_one_block_whatever_is_in_it() -> None:
    text = "~~~~py\n# no heading\n\n- no item\n~~~\nstill\n~~~~\nAfter."
    assert shapes(text) == [("code", "# no heading\n\n- no item\n~~~\nstill"), ("paragraph", "After.")]


def test_indented_code_is_code() -> None:
    assert shapes("Text.\n\n    x = 1\n\n      y\n\nEnd.") == [
        ("paragraph", "Text."),
        ("code", "x = 1\n\n  y"),
        ("paragraph", "End."),
    ]


def test_a_table_is_rows_with_a_head() -> None:
    text = "| Size | Hip |\n|:---|---:|\n| `L` | 41 |\n| XL \\| x | 44 |\n"
    blocks = markdown_blocks(text)
    assert [(b.kind, b.marker, b.text) for b in blocks] == [
        ("row", "head", "Size | Hip"),
        ("row", "", "L | 41"),
        ("row", "", "XL | x | 44"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        '!!! note "Care"\n    Keep it dry.\n\n    Always.\n\nAfter.',
        "/// note | Care\nKeep it dry.\n\nAlways.\n///\n\nAfter.",
    ],
)
def test_notes_of_both_styles_give_their_words(text: str) -> None:
    assert [words for _, words in shapes(text)] == ["Care", "Keep it dry.", "Always.", "After."]


def test_raw_html_in_markdown_is_read_as_html() -> None:
    note = '<div class="note">\n  <h5>Mind</h5>\n  <p>A &lt; B</p>\n</div>'
    text = f"{note}\n\nAfter {{% include x.html %}} that {{{{ page.y }}}}."
    assert [words for _, words in shapes(text)] == ["Mind", "A < B", "After that ."]


def test_block_quotes_give_their_words() -> None:
    assert shapes("> One\n> two\n>\n> Three") == [("paragraph", "One two"), ("paragraph", "Three")]


def test_every_character_knows_its_source() -> None:
    text = (
        "# T\n\nSome **bold** and `code` &amp; [a link](b.md).\n\n- item *x*\n\n| a | **b** |\n|---|---|\n| c | d |\n"
    )
    for block in markdown_blocks(text):
        assert len(block.text) == len(block.starts) == len(block.ends)
        for character, start, end in zip(block.text, block.starts, block.ends, strict=True):
            source = text[start:end]
            assert source in (character, "|", "&amp;") or character == " "


def test_options_of_a_generated_reference_are_no_text() -> None:
    options = "    options:\n        show_root_heading: true\n        filters:\n\n          - init\n"
    assert shapes(f"Before.\n\n::: package.module.Name\n{options}\nAfter.") == [
        ("paragraph", "Before."), ("paragraph", "After."),
    ]  # fmt: skip
    assert shapes("::: note\nStays.\n:::") == [("paragraph", "Stays.")]


def test_a_table_of_raw_html_goes_on_over_blank_lines() -> None:
    rows = "<tr>\n<td>wick</td>\n<td><p>\n\n        How <code>long</code> it is\n\n      </p></td>\n</tr>\n"
    text = f"<div>\n<table>\n<tr><th>Part</th><th>Meaning</th></tr>\n{rows}</table>\n</div>\n\nThat is all."
    blocks = markdown_blocks(text)
    assert [block.text for block in blocks if block.kind == "row"] == ["Part | Meaning", "wick | How long it is"]
    assert (blocks[-1].kind, blocks[-1].text) == ("paragraph", "That is all.")
    assert [block.text for block in markdown_blocks("<table>\n\nNever closed.")] == ["Never closed."]


def test_elements_that_open_on_every_line_are_each_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    left_open = reading_markdown._left_open

    def counted(text: str, start: int, end: int, opened: str) -> str:
        looked_at.append(end - start)
        return left_open(text, start, end, opened)

    monkeypatch.setattr(reading_markdown, "_left_open", counted)
    text = "<pre>\n" + "\n</pre><pre>\n" * 200
    markdown_blocks(text)
    assert sum(looked_at) <= len(text)
