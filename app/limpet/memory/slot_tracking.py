"""Slots after a message: what it sets, replaces, lifts or excludes, read together with what the bot said before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.memory.shown_items import is_about_shown, is_explanation
from limpet.memory.slot_forms import spans_of
from limpet.memory.slot_roles import assigned, form_slot
from limpet.memory.slot_schema import SlotSchema, SlotSpec
from limpet.memory.slot_words import Found, Piece, ValueFinder, key_of, keys_of, language_table, pieces_of
from limpet.memory.slots import Slot, Slots
from limpet.text.price_range import price_range_from, price_range_in

DONT_CARE: Final = "dontcare"
"""Value of a slot that the visitor has said does not matter."""

_KIND_NAMES: Final = frozenset(map(key_of, "type category kind product item".split()))
"""Words in the name of a slot that tells which kind of thing is wanted."""
_POINTERS: Final = frozenset("the that those this these".split())
_STAND_INS: Final = frozenset("one ones pair pairs".split())
"""Words that stand for a thing of the kind spoken of."""
_NOT_CARING: Final = (
    r"(?:do(?:es)?n'?t|do(?:es)? not|wo(?:uld)?n'?t) (?:really |particularly |actually )?(?:care|matter|mind)",
    r"no preferences?",
    r"not (?:particular|picky|fussy|important)",
    r"(?:either|whatever|whichever|anywhere)\b",
    r"any(?:thing|one)?(?= (?:kind|type|one|of (?:them|those|these)|area|part|price|food|side|colou?r|size|brand|is"
    r"|will|works|would|at all)\b|[ ]*(?:[.,!;]|$))",
    r"no matter",
    r"it'?s all the same",
    r"no particular",
    r"(?:i'?m|am) (?:open|flexible|easy)",
    r"don'?t have (?:a|any)(?: \w+)? preference",
    r"not really",
    r"up to you",
    r"surprise me",
    r"you (?:choose|pick|decide)",
)
_INDIFFERENT: Final = re.compile(rf"\b(?:{'|'.join(_NOT_CARING)})", re.IGNORECASE)
_NAME_FILLERS: Final = frozenset(map(key_of, "number num of the is has a to in for".split()))
_FLAG_FILLERS: Final = frozenset(
    map(key_of, "is has have good for in of the a to whether or not allow allowed seating that any it offer".split())
)
_GENERAL_NAMES: Final = frozenset(
    map(key_of, "price budget cost occasion place area location city town date day time people guests party".split())
)
"""Words in a slot's name that tell that it belongs to the visitor's plan and not to one kind of thing."""
_NEGATION: Final = frozenset("not no without except avoid dislike hate never nor isn't don't doesn't".split())
_CORRECTION: Final = re.compile(
    r"\b(?:actually|sorry|no wait|wait|i mean|i meant|change|make (?:it|that)|switch|scratch)\b", re.IGNORECASE
)
_ACCEPTS: Final = re.compile(
    r"^\W*(?:y(?:es|eah|ep|up|a)|sure|ok(?:ay)?|fine|alright|great|perfect|sounds (?:good|great|fine)"
    r"|that(?:'s| is| would be| will| sounds)? (?:fine|good|great|ok(?:ay)?|works?|perfect|do)|please)\b",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(r"\?|\b(?:what|which|please (?:tell|specify)|let me know)\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[^.?!]+[.?!]*")


@dataclass(frozen=True, slots=True)
class SlotUpdate:
    """
    The slots after a message and what changed.

    Attributes:
        slots: After the message.
        added: Names that were set or replaced.
        removed: Names that were lifted.
    """

    slots: Slots
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class SlotTracker:
    """
    Follows the filters of one schema through a conversation.

    >>> from limpet.memory.slot_schema import schema_from
    >>> tracker = SlotTracker(schema_from({"area": {"values": ["north", "centre"]}, "food": {"values": ["thai"]}}))
    >>> first = tracker.update(Slots(), "thai food in the north", "", 1).slots
    >>> {name: slot.value for name, slot in tracker.update(first, "anywhere is fine", "", 2).slots.items()}
    {'food': 'thai', 'area': 'dontcare'}
    """

    def __init__(self, schema: SlotSchema) -> None:
        self.schema = schema
        self._finder = ValueFinder(schema)
        names: Mapping[str, Sequence[str]] = language_table()["slot_names"]
        self._names = {name: _name_keys(name, names) for name in schema}  # capped by the schema's MAX_SLOTS
        self._price = schema.of_kind("price")
        self._form_slots = [slot for spec in schema.values() if (slot := form_slot(spec)) is not None]  # likewise
        self._flags = {
            spec.name: {*keys_of(_spaced(spec.name)), *keys_of(spec.description)} - _FLAG_FILLERS
            for spec in schema.values()
            if _is_flag(spec)
        }
        self._kind_slots = frozenset(name for name in schema if set(keys_of(name)) & _KIND_NAMES)

    @property
    def knows_kinds(self) -> bool:
        """Whether a slot tells which kind of thing is wanted, as in a shop."""
        return bool(self._kind_slots)

    def update(self, slots: Slots, message: str, last_answer: str, turn: int) -> SlotUpdate:
        """The slots after *message*, which came after the bot had said *last_answer*."""
        if self._kind_slots and (is_about_shown(message, last_answer) or is_explanation(message)):
            return SlotUpdate(slots)
        pieces = pieces_of(message)
        found = self._named_only(pieces, self._listed(message, pieces))
        chosen, excluded = self._choose(message, pieces, found, slots, last_answer)
        self._read_price(message, chosen)
        if self._form_slots:
            asked = self._asked(last_answer)
            chosen |= assigned(message, self._form_slots, asked, set(slots), last_answer)
        chosen |= self._flags_in(message, pieces, last_answer)
        indifferent = self._indifferent(message, last_answer, set(chosen))
        if not indifferent and _ACCEPTS.match(message):
            chosen = self._accepted(last_answer, slots, {**slots, **chosen}) | chosen
        shown = {name: self._shown(name, value) for name, value in chosen.items()}
        return _applied(self._still_meant(slots, chosen), chosen, shown, excluded, indifferent, turn)

    def _shown(self, name: str, value: str) -> str:
        """A slot as people read it: the value alone where it speaks for itself."""
        bounds = price_range_from(value) if self._price is not None and name == self._price.name else None
        if bounds is not None:
            return replace(bounds, currency=bounds.currency or (self._price.currency if self._price else "")).shown()
        is_bare = len(value) <= 3 or value.replace(".", "").isdecimal()
        return f"{_spaced(name)} {value}" if is_bare else value

    def _named_only(self, pieces: Sequence[Piece], found: Sequence[Found]) -> list[Found]:
        """
        *found* without what only describes a thing on the table: in "like the red shirt, but in L" red is no filter,
        shirt and L are.
        """
        described: set[int] = set()
        heads = [one.first for one in found if one.slot in self._kind_slots]
        heads += [i for i, piece in enumerate(pieces) if self._kind_slots and piece.text.lower() in _STAND_INS]
        for head in heads:
            places = _phrase_before(pieces, found, head)
            described.update(places)
        return [one for one in found if one.first not in described or one.slot in self._kind_slots]

    def _still_meant(self, slots: Slots, chosen: Mapping[str, str]) -> Slots:
        """When another kind of thing is asked for, what described the old one goes."""
        kinds = [name for name in chosen if name in self._kind_slots and name in slots]
        is_new = any(slots[name].value != chosen[name] for name in kinds)
        return self.applying_to(slots, "") if is_new else slots

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """
        The slots that outlive a change of topic: money, occasion, place and time do; what describes the old thing
        (its size, colour, fabric, brand) does not.
        """
        named = self._named(keys_of(topic))
        return Slots({name: slot for name, slot in slots.items() if self._outlives(name) or name in named})

    def _outlives(self, name: str) -> bool:
        spec = self.schema.get(name.removeprefix("not "))
        is_general = spec is not None and spec.kind in ("price", "date")
        return is_general or bool(set(keys_of(name)) & _GENERAL_NAMES)

    def _choose(
        self, message: str, pieces: Sequence[Piece], found: Sequence[Found], slots: Slots, last_answer: str
    ) -> tuple[dict[str, str], dict[str, str]]:
        chosen: dict[str, str] = {}
        excluded: dict[str, str] = {}
        asked = self._asked(last_answer)
        is_correction = bool(_CORRECTION.search(message))
        for one in found:
            rivals = [other for other in found if (other.first, other.last) == (one.first, one.last)]
            if len(rivals) > 1 and not self._is_meant(one, rivals, pieces, asked, slots):
                continue
            if _is_negated(pieces, one):
                excluded[one.slot] = one.value
            elif one.slot not in chosen or is_correction:
                chosen[one.slot] = one.value
        return chosen, {name: value for name, value in excluded.items() if chosen.get(name) != value}

    def _is_meant(
        self, one: Found, rivals: Sequence[Found], pieces: Sequence[Piece], asked: set[str], slots: Slots
    ) -> bool:
        """Of several slots that a word could fill: the one named beside it, else the one asked for, else an open."""
        beside = {piece.key for piece in pieces[max(0, one.first - 3) : one.last + 3]} - _NAME_FILLERS
        ranked = sorted(
            rivals,
            key=lambda r: (
                -max(len(beside & set(name)) / len(name) for name in self._names[r.slot]),
                r.slot not in asked,
                not r.is_exact,
                r.slot in slots,
            ),
        )
        return ranked[0].slot == one.slot

    def _asked(self, last_answer: str) -> set[str]:
        """Slots that the questions of the last answer name."""
        asked: set[str] = set()
        for match in _SENTENCE.finditer(last_answer):
            if _ASKS.search(match[0]):
                asked |= self._named(keys_of(match[0]))
        return asked

    def _named(self, keys: Sequence[str]) -> set[str]:
        text = f" {' '.join(keys)} "
        return {slot for slot, names in self._names.items() if any(f" {' '.join(name)} " in text for name in names)}

    def _indifferent(self, message: str, last_answer: str, chosen: set[str]) -> set[str]:
        match = _INDIFFERENT.search(message)
        if match is None:
            return set()
        around = message[max(0, match.start() - 30) : match.end() + 30]
        named = self._named([piece.key for piece in pieces_of(around)]) - chosen
        if named:
            return named
        return (self._asked(last_answer) | self._offered_slots(last_answer)) - chosen

    def _offered_slots(self, last_answer: str) -> set[str]:
        """Slots of which the last answer offers a choice: two values or more in one sentence."""
        offered: set[str] = set()
        for match in _SENTENCE.finditer(last_answer):
            found = {(one.slot, one.value) for one in self._finder.find(pieces_of(match[0]))}
            slots = [slot for slot, _ in found]
            offered |= {slot for slot in slots if slots.count(slot) > 1 or "?" in match[0]}
        return offered

    def _read_price(self, message: str, chosen: dict[str, str]) -> None:
        if self._price is None:
            return
        bounds = price_range_in(message)
        if bounds is not None and not bounds.is_contradictory:
            chosen[self._price.name] = bounds.to_text()

    def _flags_in(self, message: str, pieces: Sequence[Piece], last_answer: str) -> dict[str, str]:
        """Slots that are true or false: named in the message, or answered with yes or no."""
        found: dict[str, str] = {}
        keys = {piece.key for piece in pieces}
        asked = {
            piece.key for match in _SENTENCE.finditer(last_answer) if "?" in match[0] for piece in pieces_of(match[0])
        }
        for name, words in self._flags.items():
            own = set(keys_of(_spaced(name))) - _FLAG_FILLERS
            if own and own <= keys:
                found[name] = "False" if _NEGATION & {piece.text.lower() for piece in pieces} else "True"
            elif own & asked and len(words & asked) > 1 and (yes := _yes_or_no(message)):
                found[name] = yes
        return found

    def _accepted(self, last_answer: str, slots: Slots, filled: Collection[str]) -> dict[str, str]:
        """What a "yes" takes over: the single value for each slot in the bot's last question, or in all it said."""
        questions = [match[0] for match in _SENTENCE.finditer(last_answer) if "?" in match[0]]
        offer = last_answer if self._form_slots else questions[-1] if questions else ""
        by_slot: dict[str, set[str]] = {}
        for found in self._listed(offer, pieces_of(offer)):
            by_slot.setdefault(found.slot, set()).add(found.value)
        listed = {
            slot: next(iter(values))
            for slot, values in by_slot.items()
            if len(values) == 1 and (slot not in slots or slots[slot].value not in values)
        }
        return listed | assigned(offer, [one for one in self._form_slots if one.name not in filled], (), ())

    def _listed(self, text: str, pieces: Sequence[Piece]) -> list[Found]:
        """Values of lists, without numbers that are part of a date or a time."""
        if not self._form_slots:
            return self._finder.find(pieces)
        taken = [(span.start, span.end) for form in ("date", "time") for span in spans_of(text, form)]
        return [
            one
            for one in self._finder.find(pieces)
            if not any(start <= pieces[one.first].start < end for start, end in taken)
        ]


