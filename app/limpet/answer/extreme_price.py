"""The cheapest or dearest of what a page prices, in sentences or in a table: "Which bread is the cheapest?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from limpet.answer.fragments import Unit
from limpet.answer.question import CHEAPEST, DEAREST
from limpet.text.amounts import NUMBER, amount_of

MOST_PRICED: Final = 4
"""Sentences that are said, as many as a list of goods has lines."""
_FEWEST: Final = 2
"""Prices from which one is the lowest."""
_CONDITION: Final = re.compile(r"\b(?:free|orders?|charge|gratis)\b", re.IGNORECASE)
_MONEY: Final = re.compile(
    rf"(?:[₹$€£¥]|\b(?:rs\.?|inr|eur|usd|gbp)\s)\s?(?P<after>{NUMBER})"
    rf"|(?P<before>{NUMBER})\s?(?:[₹$€£¥]|(?:rupees?|euros?|dollars?|pounds?|rs|inr|eur|usd|gbp)\b)",
    re.IGNORECASE,
)


def priced_units(units: Sequence[Unit], message: str, asked: Collection[str]) -> list[Unit]:
    """
    The sentences with a price of what *message* asks the cheapest or dearest of, that one first; none where it asks for
    neither, where fewer than two are priced, or where a price is one of conditions ("free for orders of £30").

    Args:
        units: Of one fragment.
        message: Of the visitor.
        asked: Its stems; where some of the sentences have one of them, the others are of other things.

    >>> from limpet.retrieval.document import Document
    >>> from limpet.retrieval.splitting import split
    >>> from limpet.answer.fragments import units_of
    >>> document = Document("bread", "Bread", "The rye loaf costs £4.80. It keeps. The bloomer costs £4.10.")
    >>> units = units_of(document, split(document)[0])
    >>> [unit.plain for unit in priced_units(units, "Which bread is the cheapest?", {"bread"})]
    ['The bloomer costs £4.10.', 'The rye loaf costs £4.80.']
    """
    is_dearest = bool(DEAREST.search(message))
    if not (is_dearest or CHEAPEST.search(message)):
        return []
    priced = [(prices, unit) for unit in units if unit.kind == "sentence" and (prices := _prices(unit.plain))]
    named = [entry for entry in priced if not entry[1].stems.isdisjoint(asked)]
    kept = named or priced
    if len(kept) < _FEWEST or any(unit.is_pointing or _CONDITION.search(unit.plain) for _, unit in kept):
        return []
    best = max if is_dearest else min
    return [unit for _, unit in sorted(kept, key=lambda entry: best(entry[0]), reverse=is_dearest)]


def extreme_rows(rows: Sequence[list[str]], message: str) -> list[list[str]]:
    """
    The rows of a table with the lowest or highest price, where *message* asks for that and every row has one price.

    >>> extreme_rows([["Rye", "£4.80"], ["Bloomer", "£4.10"]], "Which bread is the cheapest?")
    [['Bloomer', '£4.10']]
    """
    is_dearest = bool(DEAREST.search(message))
    if not (is_dearest or CHEAPEST.search(message)) or len(rows) < _FEWEST:
        return []
    priced = [[_prices(cell) for cell in row[1:]] for row in rows]
    columns = [place for place in range(len(rows[0]) - 1) if all(len(row[place]) == 1 for row in priced)]
    if len(columns) != 1:
        return []
    prices = [row[columns[0]][0] for row in priced]
    best = max(prices) if is_dearest else min(prices)
    return [row for row, price in zip(rows, prices, strict=True) if price == best]


def _prices(text: str) -> list[float]:
    found = (amount_of(match["after"] or match["before"]) for match in _MONEY.finditer(text))
    return [amount for amount in found if amount is not None]
