"""
Imports every module of some wheels and tells what came along; run by Pyodide.

That is what the memory snapshot should hold, so that it is there before the first line of ours runs: modules of the
standard library, and what these wheels would compile from text while they are imported, which is two thirds of the time
that importing them takes: the methods of dataclasses, and regular expressions.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any


def module_names(members: list[str]) -> list[str]:
    """
    Dotted names of the modules among the *members* of a wheel.

    >>> module_names(["a/__init__.pyc", "a/b.pyc", "a-1.dist-info/METADATA"])
    ['a', 'a.b']
    """
    modules = [member.removesuffix(".pyc") for member in members if member.endswith(".pyc")]
    return sorted(module.removesuffix("/__init__").replace("/", ".") for module in modules)


class Recorder:
    """Notes the source text of dataclasses' methods, and the regular expressions, that are compiled from now on."""

    def __init__(self) -> None:
        self.sources: dict[str, None] = {}
        self.patterns: dict[tuple[str, int], None] = {}
        self._compile: Any = re._compiler.compile  # type: ignore[attr-defined]
        dataclasses.exec = self._execute  # type: ignore[attr-defined]
        re._compiler.compile = self._compile_pattern  # type: ignore[attr-defined]

    def _execute(self, source: str, *scopes: dict[str, object]) -> None:
        self.sources[source] = None
        exec(source, *scopes)  # noqa: S102 - the call that stood there

    def _compile_pattern(self, pattern: Any, flags: int = 0) -> Any:
        if isinstance(pattern, str):
            self.patterns[pattern, int(flags)] = None
        return self._compile(pattern, flags)


def main(arguments: str) -> str:
    """
    JSON with ``standard`` (modules for the snapshot), ``failed`` (modules that could not be imported, and why),
    ``sources`` (methods of dataclasses) and ``patterns`` (regular expressions with their flags).

    The wheels of ``path`` are put on the path; all modules of ``whole`` are imported, of others what those need.
    """
    wishes = json.loads(arguments)
    before = set(sys.modules)
    whole: list[str] = []
    for wheel in wishes["path"]:
        folder = f"/unpacked/{Path(wheel).name}"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
            whole += module_names(archive.namelist()) if wheel in wishes["whole"] else []
        sys.path.append(folder)
    failed = {}
    recorder = Recorder()
    for name in whole:
        try:
            importlib.import_module(name)
        except Exception as error:  # whatever a module raises is what is to be told
            failed[name] = repr(error)
    came = set(sys.modules) - before
    standard = sorted(name for name in came if name.partition(".")[0] in sys.stdlib_module_names)
    made = {"sources": list(recorder.sources), "patterns": list(recorder.patterns)}
    return json.dumps({"standard": standard, "failed": failed, **made})
