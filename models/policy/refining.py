"""
Going on from the learned network by proximal policy optimisation (Schulman et al. 2017), by stable-baselines3: over
whole conversations, where what was shown and asked before counts. Only with ``train.py --ppo STEPS``.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Final

import torch
from environment import ConversationEnv
from learning import Actor, Recipe
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from limpet.evaluation.policy_episode import Kitchen
from limpet.evaluation.policy_replay import Replay
from limpet.policy.network import HIDDEN

ENVIRONMENTS: Final = 8
ROLLOUT: Final = 256
GAMMA: Final = 0.3
ENTROPY: Final = 0.01
LEARNING_RATE: Final = 1e-4
AVERAGED_FROM: Final = 0.5
"""Share of the steps after which the weights are averaged."""


def refined(
    actor: Actor, conversations: Sequence[Replay], kitchen: Kitchen, recipe: Recipe, steps: int, seed: int
) -> Actor:
    """The mean of the weights over the second half of *steps* of PPO that began at *actor*."""
    makers = [
        lambda number=number: ConversationEnv(conversations, kitchen, seed * 100 + number, recipe.left_out)
        for number in range(ENVIRONMENTS)
    ]
    model = PPO(
        "MlpPolicy",
        DummyVecEnv(makers),
        learning_rate=lambda left: LEARNING_RATE * max(0.1, left),
        n_steps=min(ROLLOUT, max(8, steps // ENVIRONMENTS)),
        batch_size=ROLLOUT,
        n_epochs=4,
        gamma=GAMMA,
        gae_lambda=0.9,
        ent_coef=ENTROPY,
        policy_kwargs={"net_arch": {"pi": list(HIDDEN), "vf": list(HIDDEN)}, "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )
    with torch.no_grad():
        for own, given in zip(_actor(model), actor, strict=True):
            own.weight[:], own.bias[:] = given.weight, given.bias
    averaging = _Averaging(steps)
    model.learn(steps, callback=averaging)
    model.policy.load_state_dict(averaging.mean())
    return _actor(model)


def _actor(model: PPO) -> Actor:
    hidden = [layer for layer in model.policy.mlp_extractor.policy_net if isinstance(layer, torch.nn.Linear)]
    return [*hidden, model.policy.action_net]


class _Averaging(BaseCallback):
    """Keeps the running sum of the weights after every rollout of the last part."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self._steps = steps
        self._sum: dict[str, torch.Tensor] = {}
        self._count = 0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= AVERAGED_FROM * self._steps:
            self._add()

    def _on_training_end(self) -> None:
        self._add()

    def _add(self) -> None:
        state: dict[str, Any] = copy.deepcopy(self.model.policy.state_dict())
        self._sum = {name: self._sum.get(name, 0) + value for name, value in state.items()}
        self._count += 1

    def mean(self) -> dict[str, torch.Tensor]:
        """The mean of the weights."""
        return {name: value / self._count for name, value in self._sum.items()}
