"""Modules that the page's Python lacks: the list is the one of the site build, and an import says what is so."""

import importlib
import importlib.util
import sys

import pytest

from limpet.host.left_out import LEFT_OUT, LeftOutFinder, explain_left_out
from limpet.site.wheel_content import NUMPY_LEFT_OUT, STANDARD_LIBRARY_LEFT_OUT

WITHOUT_A_USE = {"numpy.doc", "numpy.conftest", "numpy.typing.mypy_plugin"}
IN_ITS_PLACE = {"numpy.ma"}


def left_out_of_the_build() -> set[str]:
    found = set()
    for pattern in (*NUMPY_LEFT_OUT, *STANDARD_LIBRARY_LEFT_OUT):
        name = pattern.removesuffix("/*").removesuffix(".py")
        is_module = pattern.endswith(("/*", ".py")) and all(part.isidentifier() for part in name.split("/"))
        if is_module and not any(part.startswith("_") for part in name.split("/")):
            found.add(name.replace("/", "."))
    return found - WITHOUT_A_USE - IN_ITS_PLACE - {"asyncio.proactor_events"}


def test_the_list_is_what_the_site_build_leaves_out() -> None:
    assert left_out_of_the_build() == LEFT_OUT


def test_an_import_of_what_is_not_there_says_why_and_one_of_what_is_there_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    explain_left_out()
    explain_left_out()
    assert sum(isinstance(finder, LeftOutFinder) for finder in sys.meta_path) == 1
    assert importlib.import_module("unittest").__name__ == "unittest"
    finders = [finder for finder in sys.meta_path if isinstance(finder, LeftOutFinder)]
    monkeypatch.setattr(sys, "meta_path", finders)
    monkeypatch.delitem(sys.modules, "sqlite3", raising=False)
    with pytest.raises(ModuleNotFoundError, match="'sqlite3' is left out of this page's Python") as caught:
        importlib.import_module("sqlite3")
    assert caught.value.name == "sqlite3"
    with pytest.raises(ModuleNotFoundError, match="No module named 'nothing_such'"):
        importlib.import_module("nothing_such")
