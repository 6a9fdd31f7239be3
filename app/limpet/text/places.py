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
    return _read()[0]


def place_names() -> tuple[str, ...]:
    """
    Countries, regions and cities.

    >>> "Canada" in place_names(), "Mumbai" in place_names()
    (True, True)
    """
    names, lies_in = _read()
    return (*names, *lies_in)


def country_of(city: str) -> str:
    """
    The country that a city or region lies in; empty for one that is not listed.

    >>> country_of("Mumbai"), country_of("Canada")
    ('India', '')
    """
    return _read()[1].get(city, "")


@lru_cache(maxsize=1)
def _read() -> tuple[tuple[str, ...], dict[str, str]]:
    told = json.loads(resources.files("limpet.text").joinpath("places.json").read_text("utf-8"))
    lies_in = {city: country for country, cities in told["cities"].items() for city in cities.split(", ")}
    return tuple(told["countries"]), lies_in
