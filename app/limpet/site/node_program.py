"""Programs under Node for the site build: they run Pyodide, whose byte code and memory only it can make."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from limpet.errors import ManifestError

MAKING: Final = Path(__file__).parent / "making"
LOCK_INFO: Final = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.0"}
"""Head of the package list of Pyodide 314; Pyodide refuses to start when it does not fit."""

_TIMEOUT_S: Final = 600.0
_TAIL_CHARS: Final = 600


def run_in_pyodide(pyodide: Path, program: str, mounts: Mapping[str, Path], arguments: Mapping[str, Any]) -> Any:
    """
    What ``main`` of *program* returned, a Python file of this package's ``making`` folder.

    Args:
        pyodide: Folder with Pyodide's four files.
        program: Name of the file.
        mounts: Host folders by the name under which the program sees them.
        arguments: Passed to ``main`` as JSON.

    Raises:
        ManifestError: Node is missing (``no-node``) or the program failed (``making-failed``).
    """
    task = {
        "program": str(MAKING / program),
        "mounts": {guest: str(host) for guest, host in mounts.items()},
        "arguments": dict(arguments),
    }
    return run_node(pyodide, "run_python.mjs", task)


def run_node(pyodide: Path, script: str, task: Mapping[str, Any]) -> Any:
    """The JSON on the last line that *script* printed for *task*."""
    if shutil.which("node") is None:
        raise ManifestError("no-node", "Node.js 20.19, 22.12 or newer is needed to build a site; please install it.")
    full_task = {"pyodide": str(pyodide), "lock_info": LOCK_INFO, **task}
    command = ["node", "--no-warnings", str(MAKING / script), json.dumps(full_task)]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=_TIMEOUT_S)  # noqa: S603
        return json.loads(done.stdout.strip().rpartition("\n")[2])
    except subprocess.TimeoutExpired as error:
        raise ManifestError("making-failed", f"{script} took more than {_TIMEOUT_S:.0f} s.") from error
    except subprocess.CalledProcessError as error:
        raise ManifestError(
            "making-failed", f"{script} failed: {(error.stderr or '').strip()[-_TAIL_CHARS:]}"
        ) from error
    except ValueError as error:
        raise ManifestError("making-failed", f"{script} printed no result.") from error
