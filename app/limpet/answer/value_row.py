"""The rows of a table by a number in a column that the message names: "Which size is for a chest of 40?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from limpet.text.tokens import stems

_NUMBER: Final = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?(?!\w|[.,]\d)")


def rows_by_value(
    head: Sequence[str], rows: Sequence[Sequence[str]], own: Collection[str], message: str
) -> list[Sequence[str]]:
    """
    The rows that have the message's number in the column which it names; else the two that the number lies between.
    None where it names no column of numbers but the first, or several; nor for a number beyond them all.

    Args:
        head: Cells of the first row.
        rows: The others, each as long.
        own: Stems of the message.
        message: The message, with one number.

    >>> table = [["M", "39"], ["L", "41"], ["XL", "43"]]
    >>> rows_by_value(["Size", "Chest"], table, ["chest"], "My chest is 40 inches")
    [['M', '39'], ['L', '41']]
    >>> rows_by_value(["Size", "Chest"], table, ["chest"], "a chest of 41, which size?")
    [['L', '41']]
    """
    numbers = {float(one) for one in _NUMBER.findall(message)}
    named = [place for place in range(1, len(head)) if set(stems(head[place])) & set(own)]
    if len(numbers) != 1 or len(named) != 1:
        return []
    cells = [row[named[0]].strip() for row in rows]
    if len(rows) < 2 or not all(_NUMBER.fullmatch(cell) for cell in cells):
        return []
    wanted = numbers.pop()
    values = [float(cell) for cell in cells]
    if wanted in values:
        return [row for row, value in zip(rows, values, strict=True) if value == wanted]
    below = max((value for value in values if value < wanted), default=None)
    above = min((value for value in values if value > wanted), default=None)
    if below is None or above is None:
        return []
    return [row for row, value in zip(rows, values, strict=True) if value in (below, above)]
