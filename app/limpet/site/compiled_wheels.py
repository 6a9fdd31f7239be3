"""Wheels (and the standard library) without documentation and as byte code, made by Pyodide's own Python."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from limpet.ports import Observer
from limpet.site.made_once import made_once
from limpet.site.node_program import MAKING, run_in_pyodide
from limpet.site.wheel_content import as_zip

_PROGRAM: Final = "compile_wheel.py"


@dataclass(frozen=True, slots=True)
class RawWheel:
    """
    A wheel before it is compiled.

    Attributes:
        name: File name, kept by the compiled one.
        ingredients: Texts and digests that the content depends on; the wheel is made anew when they change.
        members: Its files by name; called only when it is made.
        compiled: Patterns of the modules that become byte code; others stay source code.
    """

    name: str
    ingredients: tuple[str, ...]
    members: Callable[[], Mapping[str, bytes]]
    compiled: tuple[str, ...]


def compile_wheels(
    cache: Path, step: str, pyodide: Path, wheels: Sequence[RawWheel], observe: Observer
) -> dict[str, Path]:
    """
    The compiled files of *wheels* by name.

    Args:
        cache: The user's cache folder.
        step: Name of this step.
        pyodide: Folder of the Pyodide that compiles.
        wheels: What to compile.
        observe: Told ``runtime-step`` {step} when there is something to do.

    Raises:
        ManifestError: Node is missing (``no-node``) or a module cannot be compiled (``making-failed``).
    """

    def make(folder: Path) -> None:
        observe("runtime-step", {"step": step})
        source = folder / "source"
        source.mkdir()
        for wheel in wheels:
            (source / wheel.name).write_bytes(as_zip(wheel.members()))
        tasks = [[f"/making/source/{wheel.name}", f"/making/{wheel.name}", wheel.compiled] for wheel in wheels]
        run_in_pyodide(pyodide, _PROGRAM, {"/making": folder}, {"wheels": tasks})
        shutil.rmtree(source)

    ingredients = [pyodide.name, (MAKING / _PROGRAM).read_text("utf-8")]
    for wheel in wheels:
        ingredients += [wheel.name, *wheel.ingredients, json.dumps(wheel.compiled)]
    folder = made_once(cache, step, ingredients, make)
    return {wheel.name: folder / wheel.name for wheel in wheels}
