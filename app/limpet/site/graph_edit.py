"""
One edit of the embedding model's graph: take the wanted int8 rows of a table first, then turn them into float32.

As published, the whole table of 30,522 words is expanded before a dozen of its rows are taken, which costs 93 MB of
memory for the life of the page. The edited graph gives the same bits; that is checked each time it is made.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.errors import ManifestError

_TOKENS_TRIED: Final = (1, 7, 33, 256)


def gather_first(model: bytes) -> bytes:
    """
    The ONNX *model* with each ``Gather(Mul(Cast(rows), scales), ids)`` as ``Mul(Cast(Gather(rows)), Gather(scales))``.

    Raises:
        ManifestError: The model has no such table (``unexpected-model``).
    """
    import onnx

    parsed = onnx.load_from_string(model)
    graph = parsed.graph
    made_by = {output: node for node in graph.node for output in node.output}
    uses = [name for node in graph.node for name in node.input]
    edited = 0
    for gather in [node for node in graph.node if node.op_type == "Gather"]:
        scaled = made_by.get(gather.input[0])
        cast = made_by.get(scaled.input[0]) if scaled is not None and scaled.op_type == "Mul" else None
        if scaled is None or cast is None or cast.op_type != "Cast" or uses.count(gather.input[0]) != 1:
            continue
        _reorder(graph, gather, cast, scaled)
        edited += 1
    if not edited:
        raise ManifestError("unexpected-model", "The embedding model has no table of int8 rows; it is another model.")
    onnx.checker.check_model(parsed)
    result: bytes = parsed.SerializeToString(deterministic=True)
    return result


def _reorder(graph: Any, gather: Any, cast: Any, scaled: Any) -> None:
    from onnx import TensorProto, helper

    table, scales, ids, name = cast.input[0], scaled.input[1], gather.input[1], gather.output[0]
    place = list(graph.node).index(gather)
    nodes = [
        helper.make_node("Gather", [table, ids], [f"{name}_rows"], axis=0),
        helper.make_node("Cast", [f"{name}_rows"], [f"{name}_floats"], to=TensorProto.FLOAT),
        helper.make_node("Gather", [scales, ids], [f"{name}_scales"], axis=0),
        helper.make_node("Mul", [f"{name}_floats", f"{name}_scales"], [name]),
    ]
    for number, node in enumerate(nodes):
        graph.node.insert(place + number, node)
    for node in (gather, cast, scaled):
        graph.node.remove(node)


def check_equal(original: bytes, edited: bytes) -> None:
    """
    Runs both models on the same tokens and compares every bit.

    Raises:
        ManifestError: They differ (``unequal-model``).
    """
    first, second = _session(original), _session(edited)
    random = np.random.default_rng(0)
    for tokens in _TOKENS_TRIED:
        ids = random.integers(0, 30_000, (1, tokens))
        if not np.array_equal(_states(first, ids), _states(second, ids)):
            raise ManifestError("unequal-model", f"The edited model differs from the original at {tokens} tokens.")


def _session(model: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _states(session: Any, ids: NDArray[np.int64]) -> NDArray[np.float32]:
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    states: NDArray[np.float32] = session.run(["last_hidden_state"], feed)[0]
    return states
