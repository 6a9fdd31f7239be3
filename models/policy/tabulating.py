"""What every reply to a message would be worth, taken by itself: the replay can be asked, nothing need be guessed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import limpet
from limpet.evaluation.policy_episode import Episode, Kitchen
from limpet.evaluation.policy_replay import Moment, Replay
from limpet.policy.features import Features
from limpet.policy.heads import CONTEXTS, HEADS, plan_of
from limpet.policy.plan import LENGTHS_WORDS, Plan

CHOICES = {head.name: len(head.choices) for head in HEADS}
TOPICS = CHOICES["topic_count"] - 1
"""Every fragment of the replay is a topic, so that the number of fragments alone decides here."""
SHAPE = (CHOICES["context"], CHOICES["fragment_count"], CHOICES["length"])


NO_PART = ("network.py", "standing_in.py", "schema.py", "features.py", "evidence_numbers.py", "network.npz")
"""Files that no reply to a given plan depends on."""
Known = dict[tuple[str, int], tuple[float, float, np.ndarray]]


class Table:
    """
    Rewards by message, computed once.

    Args:
        kitchen: Where replies come from.
        known: What is known already, by conversation and number of the turn.
    """

    def __init__(self, kitchen: Kitchen, known: Known | None = None) -> None:
        self.kitchen = kitchen
        self.known: Known = known if known is not None else {}

    def filled(self, conversations: Sequence[Replay]) -> Known:
        """Compute those of *conversations*."""
        for one in conversations:
            for moment in one.moments:
                self.of(moment)
        return self.known

    def save(self, path: Path, key: str) -> None:
        """Keep it, for a later training of the same replies."""
        path.parent.mkdir(parents=True, exist_ok=True)
        names = list(self.known)
        modes = np.array([self.known[name][:2] for name in names])
        ways = np.stack([self.known[name][2] for name in names])
        marks, turns = np.array([name for name, _ in names]), np.array([number for _, number in names])
        np.savez_compressed(path, key=np.array(key), marks=marks, turns=turns, modes=modes, ways=ways)

    def of(self, moment: Moment) -> tuple[float, float, np.ndarray]:
        """What "not covered" is worth, what asking back is, and every way to answer, of ``SHAPE``."""
        name = (moment.turn.conversation_id, moment.turn.number)
        if name not in self.known:
            ways = np.zeros(SHAPE, dtype=np.float32)
            for place in np.ndindex(*SHAPE):
                # one fragment more than there are topics is no other reply
                same = (place[0], min(place[1], TOPICS), place[2])
                ways[place] = ways[same] if same != place else self._worth(moment, "answer", place)
            typical = (1, 2, 1)
            asking, refusing = (self._worth(moment, mode, typical) for mode in ("clarify", "not_covered"))
            self.known[name] = (refusing, asking, ways)
        return self.known[name]

    def worth(self, moment: Moment, plan: Plan) -> float:
        """What the reply by *plan* is worth; a comparison as an answer is."""
        refusing, asking, ways = self.of(moment)
        if plan.mode in ("clarify", "not_covered"):
            return asking if plan.mode == "clarify" else refusing
        context = CONTEXTS.index((plan.context_share, plan.summary_share))
        fragments = min(plan.fragment_count, plan.topic_count)
        return float(ways[context, fragments - 1, LENGTHS_WORDS.index(plan.length_words)])

    def _worth(self, moment: Moment, mode: str, place: tuple[int, ...]) -> float:
        episode = Episode(Replay("", "", (moment,)), self.kitchen)
        features = episode.features()
        choices = {head.name: 0 for head in HEADS} | {
            "mode": HEADS[0].choices.index(mode),
            "intent": intent_of(features),
            "context": place[0],
            "topic_count": TOPICS,
            "fragment_count": place[1],
            "length": place[2],
        }
        return episode.answer(plan_of(choices, features, "table"))[0]


def kept(path: Path, key: str) -> Known:
    """What ``save`` kept under the same *key*; empty when there is none."""
    if not path.exists():
        return {}
    with np.load(path) as held:
        if str(held["key"]) != key:
            return {}
        names = zip(held["marks"].tolist(), held["turns"].tolist(), strict=True)
        modes, ways = held["modes"], held["ways"]
    return {name: (float(one[0]), float(one[1]), way) for name, one, way in zip(names, modes, ways, strict=True)}


def key_of(files: Sequence[Path]) -> str:
    """Digest of *files* and of every part of the program that a reply depends on."""
    folder = Path(limpet.__file__).parent
    parts = sorted(path for path in folder.rglob("*.py") if path.name not in NO_PART)
    digest = hashlib.sha256()
    for path in [*files, *parts]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def intent_of(features: Features) -> int:
    """What the wording asks for most: the rules' own choice of the intent."""
    return max(range(len(features.intent_scores)), key=lambda number: features.intent_scores[number])
