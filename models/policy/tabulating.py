"""What every reply to a message would be worth, taken by itself: the replay can be asked, nothing need be guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from limpet.evaluation.policy_episode import Episode, Kitchen
from limpet.evaluation.policy_replay import Moment, Replay
from limpet.policy.features import Features
from limpet.policy.heads import HEADS, plan_of

CHOICES = {head.name: len(head.choices) for head in HEADS}
TOPICS = CHOICES["topic_count"] - 1
"""Every fragment of the replay is a topic, so that the number of fragments alone decides here."""
SHAPE = (CHOICES["context"], CHOICES["fragment_count"], CHOICES["length"])


Filled: TypeAlias = tuple[dict[int, tuple[float, float, np.ndarray]], dict[tuple[object, ...], Any]]


class Table:
    """
    Rewards by message, computed once.

    Args:
        kitchen: Where replies come from.
    """

    def __init__(self, kitchen: Kitchen) -> None:
        self.kitchen = kitchen
        self._known: dict[int, tuple[float, float, np.ndarray]] = {}

    def filled(self, conversations: Sequence[Replay]) -> Filled:
        """Compute those of *conversations*; with the replies, for ``take`` in the process that this is a copy of."""
        for one in conversations:
            for moment in one.moments:
                self.of(moment)
        return self._known, self.kitchen.made

    def take(self, filled: Filled) -> None:
        """Take over what a copy of this process has computed."""
        self._known.update(filled[0])
        self.kitchen.made.update(filled[1])

    def of(self, moment: Moment) -> tuple[float, float, np.ndarray]:
        """What "not covered" is worth, what asking back is, and every way to answer, of ``SHAPE``."""
        if id(moment) not in self._known:
            ways = np.zeros(SHAPE, dtype=np.float32)
            for place in np.ndindex(*SHAPE):
                # one fragment more than there are topics is no other reply
                same = (place[0], min(place[1], TOPICS), place[2])
                ways[place] = ways[same] if same != place else self._worth(moment, "answer", place)
            typical = (1, 2, 1)
            asking, refusing = (self._worth(moment, mode, typical) for mode in ("clarify", "not_covered"))
            self._known[id(moment)] = (refusing, asking, ways)
        return self._known[id(moment)]

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


def intent_of(features: Features) -> int:
    """What the wording asks for most: the rules' own choice of the intent."""
    return max(range(len(features.intent_scores)), key=lambda number: features.intent_scores[number])
