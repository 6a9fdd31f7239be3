"""Values of slots as sequences of stems, with the ways in which people say them; longest match first."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

from limpet.memory.slot_schema import SlotSchema, SlotSpec
from limpet.text.folding import lower, without_accents
from limpet.text.tokens import stem
from limpet.text.word_pattern import WORD

_PIECE: Final = re.compile(rf"{WORD}(?:'{WORD})?|[^\w\s]")
SPELLED_OTHERWISE: Final = {"color": "colour", "material": "fabric"}
"""Names of filters that are asked for by another word as well."""
_MAX_WORDS: Final = 8
"""Words of the longest value that is looked for."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or sign of a message with its place: code points ``start`` to ``end``."""

    text: str
    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """A value of a slot in a message: pieces ``first`` to ``last`` (not included)."""

    slot: str
    value: str
    first: int
    last: int
    is_exact: bool


@lru_cache(maxsize=1)
def language_table() -> Mapping[str, Any]:
    """Synonyms and names of slots in English, as data."""
    table: Mapping[str, Any] = json.loads(files("limpet.memory").joinpath("slot_synonyms.json").read_text("utf-8"))
    return table


def key_of(word: str) -> str:
    """
    What two spellings of a word share.

    >>> key_of("Kurtas") == key_of("kurta"), key_of("T")
    (True, 't')
    """
    folded = without_accents(lower(word)).removesuffix("'s")
    return stem(folded) if len(folded) > 2 else folded


def pieces_of(text: str) -> list[Piece]:
    """Words and signs of *text* in order; hyphens are spaces."""
    found = _PIECE.finditer(text.replace("’", "'"))
    return [Piece(m[0], key_of(m[0]), m.start(), m.end()) for m in found if m[0] != "-"]


def keys_of(text: str) -> tuple[str, ...]:
    """Keys of the words of *text*, signs left out."""
    return tuple(piece.key for piece in pieces_of(text) if piece.text[0].isalnum())


class ValueFinder:
    """
    Finds the values of a schema in messages.

    >>> from limpet.memory.slot_schema import schema_from
    >>> finder = ValueFinder(schema_from({"area": {"values": ["centre", "north"]}}))
    >>> [(f.slot, f.value) for f in finder.find(pieces_of("somewhere in the city center"))]
    [('area', 'centre')]
    """

    def __init__(self, schema: SlotSchema) -> None:
        self._values: dict[tuple[str, ...], list[tuple[str, str, bool]]] = {}  # capped by the schema's MAX_VALUES
        for spec in schema.values():
            if spec.kind == "values" and spec.truths is None:
                self._add(spec)
        for spec in schema.values():
            self._add_general(spec)
        self._longest = min(_MAX_WORDS, max(map(len, self._values), default=0))

    def find(self, pieces: Sequence[Piece]) -> list[Found]:
        """Values in reading order; of overlapping ones the longest, then the first."""
        found: list[Found] = []
        place = 0
        while place < len(pieces):
            match = self._longest_at(pieces, place)
            if match:
                found.extend(match)
                place = match[0].last
            else:
                place += 1
        return found

    def _longest_at(self, pieces: Sequence[Piece], place: int) -> list[Found]:
        for length in range(min(self._longest, len(pieces) - place), 0, -1):
            keys = tuple(piece.key for piece in pieces[place : place + length])
            if entries := self._values.get(keys):
                if length == 1 and _is_stray_letter(pieces, place, entries):
                    continue
                last = place + length
                return [Found(slot, value, place, last, is_exact) for slot, value, is_exact in entries]
        return []

    def _add(self, spec: SlotSpec) -> None:
        own = {keys_of(value): value for value in spec.values}
        for keys, value in own.items():
            if keys:
                self._register(keys, spec.name, value, is_exact=True)
        heads = Counter(keys[-1] for keys in own if len(keys) > 1)
        named = set(keys_of(spec.name))
        for keys, value in own.items():
            if (
                len(keys) > 1 and keys[-1] not in named and heads[keys[-1]] > 1 and (keys[-1],) not in own
            ):  # "blue", where blues have names
                self._register((keys[-1],), spec.name, value.split()[-1].lower(), is_exact=False)
        for value in spec.values:
            for keys in _said_otherwise(keys_of(value)):
                if keys not in own:
                    self._register(keys, spec.name, value, is_exact=False)

    def _add_general(self, spec: SlotSpec) -> None:
        """
        Colours, fabrics and occasions that the owner has not got are still meant when they are said: "no polyester".
        """
        name = spec.name.lower()
        for value in language_table()["general"].get(SPELLED_OTHERWISE.get(name, name), ()):
            if spec.kind == "values" and (keys := keys_of(value)) not in self._values:
                self._register(keys, spec.name, value, is_exact=False)

    def _register(self, keys: tuple[str, ...], slot: str, value: str, *, is_exact: bool) -> None:
        entries = self._values.setdefault(keys, [])
        if all(entry[0] != slot for entry in entries):
            entries.append((slot, value, is_exact))


def by_place(found: Sequence[Found]) -> list[list[Found]]:
    """*found*, in reading order, with the values of several slots that the same words could be together."""
    return [list(alike) for _, alike in groupby(found, key=lambda one: (one.first, one.last))]


def outside(found: Sequence[Found], pieces: Sequence[Piece], taken: Iterable[tuple[int, int]]) -> list[Found]:
    """Those of *found* that begin outside the code points of *taken*."""
    is_taken = bytearray(pieces[-1].end if pieces else 0)
    for start, end in taken:
        is_taken[start:end] = bytes([1]) * len(is_taken[start:end])
    return [one for one in found if not is_taken[pieces[one.first].start]]


def _is_stray_letter(pieces: Sequence[Piece], place: int, entries: Sequence[tuple[str, str, bool]]) -> bool:
    """A single small letter is a value (a size) only after "in" or "size": "it's", "a" and "m" elsewhere are none."""
    text = pieces[place].text
    is_letter = len(text) == 1 and text.islower() and any(len(value) == 1 for _, value, _ in entries)
    before = pieces[place - 1].text.lower() if place else ""
    return is_letter and len(pieces) > 1 and before not in ("in", "size")


@lru_cache(maxsize=1)
def _synonyms() -> Mapping[tuple[str, ...], frozenset[tuple[str, ...]]]:
    table: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for group in language_table()["same"]:
        keys = [keys_of(phrase) for phrase in group]
        for key in keys:
            table.setdefault(key, set()).update(keys)
    for wide, narrow in language_table()["within"]:  # a boy is a child; a child need not be a boy
        for key in (keys_of(phrase) for phrase in wide):
            table.setdefault(key, set()).update(keys_of(phrase) for phrase in narrow)
    return {key: frozenset(others - {key}) for key, others in table.items()}


def _said_otherwise(keys: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    table = _synonyms()
    yield from sorted(table.get(keys, ()))
    for place, key in enumerate(keys) if len(keys) > 1 else ():  # "light grey" is also "light gray"
        for other in sorted(table.get((key,), ())):
            yield (*keys[:place], *other, *keys[place + 1 :])
