"""Retrieval against a naive reading of its definition."""

import math
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from limpet.errors import IndexFormatError
from limpet.retrieval.builder import HEADING_WEIGHT, IndexBuilder
from limpet.retrieval.document import Document, Fragment, Query
from limpet.retrieval.index import Index
from limpet.retrieval.index_file import decode, encode
from limpet.retrieval.top_k import best_positive, top_k
from limpet.retrieval.vectors import quantise
from limpet.text.tokens import stems, tokens

WORDS = ["cotton", "silk", "kurta", "saree", "size", "wash", "return", "price", "colour", "linen"]
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=1, max_size=12)
scores = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.5, 1.0, 2.0]), max_size=40)


def built(bodies: list[str], vectors: np.ndarray | None = None) -> Index:
    builder = IndexBuilder()
    for number, text in enumerate(bodies):
        path = (WORDS[number % 3],) if number % 2 else ()
        builder.add(Document(str(number), "", text), [Fragment(f"{number}#", str(number), path, 0, len(text), text)])
    return builder.build(vectors, "")


def naive_bm25(bodies: list[str], query: str) -> list[float]:
    counts = []
    for number, text in enumerate(bodies):
        count: Counter[str] = Counter()
        count.update(stems(text))
        for term in stems(WORDS[number % 3]) if number % 2 else []:
            count[term] += HEADING_WEIGHT
        counts.append(count)
    mean = sum(count.total() for count in counts) / len(counts) or 1.0
    found = []
    for count in counts:
        score = 0.0
        for term in stems(query):
            holding = sum(term in other for other in counts)
            idf = math.log(1 + (len(bodies) - holding + 0.5) / (holding + 0.5))
            frequency = count[term]
            score += (
                idf * frequency * 2.5 / (frequency + 1.5 * (0.25 + 0.75 * count.total() / mean)) if frequency else 0
            )
        found.append(score)
    return found


@given(texts, st.lists(st.sampled_from(["cotton", "silk", "kurta", "linen", "zari"]), max_size=5).map(" ".join))
def test_lexical_scores_are_those_of_the_definition(bodies: list[str], query: str) -> None:
    expected = naive_bm25(bodies, query)
    found = {hit.fragment.document_id: hit.bm25 for hit in built(bodies).retrieve(Query(query), k=50, mode="bm25")}
    assert found.keys() == {str(n) for n, score in enumerate(expected) if score > 0}
    assert all(math.isclose(score, expected[int(name)], rel_tol=1e-4) for name, score in found.items())


@given(scores, st.integers(0, 45))
def test_top_k_is_the_head_of_a_stable_sort(values: list[float], k: int) -> None:
    array = np.array(values, dtype=np.float32)
    assert top_k(array, k).tolist() == np.argsort(-array, kind="stable")[:k].tolist()


@given(scores, st.integers(1, 45))
def test_the_best_positive_are_the_positive_head_of_a_stable_sort(values: list[float], k: int) -> None:
    array = np.array(values, dtype=np.float32)
    head = [row for row in np.argsort(-array, kind="stable")[:k].tolist() if array[row] > 0]
    assert best_positive(array, k).tolist() == sorted(head)


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=6, max_size=6), min_size=1, max_size=8))
def test_quantised_rows_survive_a_second_time(rows: list[list[float]]) -> None:
    matrix = np.array(rows, dtype=np.float32)
    matrix[np.abs(matrix) < 1e-6] = 0
    once = quantise(matrix)
    twice = quantise(once.floats())
    assert (once.codes == twice.codes).all()
    assert (once.scales == twice.scales).all()
    assert (np.abs(once.floats() - matrix) <= np.abs(matrix).max(axis=1, keepdims=True) / 253).all()


@given(texts, st.integers(0, 2**32 - 1))
def test_a_saved_index_ranks_as_before(bodies: list[str], seed: int) -> None:
    vectors = np.random.default_rng(seed).standard_normal((len(bodies), 8)).astype(np.float32)
    index = built(bodies, vectors)
    again = decode(encode(index))
    query = Query("cotton silk size", vectors[0])
    assert again.retrieve(query) == index.retrieve(query)


@settings(max_examples=200)
@given(st.data())
def test_a_flipped_bit_is_never_read(data: st.DataObject) -> None:
    content = bytearray(CONTENT)
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        decode(bytes(content))
    except IndexFormatError:
        return
    raise AssertionError("a damaged index was read")


@given(st.text(max_size=200))
def test_any_text_falls_into_clean_words(text: str) -> None:
    for token in tokens(text):
        assert token
        assert not any(character.isspace() for character in token)


@given(st.text(max_size=100), st.text(max_size=100))
def test_any_document_and_any_query_are_safe(text: str, query: str) -> None:
    built([text, "cotton"]).retrieve(Query(query))


CONTENT = encode(built(["cotton silk", "size"], np.eye(2, 8, dtype=np.float32)))
