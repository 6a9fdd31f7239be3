"""Finding fragments."""

import numpy as np
import pytest

from limpet.errors import DimensionError
from limpet.limits import Limits
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Fragment, Query
from limpet.retrieval.index import Index

TEXTS = {
    "kurta": "Cotton kurtas are soft and cool in summer.",
    "saree": "Silk sarees shine at weddings.",
    "returns": "Returns are free within thirty days.",
    "sizes": "Sizes run from small to extra large; cotton shrinks a little.",
}


def built(vectors: bool = False, texts: dict[str, str] = TEXTS, limits: Limits | None = None) -> Index:
    builder = IndexBuilder()
    for name, text in texts.items():
        builder.add(
            Document(name, name.title(), text), [Fragment(f"{name}#0", name, (name.title(),), 0, len(text), text)]
        )
    rows = np.eye(len(texts), 8, dtype=np.float32) if vectors else None
    return builder.build(rows, "axes" if vectors else "")


def ids(index: Index, query: Query, **options: object) -> list[str]:
    return [hit.fragment.document_id for hit in index.retrieve(query, **options)]  # type: ignore[arg-type]


def axis(number: int) -> np.ndarray:
    return np.eye(8, dtype=np.float32)[number]


def test_the_fragment_with_the_words_comes_first() -> None:
    assert ids(built(), Query("Are cotton kurtas cool?"))[0] == "kurta"


def test_a_word_in_the_heading_finds_the_fragment() -> None:
    assert ids(built(), Query("saree"))[0] == "saree"


def test_nothing_in_common_finds_nothing() -> None:
    assert built().retrieve(Query("quantum chromodynamics")) == []
    assert built().retrieve(Query("")) == []


def test_an_empty_index_finds_nothing_in_any_mode() -> None:
    index = IndexBuilder().build(None, "")
    assert [index.retrieve(Query("tea"), mode=mode) for mode in ("bm25", "dense", "hybrid")] == [[], [], []]


def test_extra_terms_are_added_softly() -> None:
    index = built()
    plain = ids(index, Query("returns"))
    helped = index.retrieve(Query("returns", extra_terms={"wedding": 0.3}))
    assert plain == ["returns"]
    assert [hit.fragment.document_id for hit in helped] == ["returns", "saree"]
    assert helped[1].score < helped[0].score


def test_extra_terms_may_be_words_or_stems() -> None:
    index = built()
    assert (
        ids(index, Query("", extra_terms={"weddings": 1.0}))
        == ids(index, Query("", extra_terms={"wed": 1.0}))
        == ["saree"]
    )


def test_vectors_find_what_shares_no_word() -> None:
    assert ids(built(vectors=True), Query("zari drape", axis(1)))[0] == "saree"


def test_both_scores_together_beat_each_alone() -> None:
    hits = built(vectors=True).retrieve(Query("cotton", (axis(0) + axis(1)) / np.float32(np.sqrt(2))))
    assert hits[0].fragment.document_id == "kurta"
    assert 0 < hits[0].score <= 1
    assert hits[0].bm25 > 0
    assert hits[0].cosine == pytest.approx(0.7071, abs=1e-3)


def test_dense_mode_ignores_words_and_lexical_mode_the_vector() -> None:
    index = built(vectors=True)
    query = Query("returns", axis(1))
    assert ids(index, query, mode="dense") == ["saree"]
    assert ids(index, query, mode="bm25") == ["returns"]


def test_without_a_vector_hybrid_is_lexical_and_dense_is_empty() -> None:
    index = built(vectors=True)
    assert ids(index, Query("silk")) == ids(index, Query("silk"), mode="bm25")
    assert index.retrieve(Query("silk"), mode="dense") == []


def test_only_allowed_fragments_are_found() -> None:
    index = built(vectors=True)
    mask = np.array([False, True, True, True])
    assert "kurta" not in ids(index, Query("cotton kurta", axis(0)), allowed=mask)
    assert ids(index, Query("cotton kurta", axis(0)), allowed=mask)[0] == "sizes"


