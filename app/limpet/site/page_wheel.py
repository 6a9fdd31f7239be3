"""limpet's own wheel for the page: all of its modules but those that only a terminal, a server or a build uses."""

from __future__ import annotations

import fnmatch
from pathlib import Path
from typing import Final

import limpet

PACKAGE: Final = Path(limpet.__file__).parent

LEFT_OUT: Final = (
    "evaluation/*", "site/*", "__main__.py", "host/native.py", "host/terminal.py", "host/server*.py",
    "host/openai_updater.py", "host/http_transport.py", "embed/inner_layer.py", "embed/onnx_*.py",
    "embed/disk_cached.py", "store/redis.py", "store/session_*.py", "store/sqlite*.py", "retrieval/reading_files.py",
    "py.typed",
)  # fmt: skip
_SUFFIXES: Final = (".py", ".json", ".txt", ".npz")


def page_members(package: Path = PACKAGE) -> dict[str, bytes]:
    """
    Files of the page's wheel by name, read from the installed package.

    >>> "limpet/chat.py" in page_members(), "limpet/site/assets.py" in page_members()
    (True, False)
    """
    members = {}
    for file in sorted(package.rglob("*")):
        name = file.relative_to(package).as_posix()
        is_wanted = file.suffix in _SUFFIXES and not any(fnmatch.fnmatchcase(name, rule) for rule in LEFT_OUT)
        if is_wanted and file.is_file():
            members[f"limpet/{name}"] = file.read_bytes()
    return members | _metadata()


def wheel_name() -> str:
    """File name of the page's wheel, by the rules for wheels."""
    return f"limpet-{limpet.__version__}-py3-none-any.whl"


def _metadata() -> dict[str, bytes]:
    folder = f"limpet-{limpet.__version__}.dist-info"
    head = f"Metadata-Version: 2.4\nName: limpet\nVersion: {limpet.__version__}\nLicense-Expression: Apache-2.0\n"
    wheel = "Wheel-Version: 1.0\nGenerator: limpet\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return {f"{folder}/METADATA": head.encode(), f"{folder}/WHEEL": wheel.encode()}
