"""What a fragment does for a reader, told by cues that can be shown and by its vector when there is one."""

from __future__ import annotations

import base64
import json
from importlib import resources

import numpy as np
import pytest

from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import KINDS, Document, Fragment, Kind
from limpet.retrieval.index_file import decode, encode
from limpet.retrieval.kind_cues import cues_of
from limpet.retrieval.kinds import (
    cue_scores,
    kind_of,
    refined,
    refined_by_layer,
    scores_of_cues,
    shipped_weights,
    weights_from,
)
from limpet.retrieval.reading_markdown import markdown_blocks
from limpet.retrieval.splitting import split
from limpet.retrieval.vectors import quantise

PAGE = Document("a.md", "A", "")
MODEL = shipped_weights().embedder


@pytest.mark.parametrize(
    ("headings", "text", "kind"),
    [
        (["Fibres", "Cotton"], "Cotton is a fibre that grows on a plant. It is a soft material.", "definition"),
        (["Guide", "Install"], "1. Fetch it.\n2. Unpack it.\n3. Run it.", "procedure"),
        (["Chart", "Sizes"], "| Size | Hip |\n|---|---|\n| L | 41 |\n| M | 39 |", "reference"),
        (
            ["Client", "Parameters"],
            "- `timeout` - int, optional. Default 5.\n- `retries` - int, optional.",
            "reference",
        ),
        (["Guide", "Example"], "For example:\n\n```py\nx = 1\ny = 2\nz = x + y\nprint(x, y, z)\n```", "example"),
        (["Graph", "Notes"], "It runs in $O(n \\log n)$ time, where $n$ is the number of nodes.", "formal"),
        (
            ["Page", "References"],
            "[1] A. Author, A Paper on Graphs, Journal of X 3, pp. 4-9 (1998), doi:10.1/2.",
            "other",
        ),
    ],
)
def test_the_kind_follows_from_heading_shape_and_words(headings: list[str], text: str, kind: Kind) -> None:
    assert kind_of(cue_scores(PAGE, headings, markdown_blocks(text))) == kind


def test_what_was_met_can_be_shown() -> None:
    cues = cues_of(["How to install"], markdown_blocks("1. Fetch it.\n2. Run it."))
    assert cues["heading: how"] == 1.0
    assert cues["sentences: imperative"] == 1.0
    assert 0 < cues["shape: steps"] < 1
    assert all(0 < value <= 1 for value in cues.values())


def test_a_record_of_a_catalogue_is_for_reference_whatever_it_says() -> None:
    record = Document("p/1", "P", "Install it first.\nThen run it.", "record")
    (fragment,) = split(record)
    assert (fragment.kind, fragment.cue_scores) == ("reference", ())


def test_every_cue_that_has_a_weight_is_one_that_is_looked_for() -> None:
    known = {"shape", "sentences", "any", "first", "last", "heading", "above", "code", "word"}
    weights = shipped_weights()
    assert {name.split(":")[0] for name in weights.row_of_cue} <= known
    assert weights.cues.shape == (len(weights.row_of_cue), len(KINDS))
    assert np.isfinite(weights.cues).all()
    for table in (weights.vector, weights.layer):
        assert table.shape == (len(KINDS), 384)
        assert np.isfinite(table).all()
        assert table.any(axis=1).all()


def fragment(kind: Kind = "other", scores: tuple[float, ...] = (0.0,) * len(KINDS)) -> Fragment:
    return Fragment("a#1", "a", ("A",), 0, 1, "x", kind, cue_scores=scores)


def test_a_vector_decides_where_the_cues_leave_it_open() -> None:
    direction = shipped_weights().vector[KINDS.index("procedure")]
    vector = direction / np.linalg.norm(direction)
    (told,) = refined([fragment()], quantise(vector[None, :]), MODEL)
    assert told.kind == "procedure"
    assert told.cue_scores == ()


def test_an_inner_layer_decides_where_the_cues_leave_it_open_and_the_vector_then_changes_nothing() -> None:
    weights = shipped_weights()
    means = weights.layer[[KINDS.index("procedure"), KINDS.index("formal")]] * 20
    told = refined_by_layer([fragment(), fragment()], means)
    assert [one.kind for one in told] == ["procedure", "formal"]
    against = weights.vector[[KINDS.index("other")] * 2] * 20
    assert list(refined(told, quantise(against), MODEL)) == told


def test_a_record_and_a_fragment_without_a_layer_keep_their_kind() -> None:
    means = np.stack([shipped_weights().layer[KINDS.index("procedure")] * 20, np.zeros(384)]).astype(np.float32)
    given = [fragment("reference", ()), fragment("formal")]
    assert refined_by_layer(given, means) == given


def test_means_of_another_length_are_left_aside_and_too_few_are_an_error() -> None:
    assert list(refined_by_layer([fragment("formal")], np.ones((1, 8), np.float32))) == [fragment("formal")]
    with pytest.raises(ValueError, match="shorter"):
        refined_by_layer([fragment(), fragment()], np.ones((1, 384), np.float32))


