"""Stems of fragments as the index knows them."""

from limpet.limits import Limits
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.fragment_stems import FragmentStems
from limpet.retrieval.index import Index
from limpet.retrieval.splitting import split

ENGLISH = (
    "# Care\n\nWash silk by hand; don't bleach it.\n\n## Drying\n\nKeep get_userName v1.2 at 2,000 rpm, out of the sun."
)
GERMAN = "# Pflege\n\nSeide wird von Hand gewaschen und im Schatten getrocknet."


def index_of(*documents: Document) -> Index:
    builder = IndexBuilder()
    for document in documents:
        builder.add(document, split(document))
    return builder.build(None, "")


def test_the_stems_that_the_index_knows_are_those_of_the_words() -> None:
    index = index_of(Document("a", "Silk", ENGLISH), Document("b", "Tea", "Brew green tea at 80 °C. C++ isn't tea."))
    bare = [Hit(fragment, 1.0) for fragment in index.fragments]
    known = index.with_stems(bare)
    assert len(known) >= 3
    assert all(hit.known_stems for hit in known)
    assert [hit.stems for hit in known] == [hit.stems for hit in bare]
    assert known == bare


def test_a_document_in_another_language_is_compared_by_the_words_stemmed_like_the_question() -> None:
    index = index_of(Document("a", "Silk", ENGLISH), Document("b", "Seide", GERMAN, language="de"))
    bare = [Hit(fragment, 1.0) for fragment in index.fragments]
    known = index.with_stems(bare)
    assert [hit.known_stems is None for hit in known] == [hit.fragment.document_id == "b" for hit in known]
    assert [hit.stems for hit in known] == [hit.stems for hit in bare]


def test_no_more_fragments_are_remembered_than_the_cap() -> None:
    text = "\n\n".join(f"# Part{number}\n\nWord{number} stands here." for number in range(9))
    index = index_of(Document("a", "Many", text))
    stems_of = FragmentStems(index.postings, Limits(fragment_stems=4))
    rows = list(range(len(index.fragments)))
    first = stems_of(rows)
    stems_of.cache.check()
    assert stems_of.cache.size == 4 < len(rows)
    assert stems_of(rows[::-1]) == first[::-1]
    assert stems_of([]) == []
    assert stems_of([rows[0], rows[0]]) == [first[0], first[0]]
