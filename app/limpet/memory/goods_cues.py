"""
Cues by which a message that names values of a catalogue asks for goods, or asks the pages something.

The question is looked at by itself: what stands in other sentences ("I ordered a green kurti.") is only told about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from limpet.limits import DEFAULT_LIMITS
from limpet.memory.property_question import asks_of_property, has_wish_words
from limpet.memory.slot_wishes import is_elliptic, wishes
from limpet.text.light_words import light_stems
from limpet.text.stop_words import STOP_WORDS
from limpet.text.tokens import stem
from limpet.text.word_pattern import WORD

Span: TypeAlias = tuple[int, int]
Lean: TypeAlias = Callable[[str], float]
"""Of a stem, -1..1: 1 where only pages say it, -1 where only records do, 0 for neither."""

_STARTS: Final = (
    r"(?:how|what|which|when|where|why|who|whom|can|could|do|does|did|is|are|was|were|will|would|should|must|may|shall"
    r"|am|has|have you|tell|explain|show|suggest|recommend|find|list|any|anything|please)\b"
)
_ENDS: Final = (".", "!", "?", ";")
_BLANK: Final = re.compile(r"[;:,]?\s+|,")
"""Where a text may be cut: each run of blanks, looked at once."""
_GOES_ON: Final = re.compile(
    r"(?:and|but|so)\s+(?:how|why|when|where|can|could|do|does|is|are|will|would|what|which|have you|show)\b",
    re.IGNORECASE,
)
_BEHIND_COMMA: Final = re.compile(rf"(?:(?:and|but|so|or)\s+)?{_STARTS}", re.IGNORECASE)
_LEAD: Final = re.compile(
    r"^\W*(?:(?:hi|hello|hey|please|and|but|so|or|ok(?:ay)?|also|then|well|thanks|thank you|now|oh|yes|no|actually)\b"
    r"\W*)+",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(_STARTS, re.IGNORECASE)
_HOW: Final = re.compile(
    r"(?:how(?! many| about)|why|when|since when|until when|where|who|whom|is it|what if|tell me about|tell us about"
    r"|explain)\b",
    re.IGNORECASE,
)
_HOW_MANY: Final = re.compile(r"how many\b", re.IGNORECASE)
_WH: Final = re.compile(r"(?:and |for |in )?(?:what(?:'s)?|whats|which)\b", re.IGNORECASE)
_MAY_I: Final = re.compile(
    r"(?:can|may|could|do|did|should|must|shall|will|would|am|are|have) (?:i|we|one|he|she|they|it)\b"
    r"(?! (?:get|have|see|buy|find|look|rent|hire)\b)",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"(?:is|are|does|do|was|were|did|has|have|will|would|can|could|should|must)"
    r" (?!(?:i|we|you|there|any|these|those)\b)",
    re.IGNORECASE,
)
_DO_YOU: Final = re.compile(
    r"(?:do|can|could|will|would|did|are) you\b(?! (?:\w+ )?(?:have|sell|stock|carry|offer|rent|hire|serve|show|find"
    r"|recommend|suggest|got|make|know of)\b)",
    re.IGNORECASE,
)
_OPENINGS: Final = {"how": _HOW, "how many": _HOW_MANY, "may I": _MAY_I, "others": _OTHERS, "do you": _DO_YOU}
_ACTS: Final = re.compile(
    r"\b(?:i|we|you|it|he|she|they)(?:'ve| have| had|'d| just| already| only)* (?!need\b)(?:\w{2,}ed|bought|got|sent"
    r"|came|broke|left|lost|found|paid|cut|wore|gave|spilt|made|took|forgot|had|was|were)\b"
    r"|\b(?:arrived|came|broke|has (?:gone|turned|become))\b",
    re.IGNORECASE,
)
_MUST: Final = re.compile(
    r"\b(?:have to|has to|need to|must|allowed|possible|okay|ok to|safe|normal|necessary|should|right way"
    r"|when will)\b",
    re.IGNORECASE,
)
_YOUR: Final = re.compile(r"\byour\b", re.IGNORECASE)
_MINE: Final = re.compile(r"\b(?:my|our|his|her|their|this|that|your)(?:\s+\w+)?\s+$", re.IGNORECASE)
_CHOOSES: Final = re.compile(
    r"\b(?:help (?:me|us) (?!with)|choose|pick|browse|shopping|tell (?:me|us) (?:which|what)|let'?s (?:see|look)"
    r"|go(?:es)? (?:well )?with"
    r"|(?:best|good|right|suitable|suits?) (?:for|with|to))\b|\bbest\b",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(WORD)
_MOST: Final = 6


@dataclass(frozen=True, slots=True, order=True)
class Named:
    """A value of the catalogue in a message: its place, and whether it tells a kind of thing."""

    span: Span
    is_kind: bool = False


def goods_cues(message: str, named: Sequence[Named], lean: Lean | None = None) -> dict[str, float]:
    """
    The cues by name, each about -1..1.

    Args:
        message: Of the visitor.
        named: The values of the catalogue in it, prices and orders too, in reading order.
        lean: Tells words of pages from those of records; None without documents.

    >>> cues = goods_cues("Can I return a saree?", [Named((15, 20), True)])
    >>> cues["may I"], cues["kind"], cues["wish"]
    (1.0, 1.0, 0.0)
    """
    text = message[: DEFAULT_LIMITS.asking_chars].replace("’", "'")
    start, end = question_span(text)
    lead = _LEAD.match(text, start, end)
    asked = text[lead.end() if lead else start : end]
    rest = f"{text[:start].rstrip(' ;:')} {text[end:]}"
    inside = [one for one in named if start <= one.span[0] < end]
    others = _other_words(text, (start, end), named)
    is_which = _WH.match(asked) is not None
    near = any(len(text[start : one.span[0]].split()) <= 4 for one in inside)
    leans = [lean(word) for word in others] if lean is not None else []
    flags = {
        **{name: pattern.match(asked) is not None for name, pattern in _OPENINGS.items()},
        "which": is_which and not near,
        "wish": wishes(asked),
        "wish word": has_wish_words(asked),
        "property": asks_of_property(message),
        "bare": _ASKS.match(asked) is None and is_elliptic(asked),
        "acts before": _ACTS.search(rest) is not None,
        "must": _MUST.search(asked) is not None,
        "your": _YOUR.search(asked) is not None,
        "kind": any(one.is_kind for one in inside),
        "value": any(not one.is_kind for one in inside),
        "elsewhere": bool(named) and not inside,
        "mine": any(_MINE.search(text[: one.span[0]]) for one in inside),
        "acts": _ACTS.search(asked) is not None,
        "chooses": _CHOOSES.search(asked) is not None,
    }
    total = len(others) + sum(len(text[slice(*one.span)].split()) for one in inside)
    shares = {
        "unnamed share": len(others) / max(1, total),
        "unnamed": min(len(others), _MOST) / _MOST,
        "pages": sum(max(0.0, one) for one in leans) / (len(leans) + 1),
        "most pages": max([0.0, *leans]),
    }
    return {name: float(is_so) for name, is_so in flags.items()} | shares


def question_span(text: str) -> Span:
    """
    Where the question of *text* stands: its last clause that asks; the whole where none does.

    >>> text = "I ordered a green kurti. What now? Thanks."
    >>> text[slice(*question_span(text))]
    'What now?'
    """
    cuts = [match.span() for match in _BLANK.finditer(text) if _is_cut(text, match)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    spans = [(start, end) for start, end in zip(starts, ends, strict=True) if any(map(str.isalnum, text[start:end]))]
    asking = [span for span in spans if is_asking(text[slice(*span)])]
    return asking[-1] if asking else (0, len(text))


def tells_of_had(text: str) -> bool:
    """
    Whether *text* tells what somebody did or what came of it.

    >>> tells_of_had("I returned a cotton kurta."), tells_of_had("I wear size L.")
    (True, False)
    """
    return _ACTS.search(text) is not None


def _is_cut(text: str, blank: re.Match[str]) -> bool:
    """Whether a clause ends at *blank*: behind a sentence, at a line's end, before what goes on to ask."""
    said, start = blank[0], blank.start()
    if said[0] in ";:" or "\n" in said or text[start - 1 : start] in _ENDS:
        return True
    return (_BEHIND_COMMA if said[0] == "," else _GOES_ON).match(text, blank.end()) is not None


def is_asking(clause: str) -> bool:
    """Whether a clause asks something, or wishes for something."""
    bare = _LEAD.sub("", clause)
    if clause.rstrip().endswith(("?", "!")):
        return "?" in clause[-3:] or wishes(bare)
    return _ASKS.match(bare) is not None or wishes(bare)


def _other_words(text: str, span: Span, named: Sequence[Named]) -> list[str]:
    """Stems of the words in *span* that say something and name no value."""
    plain = STOP_WORDS["en"] | light_stems("en")
    words = [(match[0].lower(), match.start()) for match in _TOKEN.finditer(text, *span)]
    free = [word for word, at in words if not any(one.span[0] <= at < one.span[1] for one in named)]
    return [stem(word) for word in free if word not in plain and stem(word) not in plain]
