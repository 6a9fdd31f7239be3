"""The typed memory in three plain keys: active_product, confirmed_filters, rolling_summary; never trusted."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from limpet.errors import SnapshotError
from limpet.limits import Limits
from limpet.memory.kept_text import cut_whole
from limpet.memory.slot_schema import SlotSchema, SlotSpec
from limpet.memory.slots import Slot, Slots
from limpet.memory.topic import Topic, Topics
from limpet.memory.view import Conversation
from limpet.text.price_range import price_range_in
from limpet.text.tokens import stems

KEYS: Final = ("active_product", "confirmed_filters", "rolling_summary")
NAME_CHARS: Final = 80
"""Characters of an active product and of a filter's name; longer ones are refused."""
VALUE_CHARS: Final = 200
"""Characters of a filter's value; longer ones are refused."""
SUMMARY_CHARS: Final = 4_000
"""Characters of a rolling summary that is read; it is then cut to its cap. Longer ones are refused."""
_MONEY: Final = frozenset({"price", "budget", "cost"})


def plain_form(conversation: Conversation) -> dict[str, Any]:
    """
    The three keys of *conversation*.

    >>> plain_form(Conversation())
    {'active_product': None, 'confirmed_filters': {}, 'rolling_summary': ''}
    """
    topic = conversation.topic or {}
    active = topic.get("active") if isinstance(topic, Mapping) else None
    filters = {name: slot.get("value") for name, slot in conversation.slots.items() if isinstance(slot, Mapping)}
    values = (active["name"] if active else None, filters, conversation.rolling_summary)
    return dict(zip(KEYS, values, strict=True))


def conversation_of(given: Mapping[str, Any], schema: SlotSchema, turn: int, limits: Limits) -> Conversation:
    """
    The conversation that three plain keys tell of; what is missing is empty.

    Args:
        given: Any of the three keys; others are passed over, and so are filters that the documents do not have.
        schema: Whose values and prices the filters are brought to.
        turn: Number of the turn that they count from.
        limits: Caps of slots and rolling summary.

    Raises:
        SnapshotError: ``memory-invalid``: which key, and what about it.

    >>> made = conversation_of({"active_product": "kurta", "confirmed_filters": {}}, SlotSchema(), 1, Limits())
    >>> made.topic["active"]["name"]
    'kurta'
    """
    product = _text(given.get("active_product"), "active_product", NAME_CHARS)
    summary = _text(given.get("rolling_summary"), "rolling_summary", SUMMARY_CHARS)
    filters = given.get("confirmed_filters")
    filters = {} if filters is None else filters
    if not isinstance(filters, Mapping):
        raise _invalid("confirmed_filters", "must be an object of filters and their values")
    if len(filters) > limits.slots:
        raise _invalid("confirmed_filters", f"has {len(filters)} filters; {limits.slots} fit")
    topic = Topic(product, tuple(stems(product)), turn, turn) if product else None
    named = {_text(name, "confirmed_filters", NAME_CHARS): value for name, value in filters.items()}
    slots = Slots({known: _slot(known, value, schema, turn) for name, value in named.items()
                   if value is not None and (known := _known_name(name, schema))})  # fmt: skip
    return Conversation(Topics(topic).to_json(), slots.to_json(), cut_whole(summary, limits.rolling_summary_chars))


def _known_name(name: str, schema: SlotSchema) -> str:
    """
    The filter of the documents that *name* means; empty when they have filters, and none of that name. Without any,
    every name stands.
    """
    bare = name.removeprefix("not ")
    if not schema or bare in schema or name.lower() in _MONEY:
        return name
    found = next((one for one in schema if one.casefold() == bare.casefold()), "")
    return f"not {found}" if found and bare != name else found


def _slot(name: str, value: Any, schema: SlotSchema, turn: int) -> Slot:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise _invalid("confirmed_filters", f'holds a {type(value).__name__} for "{name[:40]}"; texts and numbers fit')
    text = _text(str(value), "confirmed_filters", VALUE_CHARS)
    spec = schema.get(name)
    if name.lower() in _MONEY or (spec is not None and spec.kind == "price"):
        price = price_range_in(text) or price_range_in(f"under {text}")
        return Slot(price.to_text(), price.shown(), turn) if price else Slot(text, text, turn)
    known = _known_value(text, spec)
    return Slot(known, f"{name} {known}" if len(known) <= 3 else known, turn)


def _known_value(text: str, spec: SlotSpec | None) -> str:
    """The owner's spelling of a value."""
    return next((value for value in spec.values if value.casefold() == text.casefold()), text) if spec else text


def _text(value: Any, key: str, cap: int) -> str:
    """A text on one line, without control characters and half characters."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _invalid(key, f"must be a text, not a {type(value).__name__}")
    if len(value) > cap:
        raise _invalid(key, f"has {len(value)} characters; {cap} are read at most")
    whole = "".join(" " if unicodedata.category(sign) in ("Cc", "Cs", "Cf") else sign for sign in value)
    return " ".join(whole.split())


def _invalid(key: str, what: str) -> SnapshotError:
    return SnapshotError("memory-invalid", f'"{key}" of the memory {what}.')
