"""The typed memory as somebody else would have it: asked for with a time limit, checked, and else the rules' own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from limpet.errors import SnapshotError
from limpet.limits import Limits
from limpet.memory.plain_form import KEYS, conversation_of, plain_form
from limpet.memory.slot_schema import SlotSchema
from limpet.memory.slots import Slots
from limpet.memory.topic import Topics
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation
from limpet.ports import MemoryUpdater

UPDATE_S: Final = 6.0
"""Seconds that a proposal may take: longer, and the visitor waits for a memory instead of an answer."""


class Updating:
    """
    A ``MemoryUpdater`` that cannot do harm: late, broken or false proposals leave the rules' memory as it is.

    Args:
        updater: Who proposes.
        limits: Caps.
        timeout_s: Seconds that it may take.
    """

    def __init__(self, updater: MemoryUpdater, limits: Limits, timeout_s: float = UPDATE_S) -> None:
        self._updater = updater
        self._limits = limits
        self._timeout_s = timeout_s
        self.last_failure = ""

    async def updated(self, by_rules: Conversation, turn: Turn, schema: SlotSchema, number: int) -> Conversation:
        """
        The memory after *turn*: as proposed, or *by_rules* with the reason in ``last_failure``.

        Args:
            by_rules: What the rules made of the turn.
            turn: The message and its answer.
            schema: The filters that are known.
            number: Of the turn.
        """
        self.last_failure = ""
        asked = self._updater.propose(plain_form(by_rules), turn.message, turn.answer)
        try:
            proposal = await asyncio.wait_for(asked, self._timeout_s)
            return merged(by_rules, proposal, schema, number, self._limits)
        except Exception as error:  # whatever a foreign program does wrong, the rules stand
            self.last_failure = f"{type(error).__name__}: {error}"[:200]
            return by_rules


def merged(by_rules: Conversation, proposal: Any, schema: SlotSchema, number: int, limits: Limits) -> Conversation:
    """
    *by_rules* with the three fields of *proposal*: earlier topics stay to return to, the offer stays.

    Raises:
        SnapshotError: ``memory-invalid``: keys are missing or hold what cannot be.

    >>> told = {"active_product": "saree", "confirmed_filters": {}, "rolling_summary": "They look at sarees."}
    >>> merged(Conversation(), told, SlotSchema(), 2, Limits()).rolling_summary
    'They look at sarees.'
    """
    if not isinstance(proposal, Mapping):
        raise SnapshotError("memory-invalid", "The proposed memory is no object.")
    missing = [key for key in KEYS if key not in proposal]
    if missing:
        raise SnapshotError("memory-invalid", f'The proposed memory has no "{missing[0]}".')
    proposed = conversation_of(proposal, schema, number, limits)
    topics = Topics.from_json(by_rules.topic) if by_rules.topic is not None else Topics()
    topic = Topics.from_json(proposed.topic).active
    is_same = topics.active is not None and topic is not None and topics.active.name.lower() == topic.name.lower()
    topics = topics if is_same else topics.changed_to(topic)
    before, after = Slots.from_json(by_rules.slots), Slots.from_json(proposed.slots)
    kept = {name: before[name] if name in before and before[name].value == slot.value else slot
            for name, slot in after.items()}  # fmt: skip
    summary = proposed.rolling_summary or by_rules.rolling_summary
    return Conversation(topics.to_json(), Slots(kept).to_json(), summary, by_rules.offer)
