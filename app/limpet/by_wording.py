"""What is said to a message that its wording alone answers: small talk, talk about the talk, a bare "start over"."""

from __future__ import annotations

from dataclasses import replace

from limpet.answer.conversation import assent_answer, conversation_answer, finds_nothing, no_list, noted_filters
from limpet.answer.evidence import Composed
from limpet.answer.recalled import recalled_answer, worth_telling
from limpet.answer.smalltalk import smalltalk
from limpet.longterm import Recalled
from limpet.memory.clearing import turned_to
from limpet.memory.no_list import points_at_no_list
from limpet.memory.offer import shown_items
from limpet.memory.self_statements import states_only
from limpet.memory.slots import Slots
from limpet.memory.taken_back import SLOT
from limpet.reply import BY_WORDING, Reply
from limpet.text.own_sentences import own_sentence
from limpet.thought import Thought


def by_wording(thought: Thought, recalled: Recalled) -> Reply | None:
    """The reply to *thought* where no document is needed; None for all else."""
    asked, view, language = thought.understanding.asked_text, thought.view, thought.language
    chat = smalltalk(asked, view) or conversation_answer(asked, view) or assent_answer(thought.message, view, language)
    if chat is not None and recalled.turns and finds_nothing(chat):
        told = replace(recalled, turns=worth_telling(recalled.turns))
        return Reply(thought, recalled_answer(told.turns, told.relevance), (), BY_WORDING, told)
    if chat is not None:
        return Reply(thought, chat, (), BY_WORDING)
    if turned_to(thought.message):
        return None
    if thought.understanding.starts_over:
        return Reply(thought, _own("cleared", language), (), BY_WORDING)
    if thought.understanding.clearing == "topic" and view.turns:
        return Reply(thought, _own("dropped", language), (), BY_WORDING)
    if points_at_no_list(thought.message, view):
        return Reply(thought, no_list(language), (), BY_WORDING)
    if states_only(thought.sent) and not _is_looking(thought):
        if filters := noted_now(thought):
            return Reply(thought, noted_filters(filters, language), (), BY_WORDING, tells_parts=True)
        if any(key.startswith(SLOT) for key in thought.without):
            return Reply(thought, _own("dropped", language), (), BY_WORDING)
    return None


def noted_now(thought: Thought) -> list[str]:
    """What the visitor says about themselves, as filters are shown; empty where nothing can be filtered by it."""
    slots = thought.understanding.slots.lasting() if thought.filters_records else Slots()
    return [slot.shown for slot in slots.values() if slot.turn == thought.view.next_number]


def _is_looking(thought: Thought) -> bool:
    """Whether goods are being looked at, of which those that fit are wanted."""
    before = Slots.from_json(thought.view.slots)
    return bool(shown_items(thought.view.offer)) or any(not slot.lasts for slot in before.values())


def _own(key: str, language: str) -> Composed:
    return Composed.own(own_sentence(key, language))
