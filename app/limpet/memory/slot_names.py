"""Which slots a text names, and which ones the bot has just asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from limpet.memory.slot_applying import BETWEEN_VALUES
from limpet.memory.slot_words import keys_of, language_table

_ASKS: Final = re.compile(r"\?|\b(?:what|which|please (?:tell|specify)|let me know)\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[^.?!]+[.?!]*")


class SlotNames:
    """
    The slots of one schema by the words that name them.

    >>> names = SlotNames(["area", "price"])
    >>> sorted(names.asked("There are nine. Which area, and what price range?"))
    ['area', 'price']
    """

    def __init__(self, slots: Iterable[str]) -> None:
        table: Mapping[str, Sequence[str]] = language_table()["slot_names"]
        self.keys = {name: _name_keys(name, table) for name in slots}  # capped by the schema's MAX_SLOTS

    def named(self, keys: Sequence[str]) -> set[str]:
        """Slots that a text of *keys* names."""
        text = f" {' '.join(keys)} "
        return {slot for slot, names in self.keys.items() if any(f" {' '.join(name)} " in text for name in names)}

    def asked(self, last_answer: str) -> set[str]:
        """Slots that the questions of the last answer name."""
        asked: set[str] = set()
        for sentence in sentences_of(last_answer):
            if _ASKS.search(sentence):
                asked |= self.named(keys_of(sentence))
        return asked


def sentences_of(text: str) -> Iterator[str]:
    """Rough sentences: up to a full stop, a question or an exclamation mark."""
    return (match[0] for match in _SENTENCE.finditer(text))


def spaced(name: str) -> str:
    """
    The name of a slot as words.

    >>> spaced("Flights_1.departureDate"), spaced("sleeve_length")
    ('departure Date', 'sleeve length')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", name.rpartition(".")[2])


def shown_value(name: str, value: str) -> str:
    """A slot as people read it: the value alone where it speaks for itself."""
    if BETWEEN_VALUES in value:
        return " or ".join(shown_value(name, one) for one in value.split(BETWEEN_VALUES))
    is_bare = len(value) <= 3 or value.replace(".", "").isdecimal()
    return f"{spaced(name)} {value}" if is_bare else value


def _name_keys(name: str, table: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    own = spaced(name)
    return [keys for phrase in (own, *table.get(name, ()), *table.get(own.lower(), ())) if (keys := keys_of(phrase))]
