"""How a fragment reads by itself."""

from __future__ import annotations

import pytest

from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document
from limpet.retrieval.index_file import decode, encode
from limpet.retrieval.splitting import split
from limpet.retrieval.traits import difficulty, entities_of, self_containedness


def test_long_sentences_of_long_words_and_signs_are_harder() -> None:
    plain = "We ship in two days. You can send it back."
    dense = (
        "Notwithstanding considerable heterogeneity among institutional configurations, interoperability "
        "necessitates comprehensive standardisation of authentication infrastructure."
    )
    assert difficulty(plain) < 0.2 < 0.8 < difficulty(dense)
    assert difficulty(plain) < difficulty(plain + " $f(x) = \\frac{a^2}{b^2} + \\{c\\}$")


@pytest.mark.parametrize("text", ["", " ", "…", "###", "a" * 5000, "日本語の文です。", "1 2 3"])
def test_any_text_has_values_in_range(text: str) -> None:
    assert 0 <= difficulty(text) <= 1
    assert 0 <= self_containedness(text) <= 1
    assert len(entities_of(text, [])) <= 8


@pytest.mark.parametrize(
    "text",
    [
        "It is washed by hand.",
        "However, silk is washed by hand.",
        "Silk is washed by hand, as described above.",
        "Silk is washed like this:",
        "… and silk is washed by hand.",
        "Silk is washed by hand. It must not be wrung.",
    ],
)
def test_what_hangs_on_its_surroundings_stands_alone_less(text: str) -> None:
    assert self_containedness(text) < self_containedness("Silk is washed by hand.") == 1.0


def test_entities_are_names_most_mentioned_first_and_not_every_first_word() -> None:
    text = "Adding a Mount helps. A Mount and url_for() work with WebSocketRoute. Routes are matched in order."
    assert entities_of(text, ["Routing"])[0] == "Mount"
    assert set(entities_of(text, ["Routing"])) == {"Mount", "url_for()", "WebSocketRoute"}
    assert "Routes" in entities_of(text, ["Routes"])
    assert entities_of(text, ["Routing"], most=1) == ("Mount",)


def test_an_index_file_keeps_the_traits_and_a_fragment_says_where_it_stands() -> None:
    document = Document("care.md", "Care", "# Care\n\n## Silk\n\nIt is washed by Rangrez in Jaipur, as shown above.")
    builder = IndexBuilder()
    builder.add(document, split(document))
    (kept,) = decode(encode(builder.build(None, ""))).fragments
    (made,) = split(document)
    assert kept == made
    assert kept.self_containedness < 0.6
    assert kept.entities == ("Rangrez", "Jaipur")
    assert kept.context_line == "Care > Silk"
    assert split(Document("n.txt", "", "One.", "text"))[0].context_line == "n.txt"
