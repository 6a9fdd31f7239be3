"""
What people write when they acknowledge, doubt, ask back, go deeper or turn away: patterns over normalised English.

The patterns are data, in ``engagement_cues.json``: lists of alternatives, each an expression of its own.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any, Final

_DATA: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("engagement_cues.json").read_text("utf-8"))


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(_DATA[name])})")


ACKNOWLEDGING: Final = re.compile(f"{_pattern('acknowledging').pattern}(?![\\w'])")
"""One acknowledgement; a message made of nothing else acknowledges."""
CHALLENGING: Final = _pattern("challenging")
CLARIFYING: Final = _pattern("clarifying")
REDIRECTING: Final = _pattern("redirecting")
NEW_TOPIC: Final = _pattern("new_topic")
DEEPENING: Final = _pattern("deepening")
WHY_OR_HOW: Final = _pattern("why_or_how")
"""Goes deeper when it is bare or leans on what was said; else it may be any question."""
QUESTION_START: Final = _pattern("question_start")
REFERRING: Final = _pattern("referring")
"""Words that point to something said before."""
ELLIPTIC: Final = _pattern("elliptic")
"""A short message that only makes sense after another one: "and returns?", "in red?"."""
FILLERS: Final = _pattern("fillers")
"""Said without meaning at the start of a message."""
YES: Final = _pattern("yes")
NO: Final = _pattern("no")
NEGATIVE: Final = _pattern("negative")

ACKNOWLEDGING_SIGNS: Final = frozenset(_DATA["acknowledging_signs"])
CLARIFYING_SIGNS: Final = frozenset(_DATA["clarifying_signs"])
CHALLENGING_SIGNS: Final = frozenset(_DATA["challenging_signs"])
DEEPENING_SIGNS: Final = frozenset(_DATA["deepening_signs"])
