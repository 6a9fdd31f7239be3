"""What of a wheel the page needs, and zip files that come out the same whenever they are made."""

from __future__ import annotations

import fnmatch
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)

NUMPY_LEFT_OUT: Final = (
    "*/tests/*", "*.pyi", "*.pxd", "*.h", "*.a", "*.pc", "*/py.typed", "*.dist-info/RECORD",
    "*.dist-info/entry_points.txt",
    "numpy/f2py/*", "numpy/random/*", "numpy/fft/*", "numpy/polynomial/*", "numpy/ma/*", "numpy/testing/*",
    "numpy/_pyinstaller/*", "numpy/doc/*", "numpy/_core/include/*", "numpy/_core/lib/*", "numpy/_core/cversions.py",
    "numpy/lib/recfunctions.py", "numpy/matlib.py", "numpy/conftest.py", "numpy/_configtool.py",
    "numpy/linalg/lapack_lite*", "numpy/linalg/_umath_linalg*", "numpy/typing/mypy_plugin.py",
)  # fmt: skip
"""
Parts of numpy for compilers, tests, random numbers, transforms, polynomials, masked arrays, and LAPACK, a quarter of
numpy's bytes: none is used here.
"""

_NO_MASKED_ARRAYS: Final = """
def is_masked(x):
    return False

isMaskedArray = isMA = isarray = is_masked
"""

_NO_LAPACK: Final = """
def __getattr__(name):
    raise AttributeError(f"numpy.linalg: '{name}' needs LAPACK, which is not part of this page's numpy")
"""

_NUMPY_INSTEAD: Final = {
    "numpy/ma/__init__.py": _NO_MASKED_ARRAYS,
    "numpy/linalg/_umath_linalg.py": _NO_LAPACK,
    "numpy/_core/_add_newdocs.py": "",
    "numpy/_core/_add_newdocs_scalars.py": "",
}
"""
Modules that others of numpy import: ``np.unique`` and ``np.median`` still hear that nothing is masked, norms need no
LAPACK, and documentation is left out everywhere.
"""

STANDARD_LIBRARY_LEFT_OUT: Final = (
    "_pyrepl/*", "antigravity.py", "bdb.py", "cProfile.py", "cmd.py", "compileall.py", "doctest.py", "ensurepip/*",
    "ftplib.py", "imaplib.py", "mailbox.py", "modulefinder.py", "multiprocessing/*", "pdb.py", "pickletools.py",
    "poplib.py", "profile.py", "pstats.py", "pty.py", "pyclbr.py", "pydoc.py", "pydoc_data/*", "rlcompleter.py",
    "site-packages/*", "smtplib.py", "socketserver.py", "symtable.py", "tabnanny.py", "this.py", "trace.py", "tty.py",
    "turtledemo/*", "unittest/*", "webbrowser.py", "wsgiref/*", "xmlrpc/*", "zipapp.py",
    "http/server.py", "logging/config.py", "logging/handlers.py", "sqlite3/*", "xml/dom/*",
    "_aix_support.py", "_osx_support.py", "asyncio/proactor_events.py", "asyncio/windows_*.py", "plistlib.py",
    "_pydatetime.py", "_pyio.py",
)  # fmt: skip
"""
Parts of the standard library that need a terminal, a socket, a database or a process, that debug, test and profile,
that serve other systems, or that stand in for compiled modules which are there.
"""

_STEMMERS_AT_START: Final = ("__init__", "among", "basestemmer", "english_stemmer")
SNOWBALL_COMPILED: Final = tuple(f"snowballstemmer/{module}.py" for module in _STEMMERS_AT_START)
"""Stemmers that most sites need at once; the others stay source code, which is a quarter of the size."""

LAZY_STEMMERS: Final = """
from importlib import import_module

def stemmer(language):
    module = import_module(f"snowballstemmer.{language}_stemmer")
    return getattr(module, "".join(part.title() for part in language.split("_")) + "Stemmer")()
"""


def members_of(archive: Path, left_out: Iterable[str] = ()) -> dict[str, bytes]:
    """Files of a zip *archive* by name, without those that match one of the patterns *left_out*."""
    patterns = tuple(left_out)
    with zipfile.ZipFile(archive) as opened:
        return {
            entry.filename: opened.read(entry)
            for entry in opened.infolist()
            if not entry.is_dir() and not any(fnmatch.fnmatchcase(entry.filename, pattern) for pattern in patterns)
        }


def numpy_for_page(wheel: Path) -> dict[str, bytes]:
    """numpy's wheel without the parts left out, with small modules in the place of those that are imported anyway."""
    return {**members_of(wheel, NUMPY_LEFT_OUT), **{name: text.encode() for name, text in _NUMPY_INSTEAD.items()}}


def snowball_for_page(wheel: Path) -> dict[str, bytes]:
    """The stemmers' wheel with ``LAZY_STEMMERS`` as its start."""
    members = members_of(wheel, ("*.dist-info/RECORD", "*.dist-info/entry_points.txt"))
    return {**members, "snowballstemmer/__init__.py": LAZY_STEMMERS.encode()}


def as_zip(members: Mapping[str, bytes]) -> bytes:
    """
    *members* as a zip file: sorted, without times, so that the same content gives the same bytes.

    >>> as_zip({"b": b"2", "a": b"1"}) == as_zip({"a": b"1", "b": b"2"})
    True
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(members):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, members[name], zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def stored_zip(archive: Path) -> bytes:
    """
    The same zip file with its members uncompressed, in order of their names.

    A compression over the whole then sees all of them together.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(archive) as packed, zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as plain:
        for name in sorted(packed.namelist()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            plain.writestr(entry, packed.read(name))
    return buffer.getvalue()
