"""Numbers of JSON documents: a whole one of a thousand digits is a number there, and no float."""

from __future__ import annotations

from typing import Any, Final

_MOST: Final = 1e300


def is_finite(value: Any) -> bool:
    """
    Whether *value* is a number that a float can hold; True and False are none.

    >>> is_finite(3), is_finite(float("nan")), is_finite(10**400), is_finite(True), is_finite("3")
    (True, False, False, False, False)
    """
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -_MOST <= value <= _MOST
