"""A plain word about modules that the page's Python comes without, in the place of advice that does not help there."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Final

LEFT_OUT: Final = frozenset(
    "numpy.f2py numpy.random numpy.fft numpy.polynomial numpy.testing numpy.matlib numpy.lib.recfunctions"
    " antigravity bdb cProfile cmd compileall doctest ensurepip ftplib imaplib mailbox modulefinder multiprocessing pdb"
    " pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data rlcompleter smtplib socketserver sqlite3"
    " symtable tabnanny this trace tty turtledemo unittest webbrowser wsgiref xmlrpc zipapp"
    " http.server logging.config logging.handlers xml.dom".split()
)
"""Modules that ``limpet.site.wheel_content`` takes out of numpy and of the standard library, and that have a use."""
_NOTED: Final = "_PYODIDE_ADDED_NOTE"
"""Pyodide adds its own note to an error without this mark: that browsers cannot have the module, or how to fetch it."""


class LeftOutFinder(MetaPathFinder):
    """
    Asked last, so that a module which was installed after all is found before. ``importlib.util.find_spec`` raises too
    for a module that was left out: code that only looks for one must expect ``ModuleNotFoundError``.
    """

    def find_spec(self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> None:
        """
        Nothing is found here.

        Raises:
            ModuleNotFoundError: For a module that was left out, with the reason.

        >>> LeftOutFinder().find_spec("sqlite3", None)
        Traceback (most recent call last):
        ModuleNotFoundError: 'sqlite3' is left out of this page's Python: limpet does not use it, ...
        >>> LeftOutFinder().find_spec("json", None)
        """
        if fullname not in LEFT_OUT:
            return
        reason = "limpet does not use it, and without it the page loads sooner. Run this with a whole Python instead."
        error = ModuleNotFoundError(f"{fullname!r} is left out of this page's Python: {reason}", name=fullname)
        setattr(error, _NOTED, True)
        raise error


def explain_left_out() -> None:
    """From now on an import of a module that was left out says why it fails."""
    if not any(isinstance(finder, LeftOutFinder) for finder in sys.meta_path):
        sys.meta_path.append(LeftOutFinder())
