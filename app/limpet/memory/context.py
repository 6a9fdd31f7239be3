"""What a message may be understood with, beside what was said before it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from limpet.memory.picker import PickerWeights
from limpet.memory.slots import SlotReading
from limpet.ports import Vector


@dataclass(frozen=True, slots=True)
class Context:
    """
    What ``understand`` may use beside the view.

    Attributes:
        idf: Natural-log rarity of a stem, from the index; None before there is one.
        page: Title and section that the visitor looks at.
        vector: Vector of the message; None while there is no embedder.
        slot_reading: Reads slots; None when the owner has none.
        without: Keys of parts that the visitor took back.
        nearest: Gives the cosine of the message with the nearest fragment; None without an index or vectors.
        names: Names of the documents that a text holds; None without documents.
        never_meet: Whether the first stems are found together, and never where one of the second is; None without an
            index.
        unknown: Those of some stems that no fragment holds; None without an index in English.
        language: ISO 639-1 of the documents, for messages that do not show theirs.
        titles: Titles of documents that a text names, in order; None without documents.
        weights: The picker's coefficients; None for the shipped ones.
    """

    idf: Callable[[str], float] | None = None
    page: Sequence[str] = ()
    vector: Vector | None = None
    slot_reading: SlotReading | None = None
    without: Collection[str] = ()
    nearest: Callable[[], float] | None = None
    names: Callable[[str], Collection[str]] | None = None
    titles: Callable[[str], Sequence[str]] | None = None
    never_meet: Callable[[Collection[str], Collection[str]], bool] | None = None
    unknown: Callable[[Collection[str]], Collection[str]] | None = None
    language: str = "en"
    weights: PickerWeights | None = None
