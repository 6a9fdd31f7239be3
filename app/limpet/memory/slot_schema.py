"""Which filters this chat knows: names, kinds and values, learned from the catalogue or given by ``configure``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, cast

from limpet.errors import ConfigError

SlotKind: TypeAlias = Literal["values", "price", "size", "date", "calendar", "number", "text"]

MAX_SLOTS: Final = 128
"""Slots of one schema; more are refused."""
MAX_VALUES: Final = 20_000
"""Values of one schema in all; more are refused."""
_KINDS: Final = ("values", "price", "size", "date", "calendar", "number", "text")


@dataclass(frozen=True, slots=True)
class SlotSpec:
    """
    One filter.

    Attributes:
        name: As the owner calls it.
        kind: ``values`` takes one of ``values``; the others are found by their form. ``calendar`` is a day of the
            records themselves, and takes a stretch of days.
        values: What it may be, as the owner writes them; of a ``calendar`` the first and the last day.
        description: A sentence of the owner about it, of a ``calendar`` what its records are called; may be empty.
        currency: Sign of a price; may be empty.
    """

    name: str
    kind: SlotKind
    values: tuple[str, ...] = ()
    description: str = ""
    currency: str = ""

    @property
    def truths(self) -> tuple[str, str] | None:
        """How the owner writes that it holds and that it does not; None for a filter that is no matter of yes or no."""
        written = {value.lower(): value for value in self.values}
        for yes, no in (("true", "false"), ("yes", "no")):
            if written and written.keys() <= {yes, no}:
                return written.get(yes, yes), written.get(no, no)
        return None


@dataclass(frozen=True, slots=True)
class SlotSchema(Mapping[str, SlotSpec]):
    """
    All filters by name; empty when the owner gave none.

    >>> schema_from({"size": {"values": ["S", "M", "L"]}, "price": {"kind": "price"}})["size"].values
    ('S', 'M', 'L')
    """

    specs: Mapping[str, SlotSpec] = field(default_factory=dict)

    def __getitem__(self, name: str) -> SlotSpec:
        return self.specs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.specs)

    def __len__(self) -> int:
        return len(self.specs)

    def of_kind(self, kind: SlotKind) -> SlotSpec | None:
        """The first slot of *kind*."""
        return next((spec for spec in self.specs.values() if spec.kind == kind), None)

    def to_json(self) -> dict[str, Any]:
        """The form that ``schema_from`` reads."""
        return {
            spec.name: {
                **({"values": list(spec.values)} if spec.values else {}),
                **({} if spec.kind == "values" else {"kind": spec.kind}),
                **({"description": spec.description} if spec.description else {}),
                **({"currency": spec.currency} if spec.currency else {}),
            }
            for spec in self.specs.values()
        }


def schema_from(given: Mapping[str, Any]) -> SlotSchema:
    """
    A schema as ``configure`` and the catalogue give it: ``{name: {"values": [..]} | {"kind": "price"}}``.

    Raises:
        ConfigError: ``bad-schema``: which slot, and what about it.
    """
    if len(given) > MAX_SLOTS:
        raise ConfigError("bad-schema", f"A schema has at most {MAX_SLOTS} slots; this one has {len(given)}.")
    specs = {name: _spec(name, entry) for name, entry in given.items()}
    count = sum(len(spec.values) for spec in specs.values())
    if count > MAX_VALUES:
        raise ConfigError("bad-schema", f"A schema has at most {MAX_VALUES} values; this one has {count}.")
    return SlotSchema(specs)


def _spec(name: str, entry: Any) -> SlotSpec:
    if isinstance(entry, list):
        entry = {"values": entry}
    if not isinstance(entry, Mapping):
        raise ConfigError("bad-schema", f'The slot "{name[:40]}" must be an object with "values" or "kind".')
    values = entry.get("values")
    kind = entry.get("kind") or ("values" if values else "text")
    if kind not in _KINDS:
        raise ConfigError("bad-schema", f'The slot "{name[:40]}" has the unknown kind "{str(kind)[:20]}".')
    if values is not None and not (isinstance(values, list) and all(isinstance(v, (str, int, float)) for v in values)):
        raise ConfigError("bad-schema", f'The "values" of the slot "{name[:40]}" must be a list of texts or numbers.')
    texts = tuple(dict.fromkeys(_as_text(value) for value in values or () if _as_text(value).strip()))
    return SlotSpec(
        name, cast(SlotKind, kind), texts, str(entry.get("description") or ""), str(entry.get("currency") or "")
    )


def _as_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
