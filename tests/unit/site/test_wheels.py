from __future__ import annotations

import ast
import io
import marshal
import re
import sys
import zipfile
from pathlib import Path

import pytest

from limpet.site.making.compile_wheel import compile_wheel, without_documentation
from limpet.site.making.list_modules import module_names
from limpet.site.page_wheel import page_members, wheel_name
from limpet.site.wheel_content import LAZY_STEMMERS, as_zip, members_of

SOURCE = '''"""About the module."""
import math
class Shape:
    """About shapes."""
def area(radius):
    """About areas."""
    return math.pi * radius ** 2
def empty():
    """Nothing else."""
LABEL = """not documentation"""
'''


def executed(source: ast.Module) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(compile(source, "module", "exec"), names)
    return names


def test_documentation_strings_become_empty_and_the_rest_stays() -> None:
    names = executed(without_documentation(SOURCE))
    assert [names["__doc__"], names["Shape"].__doc__, names["area"].__doc__] == ["", ".", ""]
    assert names["area"](1.0) == pytest.approx(3.14159, abs=1e-4)
    assert names["empty"]() is None
    assert names["LABEL"] == "not documentation"


def test_dataclasses_need_not_write_documentation_of_their_own() -> None:
    source = "from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\n"
    names = executed(without_documentation(source))
    assert names["Point"].__doc__ == "."
    assert names["Point"](3).x == 3


def test_numpys_added_documentation_is_left_out() -> None:
    tree = without_documentation("def add_newdoc(*a): raise ValueError\nadd_newdoc('a', 'b')\nx = 1\n")
    assert executed(tree)["x"] == 1


def test_chosen_modules_become_byte_code_and_others_stay_source(tmp_path: Path) -> None:
    wheel, target = tmp_path / "a.whl", tmp_path / "b.whl"
    wheel.write_bytes(as_zip({"p/__init__.py": b"A = 1\n", "p/late.py": b'"""D."""\nB = 2\n', "p/data.json": b"{}"}))
    compile_wheel(wheel, target, ["p/__init__.py"])
    members = members_of(target)
    assert sorted(members) == ["p/__init__.pyc", "p/data.json", "p/late.py"]
    names: dict[str, object] = {}
    exec(marshal.loads(members["p/__init__.pyc"][16:]), names)
    assert names["A"] == 1
    assert b"D." not in members["p/late.py"]


def test_byte_code_without_its_source_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel, target = tmp_path / "a.whl", tmp_path / "b.whl"
    wheel.write_bytes(as_zip({"limpet_trial/__init__.py": b"A = 41 + 1\n"}))
    compile_wheel(wheel, target, ["*.py"])
    with zipfile.ZipFile(target) as archive:
        archive.extractall(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    import limpet_trial

    assert limpet_trial.A == 42
    sys.modules.pop("limpet_trial")


def test_the_same_wheel_gives_the_same_bytes(tmp_path: Path) -> None:
    wheel = tmp_path / "a.whl"
    wheel.write_bytes(as_zip({"p.py": SOURCE.encode()}))
    for name in ("one", "two"):
        compile_wheel(wheel, tmp_path / name, ["*.py"])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_left_out_files_are_not_read(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    archive.write_bytes(as_zip({"a/tests/b.py": b"", "a/c.py": b"", "a/c.pyi": b""}))
    assert list(members_of(archive, ("*/tests/*", "*.pyi"))) == ["a/c.py"]


def test_zip_files_are_the_same_whenever_they_are_made() -> None:
    assert as_zip({"b": b"2", "a": b"1"}) == as_zip({"a": b"1", "b": b"2"})
    with zipfile.ZipFile(io.BytesIO(as_zip({"a": b"1"}))) as archive:
        assert archive.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


def test_the_lazy_start_of_the_stemmers_gives_the_same_stems() -> None:
    import snowballstemmer

    names: dict[str, object] = {}
    exec(LAZY_STEMMERS, names)
    for language, word in (("english", "retrieving"), ("german", "Häuser"), ("dutch_porter", "lopende")):
        assert names["stemmer"](language).stemWord(word) == snowballstemmer.stemmer(language).stemWord(word)


def test_the_pages_wheel_has_the_chat_and_not_what_only_a_machine_uses() -> None:
    members = page_members()
    assert "limpet/chat.py" in members
    parts = {name.split("/")[1] for name in members if name.startswith("limpet/")}
    assert not parts & {"site", "evaluation", "__main__.py"}
    assert "limpet/host/terminal.py" not in members


def test_the_pages_modules_use_no_part_of_numpy_that_is_left_out() -> None:
    left_out = {"random", "fft", "polynomial", "f2py", "testing", "ma", "matlib"}
    for name, content in page_members().items():
        if name.endswith(".py"):
            used = {
                node.attr
                for node in ast.walk(ast.parse(content))
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "np"
            }
            assert not used & left_out, name


def test_the_pages_modules_use_no_linear_algebra_beyond_norms() -> None:
    for name, content in page_members().items():
        if name.endswith(".py"):
            text = content.decode()
            assert "from numpy.linalg" not in text, name
            assert set(re.findall(r"np\.linalg\.(\w+)", text)) <= {"norm"}, name


def test_the_wheel_is_named_as_installers_want_it() -> None:
    assert wheel_name().count("-") == 4
    assert wheel_name().endswith("-py3-none-any.whl")


def test_modules_are_named_by_their_place() -> None:
    assert module_names(["a/__init__.pyc", "a/b/c.pyc", "a/d.json"]) == ["a", "a.b.c"]
