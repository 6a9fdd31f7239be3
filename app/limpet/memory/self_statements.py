"""What visitors say about themselves and want to hold from then on: an allergy, a size, a diet, a budget."""

from __future__ import annotations

import re
from typing import Final

from limpet.memory.slots import Slot
from limpet.text.tokens import stems

_READ_CHARS: Final = 400
_SIZES: Final = r"(?-i:X{0,3}[SML]|[2-5]XL)\b"
_AM: Final = (
    r"(?:i|we)(?:'m| am|'re| are) (?:(?:an?|also|both|all|very|really|quite|strictly|usually|normally|mostly)\b\s*)*"
    rf"(?:(?:size\b|{_SIZES}|allergic|intolerant|sensitive|vegan|vegetarian|pescatarian|lactose|gluten|on an? "
    r"(?:\w+ )?(?:budget|diet)|not (?:fond|a fan) of))"
)
_DO: Final = (
    r"(?:i|we) (?:(?:(?:also|really|generally|usually|normally|mostly) )?"
    r"(?:only|never|always|don't|do not|can't|cannot|won't)(?: ever| really)? (?:wear|eat|read|drink|use|take|like|buy"
    r"|tolerate|stand|have|watch|listen to|travel with)"
    r"|(?:(?:also|usually|normally|mostly|generally) )?(?:wear|read|hate|detest|dislike|avoid|take (?:a )?size)"
    r"|have an? (?:[\w-]+ ){0,2}(?:allergy|intolerance|budget))\b(?! (?:it|that|this|them|those|these|the)\b)"
)
_MY: Final = (
    r"(?:my|our) (?:[\w-]+ )?(?:size|budget|diet|(?:price |spending )?limit)(?: is| are| was|'s| would be| will be|:)"
)
_BUDGET: Final = r"(?:a |the |total |max(?:imum)? )*budget(?: is| of|:)? (?=[₹$€£¥₩]|(?:rs|inr|eur|usd)\b|\d)"
_ENDS: Final = (
    r"(?=[.;!?\n]|$|[,\s]+(?:(?:so|and|but|then)\s+)?(?:do you|can you|could you|what|which|show|find|recommend"
    r"|suggest|have you|are there|is there|any\b(?! more)|i(?:'m| am) looking|i need|i want|i'd like|i would like"
    r"|please|looking|how|where)\b)"
)
_STATES: Final = re.compile(
    rf"(?:^|(?<=[.;!?\n,])|(?<=\band)|(?<=\bbut)|(?<=\bbecause)|(?<=\bas))\s*"
    rf"(?P<said>(?:{_AM}|{_DO}|{_MY}|{_BUDGET})[^;!?\n]*?){_ENDS}",
    re.IGNORECASE,
)
_TAKES_BACK: Final = re.compile(
    r"\b(?:not|no longer|n't) (?:really |actually |any ?more )?(?:allergic|intolerant|sensitive) to\b"
    r"|\b(?:i|we) (?:can|do) (?:actually |still |now )?(?:wear|eat|drink|use)\b[^?]*$|\b(?:is|are) fine for me\b",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^\W*(?:(?:hi|hello|hey|ok(?:ay)?|so|well|oh|btw|by the way|also|please|note(?: that)?|remember(?: that)?|fyi|and"
    r"|but|actually|just so you know|you should know(?: that)?)\b[\s,:.!-]*)+",
    re.IGNORECASE,
)
_DIETS: Final = frozenset(stems("vegetarian vegan pescatarian halal kosher gluten-free lactose-free veggie"))
_FILLERS: Final = frozenset(stems("i am i'm we are a an by the way and also please thanks ok"))


def self_statements(message: str) -> list[str]:
    """
    The clauses of *message* that state what holds for the visitor, whatever they ask for.

    >>> self_statements("I'm allergic to wool, do you have shawls?"), self_statements("I like the blue one")
    (["I'm allergic to wool"], [])
    >>> self_statements("budget 2000"), self_statements("I'm looking for a size L")
    (['budget 2000'], [])
    """
    text = _LEAD.sub("", message[:_READ_CHARS].replace("’", "'"))
    found = [match["said"].strip(" ,.") for match in _STATES.finditer(text)]
    return found or ([text.strip(" .!")] if _names_diet(text) else [])


def states_only(message: str) -> bool:
    """
    Whether *message* says nothing but what holds for the visitor.

    >>> states_only("Hi, I'm a size L."), states_only("I'm a size L, any shirts?")
    (True, False)
    """
    rest = _LEAD.sub("", message.replace("’", "'"))
    said = self_statements(message)
    for one in said:
        rest = rest.replace(one, " ")
    return bool(said) and "?" not in rest and set(stems(rest)) <= _FILLERS


def takes_back(message: str) -> bool:
    """
    Whether *message* says that something does no harm to the visitor after all.

    >>> takes_back("I'm not allergic to wool"), takes_back("I'm allergic to wool")
    (True, False)
    """
    return _TAKES_BACK.search(message[:_READ_CHARS].replace("’", "'")) is not None


def is_lasting(slot: Slot) -> bool:
    """Whether a value is by nature one of the visitor's own: a diet."""
    return bool(_DIETS & set(stems(str(slot.value))))


def _names_diet(text: str) -> bool:
    words = set(stems(text))
    return "?" not in text and bool(words & _DIETS) and words <= _DIETS | _FILLERS
