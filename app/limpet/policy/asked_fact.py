"""
Whether what was found lacks the very fact that a question asks for: the weight of a thing of which only the price is
told, the number of users of a program that is described at length.

The question names a fact that has a form ("how heavy", "what does it cost", "who founded", "how many employees"); one
that is told stands in the best fragments in that form. Where a form is hard to tell, the fact counts as told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.retrieval.document import Hit
from limpet.text.near_words import share_of
from limpet.text.sentences import plain_sentences
from limpet.text.tokens import stems, tokens

_FEW: Final = 3
_I: Final = re.IGNORECASE
_WORD: Final = r"[^\W\d_]+"
_NOUN: Final = rf"(?:{_WORD}[ -]){{0,2}}?{_WORD}"
_LEAD: Final = r"^\W*(?:(?:and|so|but|ok(?:ay)?|hi|hello|please|in|on|at|to|from|by|with)\W+)*"
_COUNTED: Final = re.compile(
    rf"\bhow many (?P<noun>{_NOUN})\s+(?:are|is|do|does|did|can|could|has|have|had|will|would|may|must|should|was|were"
    r"|there|fit|in|of|per)\b", _I
)  # fmt: skip
_THERE: Final = re.compile(
    rf"{_LEAD}(?:is|are) there\s+(?:an?\s+|any\s+|some\s+)?(?P<noun>{_NOUN})\s+(?:at|in|on|near)\b", _I
)  # fmt: skip
"""Whether a place has a thing; without the place, that the thing is not found says enough."""
_GENERIC: Final = frozenset(
    stems(
        "kind kinds type types sort sorts way ways thing things item items number amount people person persons guests"
        " visitors time times name names place option options choice choices part parts do have use make work"
    )
)
"""Words that a told fact need not have: "how many people" is told by "seats 120"."""
_SOME: Final = (
    r"(?:\d|\b(?:an?|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
    r"|forty|fifty|sixty|seventy|eighty|ninety|dozens?|hundreds?|thousands?|millions?|several|few)\b)"
)
_BETWEEN: Final = r"[ \t.,\d-]*(?:of an? |and an? half |hundred |thousand |million |dozen )?"
_FORMS: Final[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = (
    (re.compile(r"\bhow heavy\b|\bhow much do(?:es)? .+ weigh\b|\bthe weight of\b", _I),
     re.compile(rf"\b(?:weigh\w*|heav\w+|light(?:er|est|weight)?)\b|{_SOME}{_BETWEEN}(?:k?g|mg|grams?|grammes?"
                r"|kilo(?:gram(?:me)?)?s?|lbs?|oz|ounces?|pounds?|stone|tons?|tonnes?|t)\b", _I)),
    (re.compile(r"\bhow (?:tall|high)\b|\bthe height of\b", _I),
     re.compile(rf"\b(?:tall\w*|high\w*|heights?|ris(?:es?|ing)|tower(?:s|ing)|stor(?:e?ys|eys?|ies)|floors)\b"
                rf"|{_SOME}{_BETWEEN}(?:m|cm|mm|km|(?:centi|milli|kilo)?met(?:er|re)s?|feet|foot|ft|inch(?:es)?|miles?"
                r"|yards?)\b", _I)),
    (re.compile(r"\bhow fast\b|\bthe speed of\b", _I),
     re.compile(r"\b(?:fast\w*|speeds?|quick\w*|perform\w*|slow\w*|rapid\w*|instant\w*|immediate\w*|within|takes?"
                rf"|lasts?|knots|mph|kmh|(?:same|next)[ -]day)\b|\b(?:per|an?) (?:second|hour|minute)\b|\d\s?(?:km|m)/"
                rf"|{_SOME}{_BETWEEN}(?:working |business )?(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b", _I)),
    (re.compile(r"\bhow old\b", _I),
     re.compile(r"\b(?:age[ds]?|old|years?|since|founded|established|born|centur(?:y|ies)|decades?|reign|dates? (?:from"
                r"|back)|generations?|anniversary)\b|\b1\d\d\d\b|\b20\d\d\b"
                rf"|\b(?:from|until|under|over|above|below|at least|up to|than) {_SOME}", _I)),
    (re.compile(r"\bwhat (?:do|does|would) .{1,60}\bcosts?\b|\bhow much (?:do|does|would) .{1,60}\bcosts?\b"
                r"|\bthe (?:price|cost) of\b", _I),
     re.compile(rf"[^\W\d_]*\$\s?\d|[₹€£¥₽₺₩₴฿]\s?\d|\d\s?[₹$€£¥₽₺₩₴฿]|\b(?:rs|kr|fr|inr|re)\b\.?\s?\d"
                rf"|\b(?-i:[A-Z]{{3}})\s?\d|\d\s?(?-i:[A-Z]{{3}})\b|{_SOME}{_BETWEEN}(?:rs|kr|fr|z[łl]|kč|ft|lei|rupees?"
                r"|euros?|dollars?|bucks|pounds?|quid|cents?|pence|pesos?|yen|yuan|rand|francs?|crowns?|kron\w+|lire"
                r"|roubles?|rubles?|zloty\w*|dirhams?)\b|\b(?:free|gratis|included|without (?:any )?charge"
                r"|no (?:extra )?(?:cost|fee|charge)|pric(?:e[ds]?|ing)|costs?|fees?)\b|\d[.,]\d\d\b(?![.:\d])",
                _I)),
)  # fmt: skip
"""Questions for a measure, and how it is told: by its own words, or a number near a unit or a currency."""
_MAKES: Final = (
    r"(?:found|own|creat|invent|design|discover|direct|paint|compos|manag|manufactur|produc|start)(?:ed|e?s)"
    r"|wrote|built|runs|leads|makes|made|delivers|ships|carries"
)
_MAKER: Final = re.compile(
    rf"{_LEAD}who(?:'s| is| was| are| were)? (?:(?:the|your|its) {_NOUN} of|(?:{_MAKES}))\b", _I
)  # fmt: skip
_OF_NAME: Final = re.compile(
    rf"\bwhat(?:'s| is| was) the name of\b|{_LEAD}(?:which|what) (?:{_WORD} )?"
    r"(?:courier|carrier|compan(?:y|ies)|bank|brands?|suppliers?|provider|airline|agency|manufacturer|vendor)\b", _I
)  # fmt: skip
_NAME: Final = re.compile(
    r"(?<=[\w,;:(&\"“'] )(?<!\bin )(?<!\bfrom )(?<!\bat )(?<!\bto )(?<!\bof )[A-Z]\w+|\b(?:by|named|called):? \w+"
    rf"|^[A-Z]\w+(?= (?:(?i:{_MAKES}))\b)"
)
"""A name inside a sentence, or before its verb, that is not that of a place."""
_GOES_ON: Final = re.compile(r"\W*(?:it|its|they|their|he|his|she|her|this|these|today|now)\b", _I)
"""How a sentence begins that is about what the one before it is about."""
_DAYS: Final = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October"
    r"|November|December"
)
_NO_COUNT: Final = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b(?![.,]\d)|\b\d{1,2}[:.]\d\d\b(?!\d)|\+\d[\d -]+|\b[\w.-]+@[\w.-]+|\b[A-Z]+\d[A-Z\d]+\b"
)
"""A year, a clock time, a telephone number: numbers that count nothing."""
_HAS_NUMBER: Final = re.compile(rf"{_SOME.replace('an?|', '')}|\b(?:single|both|no|none|many|pair|couple)\b", _I)
_LIST_ITEMS: Final = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s", re.MULTILINE)


def lacks_asked(message: str, hits: Sequence[Hit]) -> bool:
    """
    Whether none of the first three *hits* has the fact that *message* asks for; False where it names none that
    has a form.

    >>> from limpet.retrieval.document import Fragment
    >>> told = [Hit(Fragment("tea#1", "tea", ("Tea",), 0, 40, "Green tea is steeped. It costs €4."), 1.0)]
    >>> lacks_asked("How heavy is the tea?", told), lacks_asked("What does the tea cost?", told)
    (True, False)
    >>> lacks_asked("Who founded the tea house?", told), lacks_asked("Is the tea good?", told)
    (True, False)
    """
    everything, hits = hits, hits[:_FEW]
    text = message.replace("’", "'")
    measured = next((told for asks, told in _FORMS if asks.search(text)), None)
    if measured is not None:
        return not any(measured.search(hit.fragment.text) for hit in _about(text, hits))
    if _MAKER.match(text) or _OF_NAME.search(text):
        return bool(hits) and not _has_name(text, hits)
    if counted := _COUNTED.search(text):
        noun = _head(counted["noun"])
        return bool(noun) and not any(_counts(hit.fragment.text) for hit in hits) and not _has_list(hits, noun)
    if there := _THERE.match(text):
        thing = _head(there["noun"])
        return bool(thing) and not any(share_of(thing, hit.stems) for hit in everything)
    return False


def _head(phrase: str) -> str:
    """Stem of the word that a phrase of a fact ends with; empty for one that a told fact need not have."""
    found = stems(phrase)[-1:]
    return found[0] if found and found[0] not in _GENERIC else ""


def _about(message: str, hits: Sequence[Hit]) -> list[Hit]:
    """Those of *hits* that have the most of the question's words."""
    asked = frozenset(stems(message)) - _GENERIC
    shared = [len(asked & hit.stems) for hit in hits]
    return [hit for hit, count in zip(hits, shared, strict=True) if count == max(shared)]


