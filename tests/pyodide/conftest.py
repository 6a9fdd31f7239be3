"""What the tests share: the built runtime folder, Node, and TypeScript modules bundled for it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
TIMEOUT_S = 120


@pytest.fixture(scope="session")
def runtime() -> Path:
    """The folder that every site carries as ``runtime/``; LIMPET_RUNTIME names another one to try out."""
    named = os.environ.get("LIMPET_RUNTIME")
    if named:
        return Path(named)
    from limpet.site.runtime import RuntimeBuilder

    return RuntimeBuilder().build().folder


@pytest.fixture(scope="session")
def manifest(runtime: Path) -> dict[str, Any]:
    return json.loads((runtime / "runtime.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def run_node() -> Callable[..., Any]:
    """Runs a program of this folder with one JSON argument on standard input; returns its last line as JSON."""

    def run(program: str, task: object) -> Any:
        done = subprocess.run(
            ["node", str(HERE / program)],
            input=json.dumps(task),
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout.strip().splitlines()[-1])

    return run


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """A module below ``web/`` as one JavaScript file that Node can import."""
    folder = tmp_path_factory.mktemp("bundled")

    def bundle(module: str) -> str:
        target = folder / f"{Path(module).stem}.mjs"
        command = [
            ROOT / "node_modules/.bin/rolldown", ROOT / "web" / module, "--file", target, "--format", "esm",
        ]  # fmt: skip
        subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=TIMEOUT_S, cwd=ROOT)
        return str(target)

    return bundle
