"""
What a short-term memory does, as one suite for the real package and for ours; run as a script it prints a report.

Each behaviour takes the module that was imported as ``shortterm_memory.ChatbotMemory``.
"""

import asyncio
import json
import sys
import traceback
from typing import Any


def a_new_memory_is_empty(module: Any) -> None:
    assert module.ChatbotMemory().get_memory() == []


def exchanges_are_kept_in_order(module: Any) -> None:
    memory = module.ChatbotMemory()
    memory.update_memory("Bonjour, comment allez-vous?", "Je vais bien, merci !")
    memory.update_memory("Hi", "Hello")
    assert [item["user"] for item in memory.get_memory()] == ["Bonjour, comment allez-vous?", "Hi"]
    assert memory.get_memory()[1] == {"user": "Hi", "bot": "Hello"}


def updating_returns_nothing(module: Any) -> None:
    assert module.ChatbotMemory().update_memory("a", "b") is None


def a_given_history_goes_on_and_is_not_copied(module: Any) -> None:
    history = [{"user": "a", "bot": "b"}]
    memory = module.ChatbotMemory(history)
    memory.update_memory("c", "d")
    assert history == [{"user": "a", "bot": "b"}, {"user": "c", "bot": "d"}]


def two_memories_share_nothing(module: Any) -> None:
    one, two = module.ChatbotMemory(), module.ChatbotMemory(conv=None)
    one.update_memory("a", "b")
    assert two.get_memory() == []


def the_live_list_is_handed_out(module: Any) -> None:
    memory = module.ChatbotMemory()
    assert memory.get_memory() is memory.conversation_history


def words_are_counted(module: Any) -> None:
    memory = module.ChatbotMemory()
    memory.update_memory("one two three", "four five")
    assert memory.memory_counter() == 5


def compressing_by_hand_leaves_the_history(module: Any) -> None:
    memory = filled(module, 7)
    before = list(memory.get_memory())
    after = memory.compressed_memory()
    assert isinstance(after, list)
    assert memory.get_memory() == before
    assert any("summary" in item for item in after)


def too_many_words_are_compressed(module: Any) -> None:
    memory = filled(module, 10, "word " * 100)
    assert any("summary" in item for item in memory.get_memory())
    assert len(memory.get_memory()) < 10


def limits_are_constants_of_the_module(module: Any) -> None:
    assert (module.MAX_MEMORY_SIZE, module.MAX_TOKENS_PER_MESSAGE, module.BATCH_SIZE) == (2000, 1000, 5)


def items_are_dropped_from_the_front_at_the_cap(module: Any) -> None:
    memory = module.ChatbotMemory([{"user": str(n), "bot": ""} for n in range(module.MAX_MEMORY_SIZE)])
    memory.memory_counter = lambda *_: 0
    memory.update_memory("new", "")
    assert len(memory.get_memory()) == module.MAX_MEMORY_SIZE
    assert (memory.get_memory()[0]["user"], memory.get_memory()[-1]["user"]) == ("1", "new")


def it_goes_on_after_a_compression(module: Any) -> None:
    memory = filled(module, 40, "word " * 100)
    memory.update_memory("still", "here")
    assert memory.get_memory()[-1] == {"user": "still", "bot": "here"}


def a_compressed_history_can_be_counted(module: Any) -> None:
    assert filled(module, 12, "word " * 100).memory_counter() > 0


def the_documented_signatures_work(module: Any) -> None:
    history = [{"user": f"question {n}", "bot": "answer"} for n in range(9)]
    memory = module.ChatbotMemory()
    assert memory.memory_counter(history) == 27
    assert isinstance(memory.compressed_memory(history), list)


def the_newest_exchanges_stay_whole(module: Any) -> None:
    memory = filled(module, 12, "word " * 100)
    assert [item.get("user") for item in memory.get_memory()[-5:]] == [f"question {n}" for n in range(7, 12)]


def compressed_means_within_the_words(module: Any) -> None:
    memory = filled(module, 3, "word " * 2_000)
    texts = [text for item in memory.get_memory() for text in item.values()]
    assert sum(len(text.split()) for text in texts) <= module.MAX_TOKENS_PER_MESSAGE


def what_is_no_text_is_a_type_error(module: Any) -> None:
    memory = module.ChatbotMemory()
    for pair in ((None, "a"), ("a", 3), (b"a", "b")):
        try:
            memory.update_memory(*pair)
        except TypeError:
            continue
        raise AssertionError(f"{pair} was taken")
    assert memory.get_memory() == []


def there_is_an_asynchronous_variant(module: Any) -> None:
    async def use() -> list[Any]:
        memory = module.ChatbotMemory()
        await memory.aupdate_memory("a", "b")
        return list(memory.get_memory())

    assert asyncio.run(use()) == [{"user": "a", "bot": "b"}]


SHARED = (
    a_new_memory_is_empty, exchanges_are_kept_in_order, updating_returns_nothing,
    a_given_history_goes_on_and_is_not_copied, two_memories_share_nothing, the_live_list_is_handed_out,
    words_are_counted, compressing_by_hand_leaves_the_history, too_many_words_are_compressed,
    limits_are_constants_of_the_module, items_are_dropped_from_the_front_at_the_cap,
)  # fmt: skip
"""What both do."""

OURS_ONLY = (
    it_goes_on_after_a_compression, a_compressed_history_can_be_counted, the_documented_signatures_work,
    the_newest_exchanges_stay_whole, compressed_means_within_the_words, what_is_no_text_is_a_type_error,
    there_is_an_asynchronous_variant,
)  # fmt: skip
"""What only ours does; the documentation lists each."""


def filled(module: Any, count: int, answer: str = "a short answer") -> Any:
    memory = module.ChatbotMemory()
    for n in range(count):
        memory.update_memory(f"question {n}", answer)
    return memory


def report(module: Any) -> dict[str, str]:
    """Each behaviour's name with ``ok`` or the error's type."""
    outcomes = {}
    for behaviour in (*SHARED, *OURS_ONLY):
        try:
            behaviour(module)
            outcomes[behaviour.__name__] = "ok"
        except Exception as error:
            outcomes[behaviour.__name__] = f"{type(error).__name__}: {traceback.format_exc(limit=-1)[-200:]}"
    return outcomes


if __name__ == "__main__":
    import importlib

    found = importlib.import_module("shortterm_memory.ChatbotMemory")
    sys.stdout.write(json.dumps({"file": str(getattr(found, "__file__", "")), "outcomes": report(found)}))
