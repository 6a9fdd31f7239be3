"""
Takes the documentation strings out of the modules of wheels, and turns them into byte code; run by Pyodide's Python.

Byte code in the place of its source is what Python imports without looking for anything else, and it is tied to the
interpreter that made it: hence this program does not run in the Python of the build.
"""

from __future__ import annotations

import ast
import fnmatch
import json
import marshal
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNCHECKED_HASH = (1).to_bytes(4, "little")
_NUMPY_DOCUMENTATION = ("add_newdoc", "add_newdoc_for_scalar_type")


def without_documentation(source: str) -> ast.Module:
    """
    The syntax tree of *source* with empty documentation strings, and without numpy's calls that add some.

    Empty and not absent: some modules format or concatenate the ``__doc__`` of others. A class has a full stop: for one
    without documentation ``dataclasses`` would write some, from its signature, in an eighth of the time that it takes.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            empty = ast.Constant("." if isinstance(node, ast.ClassDef) else "")
            if ast.get_docstring(node, clean=False) is not None:
                statement = node.body[0]
                assert isinstance(statement, ast.Expr)
                statement.value = ast.copy_location(empty, statement.value)
            elif isinstance(node, ast.ClassDef) and node.decorator_list:
                node.body.insert(0, ast.Expr(empty))
            if not isinstance(node, ast.Module) or len(node.body) > 1:
                node.body = [part for part in node.body if not _adds_documentation(part)] or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def _adds_documentation(statement: ast.stmt) -> bool:
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    called = statement.value.func
    return isinstance(called, ast.Name) and called.id in _NUMPY_DOCUMENTATION


def byte_code(member: str, tree: ast.Module) -> bytes:
    """The content of a ``.pyc`` file that is valid whatever happens to its source (PEP 552, unchecked hash)."""
    code = compile(tree, member, "exec", dont_inherit=True)
    return MAGIC_NUMBER + _UNCHECKED_HASH + source_hash(b"") + marshal.dumps(code)


def compile_wheel(wheel: Path, target: Path, patterns: list[str]) -> None:
    """Writes *wheel* to *target*, modules that match *patterns* as byte code; the same input gives the same bytes."""
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(target, "w") as compiled:
        for member in sorted(source.namelist()):
            name, content = member, source.read(member)
            if member.endswith(".py"):
                tree = without_documentation(content.decode("utf-8"))
                is_compiled = any(fnmatch.fnmatchcase(member, pattern) for pattern in patterns)
                content = byte_code(member, tree) if is_compiled else ast.unparse(tree).encode()
                name += "c" if is_compiled else ""
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            compiled.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)


def main(arguments: str) -> str:
    """Treats each wheel of the JSON *arguments*: its file, the file to write, patterns of modules to compile."""
    for wheel, target, patterns in json.loads(arguments)["wheels"]:
        compile_wheel(Path(wheel), Path(target), patterns)
    return json.dumps({})
