"""One notice: what is shipped, under which licence, and the licence's own words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_RULE: Final = "=" * 100


@dataclass(frozen=True, slots=True)
class Notice:
    """
    A third party's work in a site.

    Attributes:
        name: Of the work.
        version: May be empty.
        licence: SPDX expression.
        about: What it is, or how it was changed.
        texts: Full texts of licences and notices.
    """

    name: str
    version: str
    licence: str
    about: str
    texts: tuple[str, ...]


def as_text(notices: Iterable[Notice]) -> str:
    """
    *notices* for a text file.

    >>> as_text([Notice("x", "1", "MIT", "a thing", ("Take it.",))]).splitlines()[1:]
    ['x 1', 'Licence: MIT', 'a thing', '', 'Take it.', '']
    """
    return "".join(_paragraphs(notice) for notice in notices)


def _paragraphs(notice: Notice) -> str:
    head = f"{_RULE}\n{notice.name} {notice.version}".rstrip()
    texts = (
        "\n\n".join(text.strip() for text in notice.texts)
        or "(The licence is named above; the package has no text of it.)"
    )
    return f"{head}\nLicence: {notice.licence}\n{notice.about}\n\n{texts}\n\n"
