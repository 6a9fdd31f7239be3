"""Items of a short-term memory, and the pure rule by which the oldest exchanges become summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from limpet.ports import Summariser

Item: TypeAlias = Mapping[str, str]
"""An exchange ``{"user", "bot"}`` or a summary ``{"summary"}``; a bare text is taken as a summary."""

BATCH_SIZE: Final = 5
"""Exchanges that one summary stands for."""
KEPT_WHOLE: Final = 5
"""Newest exchanges that compression leaves as they are."""
_SUMMARY_SHARE: Final = 0.25
"""Share of the words that summaries may take: the rest is room for new exchanges before the next compression."""
_MIN_SUMMARY_WORDS: Final = 12


def words_of(item: Item | str) -> int:
    """
    Words of one item, counted between white space.

    >>> words_of({"user": "How are you?", "bot": "Fine."}), words_of({"summary": "They met."})
    (4, 2)
    """
    return sum(len(text.split()) for text in texts_of(item))


def words_in(items: Sequence[Item | str]) -> int:
    """Words of all *items*: ``W(C)``, the sum of ``|u| + |d|``."""
    return sum(map(words_of, items))


def texts_of(item: Item | str) -> list[str]:
    """The texts of one item, in order."""
    if isinstance(item, str):
        return [item]
    return [str(item[key]) for key in ("summary", "user", "bot") if key in item]


def as_line(item: Item | str) -> str:
    """
    One item as a line for a summariser or a prompt.

    >>> as_line({"user": "Hi", "bot": "Hello"})
    'User: Hi\\nBot: Hello'
    """
    if isinstance(item, str):
        return item
    names = {"summary": "", "user": "User: ", "bot": "Bot: "}
    return "\n".join(f"{prefix}{item[key]}" for key, prefix in names.items() if key in item)


def checked(items: Any) -> list[Any]:
    """
    *items* as they are.

    Raises:
        TypeError: Not a list, or an item that is neither a text nor an object of texts.
    """
    if not isinstance(items, list):
        raise TypeError(f"A conversation history is a list; this is {type(items).__name__}.")
    for item in items:
        is_object = isinstance(item, Mapping) and all(isinstance(value, str) for value in item.values())
        if not isinstance(item, str) and not is_object:
            raise TypeError("An item of a conversation history is a text, or an object of texts.")
    return items


def split_at_newest(items: Sequence[Item | str], max_words: int) -> int:
    """
    How many of the oldest *items* are to be summarised: all but the newest five, fewer when those are too long.

    >>> split_at_newest([{"user": "a", "bot": "b"}] * 8, max_words=100)
    3
    """
    kept = min(KEPT_WHOLE, len(items))
    while kept > 1 and words_in(items[len(items) - kept :]) > max_words:
        kept -= 1
    return len(items) - kept


def summaries(
    old: Sequence[Item | str], room_words: int, max_words: int, summariser: Summariser
) -> list[dict[str, str]]:
    """
    *old* as summaries of five items each, of at most *room_words* and at most a quarter of *max_words* together;
    none when there is no room.
    """
    budget = min(room_words, int(max_words * _SUMMARY_SHARE))
    if not old or budget < 1:
        return []
    batches = max(1, min(-(-len(old) // BATCH_SIZE), budget // _MIN_SUMMARY_WORDS))
    size = -(-len(old) // batches)
    groups = [old[start : start + size] for start in range(0, len(old), size)]
    each = budget // len(groups)
    found = []
    for group in groups:
        text = _cut(summariser.summarise([as_line(item) for item in group], each), each)
        if text:
            found.append({"summary": text})
    return found


def shortened(item: Item | str, max_words: int, summariser: Summariser) -> Item | str:
    """A single exchange that is longer than everything may be, brought down to *max_words*: first its answer."""
    if words_of(item) <= max_words:
        return item
    if isinstance(item, str) or "summary" in item:
        text = _cut(" ".join(texts_of(item)), max_words)
        return text if isinstance(item, str) else {"summary": text}
    user = _cut(item.get("user", ""), max(1, max_words // 2))
    room = max_words - len(user.split())
    bot = item.get("bot", "")
    if len(bot.split()) > room:
        bot = _cut(summariser.summarise([bot], room), room) or _cut(bot, room)
    return {**item, "user": user, "bot": bot}


def compressed(items: Sequence[Item | str], max_words: int, summariser: Summariser) -> list[Any]:
    """
    *items* in at most *max_words* words: the oldest as summaries, the newest five whole unless they alone are too long.

    >>> from limpet.memory.summarisers import ExtractiveSummariser
    >>> history = [{"user": f"Question {n}?", "bot": "An answer of five words."} for n in range(8)]
    >>> after = compressed(history, 45, ExtractiveSummariser())
    >>> "summary" in after[0], after[1:] == history[3:], words_in(after) <= 45
    (True, True, True)
    """
    old = split_at_newest(items, max_words)
    kept = [shortened(item, max_words, summariser) for item in items[old:]]
    return [*summaries(items[:old], max_words - words_in(kept), max_words, summariser), *kept]


def _cut(text: str, max_words: int) -> str:
    words = text.split()
    return text.strip() if len(words) <= max_words else " ".join(words[:max_words])
