"""A list is of all that fits, and not of as many records as are looked at for one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from limpet.answer.catalogue import is_listed
from limpet.answer.evidence import Composed, Evidence
from limpet.answer.for_whom import is_meant_for
from limpet.answer.spread import hits_wanted
from limpet.knowledge import Knowledge
from limpet.listing import Filtering
from limpet.retrieval.records import price_of


def with_all_that_fit(
    composed: Composed, evidence: Evidence, filtering: Filtering, knowledge: Knowledge, *, is_choice: bool = False
) -> Composed:
    """
    *composed* with what fits and was not among the hits behind the rest of its list, in the list's order of prices.

    Args:
        composed: An answer; no list stays as it is, and so does one with all that fits.
        evidence: What it was made of.
        filtering: What the records satisfy.
        knowledge: Where the other records are.
        is_choice: A thing was chosen, and filters do not say which.
    """
    most = hits_wanted(filtering.kept, only_records=True)
    if composed.mode != "answer" or composed.rest is None or not filtering.only_records or is_choice:
        return composed
    if len(evidence.hits) < most:
        return composed
    told = [*(citation.document_id for citation in composed.citations), *composed.rest]
    looked_at = {*told, *(hit.fragment.document_id for hit in evidence.hits)}
    others = [one for one in knowledge.fitting.of(filtering.kept) if one not in looked_at]
    if len(told) < len(looked_at):  # some were not meant, as others may be
        are_meant = all(is_meant_for(evidence.message, knowledge.document(one)) for one in told)
        others = [one for one in others if is_listed(evidence, knowledge.document(one))]
        others = [one for one in others if not are_meant or is_meant_for(evidence.message, knowledge.document(one))]
    if filtering.by_price:
        others = sorted_by_price(others, filtering.by_price, knowledge, with_all=False)
    return replace(composed, rest=(*composed.rest, *others))


def sorted_by_price(ids: Sequence[str], order: str, knowledge: Knowledge, *, with_all: bool = True) -> list[str]:
    """*ids* of records from one end of their prices to the other; *with_all* those without a price behind them."""
    prices = {one: price_of(knowledge.document(one).fields) for one in ids}
    priced = [(price[0], one) for one, price in prices.items() if price is not None]
    by_price = sorted(priced, key=lambda entry: entry[0], reverse=order == "dearest")
    return [*(one for _, one in by_price), *(one for one in ids if with_all and prices[one] is None)]
