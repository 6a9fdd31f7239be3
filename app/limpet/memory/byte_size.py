"""Bytes of plain objects, counted deeply."""

from __future__ import annotations

import sys
from types import MappingProxyType
from typing import Any, Final

import numpy as np

_PLAIN: Final = frozenset({str, int, float, bytes})


def bytes_of(value: Any, seen: set[int] | None = None) -> int:
    """
    Bytes of *value* and all that it holds, each object counted once.

    >>> bytes_of("abc") == sys.getsizeof("abc")
    True
    """
    return _bytes_of(value, set() if seen is None else seen)


def _bytes_of(value: Any, seen: set[int]) -> int:
    if value is None or value is True or value is False or id(value) in seen:
        return 0
    seen.add(id(value))
    size = sys.getsizeof(value)
    kind = type(value)
    if kind in _PLAIN:
        return size
    if kind is tuple or kind is list:
        return size + sum([_bytes_of(one, seen) for one in value])
    if kind is dict or kind is MappingProxyType:
        held = sys.getsizeof(value.copy()) if kind is MappingProxyType else 0
        return size + held + sum([_bytes_of(key, seen) + _bytes_of(one, seen) for key, one in value.items()])
    if kind is np.ndarray:
        return size if value.base is None else size + int(value.nbytes)
    names = getattr(kind, "__dataclass_fields__", ())
    return size + sum([_bytes_of(getattr(value, name), seen) for name in names])
