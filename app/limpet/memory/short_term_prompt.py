"""``P = f(C_compressed, context)``: history and retrieved context as one prompt within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from limpet.memory.short_term_items import as_line, checked

_TOKENS_A_WORD: Final = 1.35
"""Tokens of usual tokenisers a word of English prose, on the safe side."""
_HISTORY: Final = "Conversation so far:"
_CONTEXT: Final = "Context:"


def estimated_tokens(text: str) -> int:
    """
    Tokens of *text*, estimated from its words and its length (scripts without spaces).

    >>> estimated_tokens("one two three four")
    6
    """
    return int(max(len(text.split()) * _TOKENS_A_WORD, len(text) / 6) + 0.999)


def build_prompt(
    compressed: Sequence[Any],
    context: str | Sequence[str],
    max_tokens: int = 2_048,
    count_tokens: Callable[[str], int] = estimated_tokens,
) -> str:
    """
    The conversation, then the context, in at most *max_tokens*.

    Whole items only: the newest exchanges first into half of the room, then pieces of context in their order, then
    older exchanges into what is left.

    Args:
        compressed: A history, as ``ChatbotMemory.compressed_memory`` gives it.
        context: Retrieved text, in one piece or several, the best first.
        max_tokens: Room for the prompt.
        count_tokens: The counter of the model that will read it; should grow with the text.

    >>> print(build_prompt([{"user": "Hi", "bot": "Hello"}], "Kurtas cost 900.", 60))
    Conversation so far:
    User: Hi
    Bot: Hello
    <BLANKLINE>
    Context:
    Kurtas cost 900.
    """
    lines = [as_line(item) for item in checked(list(compressed))]
    pieces = [context] if isinstance(context, str) else list(context)
    history: list[str] = []
    chosen: list[str] = []

    def fits(history: list[str], chosen: list[str], room: int) -> bool:
        return count_tokens(_prompt(history, chosen)) <= room

    while lines and fits([lines[-1], *history], [], max_tokens // 2):
        history.insert(0, lines.pop())
    for piece in pieces:
        if piece.strip() and fits(history, [*chosen, piece], max_tokens):
            chosen.append(piece)
    while lines and fits([lines[-1], *history], chosen, max_tokens):
        history.insert(0, lines.pop())
    return _prompt(history, chosen)


def _prompt(history: Sequence[str], context: Sequence[str]) -> str:
    parts = [f"{_HISTORY}\n" + "\n".join(history)] if history else []
    parts += [f"{_CONTEXT}\n" + "\n".join(context)] if context else []
    return "\n\n".join(parts)
