"""
Whether what was found lacks the very fact that a question asks for: the weight of a thing of which only the price is
told, the number of users of a program that is described at length.

The question names the fact ("how many employees", "which school", "how heavy", "who founded"); a fact that is told
stands in the best fragments in that word, in one near it, or in its form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from limpet.retrieval.document import Hit
from limpet.text.near_words import share_of
from limpet.text.tokens import stems, tokens

_FEW: Final = 3
_I: Final = re.IGNORECASE
_WORD: Final = r"[^\W\d_]+"
_NOUN: Final = rf"(?P<noun>(?:{_WORD}[ -]){{0,2}}?{_WORD})"
_LEAD: Final = r"^\W*(?:(?:and|so|but|ok(?:ay)?|hi|hello|please|in|on|at|to|from|by|with)\W+)*"
_VERB: Final = r"are|is|do|does|did|can|could|has|have|had|will|would|may|must|should|was|were"
_COUNTED: Final = re.compile(rf"\bhow many {_NOUN}\s+(?:{_VERB}|there|fit|in|of|per)\b", _I)
_NAMED: Final = (
    re.compile(rf"{_LEAD}what(?:'s| is| are| was| were) (?:the |your |its |their ){_NOUN} (?:of|for|to|in|on)\b", _I),
    re.compile(rf"{_LEAD}(?:which|what) {_NOUN}\s+(?:{_VERB})\b", _I),
)
_DONE: Final = re.compile(rf"{_LEAD}what (?:do|does|did) (?:{_WORD} ){{1,4}}(?P<verb>{_WORD})\W*$", _I)
_THERE: Final = re.compile(
    rf"{_LEAD}(?:(?:is|are) there|do you (?:have|offer|provide))\s+(?:an?\s+|any\s+|some\s+)?{_NOUN}"
    r"(?=\W*$|\s+(?:at|in|on|for|near|of|with|to|from|by|when|if|that|which|who|and|or)\b)", _I
)  # fmt: skip
_GENERIC: Final = frozenset(
    stems(
        "kind kinds type types sort sorts way ways thing things item items number amount people person persons guests"
        " visitors time times name names place option options choice choices reason purpose difference point idea best"
        " good other price cost costs date dates day days week month year years hour hours part parts form mean do"
        " include contain say look happen address steps minimum maximum"
    )
)
"""Words that a told fact need not have: "how many people" is told by "seats 120"."""
_FORMS: Final[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = (
    (re.compile(r"\bhow heavy\b|\bhow much do(?:es)? .+ weigh\b|\bthe weight of\b", _I),
     re.compile(r"\b(?:weigh\w*|heav\w+)\b|\d\s?(?:kg|g|grams?|kilo(?:gram)?s?|lbs?|oz|ounces?|pounds?|tons?)\b", _I)),
    (re.compile(r"\bhow (?:tall|high)\b|\bthe height of\b", _I),
     re.compile(r"\b(?:tall|high|height)\b|\d\s?(?:m|cm|mm|km|(?:centi)?met(?:er|re)s?|feet|ft|inch(?:es)?)\b", _I)),
    (re.compile(r"\bhow fast\b|\bthe speed of\b", _I),
     re.compile(r"\b(?:fast\w*|speed|quick\w*|perform\w*|slow\w*|per (?:second|hour|minute)|within|takes?)\b", _I)),
    (re.compile(r"\bhow old\b", _I),
     re.compile(r"\b(?:age[ds]?|old|years?|since|until|from|under|over)\b|\b1[5-9]\d\d\b|\b20\d\d\b", _I)),
    (re.compile(r"\bwhat (?:do|does|would) .{1,60}\bcosts?\b|\bhow much (?:do|does|would) .{1,60}\bcosts?\b"
                r"|\bthe (?:price|cost) of\b", _I),
     re.compile(r"[₹$€£¥]\s?\d|\d\s?[₹$€£¥]|\d\s?(?:rs|inr|usd|eur|gbp|chf|rupees?|euros?|dollars?|pounds?|cents?)\b"
                r"|\b(?:free|gratis|without (?:any )?charge|no (?:extra )?(?:cost|fee)|price[ds]?|costs?)\b", _I)),
)  # fmt: skip
"""Questions for a measure, and how it is told."""
_MAKER: Final = re.compile(
    rf"{_LEAD}who(?:'s| is| was| are| were)? (?:(?:the|your|its) {_NOUN} of|(?:founded|wrote|created|invented"
    r"|designed|designs|owns|owned|built|discovered|runs|leads|directs|painted|composed|manages))\b", _I
)  # fmt: skip
_OF_NAME: Final = re.compile(
    rf"\bwhat(?:'s| is| was) the name of\b|{_LEAD}(?:which|what) (?:{_WORD} )?"
    r"(?:courier|carrier|compan(?:y|ies)|bank|brands?|suppliers?|provider|airline|agency|manufacturer|vendor)\b", _I
)  # fmt: skip
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_NAME: Final = re.compile(
    r"(?<=[\w,;:(] )(?<!\bin )(?<!\bfrom )(?<!\bat )(?<!\bto )(?<!\bof )[A-Z][a-z]\w+|\b(?:by|named|called) [A-Z]\w+"
)
"""A name inside a sentence that is not that of a place."""
_DAYS: Final = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October"
    r"|November|December"
)
_HAS_NUMBER: Final = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?"
    r"|thousands?|millions?|single|both|several|few|no)\b", _I
)  # fmt: skip
_LIST_ITEMS: Final = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s", re.MULTILINE)


def lacks_asked(message: str, hits: Sequence[Hit]) -> bool:
    """
    Whether none of the first three *hits* has the fact that *message* asks for; False where it names none.

    >>> from limpet.retrieval.document import Fragment
    >>> told = [Hit(Fragment("tea#1", "tea", ("Tea",), 0, 40, "Green tea is steeped. It costs €4."), 1.0)]
    >>> lacks_asked("How heavy is the tea?", told), lacks_asked("What does the tea cost?", told)
    (True, False)
    >>> lacks_asked("Which farmer does it come from?", told), lacks_asked("Is the tea good?", told)
    (True, False)
    """
    hits = hits[:_FEW]
    text = message.replace("’", "'")
    measured = next((told for asks, told in _FORMS if asks.search(text)), None)
    if measured is not None:
        return not any(measured.search(hit.fragment.text) for hit in _about(text, hits))
    if _MAKER.match(text) or _OF_NAME.search(text):
        own = frozenset(tokens(text))
        subjects = [stem for stem in stems(text) if stem not in _GENERIC]
        return not _any_sentence(hits, subjects, lambda one: _names(one, own))
    if counted := _COUNTED.search(text):
        noun = _head(counted["noun"])
        return bool(noun) and not (_any_sentence(hits, [noun], _counts) or _has_list(hits, noun))
    if there := _THERE.match(text):
        thing = _head(there["noun"])
        return bool(thing) and not any(share_of(thing, hit.stems) for hit in hits)
    named = next((found["noun"] for pattern in _NAMED if (found := pattern.match(text))), "")
    phrase = named or (done["verb"] if (done := _DONE.match(text)) else "")
    told = frozenset[str]().union(*(hit.stems for hit in hits))
    return bool(_head(phrase)) and not any(share_of(one, told) for one in stems(phrase))


def _head(phrase: str) -> str:
    """Stem of the word that a phrase of a fact ends with; empty for one that a told fact need not have."""
    found = stems(phrase)[-1:]
    return found[0] if found and found[0] not in _GENERIC else ""


def _about(message: str, hits: Sequence[Hit]) -> list[Hit]:
    """Those of *hits* that have the most of the question's words."""
    asked = frozenset(stems(message)) - _GENERIC
    shared = [len(asked & hit.stems) for hit in hits]
    return [hit for hit, count in zip(hits, shared, strict=True) if count == max(shared)]


def _any_sentence(hits: Sequence[Hit], subjects: Sequence[str], is_told: Callable[[str], bool]) -> bool:
    """Whether a sentence with one of *subjects* tells it."""
    for hit in hits:
        for sentence in _SENTENCES.split(hit.fragment.text):
            found = frozenset(stems(sentence))
            if any(share_of(one, found) for one in subjects) and is_told(sentence):
                return True
    return False


def _names(sentence: str, own: frozenset[str]) -> bool:
    """Whether a name stands in it that is none of the question's *own* words."""
    found = [match[0].split()[-1] for match in _NAME.finditer(sentence)]
    return any(not own.issuperset(tokens(name)) and not _DAYS.fullmatch(name) for name in found)


def _counts(sentence: str) -> bool:
    return _HAS_NUMBER.search(sentence) is not None


def _has_list(hits: Sequence[Hit], noun: str) -> bool:
    """Whether a section under a heading with *noun* lists things, which can be counted."""
    return any(
        noun in stems(" ".join(hit.fragment.heading_path[-1:])) and len(_LIST_ITEMS.findall(hit.fragment.text)) > 1
        for hit in hits
    )
