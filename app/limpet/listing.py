"""Lists of goods: which filters are given up, what is said about it, and what can be pointed at afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from limpet.answer.evidence import Composed
from limpet.barred_goods import bars_names
from limpet.counting import counted, counts_records
from limpet.errors import DocumentError
from limpet.memory.offer import MOST_SHOWN
from limpet.memory.slot_applying import DONT_CARE
from limpet.memory.slot_prices import order_of
from limpet.memory.slots import Slots
from limpet.memory.taken_back import SLOT
from limpet.memory.understood_as import slot_parts
from limpet.retrieval.document import Document
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.records import PRICE_FIELDS, facet_name, facet_values, price_of, record_name
from limpet.text.price_range import price_range_from
from limpet.thought import Thought

_SHOWN_WORDS_CHARS: Final = 200


@dataclass(frozen=True, slots=True)
class Filtering:
    """
    What the records must satisfy for one message.

    Attributes:
        kept: Name to value of the filters that hold.
        relaxed: Names of those given up, because nothing would be left.
        by_price: Cheapest or dearest first; empty when the order is free.
        only_records: Nothing but records is wanted.
        named: Words by which the message calls goods by their names, as people read them; ``kept`` asks for them.
    """

    kept: Mapping[str, Any]
    relaxed: tuple[str, ...]
    by_price: Literal["", "cheapest", "dearest"]
    only_records: bool
    named: str = ""


def filtering_of(
    thought: Thought,
    to_relax: Callable[..., tuple[str, ...]],
    names_record: Callable[..., bool] = lambda _, **__: False,
) -> Filtering:
    """
    The filters after *thought*; of a thing that was chosen or is called by its name none is asked, of one
    that is called by a part of it those alone which the message sets. What the visitor said about themselves holds for
    every list.
    """
    if not thought.filters_records:
        return Filtering({}, (), "", only_records=False)
    if thought.is_choice:
        return Filtering({}, (), "", only_records=True)
    slots, turn = thought.understanding.used_slots, thought.view.next_number
    if bars_names(slots, turn):  # "not the Grand Hotel" names one, and asks for the others
        names_record = _names_none
    if slots and names_record(thought.message):
        return Filtering({}, (), "", only_records=False)
    kinds = [slot.turn for name, slot in slots.items() if facet_name(name) in KIND_FIELDS]
    is_called = bool(kinds) and turn not in kinds and names_record(thought.message, in_part=True)
    used = {name: slot for name, slot in slots.items() if not is_called or slot.turn == turn}
    lasting = thought.understanding.slots.lasting() if not is_called else {}
    filters = {name: slot.value for name, slot in {**lasting, **used}.items()}
    barred = [name for name in lasting if name.startswith("not ")]
    relaxed = to_relax(filters, [name for name, slot in used.items() if slot.turn == turn], barred)
    kept = {name: value for name, value in filters.items() if name not in relaxed}
    by_price = order_of(thought.message) if thought.searches_catalogue else ""
    for name in relaxed if not by_price and thought.searches_catalogue else ():
        bounds = price_range_from(str(filters[name]))
        if bounds is not None and facet_name(name) in PRICE_FIELDS:  # the nearest to the price that nothing has
            by_price = "cheapest" if bounds.most is not None else "dearest"
    return Filtering(kept, relaxed, by_price, thought.searches_catalogue)


def _names_none(_text: str, **_: bool) -> bool:
    return False


def with_lead(composed: Composed, thought: Thought, filtering: Filtering, total: int) -> Composed:
    """
    Say before a list what could not be used, which filters had to be given up, and that *total* records fit if that is
    asked.
    """
    if not thought.searches_catalogue or composed.mode != "answer":
        return replace(composed, text=f"{thought.note}\n\n{composed.text}", pieces=()) if thought.note else composed
    said = [thought.note] if thought.note else []
    said += _no_longer(thought)
    said += _lifted(thought.understanding.slots, thought.view.next_number)
    if filtering.relaxed:
        said.append(_relaxed(thought.understanding.slots, filtering))
    elif counts_records(thought.message, thought.understanding.used_slots):
        shown = " · ".join(slot.shown for slot in thought.understanding.used_slots.values())
        is_new = all(slot.turn == thought.view.next_number for slot in thought.understanding.used_slots.values())
        said.append(counted(total, shown, thought.message if is_new else ""))
    if not said:
        return composed
    lead = " ".join(said) + "\n\n"
    return replace(composed, text=lead + composed.text, pieces=(lead, *(composed.pieces or (composed.text,))))


def _lifted(slots: Slots, turn: int) -> list[str]:
    """A sentence about the filters that the message takes back; none when it takes none back."""
    lifted = [slot.shown for slot in slots.values() if slot.value == DONT_CARE and slot.turn == turn]
    return [f"{', '.join(lifted).capitalize()} will do."] if lifted else []


def _no_longer(thought: Thought) -> list[str]:
    """A sentence about what the visitor had said about themselves and now asks for all the same."""
    after = thought.understanding.slots
    gone = [slot for name, slot in Slots.from_json(thought.view.slots).lasting().items() if name not in after]
    is_said = not any(key.startswith(SLOT) for key in thought.without) and not thought.understanding.starts_over
    return [f"“{slot.shown}” no longer holds." for slot in gone] if is_said else []


def as_answered(thought: Thought, filtering: Filtering, composed: Composed, offer: Any) -> Thought:
    """
    *thought* with the filters among its parts that chose among listed goods, those included that the visitor said about
    themselves; none where pages answer.
    """
    understanding = thought.understanding
    is_of_goods = thought.searches_catalogue or thought.is_choice or thought.is_about_shown
    is_answer = composed.mode in ("answer", "compare") and bool(composed.citations)
    if offer is None and understanding.used_slots and thought.filters_records and (is_answer or not is_of_goods):
        return replace(thought, understanding=understanding.without_filters())
    known = {part.part for part in understanding.parts}
    kept = {name: slot for name, slot in understanding.slots.lasting().items() if name in filtering.kept}
    more = tuple(part for part in slot_parts(Slots(kept)) if part.part not in known)
    if not more or offer is None or composed.mode != "answer":
        return thought
    return replace(thought, understanding=replace(understanding, parts=(*understanding.parts, *more)))


def _relaxed(slots: Slots, filtering: Filtering) -> str:
    given_up = [slots[name].shown for name in filtering.relaxed]
    wanted = [name for name in filtering.kept if filtering.kept[name] != DONT_CARE]
    rest = [slots[name].shown if name in slots else filtering.named for name in wanted]
    return f"Nothing fits {' · '.join([*rest, *given_up])}. Without “{' · '.join(given_up)}” the nearest are:"


def after_relaxing(slots: Slots, turn: int, relaxed: Sequence[str]) -> Slots:
    """What was given up does not come back at the next message, unless it was just said, or is the budget;
    "cheaper" never does."""
    gone = [
        name
        for name in relaxed
        if name in slots
        and not slots[name].lasts
        and (_is_relative(slots[name].shown) or (slots[name].turn != turn and facet_name(name) not in PRICE_FIELDS))
        and facet_name(name) not in KIND_FIELDS
    ]
    return slots.without(*gone)


def _is_relative(shown: str) -> bool:
    """Whether a price was said beside that of what was shown; with nothing that fits it means nothing any more."""
    return shown.startswith(("cheaper than", "dearer than"))


def shown_offer(composed: Composed | None, source: Callable[[str], Document]) -> dict[str, Any] | None:
    """The records that an answer listed, to be pointed at by order, price or a word; None when it listed none."""
    if composed is None or composed.mode not in ("answer", "compare") or not composed.citations:
        return None
    shown: list[dict[str, Any]] = []
    for document_id in dict.fromkeys(citation.document_id for citation in composed.citations):
        try:
            document = source(document_id)
        except (KeyError, DocumentError):
            return None
        if document.format != "record":
            return None
        price = price_of(document.fields)
        facets = [
            " ".join(facet_values(value))
            for field, value in document.fields.items()
            if isinstance(value, (str, list)) and len(str(value)) <= _SHOWN_WORDS_CHARS // 4
        ]
        shown.append(
            {
                "label": (record_name(document.fields) or document.title)[:_SHOWN_WORDS_CHARS],
                "price": price[0] if price else None,
                "words": " ".join(facets)[:_SHOWN_WORDS_CHARS],
            }
        )
    return {"text": "", "shown": shown[:MOST_SHOWN]}
