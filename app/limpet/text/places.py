"""Names of countries, regions and large cities (``places.json``)."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib import resources
from typing import Final

PART_OF_WORLD: Final = "a part of the world"
"""Stands for a name that is no country of its own, or of several: which cities lie in it is not known."""
_COUNTRY_OF: Final = {
    **dict.fromkeys(("UK", "U.K.", "Great Britain", "Britain", "United Kingdom"), "United Kingdom"),
    **dict.fromkeys(("US", "U.S.", "USA", "U.S.A.", "America", "United States"), "United States"),
    **dict.fromkeys(("UAE", "Emirates", "United Arab Emirates"), "United Arab Emirates"),
    **dict.fromkeys(
        "Europe|European Union|EU|Asia|Africa|North America|South America|Latin America|Oceania|Scandinavia|Middle East"
        "|England|Scotland|Wales|Northern Ireland".split("|"),
        PART_OF_WORLD,
    ),
}
"""Other names of countries, and parts of the world."""


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


def named_countries(sentence: str) -> frozenset[str]:
    """
    The countries that *sentence* names, each by its usual name; :data:`PART_OF_WORLD` where it names one of those.

    >>> sorted(named_countries("To every postcode in the UK.")), named_countries("USB cables")
    (['United Kingdom'], frozenset())
    >>> named_countries("Anywhere in Europe.") == {PART_OF_WORLD}
    True
    """
    return frozenset(_COUNTRY_OF.get(match[0], match[0]) for match in _named().finditer(sentence))


@lru_cache(maxsize=1)
def _named() -> re.Pattern[str]:
    names = sorted({*countries(), *_COUNTRY_OF}, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")


@lru_cache(maxsize=1)
def _read() -> tuple[tuple[str, ...], dict[str, str]]:
    told = json.loads(resources.files("limpet.text").joinpath("places.json").read_text("utf-8"))
    lies_in = {city: country for country, cities in told["cities"].items() for city in cities.split(", ")}
    return tuple(told["countries"]), lies_in
