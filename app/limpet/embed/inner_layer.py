"""
One more output for an ONNX graph: the state of a layer inside it, by a few bytes after the file.

An ONNX file is one protobuf message, and messages of a kind that stand one after the other are read as one: what
repeats is appended, so that a second ``graph`` with nothing but an ``output`` adds that output to the first (protobuf
encoding, "Last One Wins"; ONNX IR, ``ModelProto.graph`` = 7, ``GraphProto.output`` = 12). No library for graphs is
needed.
"""

from __future__ import annotations

from typing import Final

_GRAPH_FIELD: Final = 7
_OUTPUT_FIELD: Final = 12
_NAME_FIELD, _TYPE_FIELD, _TENSOR_FIELD, _ELEMENT_FIELD = 1, 2, 1, 1
_FLOAT: Final = 1
"""``TensorProto.FLOAT``."""
_BYTES_WIRE: Final = 2
_NUMBER_WIRE: Final = 0


def with_output(model: bytes, tensor: str) -> bytes:
    """
    The ONNX file *model* with the float tensor *tensor* among its outputs.

    The runtime refuses the file when there is no such tensor inside.

    >>> with_output(b"", "t").hex(" ")
    '3a 0b 62 09 0a 01 74 12 04 0a 02 08 01'
    """
    element = bytes([_ELEMENT_FIELD << 3 | _NUMBER_WIRE, _FLOAT])
    kind = _field(_TYPE_FIELD, _field(_TENSOR_FIELD, element))
    output = _field(_OUTPUT_FIELD, _field(_NAME_FIELD, tensor.encode()) + kind)
    return model + _field(_GRAPH_FIELD, output)


def _field(number: int, content: bytes) -> bytes:
    return bytes([number << 3 | _BYTES_WIRE]) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the eighth says that more follow."""
    digits = []
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])
