"""Names of countries, regions and large cities (``places.json``)."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources


def countries() -> tuple[str, ...]:
    """
    Countries and parts of the world.

    >>> "Canada" in countries(), "Mumbai" in countries()
    (True, False)
    """
    return _read()["countries"]


def place_names() -> tuple[str, ...]:
    """
    Countries, regions and cities.

    >>> "Canada" in place_names(), "Mumbai" in place_names()
    (True, True)
    """
    told = _read()
    return (*told["countries"], *told["cities"])


@lru_cache(maxsize=1)
def _read() -> dict[str, tuple[str, ...]]:
    told = json.loads(resources.files("limpet.text").joinpath("places.json").read_text("utf-8"))
    return {name: tuple(places) for name, places in told.items()}
