"""A list of several kinds of things at once shows some of each: "sarees and kurtas under 2000"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeVar

from limpet.answer.by_price import Listed
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.retrieval.filtering import BETWEEN, satisfies

HITS_FOR_AN_ANSWER: Final = 10
"""Fragments that a composer chooses among."""
_R = TypeVar("_R", bound=Listed)


def hits_wanted(filters: Mapping[str, Any], *, only_records: bool = False, limits: Limits = DEFAULT_LIMITS) -> int:
    """
    Fragments that are looked for: more where a filter has several values, so that each has its own; what is not wanted
    needs none. With *only_records* as many as a list that goes on may have.

    >>> hits_wanted({"kind": "saree"}), hits_wanted({"kind": "saree | kurta"}), hits_wanted({"not name": "Kota | Ikat"})
    (10, 20, 10)
    """
    several = (len(_values(value)) for name, value in filters.items() if _is_several(name, value))
    return max(limits.list_hits * only_records, HITS_FOR_AN_ANSWER * max(several, default=1))


def spread(records: Sequence[_R], filters: Mapping[str, Any]) -> list[_R]:
    """*records* in turns: the first of each value of the first filter that has several, then the second of each."""
    several = next((name for name, value in filters.items() if _is_several(name, value)), "")
    if not several:
        return list(records)
    groups: dict[str, list[_R]] = {value: [] for value in _values(filters[several])}
    for record in records:
        value = next((one for one in groups if satisfies(record.document, {several: one})), None)
        if value is not None:
            groups[value].append(record)
    return [record for turn in zip_longest(*groups.values()) for record in turn if record is not None]


def _values(value: Any) -> list[str]:
    return str(value).split(BETWEEN)


def _is_several(name: str, value: Any) -> bool:
    return not name.startswith("not ") and len(_values(value)) > 1
