"""A follow-up that names another document than the one that is spoken of: the other one is the topic from then on.

Words of the topic that was left may still be added: dropping them costs MTRAG .002 of nDCG@5."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from limpet.memory.topic import LONGEST_NAME_CHARS, Topic
from limpet.text.tokens import stems


def other_thing(
    message: str,
    topic: Topic | None,
    names: Callable[[str], Collection[str]] | None,
    titles: Callable[[str], Sequence[str]] | None,
    turn: int,
) -> Topic | None:
    """
    The document that *message* names by its title, when the topic is another name and is not named as well.

    Args:
        message: What the visitor wrote.
        topic: The active one.
        names: Names of the documents, headings and titles, that a text holds; None without documents.
        titles: Titles of documents that a text names, in order; None without documents.
        turn: Number of the turn.

    >>> titles = lambda text: [name for name in ("green tea", "black tea") if name in text]
    >>> other_thing("and storing green tea?", Topic("black tea", ("black", "tea"), 1, 1), titles, titles, 2).name
    'green tea'
    """
    if topic is None or names is None or titles is None or not names(topic.name):
        return None
    known = (name for name in titles(message) if len(name) <= LONGEST_NAME_CHARS)
    named = [name for name in known if set(stems(name)) != set(topic.stems)]
    if not named or set(topic.stems) <= set(stems(message)):
        return None
    return Topic(named[0], tuple(stems(named[0])), turn, turn)
