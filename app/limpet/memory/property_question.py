"""Questions about what a thing is like or what becomes of it, which name a fabric or a size without wanting one."""

from __future__ import annotations

import re
from typing import Final

from limpet.memory.shown_items import is_explanation

_LEADS: Final = r"^\W*(?:(?:please|and|but|so|ok(?:ay)?|also|hi|hello|hey|then|well|thanks|thank you)\b\W*)*"
_WISHES: Final = re.compile(
    r"\b(?:i|we)(?:'d| would| do| really| just| also)* (?:want|need|like|love|prefer|wish|am after)\b|\bi'll take\b"
    r"|\b(?:looking|searching|hunting|shopping) for\b|\b(?:show|give|find|get|bring|send|recommend|suggest|list)\b"
    r" (?:\w+ ){0,2}?(?:me|us)\b|\b(?:recommend|suggest|find|show|list)\b"
    r"|\b(?:you|u|they|shop|store) (?:\w+ )?(?:have|sell|stock|carry|offer|make|got|do)\b|\bhave you\b"
    r"|\b(?:can|could|may|do|will) (?:i|we) (?:\w+ )?(?:get|see|buy|have|find|order|look)\b"
    r"|\bi (?:can|could) (?:get|buy)\b"
    r"|\b(?:available|in stock|for sale|left|sold out|on offer|(?:are|is) there)\b"
    r"|\b(?:any|some)(?:thing|one)?\b|\b(?:else|cheaper|cheapest|costliest|dearer|affordable|budget"
    r"|max(?:imum)?|(?:price|spending) limit)\b"
    r"|\b(?:under|below|above|over|between|less than|more than|at most|up to) (?:rs\.?|inr|[₹$€£])? ?\d",
    re.IGNORECASE,
)
_CONDITION: Final = r"(?:(?:and )?what (?:happens )?(?:if|when)|(?:only )?if|in case|when|once|after|before|unless)\b"
_AUXILIARY: Final = (
    r"(?:will|would|won't|does|doesn't|do|don't|did|didn't|has|have|is|isn't|are|aren't|was|were|can|can't|could|should"
    r"|shouldn't|shall|might|must)"
)
_NO_SUBJECT: Final = r"(?!(?:you|i|we|u|there|these|those|this|that|any|some|one|ones|it)\b)"
_HAPPENS: Final = (
    r"(?:los\w+|fad\w*|bleed\w*|shrink\w*|shrunk|stretch\w*|creas\w+|wrinkl\w+|pill|tear\w*|tore|torn|break\w*|last\w*"
    r"|fit|fits|run|runs|need\w*|requir\w+|tak\w+|cover\w*|count\w*|includ\w+|contain\w*|cost|costs|weigh\w*|feel\w*"
    r"|look\w*|smell\w*|stain\w*|wash\w*|dry|dries|dried|iron\w*|steam\w*|clean\w*|bleach\w*|dye\w*|soften\w*|yellow"
    r"|damag\w+|fault\w*|defect\w*|wrong|broken|refund\w*|return\w*|exchang\w+|repair\w*|replac\w+|ship\w*|deliver\w*"
    r"|arriv\w+|guarantee\w*|warrant\w+|apply|applies|measur\w+|equal\w*|correspond\w*|suit\w*|come in|keep\w*|stay\w*"
    r"|turn\w*|change\w*|get|gets|go|goes|become\w*|allow\w*|safe|ok|okay|fine|durable|waterproof|washable|breathable"
    r"|itchy|transparent|see-through|heavy|heavier|light|lighter|warm|warmer|cool|cooler|soft|softer|thin|thick"
    r"|true to size|better|worse|different|handmade|hand-woven|handwoven|organic|colou?rfast|pre-?washed|pre-?shrunk"
    r"|machine|lined|made|woven|taxed|returnable|refundable|exchangeable)"
)
_FAULT: Final = (
    r"\b(?:faulty|defect\w*|damag\w+|torn|broken|wrong|stain\w*|missing|late"
    r"|too (?:big|small|tight|loose|long|short|large|wide))"
)
_TRAITS: Final = (
    r"(?:size|sizes|length|width|waist|chest|bust|hip|shoulder|temperature|cycle|program\w*|setting|detergent|soap"
    r"|weight|fit|measure\w*|number|heat|care|count|thickness|quality|grade)"
)
_OF_PROPERTY: Final = re.compile(
    rf"{_LEADS}(?:{_CONDITION}(?=.*\b{_HAPPENS}\b)"
    rf"|{_AUXILIARY} (?:my|our|her|his|their) \w+"
    rf"|{_AUXILIARY} {_NO_SUBJECT}[\w' -]{{2,40}}? {_HAPPENS}\b"
    rf"|(?:the|this|that) (?:[\w'-]+ ){{1,5}}?(?:is|are|was|were|has|have|came|arrived|got)\b.{{0,40}}?{_FAULT}\b"
    rf"|(?:what|which) (?:[\w/-]+ ){{0,2}}?{_TRAITS} (?:is|are|am|was|does|do|would|should|will|shall|equals?"
    r"|corresponds?|fits?|suits?|means?|must|can|to)\b"
    rf"|my (?:[\w'-]+ ){{1,6}}?(?:is|are|was|were|has|have|came|arrived|lost|got|turned|just)\b)",
    re.IGNORECASE,
)
_ACCOUNT: Final = re.compile(
    r"\b(?:i|we)(?:'ve|'d| have| had| just| already| only| recently| never){0,3} (?:bought|ordered|received|cut|washed"
    r"|soaked|ironed|wore|worn|opened|returned|paid|damaged|tore|torn|ripped|spill?ed|spilt|stained|shrunk)\b"
    r"|\byou(?:'ve| have)? sent (?:me|us)\b|\bi(?:'m| am) (?:\w+ ){0,2}between (?!rs|inr|[₹$€£\d])",
    re.IGNORECASE,
)
"""What has happened to somebody with goods: "I already cut the blouse piece"."""
_WHAT_NOW: Final = re.compile(
    r"\W*(?:why(?: is that)?|how come|what now|what (?:do|can|should|shall|must) (?:i|we) do(?: now)?"
    r"|(?:what|which) (?:[\w-]+ ){0,2}sizes?|is (?:that|this|it) (?:normal|ok|okay|a fault)|any (?:tips|advice))"
    r"(?: then)?\W*",
    re.IGNORECASE,
)
_EXTRA: Final = re.compile(
    rf"{_LEADS}(?:(?:is|are) there )?(?:an? |any |the )?(?:extra|additional) (?:cost|charge|fee|price)s?\b"
    r"|\W*(?:is|are) your (?!\w+ (?:available|in)\b)",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_SENTENCES: Final = re.compile(r"(?<=[.!?;])\s+|,\s+(?=(?:why|what now|how come|which|what)\b[^,.]*$)", re.IGNORECASE)
_MOST_ELLIPTIC_WORDS: Final = 4
_ELLIPTIC: Final = re.compile(
    r"^\W*(?:ok(?:ay)?\W+|so\W+|then\W+|right\W+)*(?:and|or|what about|how about|and what about|and how about|and for"
    r"|same for|what of|also)\b(?P<rest>(?:(?! and \w+ (?:is|are)\b)[^?.!])*)\??\W*$",
    re.IGNORECASE,
)
_NEW_WISH: Final = re.compile(r"\b(?:an?|in|with|without|ones?|not|no|only|back|other|another|size)\b", re.IGNORECASE)


def asks_of_property(message: str) -> bool:
    """
    Whether *message* asks about a property, care, a fault, a size's meaning or a rule, rather than for things.

    What becomes of "my" thing, what happens "if" something is wrong, and whether a kind of thing fades or fits are such
    questions; one that wishes for something, names a price or asks what there is never is.

    >>> asks_of_property("Will my indigo kurta lose colour?"), asks_of_property("Do you have an indigo kurta?")
    (True, False)
    >>> asks_of_property("I already cut the blouse fabric of my saree. Can I send it back?")
    True
    """
    text = message.replace("’", "'")
    if is_explanation(text):
        return True
    if _WISHES.search(text) is not None:
        return False
    *told, last = _SENTENCES.split(text.strip())
    is_of_own = bool(told) and _OWN.search(" ".join(told)) is not None  # what was told before is what it is about
    is_asked = is_of_own and (is_explanation(last) or _OF_PROPERTY.match(last) is not None)
    return bool(
        is_asked
        or (told and _WHAT_NOW.fullmatch(last))
        or _OF_PROPERTY.match(text)
        or _EXTRA.match(text)
        or _ACCOUNT.search(text)
    )


def has_wish_words(text: str) -> bool:
    """
    Whether *text* has words of wishes, prices or stock, wherever they stand.

    >>> has_wish_words("is there a red one"), has_wish_words("how do I wash it")
    (True, False)
    """
    return _WISHES.search(text.replace("’", "'")) is not None


def is_elliptic(message: str) -> bool:
    """
    Whether *message* only puts another thing into the question before it.

    >>> is_elliptic("And wool?"), is_elliptic("And a wool one?"), is_elliptic("And do you have wool?")
    (True, False, False)
    """
    match = _ELLIPTIC.match(message.replace("’", "'"))
    if match is None or not match["rest"].strip() or _WISHES.search(message) or _NEW_WISH.search(match["rest"]):
        return False
    return len(match["rest"].split()) <= _MOST_ELLIPTIC_WORDS and not re.search(r"\d{3}", message)


def goes_on_asking(message: str, before: str) -> bool:
    """
    Whether *message* asks the question *before*, which was about a property, once more of another thing.

    >>> goes_on_asking("And wool?", "How do I wash silk?"), goes_on_asking("And wool?", "Show me silk shawls")
    (True, False)
    """
    return is_elliptic(message) and (asks_of_property(before) or is_elliptic(before))