def test_an_index_is_built_with_the_kinds_of_the_layer_and_keeps_them_in_its_file() -> None:
    document = Document("a.md", "A", "# A\n\n## Install\n\n1. Fetch it.\n2. Run it.\n\n## B\n\nThat is so.")
    builder = IndexBuilder()
    builder.add(document, split(document))
    weights = shipped_weights()
    by_vector = np.stack([weights.vector[KINDS.index("intuition")] * 20] * 2).astype(np.float32)
    by_layer = np.stack([weights.layer[KINDS.index("other")] * 40] * 2).astype(np.float32)
    index = builder.build(by_vector, MODEL, by_layer)
    assert [one.kind for one in index.fragments] == ["other", "other"]
    assert [one.kind for one in builder.build(by_vector, MODEL).fragments] == ["intuition", "intuition"]
    assert [one.kind for one in decode(encode(index)).fragments] == ["other", "other"]


def test_strong_cues_outweigh_a_vector() -> None:
    direction = shipped_weights().vector[KINDS.index("procedure")]
    sure = tuple(0.0 if kind == "formal" else -50.0 for kind in KINDS)
    (told,) = refined([fragment("formal", sure)], quantise((direction / np.linalg.norm(direction))[None, :]), MODEL)
    assert told.kind == "formal"


@pytest.mark.parametrize(
    ("row", "model"), [(np.zeros(384), None), (np.ones(384), "another-1f2e3d4c"), (np.ones(384), "")]
)
def test_without_a_vector_of_the_known_model_the_kind_by_cues_stays(row: np.ndarray, model: str | None) -> None:
    rows = quantise(row[None, :].astype(np.float32))
    assert list(refined([fragment("formal")], rows, MODEL if model is None else model)) == [fragment("formal")]


def test_an_index_with_vectors_has_the_refined_kinds_and_keeps_them_in_its_file() -> None:
    document = Document("a.md", "A", "# A\n\n## Install\n\n1. Fetch it.\n2. Run it.\n\n## B\n\nThat is so.")
    builder = IndexBuilder()
    builder.add(document, split(document))
    lexical = builder.build(None, "")
    direction = shipped_weights().vector[KINDS.index("intuition")] * 20
    index = lexical.with_vectors(np.stack([direction, direction]).astype(np.float32), MODEL)
    assert [one.kind for one in lexical.fragments] != [one.kind for one in index.fragments]
    assert [one.kind for one in decode(encode(index)).fragments] == [one.kind for one in index.fragments]


def test_a_phrase_tells_by_its_place_and_lines_of_code_by_their_sort() -> None:
    text = "Cotton is a fibre.\n\nIt is soft.\n\nSee also the next chapter.\n\n```\n$ pip install x\n$ x run\n```"
    cues = cues_of(["Cotton"], markdown_blocks(text))
    assert cues["first: is a"] == cues["any: is a"] == 1.0
    assert "last: is a" not in cues
    assert cues["last: pointer"] == 1.0
    assert cues["code: prompt"] == 1.0
    assert cues["code: command"] == 0.5


def test_words_count_once_outside_code_and_apart_from_those_of_the_heading() -> None:
    cues = cues_of(["Wash it"], markdown_blocks("Wash at 30 or 40: wash.\n\n```\nspin(1400)\n```"))
    words = {name.removeprefix("word: ") for name in cues if name.startswith("word: ")}
    assert words == {"#wash", "#it", "wash", "at", "0", "or", ":", "wash at", "at 0", "0 or", "or 0", "0 :", ": wash"}


def test_cues_that_have_no_weight_change_nothing_and_weights_are_read_from_their_json() -> None:
    one = base64.b64encode(bytes([1] * len(KINDS))).decode()
    row = [0.0] * len(KINDS)
    data = {
        "cues": ["shape: code"], "words": ["run"], "cue_codes": one, "cue_scales": [2.0] * len(KINDS),
        "word_codes": one, "word_scales": [0.25] * len(KINDS), "bias": row,
        "vector_codes": one, "vector_scales": [0.5] * len(KINDS), "vector_bias": row,
        "embedder": "m", "layer_codes": one, "layer_scales": [0.125] * len(KINDS), "layer_bias": row,
    }  # fmt: skip
    weights = weights_from(json.loads(json.dumps(data)))
    assert weights.vector.tolist() == [[0.5]] * len(KINDS)
    assert weights.layer.tolist() == [[0.125]] * len(KINDS)
    assert scores_of_cues({"shape: code": 0.5, "word: run": 1.0, "word: unknown": 1.0}, weights) == (1.25,) * len(KINDS)
    assert scores_of_cues({}, weights) == tuple(row)


@pytest.mark.parametrize("part", ["cue", "word", "vector", "layer"])
def test_weights_that_are_cut_short_are_refused(part: str) -> None:
    text = resources.files("limpet.retrieval").joinpath("kind_weights.json").read_text("utf-8")
    data = json.loads(text)
    whole = base64.b64decode(data[f"{part}_codes"])
    with pytest.raises(ValueError, match="reshape"):
        weights_from({**data, f"{part}_codes": base64.b64encode(whole[:-1]).decode()})
    with pytest.raises(KeyError):
        weights_from({name: value for name, value in data.items() if name != f"{part}_codes"})
