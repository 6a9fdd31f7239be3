"""What a build embeds: vectors, and an inner layer of the model from the same run where the model is limpet's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

from limpet.embed.inner_layer import with_output
from limpet.embed.onnx_layers import LAYER, LayeredEmbedder, parts_of
from limpet.embed.onnx_native import MINILM
from limpet.evaluation.vectors import evaluation_layers
from limpet.retrieval.kinds import refined_by_layer
from limpet.site.assets import Assets, ignore_events
from limpet.site.build import build_index
from limpet.site.document_vectors import embed_documents
from limpet.site.model import open_embedder, open_layered

TEXTS = ["Guide > Install\nFetch it. Then run it.", "Cotton is a fibre that grows on a plant."]


def twice_and_square() -> bytes:
    """A graph whose inner tensor is twice its input, and whose output is the square of that."""
    shape = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in ("x", "y")]
    nodes = [helper.make_node("Add", ["x", "x"], ["inner"]), helper.make_node("Mul", ["inner", "inner"], ["y"])]
    made = helper.make_model(
        helper.make_graph(nodes, "g", shape[:1], shape[1:]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8
    )
    return bytes(made.SerializeToString())


def session_of(model: bytes) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


def test_an_inner_tensor_becomes_an_output_and_the_others_stay() -> None:
    session = session_of(with_output(twice_and_square(), "inner"))
    assert [one.name for one in session.get_outputs()] == ["y", "inner"]
    outer, inner = session.run(["y", "inner"], {"x": np.array([1, 3], np.float32)})
    assert inner.tolist() == [2, 6]
    assert outer.tolist() == [4, 36]


def test_what_is_appended_is_what_a_library_for_graphs_writes_and_long_names_are_counted_right() -> None:
    for name in ("t", "x" * 300):
        graph = onnx.GraphProto(output=[onnx.ValueInfoProto(name=name)])
        graph.output[0].type.tensor_type.elem_type = TensorProto.FLOAT
        assert with_output(b"", name) == onnx.ModelProto(graph=graph).SerializeToString()


def test_a_tensor_that_is_not_in_the_graph_is_refused() -> None:
    with pytest.raises(Exception, match="nowhere"):
        session_of(with_output(twice_and_square(), "nowhere"))


def test_a_build_has_the_same_vectors_as_a_question_and_the_layer_beside_them() -> None:
    found = embed_documents(TEXTS, None, ignore_events)
    assert found.embedder_name == MINILM
    assert np.array_equal(found.vectors, open_embedder().embed_now(TEXTS))
    assert found.layer_means is not None
    assert found.layer_means.shape == (2, 384)
    assert not np.allclose(found.layer_means, found.vectors)


def test_the_layer_is_the_mean_of_the_states_of_the_fourth_of_six_layers() -> None:
    """Half of an encoder's output norms stand before it, and the embeddings' norm: 1 + 2 * 4 of 13."""
    graph = onnx.load(str(Assets().fetch("model/minilm-int8"))).graph
    norms = [node.output[0] for node in graph.node if node.op_type == "LayerNormalization"]
    assert norms.index(LAYER) == 8
    assert len(norms) == 13
    assert norms[-1] == "last_hidden_state"


def test_an_embedded_text_is_remembered_with_its_layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limpet.site.model.cache_folder", lambda: tmp_path)
    first, again = (embed_documents(TEXTS, None, ignore_events) for _ in range(2))
    assert (first.embedded, again.embedded) == (2, 0)
    assert first.layer_means is not None
    assert again.layer_means is not None
    assert np.array_equal(first.layer_means, again.layer_means)
    assert np.array_equal(first.vectors, again.vectors)


def test_rows_with_a_layer_have_a_name_of_their_own_and_come_apart_as_they_were_put_together() -> None:
    embedder = open_layered()
    assert embedder is not None
    assert embedder.name != MINILM
    rows = embedder.embed_now(TEXTS)
    assert rows.shape == (2, LayeredEmbedder.dimensions)
    vectors, means = parts_of(rows)
    assert np.array_equal(np.hstack([vectors, means]), rows)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.array_equal(evaluation_layers().embed_now(TEXTS), rows)


def test_the_kinds_of_a_built_index_are_those_of_the_layer(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Tea\n\n## Why\n\nBecause it is warm.\n\n## Notes\n\nIt is so.\n", "utf-8")
    index = build_index(tmp_path).index
    lexical = build_index(tmp_path, embed=False).index.fragments
    found = embed_documents([one.embedding_text for one in lexical], None, ignore_events)
    assert found.layer_means is not None
    wanted = [one.kind for one in refined_by_layer(lexical, found.layer_means)]
    assert [one.kind for one in index.fragments] == wanted
    assert all(not one.cue_scores for one in index.fragments)
