"""From a thought to a reply: plan and composition, and the state that memory will keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from limpet.answer.conversation import noted, told_answer
from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.for_whom import with_whom
from limpet.answer.recalled import looks_back, nothing_recalled, recalled_answer, with_recalled, worth_telling
from limpet.answer.repeated import session_key
from limpet.answer.spread import HITS_FOR_AN_ANSWER, hits_wanted
from limpet.asked_which import asked_which
from limpet.by_wording import by_wording
from limpet.deciding import Decided, Decider, within_bounds
from limpet.found import ready
from limpet.goods_in_focus import GoodsInFocus, surer
from limpet.goods_words import GoodsWords
from limpet.knowledge import Knowledge
from limpet.like_recalled import like_recalled
from limpet.limits import Limits
from limpet.list_going_on import in_earlier_order, with_frame
from limpet.listing import Filtering, after_relaxing, as_answered, filtering_of, shown_offer
from limpet.longterm import NOTHING_RECALLED, Recalled
from limpet.memory.facts import asks_for_before
from limpet.memory.rolling_summary import rolling_summary
from limpet.memory.substitution import thing_put_in
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation
from limpet.named_goods import narrowed_to_named
from limpet.newest import of_newest
from limpet.offering import offer_after
from limpet.other_words import in_other_words
from limpet.policy.rivals import rivals_of
from limpet.ports import Policy
from limpet.reading_on import read_on
from limpet.readings import READINGS
from limpet.reply import BY_WORDING, Reply
from limpet.retrieval.document import Hit
from limpet.retrieval.nearness import near_to
from limpet.sides import by_sides, things_of
from limpet.standing_out import stands_out
from limpet.superlatives import wished, wishes_of
from limpet.text.lru import LruCache, cache_key
from limpet.thought import Stage, Thinker, Thought
from limpet.two_questions import answered_apart


class Replier:
    """
    Composes answers.

    Args:
        knowledge: The documents.
        limits: Caps of the cache of composed answers.
        policy: Decides how to answer.
    """

    def __init__(self, knowledge: Knowledge, limits: Limits, policy: Policy) -> None:
        self.decider = Decider(policy, knowledge.idf, knowledge.entities_in, knowledge.is_learned)
        self._goods = GoodsWords(knowledge, self.decider)
        self._focus = GoodsInFocus(knowledge)
        self._knowledge = knowledge
        self.limits = limits
        self.rendered: LruCache[str, Composed] = LruCache(
            limits.rendered_answers, limits.cache_bytes, lambda composed: 4 * len(composed.text) + 512
        )

    async def reply(self, thinker: Thinker, thought: Thought, recalled: Recalled) -> Reply:
        """What to say to *thought*."""
        if said := by_wording(thought, recalled) or await like_recalled(thought, recalled, self._knowledge):
            return said
        if (both := await wished(thought, self._knowledge, wishes_of(thought, thinker.tracker))) is not None:
            return Reply(thought, *both, BY_WORDING, entities=self.entities(f"{thought.message}\n{both[0].text}"))
        answers = partial(self._from_documents, thinker, recalled)
        return await answered_apart(await answers(thought), answers, thinker.understand, self.conversation)

    async def _from_documents(self, thinker: Thinker, recalled: Recalled, thought: Thought) -> Reply:
        filtering = filtering_of(thought, self._knowledge.filters_to_relax, self._knowledge.names_record)
        thought, filtering = narrowed_to_named(thought, filtering, self._knowledge.index)
        found = await self._decided(thinker, thought, filtering, recalled)
        if (reread := await self._focus.reread(thought)) is not None:
            of_goods = filtering_of(reread.thought, self._knowledge.filters_to_relax, self._knowledge.names_record)
            again = await self._decided(thinker, reread.thought, of_goods, recalled)
            if surer(reread, again[2].features.confidence, found[2].features.confidence):
                filtering, found = of_goods, again
        thought, hits, decided = found
        hits = in_earlier_order(hits, thought, filtering)
        with Stage(thought.timings_ms, "compose"):
            evidence = self._evidence(thought, hits, decided, recalled, filtering)
            key = self._cache_key(thought, hits, decided, recalled, filtering)
            from_documents = asked_which(thought, hits, decided) or self._composed(evidence, key)
            composed = _with_told(from_documents, thought)
            is_newer = composed is not from_documents and not asks_for_before(thought.message)  # told in this session
            told = NOTHING_RECALLED if is_newer and recalled.is_asked else recalled
            composed = _with_memories(composed, memories := _worth_telling(composed, thought.message, told))
            composed = with_frame(composed, thought, filtering, evidence, self._knowledge)
            thought = as_answered(thought, filtering, composed, shown_offer(composed, self._knowledge.document))
        with Stage(thought.timings_ms, "entities"):
            entities = self.entities(f"{thought.message}\n{composed.text}")
        held_back = tuple(thought.view.penalties(thought.message))
        reply = Reply(thought, composed, hits, decided.plan, memories, entities, filtering.relaxed, decided, held_back)
        return replace(reply, evidence=evidence) if composed is from_documents and self._is_free(composed) else reply

    def conversation(
        self, thought: Thought, turn: Turn, composed: Composed | None, relaxed: Sequence[str] = ()
    ) -> Conversation:
        """The state of follow-ups once *turn* has been recorded."""
        understanding = thought.understanding
        before = () if understanding.starts_over else thought.view.turns[-2:]
        exchanges = [(one.message, one.answer) for one in (*before, turn)]
        return Conversation(
            topic=understanding.topics.to_json(),
            slots=after_relaxing(understanding.slots, thought.view.next_number, relaxed).to_json(),
            rolling_summary=rolling_summary(exchanges, self._knowledge.idf, self.limits.rolling_summary_chars),
            offer=offer_after(thought, turn, composed, self._knowledge.document),
        )

    def clear_caches(self) -> None:
        """The documents have changed."""
        self.rendered.clear()

    def entities(self, text: str) -> tuple[str, ...]:
        """Names that *text* is about."""
        return self._knowledge.entities_in(text)

    async def _decided(
        self, thinker: Thinker, thought: Thought, filtering: Filtering, recalled: Recalled
    ) -> tuple[Thought, list[Hit], Decided]:
        """What was found and decided; searched for once more where the plan wants another share of the context."""
        hits, decided = await self._judged(thought, filtering, recalled)
        if compared := await by_sides(self._knowledge, thought, hits, decided, HITS_FOR_AN_ANSWER):
            return compared
        if again := await in_other_words(self._knowledge, self.decider, thought, filtering, decided, recalled.coverage):
            return again
        if new := of_newest(index := self._knowledge.index, thought, decided) or read_on(index, thought, hits, decided):
            return new
        for read_so, holds in READINGS:
            other = await read_so(self._knowledge, thinker, thought, decided)
            if other is not None and holds((found := await self._judged(other, filtering, recalled))[1]):
                return other, *found
        if (plan := decided.plan).searches_as_understood:
            return stands_out(self._knowledge, thought, hits, decided) or (thought, hits, decided)
        with Stage(thought.timings_ms, "embed_context"):
            query = await thinker.query_of(thought, plan.context_share, plan.summary_share)
        thought = replace(thought, query=query)
        return thought, await self._found(thought, filtering), decided

    async def _judged(self, thought: Thought, filtering: Filtering, recalled: Recalled) -> tuple[list[Hit], Decided]:
        """What is found for *thought* as it is, and what the policy makes of it."""
        hits = await self._found(thought, filtering)
        with Stage(thought.timings_ms, "decide"):
            decided = self.decider.decide(thought, hits, recalled.coverage)
            hits, decided = await self._goods.by_a_page(thought, hits, decided, recalled.coverage)
            decided = self._goods.sold(thought, hits, decided)
            rivals = len(rivals_of(hits, thought.message))
            return hits, within_bounds(decided, thought, rivals=rivals, shows_list=self._shows_list(hits))

    async def _found(self, thought: Thought, filtering: Filtering) -> list[Hit]:
        with Stage(thought.timings_ms, "retrieve"):
            hits = await self._knowledge.retrieve(
                with_whom(thought.query) if filtering.only_records else thought.query,
                k=hits_wanted(filtering.kept, only_records=filtering.only_records),
                penalties=thought.view.penalties(thought.message),
                shown_before=thought.shown_before,
                filters=filtering.kept,
                only_records=filtering.only_records,
                by_price=filtering.by_price,
            )
            return ready(self._knowledge.index, thought, hits)

    def _shows_list(self, hits: Sequence[Hit]) -> bool:
        """Whether a record of a catalogue comes first."""
        return bool(hits) and self._knowledge.document(hits[0].fragment.document_id).format == "record"

    def _is_free(self, composed: Composed) -> bool:
        """Whether another composer may say it too: an answer from the documents that is no list of goods."""
        is_answer = composed.mode in ("answer", "compare") and bool(composed.citations)
        return is_answer and shown_offer(composed, self._knowledge.document) is None

    def _composed(self, evidence: Evidence, key: str) -> Composed:
        if (known := self.rendered.get(key)) is not None:
            return known
        composed = compose_answer(evidence)
        self.rendered.put(key, composed)
        return composed

    def _evidence(
        self, thought: Thought, hits: Sequence[Hit], decided: Decided, recalled: Recalled, filtering: Filtering
    ) -> Evidence:
        return Evidence(
            message=thought.query.text if thought.is_choice else thought.understanding.asked_text,
            query=thought.understanding.expanded_text or thought.query.text,
            hits=hits,
            source=self._knowledge.document,
            idf=self._knowledge.idf,
            extra_terms=thought.query.extra_terms,
            slots=filtering.kept,
            wants_records=filtering.only_records,
            by_price=filtering.by_price,
            recalled=recalled.turns,
            view=thought.view,
            plan=decided.plan,
            confidence=decided.features.confidence,
            alike=self._knowledge.alike,
            things=things_of(thought),
            puts_in=thing_put_in(thought.message) is not None,
            lacking=decided.lacking,
            near=near_to(self._knowledge.index, thought.vector, self._knowledge.is_learned(thought.message)),
            reads_on=thought.reads_on,
        )

    def _cache_key(
        self, thought: Thought, hits: Sequence[Hit], decided: Decided, recalled: Recalled, filtering: Filtering
    ) -> str:
        """All that an answer depends on: message, query, hits with scores, plan, slots, what was recalled or said."""
        found = ",".join(f"{hit.fragment.fragment_id}:{hit.score:.4f}" for hit in hits)
        slots = repr((dict(filtering.kept), filtering.by_price, filtering.only_records))
        said = ",".join(turn_id for entry in recalled.as_json() for turn_id in entry["turn_ids"])
        before = session_key(thought.understanding.asked_text, thought.view)
        plan = repr((decided.plan, round(decided.features.confidence, 4), things_of(thought), thought.reads_on))
        added = ",".join(f"{term}:{share:.4f}" for term, share in thought.query.extra_terms.items())
        return "\0".join((cache_key(thought.message), thought.query.text, added, found, plan, slots, said, before))


def _worth_telling(composed: Composed, message: str, recalled: Recalled) -> Recalled:
    """Earlier conversations are told where the documents have no answer, and where they are asked for."""
    if recalled.is_asked:
        return recalled
    is_wanted = composed.mode == "not_covered" or looks_back(message)
    return replace(recalled, turns=worth_telling(recalled.turns)) if is_wanted and recalled.turns else NOTHING_RECALLED


def _with_memories(composed: Composed, told: Recalled) -> Composed:
    """Earlier conversations answer where they are asked themselves or the documents do not, or stand beside them."""
    if not told.turns:
        return nothing_recalled() if told.is_asked and composed.mode == "not_covered" else composed
    if composed.says_nothing or told.is_asked:
        return recalled_answer(told.turns, told.relevance)
    return with_recalled(composed, told.turns)


def _with_told(composed: Composed, thought: Thought) -> Composed:
    """Where the documents say nothing: what the visitor told in this session, or that it was heard."""
    if not composed.says_nothing:
        return composed
    return (
        told_answer(thought.understanding.asked_text, thought.view, thought.cosine_with, thought.language)
        or noted(thought.message, thought.language)
        or composed
    )
