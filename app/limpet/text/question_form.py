"""What form of answer a question wants, and which sentences have that form: an amount, a time, a place, a reason."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

Asked: TypeAlias = Literal["yes_no", "amount", "duration", "time", "place", "person", "reason", "steps", "other"]

_I: Final = re.IGNORECASE
_LEAD: Final = r"^\W*(?:(?:and|but|so|ok(?:ay)?|then|also|hi|hello|please|well|now)\b\W*)*"
_FORMS: Final[tuple[tuple[Asked, re.Pattern[str]], ...]] = (
    ("duration", re.compile(r"\bhow (?:long|soon|quickly|fast)\b|\bhow many (?:day|week|month|hour|minute)s\b", _I)),
    ("amount", re.compile(r"\bhow (?:much|many|often|old|big|large|far|high|deep|heavy)\b|\bwhat(?:'s| is) the price\b"
                          r"|\b(?:what|which) (?:\w+ ){0,3}(?:number|amount|percentage|share|cost|fee|charge)s?\b"
                          r"|\bwhat do(?:es)? (?:\S+ ){1,6}cost\b", _I)),
    ("time", re.compile(rf"{_LEAD}(?:when\b|(?:at|on|in|by|from|since|until) (?:what|which) "
                        r"(?:time|day|date|year|month)|(?:what|which) (?:time|day|date|year))", _I)),
    ("place", re.compile(rf"{_LEAD}(?:where\b|(?:in|at) (?:what|which) (?:place|city|town|country|folder|file))", _I)),
    ("person", re.compile(rf"{_LEAD}(?:who|whom|whose)\b", _I)),
    ("reason", re.compile(rf"{_LEAD}(?:why\b|how come\b|for what reason\b|what (?:is|are|was) the reasons?\b)", _I)),
    ("steps", re.compile(rf"{_LEAD}(?:how (?:do|to|can|does|should|would|could|would)\b|(?:what are )?the steps\b"
                         r"|(?:tell|show) me how\b|explain how to\b)", _I)),
    ("yes_no", re.compile(rf"{_LEAD}(?:is|are|was|were|do|does|did|can|could|may|must|should|shall|would|will|has|have"
                          r"|am|what (?:if|happens?)|isn't|aren't|don't|doesn't|can't|won't)\b", _I)),
)  # fmt: skip
_NUMBER: Final = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred|thousand"
    r"|million|once|twice|half|free|no (?:charge|fee|limit))\b", _I
)  # fmt: skip
_UNIT_OF_TIME: Final = re.compile(
    r"(?:\d|\b(?:an?|one|two|three|four|five|six|seven|ten|same|few|several)\b)[\w\s,.–-]{0,16}"
    r"\b(?:second|minute|hour|day|night|week|month|year|decade|centur)\w*\b|\bimmediately\b|\bat once\b", _I
)  # fmt: skip
_TIME: Final = re.compile(
    r"\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.)|\b1\d{3}\b|\b20\d{2}\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|september"
    r"|october|november|december)\b|\b(?:weekends?|weekdays?|daily|holidays?|before|after|until|once|when(?:ever)?"
    r"|century|spring|summer|autumn|winter|morning|evening)\b", _I
)  # fmt: skip
_PLACE: Final = re.compile(
    r"\b(?:in|at|on|near|under|inside|within|from|to)\s+(?:the\s+)?(?:[A-Z][\w-]+|`|\w+ (?:page|folder|directory|file"
    r"|section|settings|store|shop|tab|menu|desk|office)\b)|\b(?:located|found|street|road|address)\b"
)
_PERSON: Final = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+(?:\s+[A-Z][\w.]+)+|\b(?:by|named|called)\s+[A-Z]")
_REASON: Final = re.compile(
    r"\b(?:because|since|as a result|due to|reason\w*|so that|in order to|caus\w+|leads? to|therefore|thus|why)\b", _I
)
_STEP: Final = re.compile(
    r"^(?:\W*(?:first|then|next|finally|now|to \w+ [^,]{3,60},)\W*)?(?:add|allow|apply|ask|avoid|call|change|check"
    r"|choose|clean|click|close|configure|connect|contact|copy|create|define|delete|do|download|dry|dry-clean|enable|enter"
    r"|fill|find|fold|follow|give|go|hang|import|install|iron|keep|leave|load|log|look|make|measure|mount|open|pass|pay|pick"
    r"|place|press|provide|pull|put|read|remove|replace|restart|return|run|save|scroll|search|select|send|set|sign|specify"
    r"|start|stop|store|submit|switch|take|tap|test|turn|type|update|upload|use|visit|wait|wash|wear|wrap|write"
    r"|attach|bake|boil|brew|bring|charge|cook|heat|hold|insert|mix|plug|pour|push|steep|stir|tell|unplug)\b"
    r"|\byou (?:can|must|should|need to|have to)\b", _I,
)  # fmt: skip
_FITS: Final = {
    "amount": _NUMBER, "duration": _UNIT_OF_TIME, "time": _TIME, "place": _PLACE, "person": _PERSON, "reason": _REASON,
}  # fmt: skip


def asked_for(message: str) -> Asked:
    """
    The form of answer that *message* wants.

    >>> [asked_for(text) for text in ("How long does delivery take?", "Can I return it?", "Tell me about silk")]
    ['duration', 'yes_no', 'other']
    """
    text = message.replace("’", "'")
    return next((asked for asked, pattern in _FORMS if pattern.search(text)), "other")


def has_form(asked: Asked, text: str) -> bool:
    """
    Whether *text* has the form that was asked for; every text has the form of ``yes_no`` and ``other``.

    >>> has_form("duration", "It takes 2 to 3 working days."), has_form("duration", "It is quick.")
    (True, False)
    """
    if asked == "steps":
        return any(is_step(line) for line in text.split("\n"))
    pattern = _FITS.get(asked)
    return pattern is None or pattern.search(text) is not None


def is_step(text: str) -> bool:
    """
    Whether a sentence tells the reader to do something.

    >>> is_step("Open the settings."), is_step("The settings are open.")
    (True, False)
    """
    return _STEP.match(text) is not None
