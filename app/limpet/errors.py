"""
Every error that limpet raises on purpose.

::

    LimpetError                 .code (stable, kebab-case) and .detail (a sentence for people)
    ├── ConfigError             a cap, option or schema that cannot be right
    ├── ManifestError           a model or runtime file: missing, wrong size, wrong digest, not to be had
    ├── DocumentError           a document that cannot be read
    ├── IndexFormatError        not our file, another version, a broken checksum
    ├── DimensionError          sizes of vectors disagree; quotes both numbers
    ├── SnapshotError           a saved memory that is unreadable, hostile or newer than this program
    ├── WireError               a message that is unknown, malformed or not built yet
    ├── EmbedderError           vectors cannot be had now; callers go on with words alone
    ├── PolicyError             a policy network that is missing, of another schema, or broken
    ├── ComposerError           a composer that cannot answer, such as a model that is not reached; another one answers
    └── StoreError              a store that refused (quota, private mode, no connection, wrong passphrase)

Mistakes of the programmer raise Python's built-in errors and are not caught.
"""

from __future__ import annotations


class LimpetError(Exception):
    """
    An error that a person can act on.

    Args:
        code: Stable, kebab-case; tests, the page and users' scripts rely on it.
        detail: One or two sentences: what is wrong, and what to do.

    >>> str(WireError("not-json", "The line is not JSON."))
    'not-json: The line is not JSON.'
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class ConfigError(LimpetError):
    """A cap, option or schema that cannot be right."""


class ManifestError(LimpetError):
    """A model or runtime file is missing, has the wrong size or digest, or cannot be had."""


class DocumentError(LimpetError):
    """A document cannot be read."""


class IndexFormatError(LimpetError):
    """An index file is not ours, of another version, or damaged."""


class DimensionError(LimpetError):
    """Vectors of different sizes meet."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__("wrong-dimensions", f"A vector of {expected} numbers was expected, one of {found} was given.")


class SnapshotError(LimpetError):
    """A saved memory is unreadable, hostile, or newer than this program."""


class WireError(LimpetError):
    """A message is unknown, malformed, or its feature is not built yet."""


class EmbedderError(LimpetError):
    """Vectors cannot be had now; callers go on with words alone."""


class PolicyError(LimpetError):
    """A policy network is missing, of another schema, or broken."""


class ComposerError(LimpetError):
    """A composer cannot answer: its model is not reached, refuses, or says what the evidence does not."""


class StoreError(LimpetError):
    """A store refused: quota, private mode, no connection, wrong passphrase."""
