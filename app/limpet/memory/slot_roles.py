"""Which slot a dated, timed or named value belongs to: by the words before it, by what was asked, by order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from limpet.memory.slot_forms import Form, Span, spans_of
from limpet.memory.slot_schema import SlotSpec
from limpet.memory.slot_words import keys_of

Role: TypeAlias = Literal["from", "to", "in", "name", "kind"]

_FROM: Final = frozenset(keys_of("from origin departure depart leaving leave source start check in pickup pick"))
_TO: Final = frozenset(keys_of("to destination arrival arrive where return end until out dropoff drop"))
_PLACE: Final = frozenset(
    keys_of("city location area place town where from to destination origin region state country station airport")
)
_TITLE: Final = frozenset(
    keys_of(
        "name title movie event track song artist album directed director cast actor venue restaurant hotel property"
    )
)
_DATE_WORDS: Final = frozenset(keys_of("date day"))
_TIME_WORDS: Final = frozenset(keys_of("time hour"))
_CUES: Final[Mapping[Role, re.Pattern[str]]] = {
    "from": re.compile(
        r"\b(?:from|leaving|departing|out of|starting|start in|origin|pick ?up (?:is|in|at|from))"
        r"(?: (?:from|the|city|in))*\s*$",
        re.IGNORECASE,
    ),
    "to": re.compile(
        r"\b(?:to|towards|into|until|till|through|reach|visit(?:ing)?|returning|back|heading|arriv\w+"
        r"|destination(?: is| being)?)"
        r"(?: (?:the|on|in|at|city))*\s*$",
        re.IGNORECASE,
    ),
    "in": re.compile(r"\b(?:in|near|around|at|within|of|area|city|by)(?: (?:the|city|area|of))*\s*$", re.IGNORECASE),
    "name": re.compile(
        r"\b(?:at|called|named|see|watch|try|play|by|listen to|hear|like|with|of|for|directed by|starring|attend)"
        r"(?: the)?\s*$",
        re.IGNORECASE,
    ),
}
_NEVER_ASKED: Final = frozenset(
    keys_of("phone address price fare cost rating length number balance temperature wind humidity")
)
"""Facts about a thing, not wishes of the visitor; their values have no form that tells them."""
_KIND: Final = frozenset(keys_of("genre category subcategory cuisine style"))
_KIND_PHRASE: Final = re.compile(
    r"\b(?P<what>[A-Za-z][\w'-]*(?: (?:and|&) [A-Za-z][\w'-]*)?)"
    r"(?= (?:movies?|films?|music|songs?|food|cuisine|restaurants?|plays?|shows?|events?|concerts?)\b)"
)
_CITY_FIRST: Final = frozenset(keys_of("city"))
_NO_KIND: Final = frozenset(
    "preferred a an the any some good great nice other more new my this that these those of for to and or what which"
    " find"
    " show see watch play listen hear like local interesting fun favorite same different popular cheap expensive"
    " moderate"
    " best next first one two three four it want feature upcoming specific particular all about online".split()
)
_PREPOSITION: Final = re.compile(r"(?i)\b(?:in|near|around|from|to|at|by|with|within)\b")
"""A word before one of these tells what is there, not what the name after it is."""
MOST_CHARS: Final = 80
"""A longer value is no name of a place or a thing."""
_FILLERS: Final = frozenset(keys_of("name title by of the a to in from on at"))


@dataclass(frozen=True, slots=True)
class FormSlot:
    """
    A slot whose values are known by form.

    Attributes:
        name: Of the slot.
        form: What its values look like.
        role: Which of several it is: where from, where to, where at, or what it is called.
    """

    name: str
    form: Form
    role: Role


def form_slot(spec: SlotSpec) -> FormSlot | None:
    """
    How values of a slot look, judged by its name, kind and description; None when they come from a list.

    >>> form_slot(SlotSpec("departure_date", "text"))
    FormSlot(name='departure_date', form='date', role='from')
    """
    if spec.kind in ("values", "price", "size", "calendar", "number"):
        return None
    words = set(_own_keys(spec.name))
    if words & _NEVER_ASKED:
        return None
    if words & _KIND:
        return FormSlot(spec.name, "name", "kind")
    if spec.kind == "date" or words & _DATE_WORDS:
        return FormSlot(spec.name, "date", "to" if words & _TO and not words & _FROM else "from")
    if words & _TIME_WORDS:
        return FormSlot(spec.name, "time", "to" if words & _TO and not words & _FROM else "from")
    if words & _TITLE and not words & frozenset(keys_of("city location")):
        return FormSlot(spec.name, "name", "name")
    if words & _PLACE:
        role: Role = (
            "from" if words & {"from", "origin"} else "to" if words & frozenset(keys_of("to destination")) else "in"
        )
        return FormSlot(spec.name, "name", role)
    return FormSlot(spec.name, "name", "name")


def assigned(
    text: str,
    slots: Iterable[FormSlot],
    asked: Collection[str],
    filled: Collection[str],
    offered: str = "",
    taken: Sequence[tuple[int, int]] = (),
) -> dict[str, str]:
    """
    Slot to value, for the values by form in *text*.

    Args:
        text: A message.
        slots: Those of the schema whose values are known by form.
        asked: Slots that the bot has just asked for.
        filled: Slots that have a value already; others come first.
        offered: What the bot had just said; a name from there is one that was chosen.
        taken: Places in *text* that are values of lists already.

    >>> assigned("a bus from Fresno to LA", [FormSlot("a", "name", "from"), FormSlot("b", "name", "to")], (), ())
    {'a': 'Fresno', 'b': 'LA'}
    """
    found: dict[str, str] = _kinds(text, slots, asked)
    for form in ("date", "time", "name"):
        fitting = [slot for slot in slots if slot.form == form]
        if fitting:
            for span in spans_of(text, form):
                if len(span.text) > MOST_CHARS or any(start < span.end and span.start < end for start, end in taken):
                    continue
                chosen = {one.name for one in fitting if one.role == "name" and form == "name" and span.text in offered}
                slot = _slot_for(span, text, fitting, {*asked, *chosen}, {*filled, *found}, set(found))
                if slot is not None:
                    found[slot.name] = span.text
    return found


def offered_name(
    offer: str, slots: Iterable[FormSlot], filled: Collection[str], known: Collection[str]
) -> dict[str, str]:
    """
    What an offer is called: its first name that is no place, for the slot of names that is still open.

    >>> offered_name("Elm Court is nice, at 12 Oak Road.", [FormSlot("home_name", "name", "name")], (), ())
    {'home_name': 'Elm Court'}
    """
    open_slots = [slot for slot in slots if slot.role == "name" and slot.name not in filled]
    for span in spans_of(offer, "name") if open_slots else ():
        before = offer[max(0, span.start - 30) : span.start]
        if span.text not in known and not _CUES["in"].search(before) and not span.text[0].isdigit():
            return {open_slots[0].name: span.text}
    return {}


def _kinds(text: str, slots: Iterable[FormSlot], asked: Collection[str]) -> dict[str, str]:
    """ "animation" in "animation movies", for the slot that tells the kind."""
    fitting = sorted((one for one in slots if one.role == "kind"), key=lambda one: one.name not in asked)
    for match in _KIND_PHRASE.finditer(text) if fitting else ():
        if match["what"].lower() not in _NO_KIND:
            return {fitting[0].name: match["what"]}
    return {}


def _slot_for(
    span: Span, text: str, slots: list[FormSlot], asked: Collection[str], filled: Collection[str], now: Collection[str]
) -> FormSlot | None:
    before = text[max(0, span.start - 30) : span.start]
    cued = [role for role, cue in _CUES.items() if cue.search(before)]
    open_slots = [slot for slot in slots if slot.name not in now]
    named = set(keys_of(_PREPOSITION.split(" ".join(before.split()[-3:]))[-1])) - _FILLERS
    ranked = sorted(
        open_slots,
        key=lambda slot: (
            span.form != "name" or not named & set(_own_keys(slot.name)),
            not (slot.role in cued and (span.form == "name" or slot.role == "to")),
            slot.name not in asked,
            slot.name in filled,
            span.form != "name" and slot.role == "to",
            not set(_own_keys(slot.name)) & _CITY_FIRST,
        ),
    )
    if not ranked:
        return None
    best = ranked[0]
    is_named = bool(named & set(_own_keys(best.name)))
    is_meant = span.form != "name" or best.role in cued or is_named or best.name in asked
    return best if is_meant else None


def _own_keys(name: str) -> tuple[str, ...]:
    return keys_of(re.sub(r"(?<=[a-z])(?=[A-Z])|[_.-]", " ", name.rpartition(".")[2]))
