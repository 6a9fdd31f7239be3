from __future__ import annotations

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from limpet.errors import ManifestError
from limpet.site.graph_edit import check_equal, gather_first

WORDS = 30_000
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def model(rows: NDArray[np.int8], scales: NDArray[np.float32], *, gathers: bool = True) -> bytes:
    """A graph that looks rows up as the published model does: expand the table, then take rows."""
    nodes = [
        helper.make_node("Cast", ["rows"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["floats", "scales"], ["table"]),
        helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])
        if gathers
        else helper.make_node("Identity", ["table"], ["last_hidden_state"]),
    ]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, None]) for name in INPUTS]
    output = helper.make_tensor_value_info(
        "last_hidden_state", TensorProto.FLOAT, [1, None, 4] if gathers else [WORDS, 4]
    )
    constants = [numpy_helper.from_array(rows, "rows"), numpy_helper.from_array(scales, "scales")]
    graph = helper.make_graph(nodes, "trial", inputs, [output], constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    return bytes(made.SerializeToString())


@pytest.fixture
def table() -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    random = np.random.default_rng(3)
    rows = random.integers(-127, 128, (WORDS, 4)).astype(np.int8)
    return rows, random.random((WORDS, 1)).astype(np.float32)


def test_rows_are_taken_before_they_are_expanded(table: tuple[NDArray[np.int8], NDArray[np.float32]]) -> None:
    nodes = onnx.load_from_string(gather_first(model(*table))).graph.node
    assert [node.op_type for node in nodes] == ["Gather", "Cast", "Gather", "Mul"]
    assert nodes[0].input[0] == "rows"


def test_the_edited_graph_gives_the_same_bits(table: tuple[NDArray[np.int8], NDArray[np.float32]]) -> None:
    original = model(*table)
    check_equal(original, gather_first(original))


def test_a_graph_that_computes_something_else_is_found_out(
    table: tuple[NDArray[np.int8], NDArray[np.float32]],
) -> None:
    rows, scales = table
    with pytest.raises(ManifestError, match="unequal-model"):
        check_equal(model(rows, scales), gather_first(model(rows, scales * np.float32(1.0001))))


def test_a_model_without_such_a_table_is_refused(table: tuple[NDArray[np.int8], NDArray[np.float32]]) -> None:
    with pytest.raises(ManifestError, match="unexpected-model"):
        gather_first(model(*table, gathers=False))


def test_the_edit_is_the_same_every_time(table: tuple[NDArray[np.int8], NDArray[np.float32]]) -> None:
    assert gather_first(model(*table)) == gather_first(model(*table))
