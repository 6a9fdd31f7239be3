"""
Everything that is found out about one message before anything is said or written: steps 3 to 7 of its path.

Pure with respect to memory: it reads a frozen view and gives a frozen thought.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from limpet.answer.comparison_pair import MOST_COMPARED, names_shown
from limpet.answer.spoken import language_said
from limpet.around import with_surroundings
from limpet.barred_goods import unbarred, without_barred
from limpet.knowledge import Knowledge
from limpet.memory.context import Context
from limpet.memory.contextual import understand
from limpet.memory.engagement import Engagement, engagement_of
from limpet.memory.exposure import wants_repeat
from limpet.memory.offer import choosable_items, prices_of, shown_items
from limpet.memory.slot_prices import orders_only
from limpet.memory.softness import context_share
from limpet.memory.taken_back import SLOT, as_if_unsaid, without_topic
from limpet.memory.turn_slots import Tracker, TurnSlots, asked_of_pages
from limpet.memory.understanding import Understanding
from limpet.memory.view import MemoryView
from limpet.mending import Mender
from limpet.mixing import EXPANDED_SHARE, mixed
from limpet.ports import Vector
from limpet.retrieval.document import Hit, Mode, Query
from limpet.retrieval.meeting import never_meet, unknown_stems
from limpet.wanting_goods import wants_goods


@dataclass(frozen=True, slots=True)
class Thought:
    """
    One message, thought through.

    Attributes:
        sent: The message as sent.
        message: With its typos mended.
        view: Session memory before it.
        vector: The message's own vector, for the summary vector; None without an embedder.
        understanding: What it means after what was said before.
        engagement: Its class.
        query: What the documents are searched with.
        is_about_shown: It speaks of things that were shown instead of searching for others.
        searches_catalogue: It sets a filter of a catalogue, or asks for the cheapest, so that records are wanted.
        is_choice: It chose one of the things that were shown; ``query`` names it.
        filters_records: Whether its slots are filters; without a catalogue they only raise what names them.
        without: Keys of the parts that the visitor took back.
        note: What about the message could not be used as a filter, for the visitor; may be empty.
        asks_pages: It asks no list of goods, whatever of the catalogue it names; see ``limpet.memory.goods_asked``.
        reads_on: It is answered from the document of the last answer; see ``limpet.reading_on``.
        language: ISO 639-1 of what limpet says of its own accord: that of the visitor, else of the documents.
        timings_ms: Milliseconds by stage.
    """

    sent: str
    message: str
    view: MemoryView
    vector: Vector | None
    understanding: Understanding
    engagement: Engagement
    query: Query
    is_about_shown: bool = False
    searches_catalogue: bool = False
    is_choice: bool = False
    note: str = ""
    filters_records: bool = True
    without: frozenset[str] = frozenset()
    language: str = "en"
    reads_on: bool = False
    asks_pages: bool = False
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def shown_before(self) -> Collection[str]:
        """Fragments that give way a little: in a follow-up its history's words draw back to what they came from."""
        leans = bool(self.understanding.added_words) and not wants_repeat(self.message)
        return self.view.exposures.keys() if leans else ()

    def cosine_with(self, number: int) -> float:
        """Of this message with that of an earlier turn; 0 where either has no vector."""
        earlier = self.view.turn_vectors.get(number)
        if self.vector is None or earlier is None:
            return 0.0
        return float(np.einsum("i,i->", self.vector, np.asarray(earlier, dtype=np.float32)))


