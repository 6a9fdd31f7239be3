"""What a sentence is half without: the sentence before it that names what it speaks of, the other case behind it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from limpet.answer.pointing import speaks_of_before
from limpet.answer.price_asked import tells_price
from limpet.answer.selection import Scored
from limpet.answer.to_the_point import in_short_section
from limpet.text.tokens import stems

_OTHER_CASE: Final = re.compile(
    r"(?:(?:below|above|beyond|under|over|before|after|until|without|except for|apart from|besides)"
    r" (?:that|this|it|them)\b|otherwise\b|later\b(?!,? (?:on|versions?))|afterwards\b|thereafter\b"
    r"|in that case\b|if not\b|if (?:you|it|they|we) (?:do|does|did|are|is|can)(?: not|n['’]t|not)\b)",
    re.IGNORECASE,
)
"""Beginnings of what holds where the sentence before does not, or no longer."""
MOST_CASES: Final = 3
"""Other cases of one sentence; a rule with more is an account of its own."""
_TERM: Final = re.compile(
    r"\d|\b(?:free|may|must|can|cannot|until|unless|if|when|within|only|allowed|required|possible)\b", re.IGNORECASE
)
"""A sentence with a bound or a condition, which has another case."""

_KNOWN: Final = re.compile(r"the (?!following)(?:\w+ ){1,3}(?:is|are)\b[^.]*:", re.IGNORECASE)
"""A lead that tells the kinds of something as if it were known: "The encoding types are:"."""


def completed(
    ordered: Sequence[Scored], scored: Sequence[Scored], words: int, own: Collection[str], *, is_of_prices: bool
) -> list[Scored]:
    """
    *ordered*, each sentence behind the one that tells what its "this ..." is, and before its other case.

    "Standard delivery is free for orders of ₹999 or more." is half of the rule without "Below that it costs ₹79.".

    Args:
        ordered: What is said, in its order.
        scored: All that might be.
        words: That the answer may have with the sentences that name something, which an account does without; another
            case is told in any.
        own: Stems of the message, which need no sentence that names them.
        is_of_prices: A price is asked for, so that all that goes on about one is told.
    """
    places = {(one.unit.fragment.fragment_id, one.unit.number): one for one in scored}
    said = [one.unit for one in ordered]
    left = words - sum(unit.words for unit in said)
    found: list[Scored] = []
    for one in ordered:
        name, number = one.unit.fragment.fragment_id, one.unit.number
        before, after = places.get((name, number - 1)), places.get((name, number + 1))
        is_lacking = (
            before is not None and before.unit not in said and before not in found and before.unit.words <= left
        )
        if before is not None and is_lacking and _introduces(before, one, own) and in_short_section(before, scored):
            found.append(before)
            left -= before.unit.words
        found += [one] if one not in found else []
        for _ in range(MOST_CASES):
            if after is None or not _is_other_case(one, after, is_of_prices=is_of_prices):
                break
            found += [after] if after not in found else []
            after = places.get((name, after.unit.number + 1))
    return found


def _introduces(before: Scored, after: Scored, own: Collection[str]) -> bool:
    """Whether *before* names what *after*, or the lead of its list, speaks of as known."""
    if after.unit.lead:
        is_known = _KNOWN.match(after.unit.lead) is not None and before.unit.kind == "sentence"
        named = before.unit.stems.intersection(stems(after.unit.lead))
        return is_known and not named.issubset(own)
    return _is_paragraph(before, after) and not after.unit.is_pointing and speaks_of_before(after.unit.plain)


def _is_other_case(one: Scored, after: Scored, *, is_of_prices: bool) -> bool:
    """Whether *after* tells the other case of *one*, or with *is_of_prices* goes on about its price."""
    if not _is_paragraph(one, after):
        return False
    first, second = one.unit.plain, after.unit.plain
    is_price = is_of_prices and after.unit.is_pointing and tells_price(first) and tells_price(second)
    return is_price or (_OTHER_CASE.match(second) is not None and _TERM.search(first) is not None)


def _is_paragraph(one: Scored, after: Scored) -> bool:
    """Whether both are sentences of one paragraph."""
    kinds = one.unit.kind == after.unit.kind == "sentence"
    return kinds and one.unit.paragraph == after.unit.paragraph and not after.unit.is_scrap
