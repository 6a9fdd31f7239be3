"""Another embedding model than limpet's own: its vectors, its name, and what is refused."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

from limpet.embed.onnx_native import MINILM
from limpet.errors import ManifestError
from limpet.host.native import native_embedders
from limpet.knowledge import Knowledge
from limpet.limits import Limits
from limpet.retrieval.document import Query
from limpet.retrieval.index import Index
from limpet.site.assets import Assets, ignore_events
from limpet.site.build import build_index
from limpet.site.document_vectors import embed_documents
from limpet.site.model import given_model, kept_copies, model_of_site, open_embedder, open_layered

WORDS = ["[UNK]", "green", "tea", "is", "steeped", "shortly"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMPET_CACHE", str(tmp_path_factory.mktemp("cache")))


def tiny_model(folder: Path, numbers: int = 384, output: str = "last_hidden_state", seed: int = 1) -> Path:
    """A model of the right form: a row of random numbers for each of a few words."""
    folder.mkdir()
    table = np.random.default_rng(seed).standard_normal((len(WORDS), numbers)).astype(np.float32)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["texts", "tokens", numbers])]
    nodes = [helper.make_node("Gather", ["table", "input_ids"], [output], axis=0)]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, [numpy_helper.from_array(table, "table")])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(made, str(folder / "model.onnx"))
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(WORDS)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "tea.md").write_text("green tea is steeped shortly", "utf-8")
    return tmp_path / "docs"


def site_of(tmp_path: Path, docs: Path, model: Path) -> tuple[Path, Index]:
    """What a site built with *model* has of it."""
    site, index = tmp_path / "site", build_index(docs, model=model).index
    (site / "index").mkdir(parents=True)
    (site / "runtime").mkdir()
    index.save(site / "index" / "index.limpet")
    given = given_model(model, Assets())
    assert given is not None
    for name, file in kept_copies(given, tmp_path / "cache").items():
        (site / "runtime" / name).write_bytes(file.read_bytes())
    told = {"model": "model.onnx", "tokenizer": "tokenizer.json", "model_name": given.name}
    (site / "runtime" / "runtime.json").write_text(json.dumps(told), "utf-8")
    return site, index


def test_vectors_of_two_models_have_names_of_their_own(tmp_path: Path, docs: Path) -> None:
    first, second = (tiny_model(tmp_path / str(seed), seed=seed) for seed in (1, 2))
    built = [build_index(docs, model=model) for model in (first, second)]
    assert [one.report.embedded for one in built] == [1, 1]  # neither takes the other's from the cache
    names = {one.index.embedder_name for one in built}
    assert len(names) == 2
    assert MINILM not in names


def test_questions_to_a_site_are_embedded_by_its_own_model(tmp_path: Path, docs: Path) -> None:
    site, index = site_of(tmp_path, docs, tiny_model(tmp_path / "tiny"))
    own = model_of_site(site)
    assert own is not None
    assert own.name == index.embedder_name
    embedder, _ = native_embedders(site, index)
    assert embedder is not None
    assert embedder.name == index.embedder_name


def test_an_index_of_another_model_is_searched_by_words_alone(
    tmp_path: Path, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, index = site_of(tmp_path, docs, tiny_model(tmp_path / "tiny"))
    other = open_embedder(tiny_model(tmp_path / "other", seed=2))
    knowledge = Knowledge(Limits(), other, index)
    assert asyncio.run(knowledge.vector("green tea")) is None
    assert asyncio.run(knowledge.retrieve(Query("green tea"))) != []
    told = json.loads((site / "runtime" / "runtime.json").read_text("utf-8"))
    (site / "runtime" / "runtime.json").write_text(json.dumps({**told, "model_name": "x-1"}), "utf-8")
    assert native_embedders(site, index) == (None, None)
    assert "working with words alone: the index was made with tiny-" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("break_it", "code"),
    [
        (lambda folder: (folder / "tokenizer.json").unlink(), "model-missing"),
        (lambda folder: (folder / "model.onnx").write_bytes(b"\x08not a model"), "model-unreadable"),
        (lambda folder: (folder / "tokenizer.json").write_text("{}"), "model-unreadable"),
    ],
)
def test_a_folder_without_a_whole_model_is_a_clear_error(tmp_path: Path, break_it: object, code: str) -> None:
    folder = tiny_model(tmp_path / "tiny")
    break_it(folder)  # type: ignore[operator]
    with pytest.raises(ManifestError) as error:
        open_embedder(folder)
    assert error.value.code == code


@pytest.mark.parametrize("form", [{"numbers": 8}, {"output": "logits"}])
def test_a_model_of_another_form_is_refused(tmp_path: Path, form: dict[str, object]) -> None:
    folder = tiny_model(tmp_path / "tiny", **form)  # type: ignore[arg-type]
    with pytest.raises(ManifestError) as error:
        open_embedder(folder)
    assert error.value.code == "unexpected-model"


def test_another_model_has_no_layer_and_its_build_tells_kinds_all_the_same(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "tiny")
    assert open_layered(model) is None
    found = embed_documents(["green tea"], model, ignore_events)
    assert found.layer_means is None
    assert found.embedder_name.startswith("tiny-")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "tea.md").write_text("# Steep\n\n1. Heat it.\n2. Pour it.\n3. Wait.", "utf-8")
    built, lexical = (build_index(tmp_path / "docs", model=model, embed=embed).index for embed in (True, False))
    assert [one.kind for one in built.fragments] == [one.kind for one in lexical.fragments]
