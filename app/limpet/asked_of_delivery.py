"""
A question whether, when or for how much something gets to a place, asked again as one of delivery: "how long till
Mumbai" has no word of the page that tells how long delivery takes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from limpet.deciding import Decided
from limpet.knowledge import Knowledge
from limpet.memory.goods_cues import question_span
from limpet.text.light_words import light_stems
from limpet.text.places import place_names
from limpet.text.question_form import asked_for
from limpet.text.tokens import stems
from limpet.thought import Thinker, Thought

_NAME: Final = r"(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
_KIND: Final = (
    r"(?:(?:my|our|an?|the) )?(?:[\w-]+ ){0,2}?(?:villages?|towns?|cit(?:y|ies)|hamlets?|islands?)"
    rf"(?: (?:in|of|near) {_NAME})?"
)
_CITY: Final = rf"(?:{'|'.join(map(re.escape, sorted(place_names(), key=len, reverse=True)))})"
_END: Final = r"(?=\W*(?:$|[?.,!;]|\bwith\b|\bwhich\b|\btake))"
_PLACE: Final = rf"(?P<place>{_CITY}|{_KIND}){_END}"
_TO: Final = re.compile(rf"\b(?:reach(?:es)?|to|till?|until|in|into|at|for) (?:the )?{_PLACE}", re.IGNORECASE)
_SENT_TO: Final = re.compile(
    rf"\b(?:reach(?:es)?|(?:ship|deliver|courier)(?: \w+){{0,3}} to) (?P<place>{_NAME})(?=\W*(?:$|[?.,!;]))",
    re.IGNORECASE,
)
"""What things are sent to is a place, be it of no list."""
_LIVES: Final = re.compile(
    rf"\b(?:(?:liv(?:es?|ing)|stay(?:s|ing)?|based|located|home is) (?:in|at) (?P<name>{_NAME}){_END}"
    rf"|(?:liv(?:es?|ing)|stay(?:s|ing)?|based|located|i(?:'m| am)|we(?:'re| are)|home is) (?:in|at) {_PLACE})",
    re.IGNORECASE,
)
"""Where somebody lives is a place, be it of no list; what they are in need not be."""
_COMES: Final = re.compile(r"\b(?:i|we|you) (?:come|visit|go|travel)\b|\b(?:i|we) get to\b", re.IGNORECASE)
"""Somebody goes there, not a parcel."""
_WORDS_TOO: Final = frozenset("us turkey china jordan chile".split())
"""Places that are words in small letters."""
_THERE: Final = re.compile(r"\b(?:there|here|me|us)\b", re.IGNORECASE)
_PARCEL: Final = frozenset(
    stems(
        "reach arrive get come go till until parcel parcels package packages order orders delivery deliver ship"
        " shipping shipment send post courier item items thing things stuff normal even there here possible take soon"
        " ordinary usually you from order's"
    )
)
"""What such a question says beside its place."""
_COSTS: Final = frozenset(stems("cost costs charge charges fee fees price much"))
_GETS: Final = re.compile(r"\b(?:reach(?:es)?|arrives?|get|come|send|ship|deliver)\b", re.IGNORECASE)
_KNOWN: Final = ("deliv", "deliveri", "ship")
"""Stems of which pages on delivery have one."""


def delivery_question(message: str) -> str:
    """
    *message* as a question of delivery; empty where it asks something else, or names no place.

    >>> delivery_question("how long till Mumbai"), delivery_question("Can you reach Pune?")
    ('How long does delivery to Mumbai take?', 'Do you deliver to Pune?')
    >>> delivery_question("My aunt lives in a tiny village. Will a parcel get there?")
    'Do you deliver to a tiny village?'
    >>> delivery_question("How long is the train to Mumbai?"), delivery_question("Does it come in Blue?")
    ('', '')
    """
    text = message.strip().replace("’", "'")[:300]
    start, end = question_span(text)
    clause = text[start:end]
    found = _TO.search(clause) or _SENT_TO.search(clause)
    place = found["place"] if found else ""
    if found is not None:
        rest = clause[: found.start("place")] + clause[found.end("place") :]
    elif _THERE.search(clause) and (lives := _LIVES.search(text[:start] + text[end:])):
        place, rest = lives["name"] or lives["place"], clause
    if not place or place in _WORDS_TOO or _COMES.search(clause):
        return ""
    said = frozenset(stems(rest)) - light_stems("en")
    form = asked_for(clause)
    if form in ("duration", "time") and said <= _PARCEL:
        return f"How long does delivery to {place} take?"
    if form == "amount" and said <= _PARCEL | _COSTS:
        return f"How much is delivery to {place}?"
    return f"Do you deliver to {place}?" if form == "yes_no" and said <= _PARCEL and _GETS.search(clause) else ""


async def as_delivery(knowledge: Knowledge, thinker: Thinker, thought: Thought, decided: Decided) -> Thought | None:
    """
    *thought* as a question of delivery; None where it is answered, is none, or no page speaks of delivery.

    Args:
        knowledge: The documents, for the words that they have.
        thinker: Understands messages.
        thought: The message in its context.
        decided: What was decided for that.
    """
    index = knowledge.index
    if decided.plan.mode not in ("not_covered", "clarify") or index is None or thought.is_choice:
        return None
    question = delivery_question(thought.message)
    if not question or not any(one in index.postings.terms for one in _KNOWN):
        return None
    again = await thinker.understand(question, thought.view, without=thought.without)
    return replace(again, sent=thought.sent)


def is_answered(decided: Decided) -> bool:
    """Whether the documents answer it so: no bar beside the policy's, for nothing was left out or added."""
    return decided.plan.mode in ("answer", "compare")
