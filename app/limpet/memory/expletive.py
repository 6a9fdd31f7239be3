"""Words that point back elsewhere and at nothing here: "What time is it?", "Is there wifi?"."""

from __future__ import annotations

import re
from typing import Final

_JUDGED: Final = (
    r"(?:possible|impossible|true|allowed|permitted|necessary|legal|safe|ok|okay|fine|worth|advisable|mandatory|normal"
    r"|common|better|best|easy|hard|difficult|important|compulsory|forbidden|enough)"
)
_IT: Final = re.compile(
    r"\b(?:what|which) (?:time|day|date|month|year|season) (?:is|was) (it)\b"
    r"|\b(?:is|was|will|does|did|isn't|would) (it) (?:be )?(?:(?:going to|gonna) )?(?:rain|snow|sunny|cloudy)\w*"
    rf"|\b(?:is|was|would|isn't) (it) (?:also |even |still |be )*{_JUDGED}(?= (?:to|that|if|for|when)\b)"
    r"|\b(?:does|did|will|would|can) (it) (?:take|cost|matter|make sense|hurt|help)(?: \w+){0,3}?"
    r"(?= (?:to (?!the\b|an?\b|my\b|your\b|our\b)(?-i:[a-z])|if\b|when\b|whether\b))"
    r"|\b(it)(?:'s| is) (?:raining|snowing|cold outside|(?:true|possible) that)\b"
    r"|\bwhat(?:'s| is) (it) like to\b",
    re.IGNORECASE,
)
_THERE: Final = re.compile(
    r"\b(?:is|are|was|were|isn't|aren't|will|would|can|must) (there)\b(?! \w+ing\b)"
    r"|\b(there)(?:'s| is| are| was| were| will be)\b",
    re.IGNORECASE,
)


def without_expletives(text: str) -> str:
    """
    *text* with a blank for each "it" and "there" that stands for nothing.

    >>> without_expletives("What time is it?"), without_expletives("Is it washable?")
    ('What time is   ?', 'Is it washable?')
    """
    for pattern in (_IT, _THERE):
        for match in list(pattern.finditer(text.replace("’", "'"))):
            start, end = next(span for span in match.regs[1:] if span[0] >= 0)
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
