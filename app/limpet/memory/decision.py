"""Is this message a follow-up? A typed decision, from wording, history and, where they are there, vectors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from limpet.memory.clearing import Clearing
from limpet.memory.talk_words import said_in

Decision: TypeAlias = Literal["standalone", "follow_up", "topic_change", "start_over", "correction", "answer_to_offer"]
"""How a message relates to what was said before it."""

_YES: Final = (
    r"y(?:es|eah|ep|up)|ye+s|sure(?: thing)?|ok(?:ay)?|of course|absolutely|definitely|certainly|please(?: do)?|go"
    r" ahead|go on"
    r"|sounds (?:good|great)|do (?:it|that)|why not|i(?:'d| would) (?:like|love) (?:that|to)|tell me(?: more)?"
    r"|show me|both|either|all of them"
)
_NO: Final = r"no(?:pe|t really| thanks| thank you)?|nah|not now|neither|none(?: of (?:them|these|those))?"
_ORDINAL: Final = (
    r"(?:the )?(?:first|second|third|fourth|fifth|last|former|latter|next|other|left|right|top|bottom|1st|2nd"
    r"|3rd)(?: (?:one|option|two|three))?"
    r"|(?:option|number|no\.?|#)? ?[1-9](?:st|nd|rd)?|(?:option )?[a-e]\)?|the \w+ one"
)
_FILL: Final = (
    r"(?:[\s,.!]+(?:please|thanks|thank you|then|do|that|it|would be (?:great|good|nice|fine)|is (?:fine|good)"
    r"|sounds good))*"
)
_ACCEPTS: Final = re.compile(rf"^\W*(?:{_YES})(?:[\s,.!]+(?:{_YES}))*{_FILL}[\s.!]*$", re.IGNORECASE)
_DECLINES: Final = re.compile(rf"^\W*(?:{_NO}){_FILL}[\s.!]*$", re.IGNORECASE)
_CHOOSES: Final = re.compile(
    rf"^\W*(?:(?:{_YES}|no(?:pe)?|nah|sorry|i mean(?:t)?)[\s,.!–-]+)*(?:i(?:'ll| will)? (?:take|want|choose|pick"
    rf"|mean|prefer) |let'?s (?:take|go with)"
    rf" |make it )?(?:{_ORDINAL}){_FILL}[\s.!?]*$",
    re.IGNORECASE,
)
_CORRECTS: Final = re.compile(
    r"^\W*(?:(?:sorry|oops|wait|hmm)\b[\s,.!-]*)*(?:(?:no|nope|nah)\b[\s,.!–-]+(?!(?:thanks?|thank you|problem"
    r"|worries|idea|need)\b)\S"
    r"|i (?:mean|meant)\b(?! (?:it|business)\b)|(?:what )?i meant\b|that'?s (?:not|wrong)|that is (?:not|wrong)"
    r"|not (?:that|this|the|those)\b"
    r"|you(?:'ve| have)? (?:misunderstood|got (?:it|that|me) wrong)|i (?:didn'?t|did not|wasn'?t) (?:mean|ask|say"
    r"|asking|talking)"
    r"|(?:make|change) (?:it|that|them)\b|rather\b|(?:actually|wait)[\s,]+(?:make|change|i meant?|not|the|in)\b)",
    re.IGNORECASE,
)
_RETURNS: Final = re.compile(
    r"\b(?:back to|return(?:ing)? to|going back|earlier|you (?:mentioned|showed)|from before)\b", re.IGNORECASE
)

_RETURN_THEN_ASKS: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|well|now|actually|and|but|hmm|thanks|right)\b\W*)*(?:(?:can|could) we |let'?s |let us )?"
    r"(?:go(?:ing)? |coming |get(?:ting)? )?back to (?=[^:;?!.]{2,60}[:;,–-]+\s*\S.*\?)",
    re.IGNORECASE,
)

_MEANT: Final = re.compile(
    r"^\W*(?:(?:no|nope|nah|sorry|oops|wait|hmm|well|actually)\b[\s,.!–-]*)*"
    r"i (?:mean|meant)\b[\s,:]*(?!it\b|that\b)(?=\w)",
    re.IGNORECASE,
)

Offer: TypeAlias = Literal["accepts", "declines", "chooses"]


def answers_offer(message: str) -> Offer | None:
    """
    Whether *message*, coming after an offer or a question of the bot, is an answer to it.

    >>> answers_offer("Yes, please!"), answers_offer("the first one"), answers_offer("Yes, but is it cotton?")
    ('accepts', 'chooses', None)
    """
    text = message.strip().replace("’", "'")
    if len(text) > 60:
        return None
    if _ACCEPTS.match(text) or said_in("yes", text):
        return "accepts"
    if _DECLINES.match(text) or said_in("no", text):
        return "declines"
    return "chooses" if _CHOOSES.match(text) or said_in("chooses", text) else None


def corrects(message: str) -> bool:
    """
    Whether *message* corrects what was said or understood before it.

    >>> corrects("No, the linen one"), corrects("No idea what that means"), corrects("I meant the blue shirt")
    (True, False, True)
    """
    return bool(_CORRECTS.match(message.strip().replace("’", "'")[:200]))


def returns(message: str) -> bool:
    """
    Whether the wording goes back to something from before.

    >>> returns("back to the linen one"), returns("send it back")
    (True, False)
    """
    return bool(_RETURNS.search(message[:200]))


def without_return(message: str) -> str:
    """
    *message* without the words that only lead back to something, when a question follows them, or to what was meant.

    >>> without_return("Actually, back to the invoices: when are they made?"), without_return("back to the linen one")
    ('the invoices: when are they made?', 'back to the linen one')
    """
    match = _RETURN_THEN_ASKS.match(message)
    return message[match.end() :] if match else meant(message) or message


def meant(message: str) -> str:
    """
    What *message* says was meant; empty when it says nothing of the kind.

    >>> meant("no wait, I meant the membership"), meant("What is meant by it?")
    ('the membership', '')
    """
    match = _MEANT.match(message.replace("’", "'")[:200])
    return message[match.end() :].strip() if match else ""


@dataclass(frozen=True, slots=True)
class Signals:
    """
    What the decision is made from.

    Attributes:
        has_history: There is a turn before this message.
        clearing: What the wording clears.
        has_offer: The last answer ended with an offer or a question.
        answers_offer: How the wording answers one.
        corrects: The wording corrects.
        returns_to_earlier: The message speaks of an earlier topic again.
        changes_topic: The message was found to leave the active topic.
        adds_words: Words of the history were picked for it.
        refers: It holds a word that points back (it, that one, there ...), or is a fragment of a sentence.
    """

    has_history: bool
    clearing: Clearing
    has_offer: bool
    answers_offer: Offer | None
    corrects: bool
    returns_to_earlier: bool
    changes_topic: bool
    adds_words: bool
    refers: bool


def decide(signals: Signals) -> Decision:
    """
    The decision table, first match wins; ``docs/follow-ups.md`` shows it.

    >>> decide(Signals(True, "nothing", True, "accepts", False, False, False, False, False))
    'answer_to_offer'
    """
    if signals.clearing == "everything":
        return "start_over"
    if not signals.has_history:
        return "standalone"
    if signals.has_offer and signals.answers_offer:
        return "answer_to_offer"
    if signals.clearing == "topic" or signals.returns_to_earlier:
        return "topic_change"
    if signals.corrects:
        return "correction"
    if signals.changes_topic:
        return "topic_change"
    return "follow_up" if signals.adds_words or signals.refers else "standalone"
