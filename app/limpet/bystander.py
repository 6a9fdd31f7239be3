"""Following a conversation that somebody else answers: memory and retrieval without a word of our own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from limpet.deciding import LOOKED_AT
from limpet.errors import WireError
from limpet.memory.turn import Turn
from limpet.observed import observed_body
from limpet.replying import Replier
from limpet.retrieval.document import Hit, Mode, Query
from limpet.retrieval.quoting import quoted_fragments
from limpet.running import RunningSession
from limpet.thought import Thinker, Thought

MOST_HITS = 1000


class Bystander:
    """
    Observes turns and retrieves for them.

    Args:
        session: What is remembered.
        replier: Makes the state that follows a turn.
    """

    def __init__(self, session: RunningSession, replier: Replier) -> None:
        self._session = session
        self._replier = replier
        self._observed: Thought | None = None
        session.when_it_ends(self.forget)

    def forget(self) -> None:
        """Drop the last observed message."""
        self._observed = None

    async def observe(
        self,
        thinker: Thinker,
        message: str,
        answer: str | None = None,
        *,
        page: tuple[str, str] | None = None,
        at_s: float | None = None,
        user: str = "",
    ) -> dict[str, Any]:
        """
        Take in a turn that somebody else answered.

        Returns:
            The state after the message and before the answer: topic, slots, rolling_summary, engagement, trend,
            is_follow_up, topic_changed, starts_over, query, added_terms; a notice when something must wait.
        """
        message, now_s, view = await self._session.begin(message, at_s, user)
        thought = await thinker.understand(message, view, page, is_searched=False)
        index = thinker.knowledge.index
        quoted = quoted_fragments(answer, index) if answer and index is not None else ()
        turn = Turn(
            message,
            answer or "",
            self._replier.entities(message),
            fragment_ids=quoted,
            engagement=thought.engagement,
            at_s=now_s,
        )
        notice = await self._session.record(thought, turn, self._replier.conversation(thought, turn, None), user)
        self._observed = thought
        body = observed_body(thought, view, self._replier.limits.engagement_turns)
        return body if notice is None else {**body, "notice": notice.body()}

    async def retrieve(
        self, thinker: Thinker, text: str = "", *, k: int = 10, mode: str = "hybrid", contextual: bool = False
    ) -> list[Hit]:
        """
        The best *k* fragments for *text*, or with *contextual* for the last observed message in its context.

        Raises:
            WireError: ``wrong-field`` or ``nothing-observed``.
        """
        if mode not in get_args(Mode):
            raise WireError("wrong-field", f'"mode" is one of {", ".join(get_args(Mode))}; not "{mode[:20]}".')
        if not 1 <= k <= MOST_HITS:
            raise WireError("wrong-field", f'"k" is between 1 and {MOST_HITS}; not {k}.')
        if contextual and self._observed is None:
            raise WireError("nothing-observed", "Send an `observe` first; its message is what is searched for.")
        if contextual and self._observed is not None:
            query, shown_before = await self._planned(thinker, self._observed), self._observed.shown_before
        else:
            query, shown_before = Query(text, await thinker.knowledge.vector(text)), ()
        wanted: Mode = mode  # type: ignore[assignment] # checked above
        return await thinker.knowledge.retrieve(query, k=k, mode=wanted, shown_before=shown_before)

    async def _planned(self, thinker: Thinker, thought: Thought) -> Query:
        """The query with the share of the context that the policy asks for."""
        query = await thinker.query_of(thought)
        if not self._replier.decider.chooses_context:
            return query
        hits = await thinker.knowledge.retrieve(query, k=LOOKED_AT)
        plan = self._replier.decider.decide(replace(thought, query=query), hits).plan
        if plan.searches_as_understood:
            return query
        return await thinker.query_of(thought, plan.context_share, plan.summary_share)