def _has_name(message: str, hits: Sequence[Hit]) -> bool:
    """Whether a sentence on what *message* names, or one that goes on about it, holds a name."""
    own = frozenset(tokens(message))
    subjects = frozenset(stems(message)) - _GENERIC
    for hit in hits:
        is_headed = len(subjects.intersection(stems(" ".join(hit.fragment.heading_path[-1:])))) > 1
        is_about = False
        for sentence in plain_sentences(hit.fragment.text):
            told = frozenset(stems(sentence))
            has_subject = any(share_of(one, told) for one in subjects)
            is_about = is_headed or has_subject or (is_about and bool(_GOES_ON.match(sentence)))
            if is_about and _names(sentence, own):
                return True
    return False


def _names(sentence: str, own: frozenset[str]) -> bool:
    """Whether a name stands in it that is none of the question's *own* words."""
    found = [match[0].split()[-1] for match in _NAME.finditer(sentence)]
    return any(not own.issuperset(tokens(name)) and not _DAYS.fullmatch(name) for name in found)


def _counts(text: str) -> bool:
    return _HAS_NUMBER.search(_NO_COUNT.sub(" ", text)) is not None


def _has_list(hits: Sequence[Hit], noun: str) -> bool:
    """Whether a section under a heading with *noun* lists things, which can be counted."""
    return any(
        noun in stems(" ".join(hit.fragment.heading_path[-1:])) and len(_LIST_ITEMS.findall(hit.fragment.text)) > 1
        for hit in hits
    )
