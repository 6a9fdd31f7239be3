"""What a question's wording asks for: a definition, an example, a formal account, a use, a comparison."""

from __future__ import annotations

import re
from typing import Final

from limpet.policy.plan import Intent

INTENTS: Final[tuple[Intent, ...]] = ("definition", "example", "formal", "application", "comparison")
_I: Final = re.IGNORECASE
COMPARES: Final = re.compile(
    r"\b(?:vs\.?|versus|compar\w+|differ\w*|distinguish\w*|better|worse|rather than|advantages? (?:of|over))\b", _I
)
FORMAL: Final = re.compile(
    r"\b(?:pro(?:of|ve[ns]?)|theorem|formal\w*|formula|equation|deriv\w+|specification|calculat\w+|exact\w*)\b", _I
)
EXAMPLE: Final = re.compile(r"\b(?:examples?|instances?|illustrat\w+|such as|case stud\w+|samples?|show me)\b", _I)
_DEFINITION: Final = re.compile(
    r"^\W*(?:what(?:'s| is| are| was| were)|who|define|meaning|explain|describe|tell me about)\b|\bmean\b", _I
)
_APPLICATION: Final = re.compile(
    r"\b(?:how (?:do|to|can|does|should|would)|use[ds]?|using|steps?|set ?up|install\w*|can i|should i|where)\b", _I
)
_WHY: Final = re.compile(r"\bwhy\b|\breasons?\b", _I)


def intent_scores(message: str) -> tuple[float, ...]:
    """
    How much the wording asks for each intent, 0..1 each, in the order of ``INTENTS``; .2 each when nothing tells.

    >>> intent_scores("What is a kurta?")[0] > intent_scores("How do I wash silk?")[0]
    True
    """
    scores = [
        1.0 * bool(_DEFINITION.search(message)),
        1.0 * bool(EXAMPLE.search(message)),
        1.0 * bool(FORMAL.search(message)) + 0.5 * bool(_WHY.search(message)),
        1.0 * bool(_APPLICATION.search(message)),
        1.5 * bool(COMPARES.search(message)),
    ]
    total = sum(scores)
    return tuple(score / total for score in scores) if total else (0.2,) * len(INTENTS)
