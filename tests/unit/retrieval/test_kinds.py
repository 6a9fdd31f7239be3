"""What a fragment does for a reader, told by cues that can be shown and by its vector when there is one."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import KINDS, Document, Fragment, Kind
from limpet.retrieval.index_file import decode, encode
from limpet.retrieval.kind_cues import cues_of
from limpet.retrieval.kinds import cue_scores, kind_of, refined, scores_of_cues, shipped_weights, weights_from
from limpet.retrieval.reading_markdown import markdown_blocks
from limpet.retrieval.splitting import split
from limpet.retrieval.vectors import quantise

PAGE = Document("a.md", "A", "")


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
    assert weights.vector.shape == (len(KINDS), 384)
    assert np.isfinite(weights.vector).all()


def fragment(kind: Kind = "other", scores: tuple[float, ...] = (0.0,) * len(KINDS)) -> Fragment:
    return Fragment("a#1", "a", ("A",), 0, 1, "x", kind, cue_scores=scores)


def test_a_vector_decides_where_the_cues_leave_it_open() -> None:
    direction = shipped_weights().vector[KINDS.index("procedure")]
    vector = direction / np.linalg.norm(direction)
    (told,) = refined([fragment()], quantise(vector[None, :]))
    assert told.kind == "procedure"
    assert told.cue_scores == ()


def test_strong_cues_outweigh_a_vector() -> None:
    direction = shipped_weights().vector[KINDS.index("procedure")]
    sure = tuple(0.0 if kind == "formal" else -50.0 for kind in KINDS)
    (told,) = refined([fragment("formal", sure)], quantise((direction / np.linalg.norm(direction))[None, :]))
    assert told.kind == "formal"


@pytest.mark.parametrize("rows", [np.zeros((1, 384), np.float32), np.ones((1, 8), np.float32)])
def test_without_a_vector_of_the_known_model_the_kind_by_cues_stays(rows: np.ndarray) -> None:
    assert list(refined([fragment("formal")], quantise(rows))) == [fragment("formal")]


def test_an_index_with_vectors_has_the_refined_kinds_and_keeps_them_in_its_file() -> None:
    document = Document("a.md", "A", "# A\n\n## Install\n\n1. Fetch it.\n2. Run it.\n\n## B\n\nThat is so.")
    builder = IndexBuilder()
    builder.add(document, split(document))
    lexical = builder.build(None, "")
    direction = shipped_weights().vector[KINDS.index("intuition")] * 20
    index = lexical.with_vectors(np.stack([direction, direction]).astype(np.float32), "m")
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
    }  # fmt: skip
    weights = weights_from(json.loads(json.dumps(data)))
    assert weights.vector.tolist() == [[0.5]] * len(KINDS)
    assert scores_of_cues({"shape: code": 0.5, "word: run": 1.0, "word: unknown": 1.0}, weights) == (1.25,) * len(KINDS)
    assert scores_of_cues({}, weights) == tuple(row)
