"""``python -m limpet.site.fetch``: fetches every asset of the manifest, telling people how far it is."""

from __future__ import annotations

import sys
from typing import Any, Final

from limpet.errors import LimpetError
from limpet.site.assets import Assets

_MB: Final = 1_000_000


class ProgressLines:
    """Writes one line an asset, and for those of a megabyte or more a line every tenth of the way."""

    def __init__(self) -> None:
        self._told: dict[str, int] = {}

    def __call__(self, name: str, facts: dict[str, Any]) -> None:
        """An observer of ``Assets``."""
        if name == "asset-ready":
            sys.stderr.write(f"  {facts['name']}: {facts['bytes'] / _MB:.1f} MB, verified\n")
        elif name == "asset-source-failed":
            sys.stderr.write(f"  {facts['name']}: not from {facts['source']}, trying the next place\n")
        elif name == "asset-progress":
            self._tell_tenths(facts["name"], facts["loaded_bytes"], facts["total_bytes"])

    def _tell_tenths(self, name: str, loaded_bytes: int, total_bytes: int) -> None:
        tenth = 10 * loaded_bytes // max(total_bytes, 1)
        if total_bytes >= _MB and tenth != self._told.get(name) and tenth < 10:
            self._told[name] = tenth
            sys.stderr.write(f"  {name}: {loaded_bytes / _MB:.1f} of {total_bytes / _MB:.1f} MB\n")


def main() -> int:
    """Exit code 0 when everything is there; 1 with the reason otherwise."""
    try:
        Assets(observe=ProgressLines()).fetch_all()
    except LimpetError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
