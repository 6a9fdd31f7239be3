"""When a message clears memory: "start over" does, "is it actually cotton?" does not."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from limpet.memory.talk_words import said_in

Clearing: TypeAlias = Literal["nothing", "topic", "everything"]
"""What a message clears: nothing; the active topic and what hangs on it; the whole session."""

_LEAD: Final = (
    r"^\W*(?:(?:ok|okay|alright|right|well|so|hmm+|um+|please|thanks|thank you|great|cool|no|nah|sorry|hey|and|but"
    r"|now|actually|wait|oh|just|you know what|i think|i guess)\b[\s,.!…-]*)*"
)
_ASK: Final = (
    r"(?:(?:can|could|may|shall|should) (?:we|i|you)(?: please| just)? |let'?s(?: just| please)? |let us |i(?:'d|"
    r" would)"
    r" like to |i want(?:ed)? to |i need to |we should |you can |please |time to |i'?ll )?"
)
_TAIL: Final = r"(?:[\s,]*(?:please|now|then|again|thanks|thank you|all over|ok|okay|with me|for me))*[\s.!?…]*$"

_EVERYTHING_ALONE: Final = (
    r"start(?:ing)? (?:all )?over(?: again)?|start (?:again|afresh|anew|fresh|from scratch|from the beginning|a"
    r" new (?:chat"
    r"|conversation|session|search))|begin (?:again|afresh|from scratch|a new (?:chat|conversation|session))"
    r"|(?:a )?new (?:chat|conversation|session)|reset(?: (?:everything|all|it all|this|the (?:chat|conversation"
    r"|session)"
    r"|this (?:chat|conversation|session)|our conversation|all (?:the )?filters))?"
    r"|clear (?:everything|all|it all|the (?:chat|conversation|session|history)|this (?:chat|conversation|session)"
    r"|my (?:chat|conversation|session)|your memory|our conversation)"
    r"|forget (?:everything|all(?: of (?:it|this|that))?|all that|the whole (?:thing|conversation)|this (?:whole"
    r" )?conversation"
    r"|our conversation|what i(?:'ve| have)? (?:said|told you)(?: so far)?)(?: (?:i(?:'ve| have)? (?:said|told"
    r" you)|we(?:'ve| have)?"
    r" (?:said|discussed|talked about))(?: so far)?)?"
    r"|(?:back to|go to) square one|(?:go )?back to the (?:start|beginning)|wipe (?:everything|the slate clean|it"
    r" all)"
    r"|restart(?: (?:the )?(?:chat|conversation|session))?|from scratch(?: please)?"
)
_CHECKED_OUT: Final = (
    r"(?:(?:i(?:'ve| have)? |we(?:'ve| have)? )?(?:just |already )?(?:placed|completed|finished|submitted) (?:my"
    r"|the|our) (?:order"
    r"|purchase|checkout)|(?:my |the )?order (?:is |has been |was )?(?:placed|complete|completed|done)"
    r"|(?:i'?m |i am )?(?:ready to |going to |proceed to )?check(?:ing)? ?out(?: (?:now|please))?|proceed to check"
    r" ?out"
    r"|i(?:'ve| have)? (?:just )?(?:paid|checked out)(?: for (?:it|them|everything))?|take me to (?:the )?check ?out)"
)
_FILTER: Final = (
    r"(?:(?:price|budget|size|colou?r|fabric|material|brand|occasion|quantity|version|place|location)s?\b"
    r"|(?:\w+ ){1,2}(?:filter|limit)s?\b)[\s\W]*(?:please|then|now|for me)?[\s\W]*$"
)
"""One filter, which the slots take back; the topic stays."""
_TOPIC_ALONE: Final = (
    rf"never ?mind(?: (?:(?:all )?(?:that|this)|it|then|the (?!{_FILTER})\w+(?: \w+)?))?"
    r"|forget (?:about )?(?:it|that)"
    r"|scratch that|drop (?:it"
    r"|that)|skip (?:it|that)|ignore (?:that|what i (?:just )?said)"
    r"|(?:let'?s )?(?:change|switch) (?:the )?(?:topics?|subjects?)|(?:(?:on to|let'?s (?:do|try"
    r"|talk about)) )?something (?:else|different)(?:"
    r" entirely| now)?"
    r"|(?:a )?different (?:question|topic|subject)|new (?:topic|subject|question)|moving on|(?:let'?s )?move on"
    r"|that'?s (?:all|enough) (?:about|on|for) (?:that|this|it)"
)
_TURN_AWAY: Final = re.compile(
    r"^\W*(?:(?:no|ok|okay|well|hmm|you know what|on second thought|wait|sorry)\b[\s,.!-]*)*"
    r"(?:actually|never ?mind(?: (?:that|it|the \w+))?|forget (?:it|that|the \w+)|scratch that|instead|on second"
    r" thoughts?"
    r"|changed? my mind|i(?:'ve| have)? changed my mind)[\s,.;:!–-]+"
    r"(?:(?:can|could) (?:you|we|i) |please |i(?:'d| would) (?:rather|prefer|like to)(?: to)? |i want(?: to)? |let"
    r" me |let'?s )*"
    r"(?:look at|see|show me|talk about|switch to|go (?:with|for|to)|move (?:on )?to|discuss|browse|check out|try)"
    r" (?P<what>.+)",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(
    r"^\W*(?:(?:no|ok|okay|well|actually|hmm|please|you know what)\b[\s,.!-]*)*(?:(?:can|could) (?:you|we|i) |let"
    r" me |let'?s |please )*"
    r"(?:i(?:'d| would) (?:rather|prefer|like to)(?: to)? |i want(?: to)? )?"
    r"(?:look at|see|show me|talk about|switch to|go (?:to|for|with)|discuss|browse) (?P<what>[^?]+?)[,]?"
    r" instead[\s.!?]*$",
    re.IGNORECASE,
)
_NEW_SUBJECT: Final = re.compile(
    r"^\W*(?:(?:ok|okay|well|so|thanks|thank you|great|now)\b[\s,.!-]*)*(?:(?:let'?s|can we|could we|i(?:'d|"
    r" would) like to|i want to)"
    r" )?(?:(?:change|switch|changing|switching)(?: of)? (?:the )?(?:topics?|subjects?)|(?:a )?(?:different|new"
    r"|unrelated|another) (?:question|topic"
    r"|subject)|on (?:a )?(?:different|another) (?:note|topic|subject)|moving on(?: to)?|let'?s (?:move on to|talk"
    r" about something"
    r" else))[\s,.:;!–-]+\S",
    re.IGNORECASE,
)
_EVERYTHING: Final = re.compile(f"{_LEAD}{_ASK}(?:{_EVERYTHING_ALONE}|{_CHECKED_OUT}){_TAIL}", re.IGNORECASE)
_TOPIC: Final = re.compile(f"{_LEAD}{_ASK}(?:{_TOPIC_ALONE}){_TAIL}", re.IGNORECASE)
_FORGET_IT: Final = re.compile(
    rf"{_LEAD}forget (?:about )?(?:the|those|these|that|this) (?!{_FILTER})[\w' -]{{2,30}}{_TAIL}", re.IGNORECASE
)
_THEN_EVERYTHING: Final = re.compile(
    rf"{_LEAD}{_ASK}(?:start(?:ing)? (?:all )?over|start (?:again|afresh|from scratch)|reset everything|clear"
    rf" everything"
    r"|forget (?:everything|all (?:of )?that)(?: i (?:said|told you))?|new (?:chat|conversation|search))"
    r"\s*(?:[.,;:!–-]|and\b|with\b)\s*\S",
    re.IGNORECASE,
)
_THEN_ASKS: Final = re.compile(
    rf"{_LEAD}(?:never ?mind|forget)(?: (?:about )?(?:(?:all )?(?:that|this|it)|(?:the|those|these"
    rf"|my) [\w' -]{{2,30}}?))?"
    r"\s*[,.;:!–-]+\s*(?:(?:now|so|but|and)\b\W*)?(?P<what>(?:how|what|where|when|why|who|which|can|could|do|does"
    r"|is|are|will"
    r"|would|should|tell|explain|i (?:want|need|have))\b.+)$",
    re.IGNORECASE,
)
_POINTS_BACK: Final = re.compile(r"\b(?:it|its|that|they|them|their|this|these|those|ones?)\b", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    r"^(?:it|that|them|one|in|for|the (?:same|other|first|second|third|last|cheaper|bigger|smaller|larger|\w+ one)"
    r"|a? ?\w+ one|size \w+"
    r"|the \w+ ones)\b",
    re.IGNORECASE,
)
_READ_CHARS: Final = 300


def clears(message: str) -> Clearing:
    """
    What *message* clears by its wording alone.

    "Actually", "instead", "never mind" and "forget it" count only where they act: alone, or in front of a turn to
    something else; never inside a question, and not where they change one property of the thing at hand.

    >>> clears("Start over, please."), clears("Actually, show me sarees instead"), clears("Is it actually cotton?")
    ('everything', 'topic', 'nothing')
    """
    text = " ".join(message[:_READ_CHARS].replace("’", "'").split())
    if _EVERYTHING.match(text) or _THEN_EVERYTHING.match(text) or said_in("clears_everything", text):
        return "everything"
    if said_in("clears_topic", text) or _TOPIC.match(text) or _FORGET_IT.match(text) or _NEW_SUBJECT.match(text):
        return "topic"
    turn = _TURN_AWAY.match(text) or _INSTEAD.match(text)
    if turn and not _ATTRIBUTE.match(turn.group("what")):
        return "topic"
    asks = _THEN_ASKS.match(text)
    return "topic" if asks and not _POINTS_BACK.search(asks["what"]) else "nothing"


def turned_to(message: str) -> str:
    """
    What a message that clears the topic turns to; empty when it only clears.

    >>> turned_to("Actually, let me look at sarees instead"), turned_to("Forget the kurtas")
    ('sarees', '')
    >>> turned_to("Never mind the kurtas, how do refunds work?")
    'how do refunds work?'
    """
    text = " ".join(message[:_READ_CHARS].replace("’", "'").split())
    turn = _INSTEAD.match(text) or _TURN_AWAY.match(text) or _THEN_ASKS.match(text)
    if turn:
        return re.sub(r",? instead\W*$", "", turn.group("what"), flags=re.IGNORECASE)
    new = _NEW_SUBJECT.match(text) or _THEN_EVERYTHING.match(text)
    return text[new.end() - 1 :] if new else ""
