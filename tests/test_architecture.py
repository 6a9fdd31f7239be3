"""The shape of the code, held by a test: who may import whom, how large things get, what nothing is called."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
APP = ROOT / "app" / "limpet"
MODULES = sorted(APP.rglob("*.py"))

FOUNDATION = {"ports", "limits", "errors"}
ALLOWED = {
    "text": FOUNDATION,
    "memory": FOUNDATION | {"text"},
    "retrieval": FOUNDATION | {"text"},
    "policy": FOUNDATION | {"text", "memory", "retrieval"},
    "answer": FOUNDATION | {"text", "memory", "retrieval", "policy"},
    "embed": FOUNDATION | {"text"},
    "store": FOUNDATION | {"memory"},
    "ports": {"limits", "errors", "answer", "memory", "policy"},
    "limits": {"errors"},
    "errors": set(),
    "wire": {"errors", "wire_requests"},
    "wire_requests": set(),
    "events": set(),
}
"""What a part may import besides itself; a part that is not named (chat, host, site ...) may import everything but
``host``, ``site``, ``evaluation`` and ``__main__``."""

OUTERMOST = {"host", "site", "evaluation", "__main__"}
FORBIDDEN_NAMES = re.compile(r"(?i)^_?(manager|helpers?|utils?|common|misc|handlers?|engine|service|base|core)$")
MODULE_LINES = 260
FUNCTION_LINES = 50


def part_of(module: Path) -> str:
    return module.relative_to(APP).parts[0].removesuffix(".py")


def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def imported_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_parts(module: Path) -> set[str]:
    names = (name.split(".") for name in imported_names(tree_of(module)))
    parts = {name[1] for name in names if name[0] == "limpet" and len(name) > 1}
    return {part for part in parts if (APP / part).is_dir() or (APP / f"{part}.py").is_file()}


def name_of(module: Path) -> str:
    return str(module.relative_to(APP))


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_a_module_imports_only_what_lies_below_it(module: Path) -> None:
    part = part_of(module)
    others = imported_parts(module) - {part}
    if part in ALLOWED:
        assert others <= ALLOWED[part], f"{part} may not import {sorted(others - ALLOWED[part])}"
    elif part not in OUTERMOST:
        assert not others & OUTERMOST, f"{part} may not import {sorted(others & OUTERMOST)}"


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_only_the_browser_host_knows_the_browser(module: Path) -> None:
    tops = {name.split(".")[0] for name in imported_names(tree_of(module))}
    if module != APP / "host" / "browser.py":
        assert not tops & {"js", "pyodide", "pyodide_js"}


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_modules_and_functions_stay_small(module: Path) -> None:
    assert module.read_text(encoding="utf-8").count("\n") <= MODULE_LINES
    for node in ast.walk(tree_of(module)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            assert lines <= FUNCTION_LINES, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_nothing_is_named_after_nothing(module: Path) -> None:
    classes = [node.name for node in ast.walk(tree_of(module)) if isinstance(node, ast.ClassDef)]
    words = [module.stem, *(word for name in classes for word in re.findall(r"[A-Z][a-z]+", name)[-1:])]
    assert not [word for word in words if FORBIDDEN_NAMES.match(word)]


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_no_cache_grows_without_a_cap(module: Path) -> None:
    """``functools.cache`` and ``lru_cache(maxsize=None)`` never forget; nor does a dict or list of a module."""
    tree = tree_of(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "functools":
            assert "cache" not in {alias.name for alias in node.names}
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "lru_cache":
            sizes = [*node.args, *(k.value for k in node.keywords if k.arg == "maxsize")]
            assert sizes, "lru_cache needs its cap written down"
            assert not any(isinstance(size, ast.Constant) and size.value is None for size in sizes)
    for node in tree.body:
        value = getattr(node, "value", None)
        filled = getattr(value, "keys", None) or getattr(value, "elts", None)
        is_empty = isinstance(value, (ast.Dict, ast.List)) and not filled
        is_read_only = "Mapping" in ast.unparse(getattr(node, "annotation", None) or ast.Constant(""))
        is_memo = isinstance(node, (ast.Assign, ast.AnnAssign)) and is_empty and not is_read_only
        assert not is_memo or part_of(module) == "evaluation", "an empty container of a module is a memo"


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_memory_holds_no_container_outside_a_declared_cap(module: Path) -> None:
    """A dict, list or set kept on an object of the turn path needs a cap in its module."""
    if part_of(module) not in {"memory", "text", "embed", "chat"}:
        return
    text = module.read_text(encoding="utf-8")
    empty = r"(?:\{\}|\[\]|set\(\)|dict\(\)|OrderedDict\(\)|defaultdict\([^)]*\))"
    kept = re.findall(rf"self\.\w+(?:: [^=\n]+)? = {empty}", text)
    if kept:
        assert re.search(r"limits\.|cap_|_cap\b|Final = \d", text), f"{kept[0]} has no cap in sight"