def test_a_penalty_changes_the_order() -> None:
    index = built()
    query = Query("cotton")
    first, second = index.retrieve(query)[:2]
    turned = index.retrieve(query, penalties={first.fragment.fragment_id: 0.9})
    assert turned[0].fragment == second.fragment
    assert turned[1].score == pytest.approx(first.score - 0.9, abs=1e-5)


def test_k_bounds_the_hits_and_order_does_not_depend_on_it() -> None:
    index = built(vectors=True)
    query = Query("cotton returns silk", axis(3))
    all_hits = ids(index, query, k=10)
    assert ids(index, query, k=2) == all_hits[:2]
    assert index.retrieve(query, k=0) == []


def test_equal_scores_keep_the_order_of_the_fragments() -> None:
    index = built(texts=dict.fromkeys("zyxw", "the same words"))
    assert ids(index, Query("words")) == ["z", "y", "x", "w"]


def test_a_query_vector_of_another_length_is_an_error() -> None:
    with pytest.raises(DimensionError, match="8 numbers was expected, one of 3"):
        built(vectors=True).retrieve(Query("x", np.ones(3, dtype=np.float32)))


def test_vectors_may_come_later_and_a_row_of_zeros_has_none() -> None:
    index = built()
    assert not index.has_vectors
    rows = np.zeros((4, 8), dtype=np.float32)
    rows[1, 0] = 1.0
    later = index.with_vectors(rows, "axes")
    assert (later.has_vectors, later.embedder_name) == (True, "axes")
    assert ids(later, Query("", axis(0)), mode="dense") == ["saree"]


def test_vectors_must_match_the_fragments() -> None:
    with pytest.raises(ValueError, match="3 vectors for 4 fragments"):
        built().with_vectors(np.zeros((3, 8), dtype=np.float32))


def test_the_same_query_twice_is_answered_from_the_cache() -> None:
    index = built()
    assert index.retrieve(Query("cotton  kurta")) == index.retrieve(Query("cotton kurta "))
    assert (index.cache.hits, index.cache.misses) == (1, 1)


def test_another_mask_vector_or_mode_is_another_query() -> None:
    index = built(vectors=True)
    for query, options in (
        (Query("cotton"), {}),
        (Query("cotton", axis(0)), {}),
        (Query("cotton", axis(1)), {}),
        (Query("cotton"), {"mode": "bm25"}),
        (Query("cotton"), {"allowed": np.ones(4, dtype=bool)}),
        (Query("cotton", extra_terms={"silk": 0.5}), {}),
    ):
        index.retrieve(query, **options)
    assert (index.cache.hits, index.cache.misses) == (0, 6)


def test_a_document_added_again_replaces_the_first() -> None:
    builder = IndexBuilder()
    for text in ("old words", "new words"):
        builder.add(Document("a", "", text), [Fragment("a#0", "a", (), 0, len(text), text)])
    index = builder.build(None, "")
    assert [fragment.text for fragment in index.fragments] == ["new words"]
    assert ids(index, Query("old")) == []


def test_a_document_in_another_language_is_found_with_its_own_stems() -> None:
    builder = IndexBuilder()
    for name, language, text in (("de", "de", "Lieferungen dauern drei Tage"), ("en", "en", "Shipping is fast")):
        builder.add(Document(name, "", text, language=language), [Fragment(f"{name}#0", name, (), 0, len(text), text)])
    assert ids(builder.build(None, ""), Query("Lieferung")) == ["de"]


def test_a_very_long_message_is_cut_not_refused() -> None:
    words = " ".join(f"word{number}" for number in range(20_000))
    assert ids(built(), Query("cotton " + words), k=1) == ["kurta"]


def test_unknown_stems_count_as_the_rarest() -> None:
    index = built()
    assert index.idf("zzz") > index.idf("silk") > index.idf("cotton")
