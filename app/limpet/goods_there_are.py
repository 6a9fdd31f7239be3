"""A thing that is wished for and that a catalogue does not have: said so, with the kinds of things that there are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from limpet.answer.evidence import Composed
from limpet.knowledge import Knowledge
from limpet.retrieval.index import Index
from limpet.text.own_sentences import own_sentence
from limpet.text.tokens import stems
from limpet.thought import Thought

MOST_KINDS: Final = 8
"""Kinds that are named; more are a list nobody reads."""
MOST_OPTIONS: Final = 4
"""Kinds that can be pressed."""
MOST_CHARS: Final = 80
"""Of a message that are looked at: a wish in so many words is short."""
_WISHED: Final = re.compile(
    r"\W*(?:(?:hi|hello|hey|and|also|ok(?:ay)?|so|please|but)\W+)*"
    r"(?:do you (?:also |guys )?(?:have|sell|stock|carry|rent|hire(?: out)?)|have you got|show me|find me"
    r"|(?:i(?:'m| am) )?looking for|(?:can|could) i buy)"
    r"\W+(?:(?:any|some|an?|the|your|pairs?|of|good|nice|new)\s+)*"
    r"(?P<thing>[^\W\d_][\w'-]*(?:\s+[^\W\d_][\w'-]*)?)(?:\s+(?:please|here|too|in stock))?\W*",
    re.IGNORECASE,
)
_BARE: Final = re.compile(r"\W*(?:any\s+)?(?P<thing>[^\W\d_][\w'-]+(?<!s)s)\W*", re.IGNORECASE)
"""Several of something, named alone: goods rather than what is asked of them ("price?", "comfortable")."""
_NO_THINGS: Final = frozenset(
    stems(
        "something anything thing things one ones item items product products it them that this these more other else"
    )
)


def wished_thing(message: str) -> str:
    """
    The thing of one word or two that *message* wishes for and says no more of; empty for other messages.

    >>> wished_thing("Do you have any jeans?"), wished_thing("laptops"), wished_thing("I need something warm")
    ('jeans', 'laptops', '')
    """
    text = message.replace("’", "'").strip()[:MOST_CHARS]
    found = _WISHED.fullmatch(text) or _BARE.fullmatch(text)
    thing = found["thing"] if found is not None else ""
    return "" if _NO_THINGS.intersection(stems(thing)) else thing


def with_what_there_is(composed: Composed, thought: Thought, knowledge: Knowledge) -> Composed:
    """
    *composed*; for a thing that no goods are, what kinds there are behind a refusal, or that goods are only told of it
    before a list of these ("easy with jeans").
    """
    index = knowledge.index
    if index is None or not thought.filters_records or thought.is_choice or not index.catalogue.kinds:
        return composed
    slots, turn = thought.understanding.slots, thought.view.next_number
    thing = wished_thing(thought.message) if not any(slot.turn == turn for slot in slots.values()) else ""
    head = stems(thing)[-1:]
    if not head or head[0] in index.catalogue.named_stems:
        return composed
    if composed.mode == "not_covered" and not composed.citations and _is_unheard(head[0], thought, index):
        kinds = index.catalogue.kinds
        told = ", ".join(kinds[:MOST_KINDS]) + (", …" if len(kinds) > MOST_KINDS else "")
        lines = (
            own_sentence("nothing_found", thought.language),
            own_sentence("kinds_here", thought.language).format(told),
        )
        text = "\n\n".join(lines)
        return replace(composed, text=text, pieces=(text,), options=kinds[:MOST_OPTIONS])
    if composed.mode == "answer" and _is_wished(thought) and composed.citations and _are_records(composed, knowledge):
        lead = own_sentence("only_told_of", thought.language).format(thing) + "\n\n"
        return replace(composed, text=lead + composed.text, pieces=(lead, *(composed.pieces or (composed.text,))))
    return composed


def _is_wished(thought: Thought) -> bool:
    return _WISHED.fullmatch(thought.message.replace("’", "'").strip()[:MOST_CHARS]) is not None


def _is_unheard(head: str, thought: Thought, index: Index) -> bool:
    """Whether the thing is wished for and no word of the pages, or is named alone at first and in no document."""
    return (_is_wished(thought) and index.page_words.lean(head) <= 0) or not (
        thought.understanding.is_follow_up or head in index.postings.terms
    )


def _are_records(composed: Composed, knowledge: Knowledge) -> bool:
    return all(knowledge.document(one.document_id).format == "record" for one in composed.citations)
