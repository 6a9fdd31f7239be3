"""The network as an int8 ONNX graph, and whether torch, numpy and ONNX Runtime agree about it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from limpet.policy.network import PolicyNetwork
from limpet.policy.schema import VERSION, WIDTH


def export(network: PolicyNetwork, path: Path) -> int:
    """Write the ONNX file; its size in bytes. Weights stay int8 and are multiplied out in the graph."""
    nodes, values, before = [], [], "features"
    for number, layer in enumerate(network.layers):
        values += [
            numpy_helper.from_array(layer.codes, f"codes{number}"),
            numpy_helper.from_array(layer.scales, f"scales{number}"),
            numpy_helper.from_array(layer.bias, f"bias{number}"),
        ]
        nodes += [  # no DequantizeLinear: runtimes fuse it into products of integers, which are not the same numbers
            helper.make_node("Cast", [f"codes{number}"], [f"weights{number}"], to=TensorProto.FLOAT),
            helper.make_node("MatMul", [before, f"weights{number}"], [f"product{number}"]),
            helper.make_node("Mul", [f"product{number}", f"scales{number}"], [f"scaled{number}"]),
            helper.make_node("Add", [f"scaled{number}", f"bias{number}"], [f"sum{number}"]),
        ]
        before = f"sum{number}"
        if number < len(network.layers) - 1:
            nodes.append(helper.make_node("Relu", [before], [f"hidden{number}"]))
            before = f"hidden{number}"
    graph = helper.make_graph(
        nodes,
        "policy",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, [1, WIDTH])],
        [helper.make_tensor_value_info(before, TensorProto.FLOAT, [1, network.layers[-1].codes.shape[1]])],
        values,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, {"features": VERSION})
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    return path.stat().st_size


def onnx_logits(path: Path, rows: np.ndarray) -> np.ndarray:
    """What ONNX Runtime gives for *rows*."""
    session: Any = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return np.concatenate([session.run(None, {"features": row[None].astype(np.float32)})[0] for row in rows])


def parity(network: PolicyNetwork, path: Path, torch_logits: np.ndarray, rows: np.ndarray) -> dict[str, float]:
    """Largest difference between numpy and ONNX Runtime, and in how many choices the float weights agree with int8."""
    ours = np.stack([network.logits(row) for row in rows])
    theirs = onnx_logits(path, rows)
    heads = np.cumsum([0, *_widths()])
    same = [ours[:, a:b].argmax(1) == torch_logits[:, a:b].argmax(1) for a, b in pairwise(heads)]
    return {
        "numpy_onnx": float(np.abs(ours - theirs).max()),
        "torch_int8": float(np.abs(ours - torch_logits).max()),
        "same_choices": float(np.mean(same)),
    }


def _widths() -> list[int]:
    from limpet.policy.heads import HEADS

    return [len(head.choices) for head in HEADS]
