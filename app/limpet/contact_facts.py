"""
How the site's people are reached, found by its form: "what is your phone number?" is answered by the sentence that has
one, whatever words stand around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from limpet.answer.evidence import Composed
from limpet.answer.fragments import Unit, units_of
from limpet.answer.injection import order_in
from limpet.answer.wording import worded
from limpet.knowledge import Knowledge
from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.standing import is_news
from limpet.text.contacts import ContactKind, contact_asked, tells_contact
from limpet.text.own_sentences import own_sentence
from limpet.text.tokens import stems
from limpet.thought import Thought

MOST_READ: Final = 4_000
"""Fragments of pages that are looked through."""
SURE: Final = 0.9
"""Confidence of a sentence that has the form which is asked for."""
_UNSURE: Final = 0.4
_HEADINGS: Final = frozenset(stems("contact reach visit find address location store shop help support imprint kontakt"))
"""What the heading of a section about the site's people says."""
_REACHES: Final = re.compile(
    r"\b(?:call|phone|tele?phone|ring|write|e-?mail|mail|message|contact|reach|visit|find us|come to|ask|whatsapp|chat"
    r"|stands?|located|address|shops?|stores?|rufen|schreiben|erreich\w+|appel\w+|écri\w+|llam\w+|escrib\w+|chiam\w+"
    r"|scriv\w+|ligue|escrev\w+|bel|schrijf)\b",
    re.IGNORECASE,
)
"""Words beside which a number or an address is one at which people are reached, also under another heading."""
_INSTEAD: Final[tuple[ContactKind, ...]] = ("email", "phone", "chat")


def contact_told(thought: Thought, knowledge: Knowledge) -> tuple[Composed, list[Hit]] | None:
    """
    The sentence that tells how people are reached in the way that *thought* asks for; where there is none, another way
    of them, as what is nearest. None for other questions, and where no way is told.

    Args:
        thought: The message; one that goes on about something else ("the address?" of a shop) is left to the search.
        knowledge: The documents.
    """
    kind, index = contact_asked(thought.message), knowledge.index
    if not kind or index is None or thought.is_choice or _leans(thought):
        return None
    told = _best(kind, knowledge)
    unit = told or next((one for other in _INSTEAD if (one := _best(other, knowledge)) is not None), None)
    if unit is None:
        return None
    said = worded([unit], "other", {}, (), (), knowledge.document)
    shown = "".join(said.pieces)
    hits = [Hit(unit.fragment, 1.0)]
    if told is not None:
        return Composed(shown, "answer", said.citations, SURE, (), said.pieces), hits
    text = f"{own_sentence('nothing_found', thought.language)}\n\n{shown}"
    return Composed(text, "not_covered", said.citations, _UNSURE, (), (text,)), hits


def _leans(thought: Thought) -> bool:
    """Whether the message goes on about something else than how the site's people are reached."""
    last = thought.view.last_turn
    is_own = re.search(r"\byour?\b", thought.message, re.IGNORECASE) is not None or (
        last is not None and contact_asked(last.message) != ""
    )
    return bool(thought.understanding.added_words) and not is_own


def _best(kind: ContactKind, knowledge: Knowledge) -> Unit | None:
    """The unit that tells it: of a section about the site's people before others, and the first of these."""
    found = list(_telling(kind, knowledge))
    return max(found, key=lambda unit: _is_of_people(unit.fragment), default=None)


def _telling(kind: ContactKind, knowledge: Knowledge) -> Iterator[Unit]:
    index = knowledge.index
    for fragment in index.fragments[:MOST_READ] if index is not None else ():
        if not tells_contact(kind, fragment.text) or is_news(fragment):
            continue
        document = knowledge.document(fragment.document_id)
        for unit in units_of(document, fragment) if document.format != "record" else ():
            is_theirs = _is_of_people(unit.fragment) > 0 or _REACHES.search(unit.plain) is not None
            if unit.kind != "code" and is_theirs and tells_contact(kind, unit.plain) and not order_in(unit.plain):
                yield unit


def _is_of_people(fragment: Fragment) -> int:
    return len(_HEADINGS.intersection(stems(fragment.heading)))
