"""Goods that come in one size for all, told as fitting the size that is asked for."""

from __future__ import annotations

from limpet.answer.evidence import Evidence
from limpet.answer.spoken import language_said
from limpet.retrieval.filtering import ANY, fits_every_size
from limpet.text.own_sentences import own_sentence


def size_for_all(facet: str, value: str, evidence: Evidence) -> str:
    """
    A record's size for every wearer with the wanted one that it fits: "Free size (fits M)"; empty for all else.

    Args:
        facet: What *value* is a value of.
        value: Of the record.
        evidence: Holds the filters and the language that is spoken.
    """
    asked = str(evidence.slots.get(facet, ANY))
    if asked == ANY or value.casefold() == asked.casefold() or not fits_every_size(facet, [value]):
        return ""
    return f"{value} ({own_sentence('fits_size', language_said(evidence.message, evidence.view)).format(asked)})"
