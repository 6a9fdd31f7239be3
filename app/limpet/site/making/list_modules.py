"""
Imports every module of some wheels and tells which modules of the standard library came along; run by Pyodide.

Those are what the memory snapshot should hold: they are then there before the first line of ours runs.
"""

from __future__ import annotations

import importlib
import json
import sys
import zipfile
from pathlib import Path


def module_names(members: list[str]) -> list[str]:
    """
    Dotted names of the modules among the *members* of a wheel.

    >>> module_names(["a/__init__.pyc", "a/b.pyc", "a-1.dist-info/METADATA"])
    ['a', 'a.b']
    """
    modules = [member.removesuffix(".pyc") for member in members if member.endswith(".pyc")]
    return sorted(module.removesuffix("/__init__").replace("/", ".") for module in modules)


def main(arguments: str) -> str:
    """
    JSON with ``standard`` (modules for the snapshot) and ``failed`` (modules that could not be imported, and why).

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
    for name in whole:
        try:
            importlib.import_module(name)
        except Exception as error:  # whatever a module raises is what is to be told
            failed[name] = repr(error)
    came = set(sys.modules) - before
    standard = sorted(name for name in came if name.partition(".")[0] in sys.stdlib_module_names)
    return json.dumps({"standard": standard, "failed": failed})
