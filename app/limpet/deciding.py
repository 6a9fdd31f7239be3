"""Step 8 of a message's path: from what was found to features, and from these to a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.answer.for_whom import whom_stems
from limpet.answer.question import question_weights
from limpet.memory.slot_measured import unit_stems
from limpet.memory.slot_plans import place_in, sent_to
from limpet.policy.features import Features, Observed, features_of
from limpet.policy.heuristic import TUNED
from limpet.policy.named_in_message import names_what_it_points_at
from limpet.policy.plan import Plan
from limpet.ports import Policy
from limpet.retrieval.document import Hit
from limpet.text.tokens import stems
from limpet.thought import Thought
from limpet.told_for_all import told_for_all

UNKNOWN_PLACE_SHARE: Final = 0.5
"""What a place that the documents do not name counts among what is asked: a rule, set by example and not fitted."""
_NEAREST: Final = 1
"""Best hits where a unit that they do not have is no lack: a table of measures need not repeat it."""
LOOKED_AT: Final = 10
"""Hits that features are taken from."""


@dataclass(frozen=True, slots=True)
class Decided:
    """
    How a message will be answered.

    Attributes:
        features: What was known.
        plan: What follows from it.
        lacking: Of things to be compared those that the documents do not tell about.
    """

    features: Features
    plan: Plan
    lacking: tuple[str, ...] = ()


def features_for(
    thought: Thought,
    hits: Sequence[Hit],
    idf: Callable[[str], float],
    entities: Sequence[str] = (),
    recalled_coverage: float = 0.0,
    granted: frozenset[str] = frozenset(),
) -> Features:
    """
    The features of a thought and of what was found for it; pure, for the chat and for training alike.

    Args:
        thought: The message with its view.
        hits: Best first; the first ten count.
        idf: Rarity of a stem in the index.
        entities: Names in the message.
        recalled_coverage: By earlier sessions, 0..1.
        granted: Stems that are no lack where they are not found, unless nothing else is asked about.
    """
    understanding = thought.understanding
    added = {word.word: word.share for word in understanding.added_words}
    return features_of(
        Observed(
            understanding,
            thought.view,
            thought.vector,
            hits[:LOOKED_AT],
            _weighed(understanding.query_text, idf, added, granted),
            _weighed(understanding.query_text, idf, {}, granted),
            thought.engagement,
            entities,
            recalled_coverage,
            unseen_idf=idf(""),
        )
    )


def _weighed(
    text: str, idf: Callable[[str], float], added: Mapping[str, float], granted: frozenset[str]
) -> dict[str, float]:
    """
    The question's stems with their weights. A place that the documents do not name counts half: what they say for all
    places may hold there too ("How long does delivery to Mumbai take?").
    """
    weights = question_weights(text, idf, added)
    rest = {stem: weight for stem, weight in weights.items() if stem not in granted} or weights
    for stem in stems(place_in(text) or sent_to(text)):
        if stem in rest and idf(stem) >= idf(""):
            rest[stem] *= UNKNOWN_PLACE_SHARE
    return rest


def within_bounds(
    decided: Decided, thought: Thought, *, rivals: int | None = None, shows_list: bool = False
) -> Decided:
    """
    The same decision within what every policy must keep to.

    A topic that the visitor has just chosen is the only one. Nothing is asked back twice in a row, nor where fewer
    than two topics compete (*rivals*; as the policy counted them when None), nor where a list of goods shows them
    anyway (*shows_list*), or a surely covered message names what it points at: there an answer is given if enough
    speaks for it.
    """
    features, plan = decided.features, decided.plan
    rivals = features.rival_count if rivals is None else rivals
    if thought.understanding.offer_answer == "chooses":
        plan = replace(plan, topic_count=1)
    is_sure = features.confidence >= TUNED.sure_from
    if plan.mode == "clarify" and (
        shows_list or features.was_ambiguous or rivals < 2 or (is_sure and names_what_it_points_at(thought.message))
    ):
        competed = features.rival_count > 1 and rivals < 2  # others did, which are seldom meant: that is no evidence
        plan = replace(plan, mode="answer", answers_from=TUNED.sure_from if competed else TUNED.answers_from)
    return Decided(features, plan)


class Decider:
    """
    Asks the policy.

    Args:
        policy: Features to plan.
        idf: Rarity of a stem in the documents.
        names_in: Names in a text.
        is_learned: Whether cosines of a text tell anything; None where they always do.
    """

    def __init__(
        self,
        policy: Policy,
        idf: Callable[[str], float],
        names_in: Callable[[str], Sequence[str]],
        is_learned: Callable[[str], bool] | None = None,
    ) -> None:
        self.policy = policy
        self._is_learned = is_learned
        self._idf = idf
        self._names_in = names_in

    @property
    def chooses_context(self) -> bool:
        """Whether a plan may ask for another share of the context than the whole."""
        return bool(getattr(self.policy, "chooses_context", True))

    def decide(
        self,
        thought: Thought,
        hits: Sequence[Hit],
        recalled_coverage: float = 0.0,
        granted: frozenset[str] = frozenset(),
    ) -> Decided:
        """The plan for *thought* after *hits* were found for it; ``features_for`` tells what *granted* is."""
        text = thought.understanding.query_text
        names, granted = self._names_in(text), granted | told_for_all(text, hits, self._idf)
        unheard = frozenset(one for one in whom_stems(text) if self._idf(one) >= self._idf(""))
        granted |= unheard | unit_stems(text).difference(*(hit.stems for hit in hits[:_NEAREST]))
        if self._is_learned is not None and not self._is_learned(text):  # words alone tell how sure an answer is
            hits = [replace(hit, cosine=0.0) for hit in hits]
        features = features_for(thought, hits, self._idf, names, recalled_coverage, granted)
        return Decided(features, self.policy.decide(features))
