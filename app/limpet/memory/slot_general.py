"""
Slots without a catalogue or schema: what a visitor wishes for, found by its form and by the wish around it.

They are shown and raise fragments that name them; nothing is hidden for them, since no record tells what fits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from limpet.memory.goods_cues import Named
from limpet.memory.quantities import quantity_spans
from limpet.memory.self_statements import self_statements
from limpet.memory.slot_applying import DONT_CARE, SlotUpdate, applied
from limpet.memory.slot_indifference import indifference_in
from limpet.memory.slot_kinds import NAMES, Said, goods_in, stands_alone, version_in
from limpet.memory.slot_lifting import lifted_in
from limpet.memory.slot_plans import plans, plans_in
from limpet.memory.slot_prices import PriceSaid, price_said
from limpet.memory.slot_schema import SlotSchema, SlotSpec
from limpet.memory.slot_wishes import changes, is_elliptic, names_price, wishes
from limpet.memory.slots import Slot, Slots
from limpet.memory.words import spoken_words
from limpet.text.amounts import first_amount_in
from limpet.text.price_range import price_range_in

BOOST_SHARE: Final = 0.25
"""What a word of a slot counts beside the words of a message; enough to order equals, too little to bury a match."""
MEANT_FOR_TURNS: Final = 8
"""A wish that has not been spoken of for longer is no longer shown."""
_READ_CHARS: Final = 400
_NO_SCHEMA: Final = SlotSchema()
_PRICE: Final = SlotSpec("price", "price")
_GOODS: Final = frozenset({"price", "size", "colour", "material", "brand", "occasion", "quantity"})
_OUTLIVES: Final = frozenset({"price", "occasion", "place", "date", "time", "version"})
"""Slots of the visitor's plan, which do not belong to one kind of thing."""
_BOOSTS: Final = frozenset({"colour", "material", "brand", "occasion", "version", "place"})
_MONEY_SIGN: Final = re.compile(r"[₹$€£¥₩]|\b(?:euros?|dollars?|rupees?|pounds?|yen|usd|eur|inr|rs)\b", re.IGNORECASE)


class GeneralSlots:
    """
    Follows what a visitor wishes for where nobody has said which filters there are.

    >>> general = GeneralSlots()
    >>> slots = general.update(Slots(), "Do you have a blue lamp under 50 euros?", "", 1).slots
    >>> {name: slot.shown for name, slot in general.update(slots, "make it red", "", 2).slots.items()}
    {'price': 'under €50', 'colour': 'red'}
    """

    schema: SlotSchema = _NO_SCHEMA
    knows_kinds = False
    is_soft = True

    def is_about_shown(self, _message: str, _last_answer: str) -> bool:
        """Nothing is listed here."""
        return False

    def price_said(self, _message: str, _shown_prices: Sequence[float] = ()) -> PriceSaid | None:
        """No price of a record is known here, so nothing is said about it."""
        return None

    def named_in(self, _text: str) -> list[Named]:
        """No slot has a list of values here."""
        return []

    def tells_kind(self, _name: str) -> bool:
        """Kinds of things are not known here."""
        return False

    def same_kind(self, _thing: str, _question: str) -> str:
        """No slot has a list of values here."""
        return ""

    def new_kind(self, _before: Slots, _after: Slots) -> str:
        """Kinds of things are not known here."""
        return ""

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """The slots that outlive a change of topic."""
        said = set(spoken_words(topic))
        return Slots(
            {
                name: slot
                for name, slot in slots.items()
                if slot.lasts or name in _OUTLIVES or not said.isdisjoint(_words_of(name))
            }
        )

    def update(
        self, slots: Slots, message: str, last_answer: str, turn: int, shown_prices: Sequence[float] = ()
    ) -> SlotUpdate:
        """The slots after *message*, which came after *last_answer* and things of *shown_prices*."""
        text = message[:_READ_CHARS].replace("’", "'")
        slots = Slots({name: slot for name, slot in slots.items() if slot.lasts or turn - slot.turn <= MEANT_FOR_TURNS})
        said = self._said(text, slots)
        excluded: dict[str, list[str]] = {}
        for one in said:
            if one.is_excluded:
                excluded.setdefault(one.slot, []).append(one.value)
        chosen: dict[str, Slot] = {}
        for one in said:
            if not one.is_excluded and (one.slot not in chosen or changes(text)):
                chosen[one.slot] = Slot(one.value, _shown(one.slot, one.value), turn)
        if (price := self._price(text, slots, shown_prices or _amounts(last_answer))) is not None:
            chosen["price"] = Slot(price.value, price.shown, turn)
        indifferent = self._indifferent(text, slots) - set(chosen)
        return applied(slots, chosen, excluded, indifferent, turn)

    def boosts(self, slots: Slots) -> Mapping[str, float]:
        """Words that raise fragments which hold them, with their weight."""
        return {
            word: BOOST_SHARE
            for name, slot in slots.items()
            if name in _BOOSTS and slot.value != DONT_CARE
            for word in str(slot.value).lower().split()
            if len(word) > 2
        }

    def _said(self, text: str, slots: Slots) -> list[Said]:
        goods = list(goods_in(text))
        if not (wishes(text) or changes(text) or names_price(text) or self_statements(text)):
            is_added = bool(_GOODS & {name.removeprefix("not ") for name in slots}) and is_elliptic(text)
            goods = [] if not is_added or not stands_alone(text, goods) else goods
        said = {one.slot for one in goods}
        # "and on Sunday?" asks for another day of the plan that was made before.
        planned = _PLANNED if plans(text) else _PLANNED & set(slots) if is_elliptic(text) else frozenset()
        if planned:
            goods += [one for one in (*plans_in(text), *goods_in(text)) if one.slot in planned and one.slot not in said]
        version = version_in(text, is_spoken_of="version" in slots)
        return [*goods, version] if version else goods

    def _price(self, text: str, slots: Slots, shown: Sequence[float]) -> PriceSaid | None:
        is_wish = wishes(text) or changes(text) or is_elliptic(text) or names_price(text) or bool(self_statements(text))
        if not is_wish:
            return None
        bounds = price_range_in(text, needs_sign=not _GOODS & set(slots))
        if bounds is not None and bounds.is_contradictory:
            return None
        found = price_said(text, _PRICE, shown)
        if found is None or not found.value:
            return None
        return found if bounds is None else PriceSaid(bounds.to_text(), bounds.shown())

    def _indifferent(self, text: str, slots: Slots) -> set[str]:
        around = lifted_in(text) or indifference_in(text)
        said = set(spoken_words(around)) if around else set()
        known = {name.removeprefix("not ") for name in slots}
        return {name for name in NAMES if name in known and not said.isdisjoint(_words_of(name))}


_PLANNED: Final = frozenset({"place", "date", "time", "quantity"})


def _words_of(name: str) -> list[str]:
    return NAMES.get(name.removeprefix("not "), name).split()


def _shown(name: str, value: str) -> str:
    is_bare = value.replace(".", "").isdecimal() or (len(value) <= 3 and name not in ("colour", "material"))
    return f"{name} {value}" if is_bare else value


def _amounts(answer: str) -> list[float]:
    """Amounts of money in an answer."""
    found = []
    for start, end in quantity_spans(answer):
        money = answer[start:end]
        if _MONEY_SIGN.search(money) and (amount := first_amount_in(money)) is not None:
            found.append(amount)
    return found
