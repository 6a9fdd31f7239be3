"""Signs of sentences: about the cosines, kept with an index and its file, gone with a document that is given anew."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import numpy as np
import pytest

from limpet.errors import IndexFormatError
from limpet.knowledge import Knowledge
from limpet.limits import Limits
from limpet.retrieval import index_file
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Fragment, Query
from limpet.retrieval.index import Index
from limpet.retrieval.index_file import decode, encode
from limpet.retrieval.nearness import near_to
from limpet.retrieval.sentence_signs import SentenceSigns, sentence_signs, without_documents
from limpet.retrieval.splitting import split

DOCUMENTS = [
    Document("care", "Care", "# Care\n\nWash it cold. Dry it flat."),
    Document("returns", "Returns", "# Returns\n\nSend it back. You get a refund. It takes a week."),
]


def rows(count: int, seed: int = 7) -> np.ndarray:
    drawn = np.random.default_rng(seed).normal(size=(count, 384))
    return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)


def index() -> Index:
    builder = IndexBuilder()
    for document in DOCUMENTS:
        builder.add(document, split(document))
    care, returns = builder.fragments
    return builder.build(None, "").with_sentences(sentence_signs([(care, [8, 22]), (returns, [11, 25, 43])], rows(5)))


def signs_of(one: Index) -> SentenceSigns:
    assert one.sentences is not None
    return one.sentences


def test_signs_tell_about_the_cosine() -> None:
    vectors = rows(40)
    signs = sentence_signs([(Fragment("a#1", "a", (), 0, 1, "x"), list(range(40)))], vectors)
    mixed = vectors[3] + 0.5 * vectors[9]
    query = mixed / np.linalg.norm(mixed)
    told = np.array([cosine for _, cosine in signs.near("a#1", query)])
    assert np.abs(told - vectors @ query).max() < 0.15
    assert list(np.argsort(-told)[:2]) == [3, 9]


def test_sentences_of_each_fragment_are_told_apart() -> None:
    one = index()
    assert [start for start, _ in signs_of(one).near("returns#returns-1", rows(1)[0])] == [11, 25, 43]
    assert signs_of(one).near("unknown#1", rows(1)[0]) == ()
    assert signs_of(one).near("care#care-1", np.ones(8, dtype=np.float32)) == ()


def test_nothing_is_near_without_a_vector_or_where_its_language_is_not_known() -> None:
    one, name = index(), "care#care-1"
    assert near_to(one, rows(1)[0])(name)
    assert not near_to(one, None)(name)
    assert not near_to(one, rows(1)[0], is_learned=False)(name)
    assert not near_to(one.with_sentences(None), rows(1)[0])(name)


def test_the_file_has_them() -> None:
    again = decode(encode(index()))
    vector = rows(1)[0]
    for name in ("care#care-1", "returns#returns-1"):
        assert signs_of(again).near(name, vector) == signs_of(index()).near(name, vector)
    assert encode(again) == encode(index())


@pytest.mark.parametrize(("given", "left"), [("other", 2), ("care", 1)])
def test_a_document_that_is_given_anew_loses_its_sentences(given: str, left: int) -> None:
    knowledge = Knowledge(Limits(), index=index())
    asyncio.run(knowledge.add([Document(given, "New", "# New\n\nIt is new. It is better.")]))
    assert knowledge.index is not None
    kept = signs_of(knowledge.index)
    assert len(kept.numbers) == left
    assert kept.near("returns#returns-1", rows(1)[0]) == signs_of(index()).near("returns#returns-1", rows(1)[0])
    assert not kept.near("care#care-1", rows(1)[0]) or given == "other"


def test_none_stay_none() -> None:
    assert without_documents(None, DOCUMENTS) is None


def test_the_nearest_of_a_fragment_is_the_best_of_its_own() -> None:
    one = index()
    vector = rows(5)[3]
    names = [fragment.fragment_id for fragment in one.fragments]
    nearest = signs_of(one).nearest([*names, "unknown"], vector)
    best = [max(value for _, value in signs_of(one).near(name, vector)) for name in names]
    assert nearest[:2].tolist() == pytest.approx(best)
    assert np.isnan(nearest[2])
    assert nearest[1] == pytest.approx(1.0, abs=0.15)
    assert np.isnan(signs_of(one).nearest(names, vector[:8])).all()


@pytest.mark.parametrize(("asked", "is_moved"), [("zzz", True), ("zzz 1.0", False)])
def test_a_fragment_with_a_near_sentence_is_found_before_one_that_is_as_near_as_a_whole(
    asked: str, is_moved: bool
) -> None:
    vector = rows(5)[3]
    plain = index().with_vectors(np.repeat(vector[None], 2, axis=0), "test")
    without = plain.with_sentences(None).retrieve(Query(asked, vector), 2)
    found = plain.retrieve(Query(asked, vector), 2)
    assert [hit.fragment.document_id for hit in without] == ["care", "returns"]
    assert without[0].score == without[1].score
    assert [hit.fragment.document_id for hit in found] == (["returns", "care"] if is_moved else ["care", "returns"])
    assert {hit.whole_score for hit in found} == {hit.score for hit in without}
    assert plain.retrieve(Query(asked, vector, as_wholes=True), 2) == without


@pytest.mark.parametrize(
    "change",
    [
        {"numbers": {"care#care-1": 0, "gone#1": 1}},
        {"numbers": {"care#care-1": 2}},
        {"numbers": {"care#care-1": -1}},
        {"starts": np.array([0, 2, 9], dtype=np.int32)},
        {"starts": np.array([0, 3, 2], dtype=np.int32)},
        {"starts": np.array([], dtype=np.int32)},
        {"offsets": np.array([8, 22], dtype=np.int32)},
        {"signs": np.zeros(48, dtype=np.uint8)},
    ],
)
def test_sentences_that_are_not_of_the_index_are_refused(change: dict[str, object]) -> None:
    one = index()
    with pytest.raises(IndexFormatError) as refused:
        one.with_sentences(replace(signs_of(one), **change))  # type: ignore[arg-type]
    assert refused.value.code == "bad-sentences"


@pytest.mark.parametrize(("name", "numbers"), [("sentence_rows", [0, 7]), ("sentence_starts", [0, 2, 900])])
def test_a_file_with_sentences_of_other_fragments_is_refused(
    name: str, numbers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    arrays = index_file._arrays
    monkeypatch.setattr(index_file, "_arrays", lambda one: arrays(one) | {name: np.array(numbers, dtype=np.int32)})
    content = encode(index())
    with pytest.raises(IndexFormatError) as refused:
        decode(content)
    assert refused.value.code == "bad-sentences"
