"""A gymnasium environment that replays real conversations: one step is one reply, an episode one conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import gymnasium
import numpy as np
from tabulating import intent_of

from limpet.evaluation.policy_episode import Episode, Kitchen
from limpet.evaluation.policy_replay import Moment, Replay
from limpet.policy.features import Features
from limpet.policy.heads import HEADS, plan_of
from limpet.policy.schema import WIDTH

UNREWARDED: Final = ("intent", "creativity", "tone")
"""Heads that make no difference to an answer out of these passages, which have no kinds, by this composer."""
TWIN_SHARE: Final = 0.0
"""Answerable messages that are asked of documents from which the evidence was taken out."""


class ConversationEnv(gymnasium.Env[Any, Any]):
    """
    Replies to conversations drawn at random.

    Args:
        conversations: Those that may be learned from.
        kitchen: Where replies come from; shared by several environments.
        seed: Of the draws.
        left_out: Places of the input that are always 0.
        blur: Standard deviation of what is added to each number of the input, so that single conversations are not
            learned by heart; nothing is added when None.
    """

    def __init__(
        self,
        conversations: Sequence[Replay],
        kitchen: Kitchen,
        seed: int,
        left_out: Sequence[int] = (),
        blur: Any = None,
    ) -> None:
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (WIDTH,), np.float32)
        self.action_space = gymnasium.spaces.MultiDiscrete([len(head.choices) for head in HEADS])
        self._conversations = list(conversations)
        self._twins: dict[int, Moment] = {}
        self._rows: dict[tuple[object, ...], Any] = {}
        self._kitchen = kitchen
        self._rng = np.random.default_rng(seed)
        self._left_out = list(left_out)
        self._blur = blur
        self._episode = Episode(self._conversations[0], kitchen)
        self._features = Features()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002
        """Begin a conversation."""
        super().reset(seed=seed)
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        replay = self._conversations[int(self._rng.integers(len(self._conversations)))]
        if TWIN_SHARE > 0:
            replay = replace(replay, moments=tuple(self._perhaps_twin(moment) for moment in replay.moments))
        self._episode = Episode(replay, self._kitchen)
        return self._row(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Reply, and go on to the next message."""
        choices = {head.name: int(number) for head, number in zip(HEADS, action, strict=True)}
        plan = plan_of({**choices, **self._ruled()}, self._features, "training")
        value, said = self._episode.answer(plan)
        is_over = self._episode.is_over
        row = np.zeros(WIDTH, np.float32) if is_over else self._row()
        return row, value, is_over, False, {"mode": said.mode}

    def _perhaps_twin(self, moment: Moment) -> Moment:
        if moment.wanted.mode != "answer" or not moment.wanted.relevant or self._rng.random() >= TWIN_SHARE:
            return moment
        return self._twins.setdefault(id(moment), moment.without_evidence())

    def _ruled(self) -> dict[str, int]:
        """The heads that no reward sees are the rules' own here; the network learns them from the rules alone."""
        return {"intent": intent_of(self._features), "creativity": 0, "tone": 0}

    def _row(self) -> Any:
        self._features = self._episode.features()
        moment = self._episode.moment
        key = (id(moment), self._features.shown_share, self._features.was_ambiguous, self._episode.held_back)
        if key not in self._rows:
            self._rows[key] = self._features.to_vector()
        row = self._rows[key].copy()
        if self._blur is not None:
            row += self._blur * self._rng.normal(size=WIDTH).astype(np.float32)
        row[self._left_out] = 0
        return row