class Thinker:
    """
    Understands messages and finds what speaks to them.

    Args:
        knowledge: The documents.
        tracker: Follows the slots; one for each schema.
    """

    def __init__(self, knowledge: Knowledge, tracker: Tracker) -> None:
        self.knowledge = knowledge
        self.tracker = tracker
        self._mender = Mender(knowledge)

    async def understand(
        self,
        message: str,
        view: MemoryView,
        page: tuple[str, str] | None = None,
        without: Collection[str] = (),
        *,
        is_searched: bool = True,
        now_s: float | None = None,
    ) -> Thought:
        """
        What *message* means and what to search with; nothing is searched yet.

        Without *is_searched* the query is the bare message: ``query_of`` makes the contextual one when it is wanted.
        """
        timings: dict[str, float] = {}
        sent, seen = message, view
        with Stage(timings, "understand"):
            mended, view = self._mender.mended(message, without), self._mender.view(view)
            last_answer = view.last_turn.answer if view.last_turn else ""
            shown = shown_items(view.offer)
            prices = prices_of(shown or choosable_items(view.offer))
            pages, lean = asked_of_pages(view), self._lean
            is_undone = any(part.startswith(SLOT) for part in without)
            reading = TurnSlots(self.tracker, last_answer, prices, pages, is_undone=is_undone, now_s=now_s, lean=lean)
            unsaid = as_if_unsaid(unbarred(mended.text, without, view), view, without, reading)
            message, view, without = unsaid.message, unsaid.view, unsaid.without
        with Stage(timings, "embed"):
            vector = await self.knowledge.vector(message)
        with Stage(timings, "understand"):
            context = self._context(reading, page, vector, without)
            understanding = self._understood(message, view, context, without)
            understanding = without_topic(understanding, view) if "topic" in without else understanding
            understanding = replace(understanding, parts=(*mended.parts, *understanding.parts))
            engagement = engagement_of(message, last_answer, understanding.is_follow_up)
        with Stage(timings, "embed_context"):
            query = await self._query(understanding, vector) if is_searched else Query(understanding.query_text, vector)
        wants_of_all = orders_only(message) and _may_be_cut(view) and not names_shown(message)
        about_shown = not wants_of_all and self.tracker.is_about_shown(message, last_answer)
        understanding = understanding.of_shown() if about_shown and not asked_of_pages(view) else understanding
        is_choice = bool(choosable_items(view.offer)) and understanding.offer_answer == "chooses"
        asks_pages = reading.is_for_pages(message, understanding.slots, view.next_number)
        note = "" if asks_pages else self._note(message, prices)
        searches = self.tracker.knows_kinds and not (about_shown or is_choice or asks_pages)
        searches = searches and (bool(note) or is_undone or wants_goods(message, understanding, view, reading))
        return Thought(
            sent, message, seen, vector, understanding, engagement, query, about_shown, searches, is_choice, note,
            not self.tracker.is_soft, frozenset(without), language_said(message, view, self.knowledge.language),
            asks_pages=asks_pages, timings_ms=timings,
        )  # fmt: skip

    def _understood(self, message: str, view: MemoryView, context: Context, without: Collection[str]) -> Understanding:
        is_hard, known = not self.tracker.is_soft, self.knowledge
        read = understand(message, with_surroundings(view, known.index), context)
        most = known.limits.barred_names
        return without_barred(read, view, known.index, filters_records=is_hard, without=without, most=most)

    @property
    def _lean(self) -> Callable[[str], float] | None:
        words = None if self.knowledge.index is None else self.knowledge.index.page_words
        return words.lean if words is not None and words.has_pages else None

    def _context(
        self, reading: TurnSlots, page: tuple[str, str] | None, vector: Vector | None, without: Collection[str]
    ) -> Context:
        knowledge = self.knowledge
        return Context(
            idf=knowledge.idf,
            page=[part for part in page or () if part],
            vector=vector,
            slot_reading=reading,
            without=without,
            nearest=self._nearest(vector),
            names=knowledge.entities_in,
            titles=knowledge.titles_in,
            never_meet=None if knowledge.index is None else partial(never_meet, knowledge.index.postings),
            unknown=self._unknown(),
            language=knowledge.language,
        )

    def _nearest(self, vector: Vector | None) -> Callable[[], float] | None:
        """What gives the cosine with the nearest fragment, where there are vectors."""
        index = self.knowledge.index
        if vector is None or index is None or not index.has_vectors:
            return None
        return partial(self.knowledge.nearest_cosine, vector)

    def _unknown(self) -> Callable[[Collection[str]], Collection[str]] | None:
        """What tells which stems the documents do not hold; messages are stemmed as English."""
        index, is_english = self.knowledge.index, self.knowledge.language == "en"
        return partial(unknown_stems, index.postings) if index is not None and is_english else None

    def _note(self, message: str, prices: Sequence[float]) -> str:
        said = self.tracker.price_said(message, prices) if self.tracker.knows_kinds else None
        return said.note if said is not None else ""

    async def query_of(self, thought: Thought, context_share: float = 1.0, summary_share: float = 0.0) -> Query:
        """
        What a thought is searched with: the message in its context.

        Args:
            thought: The message, understood.
            context_share: What the words of the history count, 0..1; 0: the message alone.
            summary_share: What the summary vector counts in the query's, 0..1.
        """
        query = await self._query(thought.understanding, thought.vector, context_share)
        summary = thought.view.unit_summary
        if summary_share <= 0 or query.vector is None or summary is None or len(summary) != len(query.vector):
            return query
        return replace(query, vector=mixed(query.vector, summary, summary_share))

    async def retrieve(self, thought: Thought, k: int, mode: Mode = "hybrid", **options: Any) -> list[Hit]:
        """The best *k* fragments for a thought."""
        return await self.knowledge.retrieve(thought.query, k=k, mode=mode, **options)

    async def _query(self, understanding: Understanding, vector: Vector | None, wanted: float = 1.0) -> Query:
        text = understanding.query_text
        if text != understanding.message:
            vector = await self.knowledge.vector(text)
        needed, has_index = wanted, self.knowledge.index is not None
        if needed > 0 and understanding.expanded_text is not None and vector is not None and has_index:
            nearest = await self.knowledge.retrieve(Query("", vector), k=1, mode="dense")
            needed *= context_share(nearest[0].cosine if nearest else 0.0)
            if needed > 0:
                expanded = await self.knowledge.vector(understanding.expanded_text)
                vector = mixed(vector, expanded, needed * EXPANDED_SHARE)
        terms = {word: needed * share for word, share in understanding.extra_terms.items() if needed > 0}
        return Query(text, vector, terms)


def _may_be_cut(view: MemoryView) -> bool:
    return len(choosable_items(view.offer)) >= MOST_COMPARED


class Stage:
    """Milliseconds that a block of code took, added under a name."""

    def __init__(self, timings_ms: dict[str, float], name: str) -> None:
        self._timings_ms, self._name = timings_ms, name

    def __enter__(self) -> None:
        self._start_s = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        took_ms = (time.perf_counter() - self._start_s) * 1000
        self._timings_ms[self._name] = round(self._timings_ms.get(self._name, 0.0) + took_ms, 3)
