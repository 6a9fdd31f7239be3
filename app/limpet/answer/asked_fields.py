"""Fields that a question asks for in other words: who makes a thing is its brand, how heavy it is its weight."""

from __future__ import annotations

import re
from typing import Final

from limpet.retrieval.document import Document
from limpet.text.tokens import stems

_FIELDS: Final = (
    (r"\bwho (?:makes?|made|manufactures?|manufactured|produces?|produced|builds?|built)\b"
     r"|\b(?:made|produced|manufactured) by wh(?:om|o)\b|\b(?:which|what) (?:compan(?:y|ies)|firm)\b",
     "brand maker manufacturer producer company label supplier"),
    (r"\bwho (?:wrote|writes?)\b|\bwritten by who", "author writer"),
    (r"\bwho (?:designed|designs?)\b", "designer brand"),
    (r"\bwho (?:published|publishes?)\b", "publisher"),
    (r"\bhow heavy\b|\bhow much do(?:es)? .{1,60} weigh\b", "weight"),
    (r"\bhow (?:tall|high)\b", "height"),
    (r"\bhow wide\b", "width"),
    (r"\bhow (?:big|large)\b", "size dimensions area capacity volume"),
    (r"\b(?:in|is it|are they) (?:an? )?(?:\w+ )?(?:red|blue|green|yellow|black|white|gr[ea]y|brown|pink|purple|orange"
     r"|beige|navy|silver|gold)\b", "color colour"),
    (r"\bhow old\b|\bwhich year\b", "year age"),
    (r"\bwhere (?:is|was|are|were|does|do) .{1,60} (?:made|come from|produced|grown)\b", "origin country region"),
)  # fmt: skip
_ASKS: Final = tuple((re.compile(asks, re.IGNORECASE), frozenset(stems(names))) for asks, names in _FIELDS)


def fields_asked(message: str) -> frozenset[str]:
    """
    Stems of the names of fields that *message* asks for without naming them.

    >>> "brand" in fields_asked("Who makes the Alpine Boot?"), "weight" in fields_asked("How heavy is it?")
    (True, True)
    >>> fields_asked("Do you have boots?")
    frozenset()
    """
    return frozenset[str]().union(*(names for asks, names in _ASKS if asks.search(message)))


def has_field_asked(record: Document, message: str) -> bool:
    """
    Whether *record* has a field that *message* asks for without naming it.

    >>> boot = Document("b", "Boot", "", "record", {"name": "Boot", "weight_g": 780})
    >>> has_field_asked(boot, "How heavy is it?"), has_field_asked(boot, "Who makes it?")
    (True, False)
    """
    asked = fields_asked(message)
    return any(not asked.isdisjoint(stems(field.replace("_", " "))) for field in record.fields)
