"""Gives the name ``shortterm_memory`` a meaning where no package of that name is installed."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

__all__ = ["AliasFinder", "switch_on"]

_TARGETS = {"shortterm_memory": "", "shortterm_memory.ChatbotMemory": "limpet.memory.short_term"}
_ASIDE = (
    "shortterm-memory is installed, so limpet-shortterm-alias stands aside and that package is imported; run"
    " `pip uninstall shortterm-memory` to use limpet's short-term memory under its name."
)


class AliasFinder(MetaPathFinder):
    """Finds ``shortterm_memory`` and its module ``ChatbotMemory``, after every real package of that name."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the protocol's
        target: ModuleType | None = None,  # noqa: ARG002 - the protocol's
    ) -> ModuleSpec | None:
        """The alias, or None for another name and where the real package is installed."""
        if fullname not in _TARGETS:
            return None
        if PathFinder.find_spec("shortterm_memory") is not None:
            if fullname == "shortterm_memory":
                warnings.warn(_ASIDE, RuntimeWarning, stacklevel=2)
            return None
        return ModuleSpec(fullname, _AliasLoader(), is_package=not _TARGETS[fullname])


class _AliasLoader(Loader):
    def exec_module(self, module: ModuleType) -> None:
        target = _TARGETS[module.__name__]
        if target:
            found = importlib.import_module(target)
            module.__dict__.update({name: getattr(found, name) for name in found.__all__})
            module.__doc__ = found.__doc__


def switch_on() -> None:
    """Put the finder in front, once; called when Python starts."""
    if not any(isinstance(finder, AliasFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, AliasFinder())
