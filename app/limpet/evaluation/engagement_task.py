"""
Engagement on telephone dialogues labelled with dialogue acts: F1 of acknowledging, clarifying and challenging.

Every utterance is classified as a message that answers the last thing the other speaker said. Spoken and labelled for
another purpose, so a rough test: figures count beside the two baselines of the same run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from limpet.evaluation.metrics import mean
from limpet.evaluation.readers import find, read_lines
from limpet.evaluation.task import Figures, Measured, Task
from limpet.memory.engagement import engagement_of

CLASSES: Final = ("acknowledging", "clarifying", "challenging")
_ACTS: Final = {
    "acknowledging": frozenset({"b", "bk", "bh", "ba", "aa"}),
    "clarifying": frozenset({"br", "bf"}),
    "challenging": frozenset({"ar", "arp", "nd", "ng", "arp_nd"}),
}
_QUESTIONS: Final = frozenset({"qw", "qy"})
_ANSWERS: Final = frozenset({"sd", "sv", "ny", "nn", "na", "ng", "no", "aa", "h"})
"""After one of these by the other speaker, a question asks back."""
_KEYWORDS: Final = {
    "clarifying": frozenset({"what", "mean", "which", "huh", "pardon", "understand"}),
    "challenging": frozenset({"no", "not", "wrong", "sure", "really", "but"}),
    "acknowledging": frozenset({"ok", "okay", "yeah", "yes", "thanks", "right", "sure", "uh-huh", "great", "see"}),
}
_WORD: Final = re.compile(r"[\w'-]+")


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text, what the other speaker said last, and its class: one of ``CLASSES`` or empty."""

    text: str
    before: str
    label: str


def read_utterances(path: Path) -> list[Utterance]:
    """All utterances of a ``dialogues.jsonl``."""
    utterances = []
    for dialogue in read_lines(path):
        last_said: dict[str, str] = {}
        previous: tuple[str, str] = ("", "")
        for turn in dialogue["turns"]:
            speaker, text, act = str(turn["speaker"]), str(turn["text"]), str(turn["act"])
            before = next((said for who, said in last_said.items() if who != speaker), "")
            utterances.append(Utterance(text, before, _label(act, speaker, previous)))
            last_said[speaker] = text
            previous = (speaker, act)
    return utterances


def by_keyword(text: str, _before: str) -> str:
    """
    The plain baseline: the first class with a keyword in the text.

    >>> by_keyword("Yeah, right.", "")
    'acknowledging'
    """
    words = set(_WORD.findall(text.lower()))
    return next((name for name, keywords in _KEYWORDS.items() if words & keywords), "")


def f1_by_class(pairs: Sequence[tuple[str, str]]) -> Figures:
    """
    F1 of each class and their macro mean, of (label, found) pairs.

    >>> f1_by_class([("acknowledging", "acknowledging"), ("", "challenging")])["F1 acknowledging"]
    1.0
    """
    figures = {f"F1 {name}": _f1(pairs, name) for name in CLASSES}
    return {"F1": mean(figures.values()), **figures}


def swda(directory: Path, corpus: Path | None) -> Measured:
    """The task ``swda``: ours beside the commonest class and the keywords."""
    utterances = read_utterances(find("dialogues.jsonl", directory, corpus, "swda"))
    commonest = max(CLASSES, key=lambda name: sum(one.label == name for one in utterances))
    systems: dict[str, Callable[[str, str], str]] = {
        "ours": engagement_of,
        "majority": lambda _text, _before: commonest,
        "keyword": by_keyword,
    }
    return Measured(
        len(utterances),
        {
            name: f1_by_class([(one.label, classify(one.text, one.before)) for one in utterances])
            for name, classify in systems.items()
        },
    )


def _label(act: str, speaker: str, previous: tuple[str, str]) -> str:
    for name, acts in _ACTS.items():
        if act in acts:
            return name
    asks_back = act in _QUESTIONS and previous[0] not in ("", speaker) and previous[1] in _ANSWERS
    return "clarifying" if asks_back else ""


def _f1(pairs: Sequence[tuple[str, str]], name: str) -> float:
    right = sum(label == found == name for label, found in pairs)
    labelled = sum(label == name for label, _ in pairs)
    found = sum(found == name for _, found in pairs)
    return 2 * right / (labelled + found) if labelled + found else 0.0


TASKS: Final[dict[str, Task]] = {"swda": swda}
