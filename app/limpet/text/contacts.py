"""Questions for how a site's people are reached, and the forms in which that is written (``contact_words.json``)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final, Literal, TypeAlias

from limpet.text.stop_words import STOP_WORDS

ContactKind: TypeAlias = Literal["", "phone", "email", "chat", "address", "any"]
KINDS: Final[tuple[ContactKind, ...]] = ("phone", "email", "chat", "address", "any")
_MOST_WORDS: Final = 12
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ELSEWHERE: Final = frozenset(
    "my our his her their this that it its by per via with from if when why how's not no because after before who i'm"
    " mein meine mon ma mes mi mis mijn".split()
)
"""Stop words of another question: whose address, what is told by phone."""
_REACHED: Final = (
    r"(?:you(?: guys)?|us|someone|somebody|anyone|anybody|a (?:real |live )?(?:human|person|agent)|(?:your |the )?"
    r"(?:(?:customer )?(?:service|support|care|team)|shop|store|library|office|staff|people))"
)
_BY_VERB: Final[tuple[tuple[ContactKind, re.Pattern[str]], ...]] = (
    ("phone", re.compile(rf"\b(?:call|phone|ring)(?: up)? {_REACHED}\b", re.IGNORECASE)),
    ("chat", re.compile(rf"\b(?:live )?chat with {_REACHED}\b", re.IGNORECASE)),
    ("any", re.compile(
        rf"\b(?:(?:reach|contact|write to|get (?:a )?hold of) {_REACHED}|(?:talk|speak) (?:to|with) {_REACHED}"
        rf"|(?:be|get) in touch(?: with {_REACHED})?)(?!\w)", re.IGNORECASE
    )),
    ("address", re.compile(
        r"^\W*(?:(?:and|so|hi|hello)\W+)*where (?:are|is|r) (?:you|u|your?(?: \w+)?(?: shops?| stores?)?|the (?:shop"
        r"|store|library|office|showroom))(?: exactly| located| based| situated)?\W*$", re.IGNORECASE
    )),
)  # fmt: skip
_NO_WAY: Final = re.compile(
    r"^\W*(?:(?:and|so|but|hi|hello|ok(?:ay)?)\W+)*(?:(?:do|does|did|should|must|will|would|shall|need) (?:i|we|they|it"
    r"|you (?!have\b|got\b|offer\b|use\b))|(?:can|could|may) (?:someone|somebody|they|it"
    r"|you(?! (?:please )?(?:give|tell|send|share|show)\b))"
    r"|what(?:'s| is| are) an?|is an?)\b"
    r"|\b(?:needed|requir\w+|mobile data|located there|on mobile|another)\b|(?<!\bi )(?<!\bwe )\bneeds?\b",
    re.IGNORECASE,
)
"""Questions whether one is needed, wanted or possible, or what it is, rather than which it is."""
_EMAIL: Final = re.compile(r"(?<![\w.+-])(?!git@)[\w.+-]+@\w[\w-]*(?:\.[\w-]+)+")
_PHONE: Final = re.compile(r"(?<![\w/])(?:\+\d|\(?0\d|1-\d{3}-|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})[\d ()/.-]*\d")
_PHONE_DIGITS: Final = range(6, 16)
_RINGS: Final = re.compile(
    r"\b(?:call|phone|tele?phone|tel|ring|mobile|hotline|helpline|whatsapp|ruf|rufen|anruf|telefon\w*|t[ée]l[ée]phone\w*"
    r"|appel\w*|tel[eé]fono|llam\w+|telefon[oe]|chiam\w+|ligue|bel)\b", re.IGNORECASE
)  # fmt: skip
_CHAT: Final = re.compile(r"\b(?:whatsapp|telegram|messenger|live ?chat|instagram|facebook|wechat)\b", re.IGNORECASE)
_STANDS: Final = re.compile(
    r"\b(?:stands?|located|situated|find us|visit us|we are) (?:at|in|on|near|opposite) (?:the )?(?:\d|[A-Z])"
)


def contact_asked(message: str) -> ContactKind:
    """
    Which way to reach the site's people *message* asks for, and nothing else; empty for other questions.

    >>> contact_asked("What is your phone number?"), contact_asked("Where are you located?"), contact_asked("WhatsApp?")
    ('phone', 'address', 'chat')
    >>> contact_asked("Do I need a phone number?"), contact_asked("Do you have a phone number?")
    ('', 'phone')
    >>> contact_asked("Can I change my address?"), contact_asked("Do I get a receipt by e-mail?")
    ('', '')
    """
    if len(message) > 100 or len(message.split()) > _MOST_WORDS:
        return ""
    text = message.replace("’", "'")
    if _NO_WAY.search(text):
        return ""
    words = _words()
    for kind, verb in _BY_VERB:
        if (found := verb.search(text)) is not None and _is_neutral(text[: found.start()] + text[found.end() :]):
            return kind
    own = {match[0].lower() for match in _WORD.finditer(text)}
    kinds = [kind for kind in KINDS if not own.isdisjoint(words[kind])]
    if not kinds or not _is_neutral(text):
        return ""
    return "email" if "email" in kinds else kinds[0]


def tells_contact(kind: ContactKind, text: str) -> bool:
    """
    Whether *text* tells how people are reached in that way.

    >>> tells_contact("phone", "Call 0141 555 0199."), tells_contact("phone", "Open from 10.30 to 18.00.")
    (True, False)
    >>> tells_contact("address", "Jaipur: 14 Johari Bazaar"), tells_contact("email", "Write to care@shop.example.")
    (True, True)
    """
    if kind == "email":
        return _EMAIL.search(text) is not None
    if kind == "phone":
        numbers = [match[0] for match in _PHONE.finditer(text) if sum(map(str.isdigit, match[0])) in _PHONE_DIGITS]
        return any(one.startswith("+") or _RINGS.search(text) for one in numbers)
    if kind == "chat":
        return _CHAT.search(text) is not None
    if kind == "address":
        return _street().search(text) is not None or _STANDS.search(text) is not None
    return kind == "any" and (tells_contact("phone", text) or tells_contact("email", text))


def _is_neutral(text: str) -> bool:
    """Whether *text* says nothing beside ways to be reached."""
    words = _words()
    known = frozenset[str]().union(*words.values()) - words["street"]
    own = {match[0].lower() for match in _WORD.finditer(text)}
    return own.isdisjoint(_ELSEWHERE) and own <= known | _stops()


@lru_cache(maxsize=1)
def _stops() -> frozenset[str]:
    named = frozenset("e can could would whats what's ur u r hi hello hey please exactly there any".split())
    return (named | frozenset[str]().union(*STOP_WORDS.values())) - _ELSEWHERE


@lru_cache(maxsize=1)
def _street() -> re.Pattern[str]:
    names = "|".join(word.capitalize() for word in sorted(_words()["street"]))
    return re.compile(
        rf"(?:^|[\s,(])(?:[Ss]hop |[Uu]nit )?\d{{1,5}}[a-zA-Z]?,? (?:[A-Z][\w'’-]+ ){{1,3}}(?:{names})\b"
        r"|\b[A-ZÄÖÜ]\w+(?:straße|strasse|gasse|weg|platz|straat|laan|plein|gade|gatan) \d{1,4}\b"
        r"|\b\d{1,4},? (?:rue|avenue|boulevard|place) (?:d\w* )?[A-Z]"
        r"|\b(?:[Cc]alle|[Vv]ia|[Rr]ua|[Pp]iazza) [A-Z][\w ]+,? \d"
    )  # fmt: skip


@lru_cache(maxsize=1)
def _words() -> Mapping[str, frozenset[str]]:
    told = json.loads(resources.files("limpet.text").joinpath("contact_words.json").read_text("utf-8"))
    return {name: frozenset(words.split()) for name, words in told.items()}
