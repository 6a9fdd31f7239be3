"""Behaviour cloning from the rules, then proximal policy optimisation (Schulman et al. 2017) by stable-baselines3."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from environment import UNREWARDED, ConversationEnv
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv
from tabulating import Table

from limpet.evaluation.policy_episode import Episode, Kitchen
from limpet.evaluation.policy_replay import Replay
from limpet.policy.heads import HEADS, choices_of
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import HIDDEN, Layer, PolicyNetwork
from limpet.policy.schema import places

ENVIRONMENTS: Final = 8
CLONING_EPOCHS: Final = 200
SMOOTHING: Final = 0.1
"""Of the cloned choices, so that exploration has somewhere to go."""


_WIDTHS: Final = [len(head.choices) for head in HEADS]
_NUMBERS: Final = {head.name: number for number, head in enumerate(HEADS)}
_REWARDED: Final = ("mode", "context", "fragment_count", "length")
MODES: Final = HEADS[0].choices


@dataclass(frozen=True)
class Recipe:
    """What may be chosen about training; the defaults were chosen by conversations left out of training."""

    steps: int = 20_480
    learning_rate: float = 1e-4
    entropy: float = 0.01
    weight_decay: float = 1e-3
    gamma: float = 0.3
    batch: int = 256
    epochs: int = 4
    rollout: int = 256
    averaged_from: float = 0.5
    blur: float = 1.5
    table_steps: int = 400
    table_rate: float = 5e-4
    table_decay: float = 1e-2
    summary_blur: float = 3.0
    left_out: Sequence[int] = tuple(places("summary"))


def new_model(conversations: Sequence[Replay], kitchen: Kitchen, recipe: Recipe, seed: int) -> PPO:
    """An untrained model over its environments."""
    rows = np.stack([moment.features().to_vector() for one in conversations for moment in one.moments])
    blur = blur_of(rows, recipe)
    makers = [
        lambda number=number: ConversationEnv(conversations, kitchen, seed * 100 + number, recipe.left_out, blur)
        for number in range(ENVIRONMENTS)
    ]
    return PPO(
        "MlpPolicy",
        DummyVecEnv(makers),
        learning_rate=lambda left: recipe.learning_rate * max(0.1, left),
        n_steps=recipe.rollout,
        batch_size=recipe.batch,
        n_epochs=recipe.epochs,
        gamma=recipe.gamma,
        gae_lambda=0.9,
        ent_coef=recipe.entropy,
        policy_kwargs={
            "net_arch": {"pi": list(HIDDEN), "vf": list(HIDDEN)},
            "activation_fn": torch.nn.ReLU,
            "optimizer_class": torch.optim.AdamW,
            "optimizer_kwargs": {"weight_decay": recipe.weight_decay},
        },
        seed=seed,
        device="cpu",
    )


def clone(
    model: PPO, teacher: HeuristicPolicy, conversations: Sequence[Replay], kitchen: Kitchen, left_out: Sequence[int]
) -> float:
    """Make the model do as the rules do; the share of choices in which it then agrees."""
    rows, choices = _taught(teacher, conversations, kitchen)
    rows[:, list(left_out)] = 0
    generator = torch.Generator().manual_seed(0)
    optimiser = torch.optim.Adam(model.policy.parameters(), lr=1e-3)
    for _ in range(CLONING_EPOCHS):
        noise = 0.05 * torch.randn(rows.shape, generator=generator) * (rows.std(0) > 0)
        for picked in torch.randperm(len(rows), generator=generator).split(256):
            loss = torch.zeros(())
            outputs = _outputs(model, rows[picked] + noise[picked]).split(_WIDTHS, dim=1)
            for number, some in enumerate(outputs):
                loss = loss + torch.nn.functional.cross_entropy(
                    some, choices[picked, number], label_smoothing=SMOOTHING
                )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    outputs = _outputs(model, rows).split(_WIDTHS, dim=1)
    return float(np.mean([(some.argmax(1) == choices[:, i]).float().mean().item() for i, some in enumerate(outputs)]))


def learn_from_table(model: PPO, conversations: Sequence[Replay], table: Table, recipe: Recipe) -> None:
    """
    Follow the exact gradient of the mean reward of a reply, each message taken by itself.

    The features are blurred by more than their own spread: what is learned is then nearly linear, as it must be with a
    few hundred messages.
    """
    moments = [moment for one in conversations for moment in one.moments]
    rows = torch.from_numpy(np.stack([moment.features().to_vector() for moment in moments]))
    refusing, asking = (torch.tensor([table.of(moment)[place] for moment in moments]) for place in (0, 1))
    ways = torch.from_numpy(np.stack([table.of(moment)[2] for moment in moments]))
    blur = torch.from_numpy(blur_of(rows.numpy(), recipe))
    generator = torch.Generator().manual_seed(1)
    optimiser = torch.optim.AdamW(_actor_parameters(model), lr=recipe.table_rate, weight_decay=recipe.table_decay)
    for step in range(recipe.table_steps):
        seen = rows + blur * torch.randn(rows.shape, generator=generator)
        seen[:, list(recipe.left_out)] = 0
        shares = [torch.softmax(some, 1) for some in _outputs(model, seen).split(_WIDTHS, dim=1)]
        mode, context, fragments, length = (shares[_NUMBERS[name]] for name in _REWARDED)
        answered = torch.einsum("nc,nf,nl,ncfl->n", context, fragments, length, ways)
        ask, refuse = (mode[:, MODES.index(name)] for name in ("clarify", "not_covered"))
        worth = ask * asking + refuse * refusing + (1 - ask - refuse) * answered
        spread = -(mode * torch.log(mode + 1e-9)).sum(1).mean()
        loss = -worth.mean() - recipe.entropy * spread * (1 - step / recipe.table_steps)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def blur_of(rows: np.ndarray, recipe: Recipe) -> np.ndarray:
    """Standard deviation of the noise on each number of the input: its own, times the recipe's."""
    spread = rows.std(axis=0)
    times = np.full(len(spread), recipe.blur, dtype=np.float32)
    times[places("summary")] = recipe.summary_blur
    return spread * times


