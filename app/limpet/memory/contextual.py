"""
The contextual query: a message plus the few words of the history that it lacks.

START HERE for follow-ups: ``understand`` is one message read in the light of a frozen view; it changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.memory.aside import is_aside
from limpet.memory.asking_again import asked_again
from limpet.memory.candidates import Candidate
from limpet.memory.clearing import Clearing, clears, turned_to
from limpet.memory.context import Context
from limpet.memory.decision import Decision, Offer, Signals, corrects, decide, meant, returns, without_return
from limpet.memory.filter_talk import is_filter_talk, lifts_filter
from limpet.memory.goods import chosen_topic, goods_topic
from limpet.memory.had import names_nothing, takes_up
from limpet.memory.lacking import lacking
from limpet.memory.offer import answer_to, offered_text, shown_items
from limpet.memory.other_thing import other_thing
from limpet.memory.picker import probabilities, shipped_weights
from limpet.memory.pointing import pointed
from limpet.memory.put_abroad import put_abroad
from limpet.memory.question import Question, pointing_words, taken_apart
from limpet.memory.rarity import rarity_in
from limpet.memory.shift import COMPLETE_WORDS, OPENS_ELLIPSIS, cosines_with, shift_of
from limpet.memory.slot_prices import orders_all
from limpet.memory.slots import Slots
from limpet.memory.slots_after import slots_after, slots_in_use
from limpet.memory.standing_alone import introduces, names_own_subject, says_all, stands_by_itself
from limpet.memory.substitution import Substitution, phrase_put_in, substituted, thing_put_in, value_put_in
from limpet.memory.title import with_title
from limpet.memory.topic import Topic, Topics, topic_named, topic_of, topic_returned_to
from limpet.memory.topic_after import Naming, topics_after
from limpet.memory.understanding import AddedWord, Understanding, display_form
from limpet.memory.understood_as import ADD_FROM_SHARE, added_words, names_topic, parts_of, question_part, slot_parts
from limpet.memory.view import MemoryView
from limpet.memory.wanted_words import wanted_words
from limpet.text.order_value import without_order_value

WEAK_FROM_SHARE: Final = 0.08
"""Words at least this likely still get their weight in lexical retrieval."""
SUBSTITUTED_SHARE: Final = 0.9
"""What a word of a question that is asked again counts as, told beside the picked ones."""


def understand(message: str, view: MemoryView, context: Context | None = None) -> Understanding:
    """
    *message* in the light of what was said before.

    >>> from limpet.memory.session import SessionMemory
    >>> from limpet.memory.turn import Turn
    >>> view = SessionMemory.of_turns([Turn("Do you have any cotton kurtas?", "Yes, three cotton kurtas.")]).view()
    >>> [word.word for word in understand("What about size L?", view).added_words]
    ['cotton', 'kurtas']
    """
    return _Reading(message, view, context or Context()).understanding()


class _Reading:
    """One message on its way to an ``Understanding``; lives for one call."""

    def __init__(self, message: str, view: MemoryView, context: Context) -> None:
        self.message, self.view, self.context = message, view, context
        self.reading = context.slot_reading
        self.idf, self.turn = rarity_in(context.idf), view.next_number
        self.clearing: Clearing = clears(message)
        self.topics = Topics.from_json(view.topic) if view.topic is not None else Topics()
        self.question: Question = taken_apart(message)
        self.is_aside = is_aside(message)
        self.before = Slots.from_json(view.slots)
        self.offer_answer: Offer | None = answer_to(view.offer, message, is_filtered=bool(self.before))
        self.cosines = cosines_with(view, context.vector)
        if self.clearing == "topic" and lifts_filter(message, self.reading, self.before, self.turn):
            self.clearing = "nothing"  # "forget about the wool" leaves the shawls
        self.is_of_filters = is_filter_talk(message, self.reading, self.before, self.turn)
        self.takes_up = bool(view.turns) and takes_up(self.question, view.turns[-1].answer)
        goes_on = self.is_of_filters or self.takes_up
        topic = self.topics.active
        self.is_apart = not goes_on and stands_by_itself(self.question, view, self.cosines, topic, context)
        self.says_all = bool(view.turns) and not goes_on and says_all(self.question, context.nearest)

    def understanding(self) -> Understanding:
        query_text = self._query_text()
        stays = self.is_aside or self.is_of_filters
        shifted_share, shifts = (0.0, False) if stays else shift_of(self.question, self.view, self.cosines)
        returned = self._returned_topic()
        shares = [] if returned is None and (self.is_apart or self.says_all) else self._shares(returned)
        decision = decide(
            Signals(
                has_history=not all(is_aside(turn.message) for turn in self.view.turns),
                clearing=self.clearing,
                has_offer=self.view.offer is not None,
                answers_offer=self.offer_answer,
                corrects=corrects(self.message),
                returns_to_earlier=returned is not None,
                changes_topic=self.topics.active is not None and (self._is_new() or (shifts and not self._leans())),
                adds_words=any(share >= ADD_FROM_SHARE for _, share in shares),
                refers=bool(pointing_words(self.question)),
            )
        )
        topics = self._topics_after(decision, returned)
        about = topics.active
        slots, dropped = slots_after(self.message, self.view, self.context, decision, self.clearing, about, returned)
        kind = self.reading.new_kind(self.before, slots) if self.reading is not None and not returned else ""
        if kind:
            topics = topics.changed_to(goods_topic(self.message, kind, self.idf, self.turn))
            decision = "topic_change" if decision == "follow_up" else decision
        if not kind and (asked_question := self._asked_again(decision, slots)):
            return self._substituted(asked_question, slots, dropped, shifted_share)
        shares = self._wanted(shares, topics, slots, kind) if self.offer_answer is None else []
        added = added_words(shares)
        named = topics.active.name if topics.active and names_topic(added, topics.active) else ""
        used = slots_in_use(self.message, self.before, slots, self.context, decision, self.turn)
        return Understanding(
            message=self.message,
            decision=decision,
            clearing=self.clearing,
            offer_answer=self.offer_answer,
            query_text=query_text,
            added_words=added,
            extra_terms=self._boosted({one.word: share for one, share in shares if share >= WEAK_FROM_SHARE}, slots),
            expanded_text=" ".join([query_text, *(word.form for word in added)]) if added else None,
            display=display_form(query_text if self.offer_answer else self.message, named, used),
            topics=topics,
            slots=slots,
            used_slots=used,
            dropped_slots=dropped,
            parts=parts_of(added, topics.active, used, self.view.turns, self.context),
            shift_share=shifted_share,
        )

    def _asked_again(self, decision: Decision, slots: Slots) -> Substitution | None:
        """The question before with another thing in it, when that is all that the message says."""
        is_unclear = decision == "correction" and not meant(self.message)
        if is_unclear or self.clearing != "nothing" or decision in ("start_over", "answer_to_offer"):
            return None
        if self._sets_filters(slots) or "question" in self.context.without:
            return None
        message, messages, names = self.message, [turn.message for turn in self.view.turns], self.context.names
        again = asked_again(message, messages) or substituted(message, messages, self.topics.active, names)
        again = again or (value_put_in(message, messages, self.reading.same_kind) if self.reading is not None else None)
        again = again or put_abroad(message, messages) or phrase_put_in(message, messages)
        return None if again and again.is_appended and "topic" in self.context.without else again

    def _substituted(
        self, asked: Substitution, slots: Slots, dropped: tuple[str, ...], shifted_share: float
    ) -> Understanding:
        used = slots_in_use(self.message, self.before, slots, self.context, "follow_up", self.turn)
        known = self._topic_of(asked.thing) if not asked.is_value else None
        return Understanding(
            message=self.message,
            decision="follow_up",
            clearing=self.clearing,
            offer_answer=self.offer_answer,
            query_text=asked.question,
            added_words=tuple(AddedWord(word.lower(), word, SUBSTITUTED_SHARE) for word in asked.carried),
            extra_terms=self._boosted({}, slots),
            expanded_text=None,
            display=display_form(asked.question, "", used),
            topics=self.topics.changed_to(known) if known else self.topics.continued(self.turn),
            slots=slots,
            used_slots=used,
            dropped_slots=dropped,
            parts=(question_part(asked, self.topics.active), *slot_parts(used)),
            put_in=asked.thing if asked.is_phrase else "",
            shift_share=shifted_share,
        )

    def _is_new(self) -> bool:
        """Whether the message is about something that was not spoken of before."""
        active = set(self.topics.active.stems if self.topics.active else ())
        return self.is_apart or (self.says_all and active.isdisjoint(self.question.content_stems))

    def _boosted(self, terms: dict[str, float], slots: Slots) -> dict[str, float]:
        return {**self.reading.boosts(slots), **terms} if self.reading is not None else terms

    def _sets_filters(self, slots: Slots) -> bool:
        """Whether the message says by filters what goods are wanted."""
        return self.reading is not None and self.reading.is_search(self.message, slots, self.turn)

    def _query_text(self) -> str:
        """What is searched for: what was offered, what the message turns to, else the message."""
        offered = offered_text(self.view.offer, self.message, self.offer_answer)
        turned = turned_to(self.message) if self.clearing == "topic" else ""
        return offered or turned or without_order_value(without_return(self.message))

    def _leans(self) -> bool:
        """Whether an answered conversation goes on: the message points back or is a fragment of a sentence."""
        is_fragment = len(self.question.words) < COMPLETE_WORDS or bool(OPENS_ELLIPSIS.match(self.message))
        leans = is_fragment or bool(pointing_words(self.question)) or names_nothing(self.question)
        return bool(self.view.turns[-1].answer) and (leans or self.takes_up)

    def _returned_topic(self) -> Topic | None:
        if self.clearing != "nothing" or not self.view.turns or not returns(self.message):
            return None
        return topic_returned_to(self.question.content_stems, self.topics)

    def _shares(self, returned: Topic | None) -> list[tuple[Candidate, float]]:
        """Each candidate word with its probability, in order of first mention."""
        turns = self.view.turns
        if self.clearing != "nothing" or self.is_aside or (not turns and not self.context.page):
            return []
        topics = self.topics.starting_at(0) if returned else self.topics
        found = lacking(self.question, self.view, topics, self.context.page, self.idf)
        words = found.words
        shares = probabilities(found.word_rows, found.question_row, self.context.weights or shipped_weights("picker"))
        if self.context.page:
            shares = with_title(words, shares, self.question)
        if returned:
            shares = [
                max(share, 0.9) if one.stem in returned.stems else 0.0 for one, share in zip(words, shares, strict=True)
            ]
        asked = self.question.all_stems
        lacked = [(one, share) for one, share in zip(words, shares, strict=True) if one.stem not in asked]
        if returned or not turns:
            return lacked
        return pointed(lacked, self.question, self.topics, turns[-1].message, self.turn)

    def _wanted(
        self, shares: list[tuple[Candidate, float]], topics: Topics, slots: Slots, kind: str
    ) -> list[tuple[Candidate, float]]:
        listed_to = self.view.turns if shown_items(self.view.offer) else None
        return wanted_words(
            shares, topics.active, self.context, self.question,
            is_search=self._sets_filters(slots), is_new_kind=bool(kind) or orders_all(self.message),
            listed_to=listed_to, turns=self.view.turns,
        )  # fmt: skip

    def _topics_after(self, decision: Decision, returned: Topic | None) -> Topics:
        known = self.context.names(self.message) if self.context.names and not self.is_aside else ()
        page = self.context.page if not self.topics.active else ()
        named = topic_named(self.message, known, self.turn) or self._topic_of(self.message, page)
        thing = thing_put_in(self.message) if self.context.names and not pointing_words(self.question) else None
        is_known = bool(thing and self.context.names and self.context.names(thing))
        put_in = self._topic_of(thing) if thing and is_known and not self._is_filter(thing) else None
        other = other_thing(self.message, self.topics.active, self.context.names, self.context.titles, self.turn)
        active = self.topics.active.stems if self.topics.active else ()
        naming = Naming(
            turn=self.turn,
            named=named,
            turned_to=self._topic_of(turned_to(self.message)) if self.clearing != "nothing" else None,
            returned=returned,
            chosen=chosen_topic(self.view.offer, self._query_text(), self.turn),
            put_in=other or put_in,
            is_new=(self.says_all or introduces(self.message)) and self._is_new(),
            is_own_subject=names_own_subject(self.question, active),
            is_courtesy=self.is_aside or self.is_of_filters,
        )
        return topics_after(self.topics, decision, self.clearing, naming)

    def _topic_of(self, text: str, page: Sequence[str] = ()) -> Topic | None:
        return topic_of(text, self.idf, self.turn, page, self.context.language)

    def _is_filter(self, thing: str) -> bool:
        """Whether a thing is a value of a filter, which says how something is and not what."""
        return self.reading is not None and bool(self.reading.read(thing, Slots(), self.turn))
