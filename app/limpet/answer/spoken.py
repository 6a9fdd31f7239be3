"""The language that the visitor speaks, and that is answered in where limpet speaks for itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from limpet.text.courtesy import courtesy_language
from limpet.text.language import language_of
from limpet.text.stop_words import STOP_WORDS

if TYPE_CHECKING:
    from limpet.memory.view import MemoryView

_LATEST_TURNS: Final = 4
"""Messages before this one that may show the language of one that does not."""
_FEW_WORDS: Final = 3
"""So few words ("in XL", "non-die cast") change no language that the conversation has."""


_OPENERS: Final = {
    "de": frozenset(
        "was wie wo wer wem wann warum welche welcher welches wieviel verkauft verkaufen haben habt".split()
    ),
    "fr": frozenset("quel quelle quels quelles combien où qui comment quand pourquoi avez vendez puis".split()),
    "es": frozenset("cuánto cuánta cuántos cuántas cuál cuáles dónde quién cómo qué cuándo tienen venden".split()),
    "it": frozenset("quanto quanta quanti quante quale quali dove chi come perché quando avete vendete".split()),
    "pt": frozenset("quanto quanta quantos quantas qual quais onde quem como quando vocês vendem".split()),
    "nl": frozenset("wat hoe waar wie wanneer waarom welke welk hebben heeft verkoopt kunnen".split()),
}
"""Words that a question begins with; one of them, and one other common word of its language, show that."""
_WORD: Final = re.compile(r"[^\W\d_]+")


def _of_question(text: str) -> str:
    words = [word.lower() for word in _WORD.findall(text[:200])]
    counts = {
        language: sum(word in STOP_WORDS[language] for word in words[1:])
        for language, openers in _OPENERS.items()
        if words and words[0] in openers
    }
    best = max(counts, key=lambda language: counts[language], default="")
    is_english = sum(word in STOP_WORDS["en"] for word in words) > counts.get(best, 0)
    return best if best and counts[best] > 0 and not is_english else ""


def language_said(message: str, view: MemoryView | None = None, default: str = "en") -> str:
    """
    ISO 639-1 code; *default* when neither *message* nor the last ones show a language.

    >>> language_said("Verkauft ihr auch Helme?"), language_said("Laptops?")
    ('de', 'en')
    """
    before = [turn.message for turn in reversed(view.turns[-_LATEST_TURNS:])] if view is not None else []
    is_short = len(_WORD.findall(message)) <= _FEW_WORDS
    texts = (*before, message) if is_short else (message, *before)
    said = courtesy_language(message) or next((language for text in texts if (language := _shown(text))), "")
    return said or default


def _shown(text: str) -> str:
    """The language that a message shows; empty when it shows none."""
    return courtesy_language(text) or language_of(text, "") or _of_question(text)
