"""Records of a catalogue: their fields as facets, and as a text that reads naturally and can be cited."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from limpet.retrieval.document import FieldValue
from limpet.text.amounts import first_amount_in
from limpet.text.finite import is_finite
from limpet.text.singular import singular

NAME_FIELDS: Final = ("name", "title", "product", "label", "heading", "question")
"""Fields that name a record, best first."""
ID_FIELDS: Final = ("id", "sku", "code", "key", "slug", "handle")
"""Fields that identify a record, best first."""
PRICE_FIELDS: Final = ("price", "cost", "rate", "amount", "mrp")
TEXT_FIELDS: Final = ("description", "text", "body", "content", "summary", "details", "answer", "about", "notes")
"""Fields that hold sentences; they follow the facets, on lines of their own."""
LINK_FIELDS: Final = ("url", "link", "href")
CURRENCY_SIGNS: Final[Mapping[str, str]] = {
    "INR": "₹", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "¥", "KRW": "₩", "BRL": "R$", "AUD": "A$",
}  # fmt: skip
FACET_SHARE: Final = 0.2
"""A field that fewer of the records have is no facet."""
_MAX_DEPTH: Final = 4
_MEMO_NAMES: Final = 1024
"""Names of fields whose facets are remembered: every record has the same few."""
_SIGN: Final = re.compile(r"[₹$€£¥₩]|R\$|A\$|\b(?:Rs|INR|USD|EUR|GBP)\b\.?")
_NO_LACK: Final = frozenset(
    {*NAME_FIELDS, *ID_FIELDS, *LINK_FIELDS, *TEXT_FIELDS, "currency", "image", "images", "thumbnail"}
)
_HIDDEN: Final = frozenset({*NAME_FIELDS[:2], *ID_FIELDS, *LINK_FIELDS, "currency", "image", "images", "thumbnail"})


def flat_fields(record: Mapping[str, Any], prefix: str = "", depth: int = 0) -> dict[str, FieldValue]:
    """
    Inner objects as ``outer inner``; lists of texts and numbers stay lists; anything else is left out.

    >>> flat_fields({"made": {"place": "Jaipur"}, "sizes": ["S", None], "note": None, "price": float("nan")})
    {'made place': 'Jaipur', 'sizes': ['S']}
    """
    fields: dict[str, FieldValue] = {}
    for key, value in record.items():
        name = f"{prefix} {key}".strip()
        if isinstance(value, Mapping) and depth < _MAX_DEPTH:
            fields.update(flat_fields(value, name, depth + 1))
        elif isinstance(value, list):
            members = [str(member) for member in value if isinstance(member, (str, int, float)) and str(member).strip()]
            if members:
                fields[name] = members
        elif (isinstance(value, str) and value.strip()) or isinstance(value, bool) or is_finite(value):
            fields[name] = value
    return fields


def with_lacking_facets(records: Sequence[dict[str, FieldValue]]) -> list[dict[str, FieldValue]]:
    """
    *records* of one catalogue; one that lacks a facet that many of the others have, has no value of it: a dish without
    a diet is not vegetarian. A thing without sizes fits everybody, so sizes are left as they are.

    >>> with_lacking_facets([{"name": "Soup", "diet": "vegan"}, {"name": "Steak"}])[1]
    {'name': 'Steak', 'diet': []}
    """
    held = Counter(key for record in records for key in record)
    facets = [key for key, count in held.items() if count >= FACET_SHARE * len(records) and _may_lack(facet_name(key))]
    return [{**record, **{key: [] for key in facets if key not in record}} if record else record for record in records]


def _may_lack(facet: str) -> bool:
    return facet not in _NO_LACK and facet.rpartition(" ")[2] not in ("size", *PRICE_FIELDS)


@lru_cache(maxsize=_MEMO_NAMES)
def facet_name(field: str) -> str:
    """
    A field's name as people and slots say it: lower case, singular, no unit or sign in it.

    >>> facet_name("Sizes"), facet_name("price_rupees"), facet_name("dress"), facet_name("E-mail addresses")
    ('size', 'price', 'dress', 'e mail address')
    """
    name = re.sub(r"[\W_]+", " ", field).strip().lower()
    name = re.sub(r"^(price|cost)\b.*", r"\1", name)
    others, space, last = name.rpartition(" ")
    return f"{others}{space}{singular(last)}"


def facet_values(value: FieldValue) -> tuple[str, ...]:
    """
    The single values of a field: a list's members, or the text itself; nothing for an empty one.

    >>> facet_values(["S", "M"]), facet_values(12.0), facet_values(None)
    (('S', 'M'), ('12',), ())
    """
    if value is None or value == "":
        return ()
    if isinstance(value, list):
        return tuple(str(member) for member in value if str(member).strip())
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, float) and value.is_integer():
        return (str(int(value)),)
    return (str(value),)


def record_name(fields: Mapping[str, FieldValue]) -> str:
    """What a record is called; empty when no field tells."""
    by_name = {facet_name(field): value for field, value in fields.items()}
    for name in NAME_FIELDS:
        found = by_name.get(name)
        if isinstance(found, str) and found.strip():
            return " ".join(found.split())
    return ""


def number_of(value: FieldValue) -> float | None:
    """
    The first number of a value, by ``limpet.text.amounts``.

    >>> number_of("₹1,299.50"), number_of("€4,80"), number_of(7), number_of("soft")
    (1299.5, 4.8, 7.0, None)
    """
    if isinstance(value, bool) or value is None or isinstance(value, list):
        return None
    if isinstance(value, (int, float)):
        return float(value)
    return first_amount_in(value)


def price_of(fields: Mapping[str, FieldValue]) -> tuple[float, str] | None:
    """
    (amount, sign of the currency) of a record; None when it has no price.

    >>> price_of({"price": 1299, "currency": "INR"}), price_of({"cost": "$5"}), price_of({"size": "M"})
    ((1299.0, '₹'), (5.0, '$'), None)
    """
    by_name = {facet_name(field): value for field, value in fields.items()}
    for name in PRICE_FIELDS:
        amount = number_of(by_name.get(name))
        if amount is not None:
            return amount, _currency(by_name.get(name), by_name.get("currency"))
    return None


def money(amount: float, sign: str) -> str:
    """
    An amount with its sign and thousands.

    >>> money(1299.0, "₹"), money(9.5, "$")
    ('₹1,299', '$9.50')
    """
    digits = f"{amount:,.0f}" if float(amount).is_integer() else f"{amount:,.2f}"
    return f"{sign}{digits}"


def record_text(fields: Mapping[str, FieldValue]) -> str:
    """
    A record as lines: its name, a line a facet, then its sentences.

    >>> print(record_text({"name": "Neem", "price": 1299, "currency": "INR", "sizes": ["S"], "description": "Soft."}))
    Neem
    Price: ₹1,299
    Sizes: S
    Soft.
    """
    name = record_name(fields)
    lines = [name] if name else []
    sentences: list[str] = []
    for field, value in fields.items():
        facet = facet_name(field)
        values = facet_values(value)
        if not values or (facet in _HIDDEN and " ".join(values[0].split()) in (name, values[0]) and facet != "product"):
            continue
        if facet in TEXT_FIELDS:
            sentences.append(" ".join(" ".join(values).split()))
        elif facet in PRICE_FIELDS and number_of(value) is not None and not isinstance(value, str):
            sign = _currency(value, fields.get("currency"))
            lines.append(f"{_label(field)}: {money(number_of(value) or 0.0, sign)}")
        else:
            lines.append(f"{_label(field)}: {', '.join(' '.join(text.split()) for text in values)}")
    return "\n".join([*lines, *sentences])


def _label(field: str) -> str:
    plain = re.sub(r"[\W_]+", " ", field).strip()
    return plain[:1].upper() + plain[1:]


def _currency(value: FieldValue, currency: FieldValue) -> str:
    sign = _SIGN.search(value) if isinstance(value, str) else None
    if sign:
        return CURRENCY_SIGNS.get(sign.group().strip("."), "₹" if sign.group().startswith("Rs") else sign.group())
    text = str(currency or "").strip()
    return CURRENCY_SIGNS.get(text.upper(), text if len(text) <= 2 else f"{text} " if text else "")
