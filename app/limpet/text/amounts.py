"""Numbers of money as people write them: "4.80", "4,80", "1,299", "1.299,50", "1,29,999"."""

from __future__ import annotations

import re
from typing import Final

NUMBER: Final = r"\d+(?:[.,'’\u00a0\u202f]\d+)*"
"""Pattern of a number with its separators."""
_DECIMALS: Final = re.compile(r"[.,](?P<decimals>\d{1,2}|\d{4,})$")
_THOUSANDTHS: Final = re.compile(r"0[.,]\d+")


def amount_of(number: str) -> float:
    """
    The amount that *number*, which ``NUMBER`` matches, tells: three digits at its end are thousands, fewer are
    decimals, whichever sign is before them. A number that begins with "0." has no thousands.

    >>> amount_of("4,80"), amount_of("1.299"), amount_of("1.299,50"), amount_of("1,29,999"), amount_of("0.125")
    (4.8, 1299.0, 1299.5, 129999.0, 0.125)
    """
    if _THOUSANDTHS.fullmatch(number):
        return float(number.replace(",", "."))
    found = _DECIMALS.search(number)
    whole = re.sub(r"\D", "", number[: found.start()] if found else number)
    return float(f"{whole}.{found['decimals']}" if found else whole)
