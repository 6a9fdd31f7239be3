"""The network learns to say what the teacher says, anywhere among the messages, and what the rules say beside that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from teaching import ANSWERING, ASKING, CONTEXT, FRAGMENTS, REFUSING, Rows

from limpet.memory.engagement import ENGAGEMENTS
from limpet.policy.heads import HEADS
from limpet.policy.network import SHAPES, Layer, PolicyNetwork
from limpet.policy.schema import TRENDS, places

_WIDTHS: Final = [len(head.choices) for head in HEADS]
_NUMBERS: Final = {head.name: number for number, head in enumerate(HEADS)}
_MODES: Final = HEADS[0].choices
_WORDING: Final = (
    ("intent_scores",), ("compares",), ("asks_formal",), ("asks_example",), ("engagement",), ("trend",),
)  # fmt: skip
"""Features that the rules choose intent, topics and tone by: each is dealt out anew, so that the network learns the
rules and not which wordings came together in a few hundred messages."""
_APART: Final = 3.0
"""Distance, in outputs, of the choice that the rules make between answer and compare from the other one."""
_LEAST_SPREAD: Final = 0.05
"""Deviation that a feature is scaled by at least, so that no weight grows out of what eight bits can tell apart."""
_OUT_OF_REACH: Final = -0.5
"""Value of asking back where no topics compete, and of small talk, which its wording tells."""


TELLING: Final = (
    "top_score", "entity_count", "intent_scores", "topic_age_turns", "query_words", "decision", "confidence",
    "agreement_share", "difficulty", "shown_share", "added_share", "shift_share", "rival_count", "rival_share",
    "open_share", "hits",
)  # fmt: skip
"""The few features that one of the teachers knows: no parts of the confidence, which sums them up, and no engagement.
With a few hundred messages each input costs something too."""
Tells = Callable[[Rows], Rows]
"""Features to the values of refusing, asking back and answering at each length."""


@dataclass(frozen=True)
class Recipe:
    """What may be chosen about training; chosen by conversations left out of training."""

    ridge: float = 500.0
    kernel_ridge: float = 3.0
    kernel_width: float = 0.7
    local_share: float = 0.5
    few_share: float = 0.5
    examples: int = 8_000
    epochs: int = 60
    batch: int = 256
    learning_rate: float = 2e-3
    blur: float = 0.3
    sharpness: float = 10.0
    ppo_steps: int = 0
    left_out: Sequence[int] = tuple(places("summary"))
    few: Sequence[int] = tuple(places(*TELLING))


Actor = list[torch.nn.Linear]


def learned(
    rows: Rows, teacher: Tells, recipe: Recipe, seed: int, watch: Callable[[Actor], None] | None = None
) -> Actor:
    """Train the three layers; *watch* is called ten times on the way."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    examples = np.concatenate([rows, *(between(rows, recipe, dice) for _ in range(recipe.examples // len(rows)))])
    examples[:, list(recipe.left_out)] = 0
    middle, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), _LEAST_SPREAD)
    inputs = torch.from_numpy(((examples - middle) / spread).astype(np.float32))
    wanted = torch.from_numpy(wanted_outputs(examples, teacher, recipe).astype(np.float32))
    ruled = torch.from_numpy(ruled_choices(examples))
    actor = [torch.nn.Linear(*shape) for shape in SHAPES]
    every = [parameter for layer in actor for parameter in layer.parameters()]
    optimiser = torch.optim.Adam(every, lr=recipe.learning_rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, recipe.epochs)
    for epoch in range(recipe.epochs):
        if watch is not None and epoch % max(1, recipe.epochs // 10) == 0:
            watch(unscaled(actor, middle, spread))
        for picked in torch.randperm(len(inputs)).split(recipe.batch):
            optimiser.zero_grad()
            _loss(outputs(actor, inputs[picked]), wanted[picked], ruled[picked]).backward()
            optimiser.step()
        schedule.step()
    actor = unscaled(actor, middle, spread)
    if watch is not None:
        watch(actor)
    return actor


def unscaled(actor: Actor, middle: Rows, spread: Rows) -> Actor:
    """The same function of features that are not scaled."""
    first = torch.nn.Linear(*SHAPES[0])
    with torch.no_grad():
        first.weight[:] = actor[0].weight / torch.from_numpy(spread)
        first.bias[:] = actor[0].bias - first.weight @ torch.from_numpy(middle).float()
    return [first, *actor[1:]]


def between(rows: Rows, recipe: Recipe, dice: np.random.Generator) -> Rows:
    """As many new examples: each between two messages, blurred, with wordings that are dealt out anew."""
    others, share = rows[dice.permutation(len(rows))], dice.uniform(0, 0.5, (len(rows), 1))
    made: Rows = (1 - share) * rows + share * others
    made += recipe.blur * rows.std(axis=0) * dice.normal(size=rows.shape)
    for names in _WORDING:
        found = places(*names)
        made[:, found] = rows[dice.permutation(len(rows))][:, found]
    return made


def wanted_outputs(rows: Rows, teacher: Tells, recipe: Recipe) -> Rows:
    """The outputs of the heads for mode and length: the teacher's values, sharpened."""
    told = teacher(rows)
    answering = told[:, ANSWERING:]
    modes = np.full((len(rows), len(_MODES)), _OUT_OF_REACH)
    modes[:, _MODES.index("not_covered")] = told[:, REFUSING]
    has_rivals = rows[:, places("rival_count")[0]] * 4 > 1.5
    modes[:, _MODES.index("clarify")] = np.where(has_rivals, told[:, ASKING], _OUT_OF_REACH)
    compares = rows[:, places("compares")[0]] > 0.5
    for name, is_ruled in (("answer", ~compares), ("compare", compares)):
        modes[:, _MODES.index(name)] = answering.max(axis=1) - np.where(is_ruled, 0, _APART / recipe.sharpness)
    lengths = answering - answering.mean(axis=1, keepdims=True)
    return recipe.sharpness * np.concatenate([modes, lengths], axis=1)


def ruled_choices(rows: Rows) -> np.ndarray:
    """What the rules choose for the other heads, in the order of ``HEADS``; 0 for those that are not theirs."""
    formal, example, compares = (rows[:, places(name)[0]] > 0.5 for name in ("asks_formal", "asks_example", "compares"))
    clarifying = rows[:, places("engagement")[ENGAGEMENTS.index("clarifying")]] > 0.5
    broad = rows[:, places("trend")[TRENDS.index("broadening")]] > 0.5
    chosen = np.zeros((len(rows), len(HEADS)), dtype=np.int64)
    tones = HEADS[_NUMBERS["tone"]].choices
    chosen[:, _NUMBERS["intent"]] = rows[:, places("intent_scores")].argmax(axis=1)
    chosen[:, _NUMBERS["context"]] = CONTEXT
    chosen[:, _NUMBERS["topic_count"]] = np.where(broad | compares, 3, 2)
    chosen[:, _NUMBERS["fragment_count"]] = FRAGMENTS
    chosen[:, _NUMBERS["creativity"]] = np.where(formal, 0, 1)
    chosen[:, _NUMBERS["tone"]] = np.where(
        formal, tones.index("formal"), np.where(clarifying | example, tones.index("intuitive"), tones.index("neutral"))
    )
    return chosen


def _loss(said: torch.Tensor, wanted: torch.Tensor, ruled: torch.Tensor) -> torch.Tensor:
    heads = said.split(_WIDTHS, dim=1)
    valued = torch.cat([heads[_NUMBERS["mode"]], heads[_NUMBERS["length"]]], dim=1)
    loss = torch.nn.functional.mse_loss(valued, wanted)
    for name, number in _NUMBERS.items():
        if name not in ("mode", "length"):
            loss = loss + 0.1 * torch.nn.functional.cross_entropy(heads[number], ruled[:, number])
    return loss


def outputs(actor: Actor, rows: torch.Tensor) -> torch.Tensor:
    """What the layers give for *rows*."""
    for layer in actor[:-1]:
        rows = torch.relu(layer(rows))
    given: torch.Tensor = actor[-1](rows)
    return given


def network_of(actor: Actor, trained_on: frozenset[str] = frozenset(), left_out: Sequence[int] = ()) -> PolicyNetwork:
    """The layers, quantised."""
    weights = [layer.weight.detach().numpy().T.astype(np.float64) for layer in actor]
    weights[0] = weights[0].copy()
    weights[0][list(left_out)] = 0
    biases = [layer.bias.detach().numpy() for layer in actor]
    return PolicyNetwork([Layer.quantised(*one) for one in zip(weights, biases, strict=True)], trained_on)


def logits_of(actor: Actor, rows: Any) -> np.ndarray:
    """The outputs in floating point, for comparison with the quantised network."""
    with torch.no_grad():
        return outputs(actor, torch.from_numpy(np.asarray(rows, dtype=np.float32))).numpy()
