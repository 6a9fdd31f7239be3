"""
The policy network: features -> 128 -> 64 -> heads, int8 weights, in plain numpy.

The page and the command line run the same few lines; ONNX Runtime agrees with them to 1e-5, and one pass takes less
time than handing it over would.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.errors import PolicyError
from limpet.policy.features import Features
from limpet.policy.heads import HEADS, OUTPUTS, plan_of
from limpet.policy.plan import Plan
from limpet.policy.schema import VERSION, WIDTH

HIDDEN: Final = (128, 64)
SHAPES: Final = ((WIDTH, HIDDEN[0]), (HIDDEN[0], HIDDEN[1]), (HIDDEN[1], OUTPUTS))
SHIPPED: Final = Path(__file__).with_name("network.npz")
NOWHERE: Final = -1
"""Stands in the file for a network that decides nowhere unasked."""
FILE_BYTES: Final = 100_000
"""A larger file is not one of ours."""


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """
    One affine layer.

    Attributes:
        codes: int8, (inputs, outputs).
        scales: float32, one an output; a weight is ``code * scale``.
        bias: float32, one an output.
    """

    codes: NDArray[np.int8]
    scales: NDArray[np.float32]
    bias: NDArray[np.float32]

    @classmethod
    def quantised(cls, weights: NDArray[np.floating[Any]], bias: NDArray[np.floating[Any]]) -> Layer:
        """
        Symmetric int8 by column: ``scale = max|w| / 127``.

        >>> Layer.quantised(np.array([[1.0], [-0.5]]), np.zeros(1)).codes.ravel().tolist()
        [127, -64]
        """
        scales = np.maximum(np.abs(weights).max(axis=0) / 127.0, 1e-12).astype(np.float32)
        codes = np.clip(np.rint(weights / scales), -127, 127).astype(np.int8)
        return cls(codes, scales, np.asarray(bias, dtype=np.float32))

    def __call__(self, row: NDArray[np.float32]) -> NDArray[np.float32]:
        """The layer's outputs before any activation."""
        out: NDArray[np.float32] = np.einsum("i,ij->j", row, self.codes.astype(np.float32)) * self.scales + self.bias
        return out


class PolicyNetwork:
    """
    A trained policy; behind the ``Policy`` port.

    Args:
        layers: Three.
        trained_on: Marks of the conversations that it was fitted or chosen on; evaluation leaves them out.
        decides_from_fragments: On sites of so many fragments or more it decides unasked. None: nowhere, as long as it
            has not earned surely more than the rules in conversations that it was not trained on; ``make policy``
            measures that and writes it into the file.

    >>> rng = np.random.default_rng(0)
    >>> layers = [Layer.quantised(rng.normal(size=shape), np.zeros(shape[1])) for shape in SHAPES]
    >>> PolicyNetwork(layers).decide(Features()).decided_by
    'network'
    """

    name = "network"

    def __init__(
        self,
        layers: list[Layer],
        trained_on: frozenset[str] = frozenset(),
        decides_from_fragments: int | None = None,
    ) -> None:
        found = tuple(layer.codes.shape for layer in layers)
        if found != SHAPES:
            raise PolicyError("policy-schema", f"The policy network has layers {found}; this program needs {SHAPES}.")
        for layer, (_, outputs) in zip(layers, SHAPES, strict=True):
            if layer.scales.shape != (outputs,) or layer.bias.shape != (outputs,):
                raise PolicyError("policy-damaged", "Parts of the policy network do not fit; install limpet again.")
            if not (np.isfinite(layer.scales).all() and np.isfinite(layer.bias).all()):
                raise PolicyError("policy-not-finite", "The policy network holds numbers that are not finite.")
        self.layers = layers
        self.trained_on = trained_on
        self.decides_from_fragments = decides_from_fragments

    def logits(self, row: NDArray[np.float32]) -> NDArray[np.float32]:
        """
        All heads' outputs for one vector of features, ``OUTPUTS`` numbers.

        Raises:
            PolicyError: ``policy-not-finite``: for this input the result is no number.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            for layer in self.layers[:-1]:
                row = np.maximum(layer(row), np.float32(0))
            row = self.layers[-1](row)
        if not np.isfinite(row).all():
            raise PolicyError("policy-not-finite", "The policy network gave a value that is not finite.")
        return row

    def decide(self, features: Features) -> Plan:
        """The plan with the highest output of every head."""
        return plan_of(self.choices(features.to_vector()), features, self.name)

    def choices(self, row: NDArray[np.float32]) -> dict[str, int]:
        """The number of each head's highest output."""
        outputs, start, chosen = self.logits(row), 0, {}
        for head in HEADS:
            chosen[head.name] = int(np.argmax(outputs[start : start + len(head.choices)]))
            start += len(head.choices)
        return chosen

    def save(self, path: Path) -> int:
        """Write the network to one file; its size in bytes."""
        decides_from = NOWHERE if self.decides_from_fragments is None else self.decides_from_fragments
        arrays: dict[str, Any] = {
            "version": np.array(VERSION),
            "trained_on": np.array(sorted(self.trained_on), "U8"),
            "decides_from_fragments": np.array(decides_from),
        }
        for number, layer in enumerate(self.layers):
            arrays.update({f"codes{number}": layer.codes, f"scales{number}": layer.scales, f"bias{number}": layer.bias})
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)
        path.write_bytes(buffer.getvalue())
        return len(buffer.getvalue())


def load(path: Path = SHIPPED) -> PolicyNetwork:
    """
    Read a network.

    Raises:
        PolicyError: ``policy-missing``, ``policy-damaged``, ``policy-schema`` or ``policy-not-finite``.
    """
    try:
        content = path.read_bytes()
    except OSError:
        raise PolicyError("policy-missing", f"There is no policy network at {path.name}; rules decide.") from None
    try:
        if len(content) > FILE_BYTES:
            raise ValueError("too large")
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            held: dict[str, NDArray[Any]] = {name: arrays[name] for name in arrays.files}
        version = str(held["version"])
        trained_on = frozenset(str(mark) for mark in held["trained_on"].tolist())
        layers = [_layer(held, number) for number in range(len(SHAPES))] if version == VERSION else []
        decides_from = int(held["decides_from_fragments"]) if "decides_from_fragments" in held else NOWHERE
    except (ValueError, KeyError, OSError, EOFError, TypeError, zipfile.BadZipFile, zipfile.LargeZipFile):
        raise PolicyError("policy-damaged", f"{path.name} is no whole policy network; install limpet again.") from None
    if version != VERSION:
        raise PolicyError(
            "policy-schema",
            f"The policy network is for features of version {version[:20]}; this program has {VERSION}.",
        )
    return PolicyNetwork(layers, trained_on, decides_from if decides_from >= 0 else None)


def _layer(held: Mapping[str, NDArray[Any]], number: int) -> Layer:
    codes, scales, bias = (held[f"{part}{number}"] for part in ("codes", "scales", "bias"))
    if codes.dtype != np.int8 or scales.dtype != np.float32 or bias.dtype != np.float32:
        raise ValueError("another type of number")
    return Layer(codes, scales, bias)
