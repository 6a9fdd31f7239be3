"""What a reply to a message would be worth, taken by itself: the replay can be asked, nothing need be guessed."""

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
USUAL = [(1, fragments, length) for fragments in (2, 3) for length in range(SHAPE[2])]
USUAL += [(context, 2, 2) for context in range(SHAPE[0]) if context != 1]
"""Ways to answer that nearly all who learn or are tuned ask for; the others are few and computed on the way."""


NO_PART = ("network.py", "standing_in.py", "schema.py", "features.py", "evidence_numbers.py", "network.npz")
"""Files that no reply to a given plan depends on."""
Known = dict[tuple[str, int], tuple[float, float, np.ndarray]]


class Table:
    """
    Rewards by message, each computed when it is first asked for.

    Args:
        kitchen: Where replies come from.
        known: What is known already, by conversation and number of the turn; NaN stands for what is not.
    """

    def __init__(self, kitchen: Kitchen, known: Known | None = None) -> None:
        self.kitchen = kitchen
        self.known: Known = known if known is not None else {}

    def filled(self, conversations: Sequence[Replay]) -> Known:
        """Compute those of *conversations* that every training asks for."""
        for one in conversations:
            for moment in one.moments:
                for place in USUAL:
                    self.way(moment, place)
        return self.known

    def save(self, path: Path, key: str) -> None:
        """Keep it, for a later training of the same replies."""
        path.parent.mkdir(parents=True, exist_ok=True)
        names = list(self.known)
        modes = np.array([self.known[name][:2] for name in names])
        ways = np.stack([self.known[name][2] for name in names])
        marks, turns = np.array([name for name, _ in names]), np.array([number for _, number in names])
        np.savez_compressed(path, key=np.array(key), marks=marks, turns=turns, modes=modes, ways=ways)

    def modes(self, moment: Moment) -> tuple[float, float]:
        """What "not covered" is worth, and what asking back is."""
        return self._row(moment)[:2]

    def way(self, moment: Moment, place: tuple[int, ...]) -> float:
        """What an answer is worth by the numbers of the context, of the fragments and of the length."""
        ways = self._row(moment)[2]
        place = (place[0], min(place[1], TOPICS), place[2])  # one fragment more than there are topics is no other reply
        if np.isnan(ways[place]):
            ways[place] = self._worth(moment, "answer", place)
        return float(ways[place])

    def worth(self, moment: Moment, plan: Plan) -> float:
        """What the reply by *plan* is worth; a comparison as an answer is."""
        if plan.mode in ("clarify", "not_covered"):
            return self.modes(moment)[plan.mode == "clarify"]
        context = CONTEXTS.index((plan.context_share, plan.summary_share))
        fragments = min(plan.fragment_count, plan.topic_count)
        return self.way(moment, (context, fragments - 1, LENGTHS_WORDS.index(plan.length_words)))

    def _row(self, moment: Moment) -> tuple[float, float, np.ndarray]:
        name = (moment.turn.conversation_id, moment.turn.number)
        if name not in self.known:
            asking, refusing = (self._worth(moment, mode, (1, 2, 1)) for mode in ("clarify", "not_covered"))
            self.known[name] = (refusing, asking, np.full(SHAPE, np.nan, dtype=np.float32))
        return self.known[name]

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