def clone_unrewarded(
    model: PPO, teacher: HeuristicPolicy, conversations: Sequence[Replay], kitchen: Kitchen, left_out: Sequence[int]
) -> None:
    """Give the heads that no reward sees what the rules do, over what the other heads have learned to look at."""
    rows, choices = _taught(teacher, conversations, kitchen)
    rows[:, list(left_out)] = 0
    with torch.no_grad():
        seen = model.policy.mlp_extractor.forward_actor(rows)
    start = 0
    for number, head in enumerate(HEADS):
        end = start + len(head.choices)
        if head.name in UNREWARDED:
            layer = torch.nn.Linear(seen.shape[1], len(head.choices))
            optimiser = torch.optim.Adam(layer.parameters(), lr=0.02, weight_decay=1e-4)
            for _ in range(300):
                loss = torch.nn.functional.cross_entropy(layer(seen), choices[:, number])
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
            with torch.no_grad():
                model.policy.action_net.weight[start:end] = layer.weight
                model.policy.action_net.bias[start:end] = layer.bias
        start = end


def improve(model: PPO, recipe: Recipe, watch: Callable[[PolicyNetwork], dict[str, float]]) -> list[dict[str, float]]:
    """Run PPO; the model ends as the mean of its weights over the last part. What was watched on the way."""
    averaging = _Averaging(recipe, watch)
    model.learn(recipe.steps, callback=averaging)
    model.policy.load_state_dict(averaging.mean())
    return averaging.curve


def network_of(model: PPO, trained_on: frozenset[str] = frozenset(), left_out: Sequence[int] = ()) -> PolicyNetwork:
    """The model's actor, quantised."""
    linear = _actor(model)
    weights = [layer.weight.detach().numpy().T.astype(np.float64) for layer in linear]
    weights[0] = weights[0].copy()
    weights[0][list(left_out)] = 0
    return PolicyNetwork(
        [Layer.quantised(weight, layer.bias.detach().numpy()) for weight, layer in zip(weights, linear, strict=True)],
        trained_on,
    )


def logits_of(model: PPO, rows: np.ndarray) -> np.ndarray:
    """The actor's outputs in floating point, for comparison with the quantised network."""
    with torch.no_grad():
        return _outputs(model, torch.from_numpy(rows)).numpy()


def _actor_parameters(model: PPO) -> list[torch.nn.Parameter]:
    return [parameter for layer in _actor(model) for parameter in layer.parameters()]


def _actor(model: PPO) -> list[torch.nn.Linear]:
    hidden = [layer for layer in model.policy.mlp_extractor.policy_net if isinstance(layer, torch.nn.Linear)]
    return [*hidden, model.policy.action_net]


def _outputs(model: PPO, rows: torch.Tensor) -> torch.Tensor:
    return model.policy.action_net(model.policy.mlp_extractor.forward_actor(rows))


def _taught(teacher: HeuristicPolicy, conversations: Sequence[Replay], kitchen: Kitchen) -> tuple[Any, Any]:
    rows, choices = [], []
    for replay in conversations:
        episode = Episode(replay, kitchen)
        while not episode.is_over:
            features = episode.features()
            plan = teacher.decide(features)
            rows.append(features.to_vector())
            choices.append(list(choices_of(plan).values()))
            episode.answer(plan)
    return torch.from_numpy(np.stack(rows)), torch.tensor(choices)


class _Averaging(BaseCallback):
    """Keeps the running mean of the weights after every rollout of the last part, and watches how training goes."""

    def __init__(self, recipe: Recipe, watch: Callable[[PolicyNetwork], dict[str, float]]) -> None:
        super().__init__()
        self.curve: list[dict[str, float]] = []
        self._recipe, self._watch = recipe, watch
        self._sum: dict[str, torch.Tensor] = {}
        self._count = 0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._recipe.averaged_from * self._recipe.steps:
            state = self.model.policy.state_dict()
            self._sum = {name: self._sum.get(name, 0) + value for name, value in copy.deepcopy(state).items()}
            self._count += 1
        every = max(1, self._recipe.steps // (ENVIRONMENTS * self._recipe.rollout) // 10)
        if (self.num_timesteps // (ENVIRONMENTS * self._recipe.rollout)) % every == 0:
            seen = self._watch(network_of(self.model, left_out=self._recipe.left_out))
            self.curve.append({"steps": float(self.num_timesteps), **seen})

    def mean(self) -> dict[str, torch.Tensor]:
        """The mean of the weights."""
        return {name: value / self._count for name, value in self._sum.items()}
