"""The topics once a message counts: kept, replaced, returned to."""

from __future__ import annotations

from dataclasses import dataclass

from limpet.memory.clearing import Clearing
from limpet.memory.decision import Decision
from limpet.memory.topic import Topic, Topics


@dataclass(frozen=True, slots=True)
class Naming:
    """
    What a message says about topics.

    Attributes:
        turn: Number of its turn.
        named: The subject that it names itself; None when it names none.
        turned_to: What it turns to where it clears the topic.
        returned: The earlier topic that it goes back to.
        chosen: The thing that it chose among those shown.
        put_in: A known thing that it puts in the place of the one spoken of: "what about espresso?".
        is_new: Nothing of what was said before has to do with it.
        is_own_subject: It is a whole sentence about something that the active topic does not name.
        is_courtesy: It is small talk.
    """

    turn: int
    named: Topic | None
    turned_to: Topic | None = None
    returned: Topic | None = None
    chosen: Topic | None = None
    put_in: Topic | None = None
    is_new: bool = False
    is_own_subject: bool = False
    is_courtesy: bool = False


def topics_after(topics: Topics, decision: Decision, clearing: Clearing, naming: Naming) -> Topics:
    """
    *topics* after a message. What a message leaves behind for good gives no words to later ones (``Topics.since``).

    >>> tea = Topics(Topic("green tea", ("green", "tea"), 1, 1))
    >>> new = Naming(2, Topic("volcano", ("volcano",), 2, 2), is_new=True)
    >>> after = topics_after(tea, "topic_change", "nothing", new)
    >>> after.active.name, after.since
    ('volcano', 2)
    """
    turn = naming.turn
    if clearing != "nothing":
        start = Topics() if decision == "start_over" else topics
        return start.changed_to(naming.turned_to).starting_at(turn)
    if naming.is_courtesy:
        return topics.continued(turn)
    if naming.returned:
        return topics.changed_to(naming.returned).starting_at(0).continued(turn)
    if decision == "topic_change":
        changed = topics.changed_to(naming.named)
        return changed.starting_at(turn) if naming.is_new else changed
    if decision == "answer_to_offer" and naming.chosen:
        return topics.changed_to(naming.chosen)
    if decision in ("follow_up", "correction", "answer_to_offer") and topics.active:
        own = naming.named if naming.is_own_subject and decision == "follow_up" else None
        return topics.changed_to(naming.put_in or own) if naming.put_in or own else topics.continued(turn)
    return topics.continued(turn) if naming.named is None else topics.changed_to(naming.named)
