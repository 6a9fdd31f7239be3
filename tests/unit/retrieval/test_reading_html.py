"""HTML as blocks."""

from __future__ import annotations

from limpet.retrieval.reading_html import html_blocks
from limpet.retrieval.reading_html_pieces import html_title


def shapes(text: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in html_blocks(text)]


PAGE = """<!doctype html><html lang="en"><head><title>Care &amp; more</title><style>p {}</style>
<script>var x = "<p>no</p>";</script></head><body><header>Site</header><nav><ul><li>Home</li></ul></nav>
<main><header><h1 id="care">Care<a class="headerlink" href="#care">¶</a></h1></header>
<p>Wash <b>cold</b>,<br>dry in the shade.</p><aside>Ad</aside>
<pre><code class="language-py">x = 1
y &lt; 2</code></pre>
<table><tr><th>Size</th><th>Hip</th></tr><tr><td>L</td><td>41</td></tr></table>
<ol><li>One<ul><li>inner</ul><li>Two</ol></main><footer>Contact</footer></body></html>"""


def test_a_page_gives_its_main_content_only() -> None:
    assert shapes(PAGE) == [
        ("heading", "Care"), ("paragraph", "Wash cold, dry in the shade."), ("code", "x = 1\ny < 2"),
        ("row", "Size | Hip"), ("row", "L | 41"), ("item", "One"), ("item", "inner"), ("item", "Two"),
    ]  # fmt: skip


def test_headings_keep_their_identifiers_and_lists_their_numbers() -> None:
    blocks = html_blocks(PAGE)
    assert blocks[0].anchor == "care"
    assert [block.marker for block in blocks if block.kind == "item"] == ["1.", "-", "2."]


def test_the_title_is_read_with_its_entities() -> None:
    assert html_title(PAGE) == "Care & more"


def test_a_page_without_main_gives_its_body_without_navigation() -> None:
    text = '<body><div class="navheader">Prev</div><div role="navigation">x</div><p>Text.</p></body>'
    assert shapes(text) == [("paragraph", "Text.")]


def test_ranges_point_into_the_given_text() -> None:
    text = "<p>A &amp; <i>B</i></p>"
    block = html_blocks(text)[0]
    start, end = block.source_range(0, len(block.text))
    assert text[start:end] == "A &amp; <i>B"


def test_broken_html_is_read_as_far_as_it_goes() -> None:
    assert shapes("<p>One<p>Two <b>three<div>Four</p></div></section><table><tr><td>a<td>b") == [
        ("paragraph", "One"), ("paragraph", "Two three"), ("paragraph", "Four"), ("row", "a | b"),
    ]  # fmt: skip
    assert shapes("a < b and <script>never closed") == [("paragraph", "a < b and")]
    assert shapes("") == []
