"""Talk about things on the table: buying, asking about, comparing or telling them apart sets no filter."""

from __future__ import annotations

import re
from typing import Final

_FACTS: Final = (
    r"(?:prices?|costs?|sizes?|sizing|ratings?|reviews?|scores?|brands?|colou?rs?|materials?|fabrics?|patterns?|makers?"
    r"|manufacturers?|availab\w+|range|address|phone|number|post ?code|details?|info\w*|specs?|specifications?|options)"
)
_THIS: Final = (
    r"this(?! (?:coming )?(?:week|month|year|season|morning|afternoon|evening|night|spring|summer|autumn|fall|winter"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:end)?\b)"
)
"""No pointing word where a time follows: "Which events are this week?"."""
_THESE: Final = rf"(?:the|that|those|these|{_THIS}|them|they|it|each|both|either)"
_BUYS: Final = re.compile(
    r"\b(?:(?:add|put|place|throw|toss|pop|include|update|adjust)\b.{0,80}\b(?:cart|bag|basket|order)"
    r"|(?:my|the) (?:shopping )?(?:cart|basket)"
    rf"|i(?:'?ll| will| would|'?d)? (?:like to )?(?:take|buy|purchase|get|grab|order|go with)"
    rf" (?:{_THESE}|two|one|a pair|another)"
    rf"|(?:buy|purchase|order|get me|give me) (?:one of |two of |a pair of )?{_THESE}"
    r"|second (?:one|pair)|(?<!can )(?<!to )check ?out|ring (?:me|it|them) up)\b",
    re.IGNORECASE,
)
_COMPARES: Final = re.compile(
    r"\b(?:compare[ds]?|comparing|comparison|differen(?:ces?|t)"
    rf"|(?:have|are|is|do)\b.{{0,40}}\b(?:the )?same {_FACTS}"
    r"|versus|vs|which (?:of|one)"
    rf"|(?:better|cheaper|higher|lower|bigger|smaller|more expensive)\b.{{0,20}}\bthan (?:{_THESE}|one another))\b",
    re.IGNORECASE,
)
_ASKS_ABOUT: Final = re.compile(
    r"\b(?:what(?:'s|'re| is| are| was| were)?|how (?:much|well|many)|tell me|give me|get|know|repeat|see|share"
    rf"|remind me|let me know|have)\b.{{0,40}}?\b(?:{_FACTS}|much)\b"
    r"(?:.{0,30}\b(?:of|for|on|is|are|about|do|does|from)\b)?",
    re.IGNORECASE,
)
_FACT_OF: Final = re.compile(rf"\b{_FACTS}(?: and \w+)? (?:of|for|on) (?:\w+ )?{_THESE}\b", re.IGNORECASE)
_HOW_MUCH: Final = re.compile(
    r"\b(?:how much (?:is|are|do|does|would|for)|what (?:sizes?|colou?rs?|brand|rating) (?:is|are|do|does)"
    rf"|(?:is|are|does|do) {_THESE}\b|who (?:makes|made|manufactures))\b",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(rf"\b{_THESE}\b", re.IGNORECASE)
_SEARCHES: Final = re.compile(
    r"\b(?:similar|like (?:that|those|this|these|the)|anything|something|any(?: other)?|some|show me|looking for|find"
    r"|other|more|else|another|recommend|suggest)\b|\bin (?:size )?(?:x*[sml]|xx?l)\b",
    re.IGNORECASE,
)
_TELLS_APART: Final = re.compile(
    r"\b(?:which|what) (?:one|ones|item|items|pair|pairs|product|products|of|two|\w+)?\b.{0,40}"
    r"\b(?:mean|meant|referring|refer|talking|asking|speaking|looking at|interested|want|like|specifically|about)\b"
    r"|^\W*(?:for |of )?which\b.{0,30}\?|\bwhich ones?\b",
    re.IGNORECASE,
)


_EXPLAINS: Final = re.compile(
    r"^\W*(?:(?:please|and|but|so|ok(?:ay)?|also|hi|hello)\W+)*"
    r"(?:how (?!much|many|about)|why\b|when\b|who\b|where (?!can i (?:buy|find|get))"
    r"|what (?:is|are|happens|does)\b(?! (?:the )?(?:your )?(?:cheap|best))"
    r"|(?:can|may|should|must|shall|do|will) (?:i|we|one|it|they) (?!get|buy|have(?! to\b)|see|find|look)"
    r"|is it|are they|does (?:it|the (?!(?:shop|store|site)\b))"
    r"|(?:do|does|are) (?!you\b|i\b|we\b|any\b|these\b|those\b|this\b|that\b"
    r"|there\b)[\w' -]{3,30}?"
    r" (?:come in|fit|shrink|fade|stretch|need|run (?:small|large|big)|crease|wrinkle|have sizes)\b"
    r"|what (?:should|must|can|do) (?:i|we) do\b"
    r"|(?:can|could|may|do|will|would) (?:i|we) get (?:an?|my|the) (?:\w+ )?(?:refund|invoice|receipt|bill|replacement"
    r"|exchange|copy|discount|money|warranty|guarantee|credit|voucher)\b"
    r"|tell me (?:about|how)|explain)",
    re.IGNORECASE,
)


def is_explanation(message: str) -> bool:
    """
    Whether *message* asks for an explanation rather than for things; it may name a fabric without wanting one.

    >>> is_explanation("How do I wash a silk saree?"), is_explanation("How about a silk saree?")
    (True, False)
    """
    return _EXPLAINS.match(message.replace("’", "'")) is not None


def is_about_shown(message: str, last_answer: str = "") -> bool:
    """
    Whether *message* speaks of things that were shown: buys them, asks for their facts, compares them, or tells the
    bot which ones were meant.

    Args:
        message: Of the visitor.
        last_answer: What the bot had just said.

    >>> is_about_shown("How much is that black sweater?"), is_about_shown("Do you have black sweaters?")
    (True, False)
    >>> is_about_shown("The grey one on the left.", "Which one do you mean?")
    True
    """
    text = message.replace("’", "'")
    if _BUYS.search(text):
        return True
    if last_answer and len(last_answer) < 120 and _TELLS_APART.search(last_answer) and _POINTS.search(text):
        return True
    if _FACT_OF.search(text):
        return True
    if _SEARCHES.search(text):
        return False
    if _COMPARES.search(text):
        return True
    return bool(_POINTS.search(text) and (_ASKS_ABOUT.search(text) or _HOW_MUCH.search(text)))
