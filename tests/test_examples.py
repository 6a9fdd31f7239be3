"""Every example of a docstring does what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import limpet

ELSEWHERE = {"limpet.__main__", "limpet.host.browser"}
"""The command itself, and what needs a browser."""
NAMES = [found.name for found in pkgutil.walk_packages(limpet.__path__, "limpet.") if found.name not in ELSEWHERE]
STYLE = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=STYLE)
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    modules = [importlib.import_module(name) for name in NAMES]
    assert sum(len(one.examples) for module in modules for one in finder.find(module)) > 400
