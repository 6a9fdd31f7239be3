"""
What is listed, where the thing that is asked for is not in the list: "Do you accept cheques?" is told which ways to pay
are accepted.

The sentence must list at least three things and have the very verb of the question, or stand right below it ("Ways to
pay"); nothing is claimed of the thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.answer.evidence import Evidence
from limpet.answer.fragments import Unit
from limpet.answer.looked_at import read
from limpet.answer.sameness import is_negated
from limpet.retrieval.document import Hit
from limpet.text.tokens import stem, stems

NEAREST: Final = 3
"""Best fragments that are looked at."""
LEAST_COSINE: Final = 0.32
"""Cosine from which a list is of the same sort of things; without vectors the verb alone tells."""
_ASKS: Final = re.compile(
    r"\W*(?:(?:hi|hello|and|also|so|but)\W+)*(?:do|does|can|could|will|would|are|is)\s+"
    r"(?:you|i|we|it|they|the \w+|(?!the\b)\w+)"
    r"\s+(?:also\s+|able to\s+)?(?P<verb>[a-z]{3,})\s+(?!(?:need|have|want|use|support|require)\b)\S",
    re.IGNORECASE,
)
_LIST: Final = re.compile(r"\w+(?:, [^,.;:]{2,60}){1,}(?:,? (?:and|or) )", re.IGNORECASE)
_LEAD: Final = re.compile(
    r"^\W*(?:by|in|on|at|for|if|when|after|before|with|however|also|then|here)\b[^,]*,", re.IGNORECASE
)
"""Before what a sentence says: "by default," lists nothing."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_NO_VERBS: Final = frozenset("have has need want know get use make sure there the any".split())


def listed_instead(evidence: Evidence) -> Unit | None:
    """
    The sentence of the best fragments that lists what there is instead; None for another question, or without one.

    >>> from limpet.retrieval.document import Document
    >>> from limpet.retrieval.splitting import split
    >>> page = Document("pay", "Payment", "We accept cash, Visa and RuPay cards. Gift cards are valid for a year.")
    >>> hits = [Hit(split(page)[0], 1.0, cosine=0.5)]
    >>> found = listed_instead(Evidence("Do you accept cheques?", "", hits, lambda name: page))
    >>> found.plain if found else ""
    'We accept cash, Visa and RuPay cards.'
    >>> page = Document("pay", "Shop", "# Ways to pay\\n\\nWe accept cash, Visa and RuPay cards.")
    >>> hits = [Hit(split(page)[0], 1.0, cosine=0.5)]
    >>> listed_instead(Evidence("Can I pay with Bitcoin?", "", hits, lambda name: page)).plain
    'We accept cash, Visa and RuPay cards.'
    >>> page = Document("back", "Returns", "# Returns\\n\\nWe do not take back blouses, masks and gift cards.")
    >>> hits = [Hit(split(page)[0], 1.0, cosine=0.5)]
    >>> listed_instead(Evidence("Can I return a lamp?", "", hits, lambda name: page)) is None
    True
    """
    asks = _ASKS.match(evidence.message)
    verb = stems(asks["verb"])[:1] if asks and asks["verb"].lower() not in _NO_VERBS else []
    if not verb:
        return None
    for one in read(evidence, [(hit, hit.score) for hit in _near(evidence.hits)]):
        for unit in one.units if one.document.format != "record" else ():
            words = _WORD.findall(unit.plain.lower())
            told = {*map(stem, words), *stems(" ".join(one.hit.fragment.heading_path[-1:]))}
            is_list = unit.kind == "sentence" and _LIST.search(_LEAD.sub("", unit.plain, count=1)) is not None
            if is_list and verb[0] in told and not is_negated(unit.plain):
                return unit
    return None


def _near(hits: Sequence[Hit]) -> list[Hit]:
    is_lexical = not any(hit.cosine for hit in hits)
    return [hit for hit in hits[:NEAREST] if is_lexical or hit.cosine >= LEAST_COSINE]