class TurnSlots:
    """One message's reading of slots: the tracker together with what the bot had just said."""

    def __init__(self, tracker: SlotTracker, last_answer: str) -> None:
        self._tracker, self._last_answer = tracker, last_answer

    def read(self, message: str, slots: Slots, turn: int) -> Slots:
        """*slots* with what *message* sets, replaces or takes back."""
        return self._tracker.update(slots, message, self._last_answer, turn).slots

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """The slots that still mean something when the topic has become *topic*."""
        return self._tracker.applying_to(slots, topic)


def _is_flag(spec: SlotSpec) -> bool:
    return {value.lower() for value in spec.values} == {"true", "false"}


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", name.rpartition(".")[2])


def _yes_or_no(message: str) -> str:
    if _ACCEPTS.match(message):
        return "True"
    return "False" if re.match(r"(?i)^\W*(?:no|nope|not)\b", message) else ""


def _name_keys(name: str, table: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    own = _spaced(name)
    return [keys for phrase in (own, *table.get(name, ()), *table.get(own.lower(), ())) if (keys := keys_of(phrase))]


def _phrase_before(pieces: Sequence[Piece], found: Sequence[Found], head: int) -> set[int]:
    """Places of the describing words between a pointing word and the thing it points at; none when nothing points."""
    starts = {place for one in found for place in range(one.first, one.last)}
    unknown = 0
    for place in range(head - 1, max(-1, head - 9), -1):
        word = pieces[place].text.lower()
        if word in _POINTERS:
            return set(range(place + 1, head))
        if place not in starts and word not in {",", "and", "&"}:
            unknown += 1
            if unknown > 1 or not word[0].isalpha():
                return set()
    return set()


def _is_negated(pieces: Sequence[Piece], found: Found) -> bool:
    before = [piece.text.lower() for piece in pieces[max(0, found.first - 4) : found.first]]
    for sign in (",", ".", ";", "?", "!", "but"):
        if sign in before:
            before = before[len(before) - before[::-1].index(sign) :]
    return (
        bool(_NEGATION & set(before))
        or before[-2:] in (["instead", "of"], ["rather", "than"])
        or before[-1:] == ["than"]
    )


def _applied(
    slots: Slots,
    chosen: Mapping[str, str],
    shown: Mapping[str, str],
    excluded: Mapping[str, str],
    indifferent: set[str],
    turn: int,
) -> SlotUpdate:
    added: list[str] = []
    removed: list[str] = []
    for name, value in excluded.items():
        if name in slots and slots[name].value == value:
            slots = slots.without(name)
            removed.append(name)
        slots = slots.with_slot(f"not {name}", Slot(value, f"not {value}", turn))
        added.append(f"not {name}")
    for name in sorted(indifferent):
        slots = slots.with_slot(name, Slot(DONT_CARE, f"any {name}", turn))
        added.append(name)
    for name, value in chosen.items():
        if slots.get(name) is None or slots[name].value != value:
            slots = slots.with_slot(name, Slot(value, shown[name], turn))
            added.append(name)
        if (ban := slots.get(f"not {name}")) is not None and ban.value == value:
            slots = slots.without(f"not {name}")
            removed.append(f"not {name}")
    return SlotUpdate(slots, tuple(added), tuple(removed))


__all__ = ["DONT_CARE", "SlotTracker", "SlotUpdate", "key_of"]
