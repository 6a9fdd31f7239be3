"""
Entities of a message, found without a model.

In this order of trust: names and aliases of the index, quoted text, codes, numbers with units, capitalised spans
beyond the start of a sentence. A span that a stronger one covers is not found again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from limpet.memory.quantities import quantity_spans
from limpet.text.folding import lower, without_accents
from limpet.text.stop_words import is_stop_word
from limpet.text.word_pattern import WORD

MAX_NAME_WORDS: Final = 8
"""Words of the longest name that is looked for."""
MAX_NAMES: Final = 50_000
"""Names that a finder takes; later ones are left out."""
MAX_FOUND: Final = 16
_SCAN_CHARS: Final = 4_000
_MAX_QUOTE_CHARS: Final = 60

_WORD: Final = re.compile(rf"{WORD}(?:['’]{WORD})?")
_QUOTED: Final = re.compile(
    r"[\"“«„「]([^\"“”«»„「」\n]{2,60})[\"”»“」]|(?<!\w)['‘]([^'‘’\n]{2,60})['’](?!\w)|`([^`\n]{2,60})`"
)
_CODE: Final = re.compile(
    r"(?<![\w@/.-])(?:"
    r"(?=[A-Za-z0-9_.-]*\d)(?=[A-Za-z0-9_.-]*[A-Za-z])[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*"  # SKU-1042, v1.2.3, A4
    r"|\#\d{2,}|[a-z]+(?:_[a-z0-9]+)+"  # #4536, snake_case
    r"|[A-Za-z]+(?:\.[A-Za-z_]+)*\(\)|[a-z]+[A-Z]\w+"  # call(), camelCase
    r")(?![\w/])"
)
_CAPITALISED: Final = re.compile(
    r"[^\W\d_a-z][\w’'&-]*(?:(?:\s(?:of|the|and|for|de|la|von|van|di|du)){0,2}\s[^\W\d_a-z][\w’'&-]*)*"
)
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:;\n…]|[-*•]\s)[\s\"'“‘«(\[*_]*$")
_CAPITALISED_HABITS: Final = "i i'm i've i'd i'll ok okay faq pdf no yes hi hello hey thanks lol btw fyi asap"
_NO_NAMES: Final = frozenset(_CAPITALISED_HABITS.split())


@dataclass(frozen=True, slots=True)
class Entity:
    """
    One name in a text.

    Attributes:
        name: As the index writes it, else as the text does.
        start: First code point in the text.
        end: Code point after the last one.
        kind: ``name`` (of the index), ``quoted``, ``code``, ``quantity`` or ``capitalised``.
    """

    name: str
    start: int
    end: int
    kind: str


class EntityFinder:
    """
    Finds entities, knowing the names of an index.

    Args:
        names: Titles, headings and catalogue values; or a mapping from every alias to the name it stands for. Of names
            that fold to the same words the first one counts. A single stop word is no name.

    >>> finder = EntityFinder(["Cotton Kurta", "Kurta", "Returns and refunds"])
    >>> [entity.name for entity in finder.find("are the cotton kurtas under ₹2,000 returnable?")]
    ['Cotton Kurta', '₹2,000']
    """

    def __init__(self, names: Iterable[str] | Mapping[str, str] = ()) -> None:
        pairs = names.items() if isinstance(names, Mapping) else ((name, name) for name in names)
        self._names: dict[tuple[str, ...], str] = {}
        self._first_words: dict[str, int] = {}
        for alias, name in pairs:
            key = tuple(folded(word) for word in _WORD.findall(alias))
            if not 0 < len(key) <= MAX_NAME_WORDS or len(self._names) >= MAX_NAMES or _is_no_name(key):
                continue
            self._names.setdefault(key, name)
            self._first_words[key[0]] = max(len(key), self._first_words.get(key[0], 0))

    @property
    def size(self) -> int:
        """Names known."""
        return len(self._names)

    def find(self, text: str) -> list[Entity]:
        """
        Entities of *text*, first mention first, each name once, at most 16. O(words * longest name).

        Only the first 4,000 code points are looked at.
        """
        text = text[:_SCAN_CHARS]
        found: list[Entity] = []
        is_taken = bytearray(len(text))
        for candidates in (self._known(text), _quoted(text), _quantities(text), _codes(text), _capitalised(text)):
            for entity in candidates:
                if 1 not in is_taken[entity.start : entity.end]:
                    found.append(entity)
                    is_taken[entity.start : entity.end] = bytes([1]) * (entity.end - entity.start)
        found.sort(key=lambda entity: entity.start)
        distinct = {tuple(map(folded, _WORD.findall(entity.name))) or entity.name: entity for entity in reversed(found)}
        return sorted(distinct.values(), key=lambda entity: entity.start)[:MAX_FOUND]

    def names_in(self, text: str) -> tuple[str, ...]:
        """The names alone, for a turn."""
        return tuple(entity.name for entity in self.find(text))

    def _known(self, text: str) -> list[Entity]:
        words = list(_WORD.finditer(text))
        keys = [folded(match[0]) for match in words]
        found = []
        place = 0
        while place < len(words):
            longest = min(self._first_words.get(keys[place], 0), len(words) - place)
            for length in range(longest, 0, -1):
                name = self._names.get(tuple(keys[place : place + length]))
                if name is not None:
                    found.append(Entity(name, words[place].start(), words[place + length - 1].end(), "name"))
                    place += length - 1
                    break
            place += 1
        return found


def folded(word: str) -> str:
    """
    What spellings of one word share: letter case, accents, possessive and plural are taken off.

    >>> folded("Sarees'"), folded("Café’s"), folded("Dresses"), folded("Boxes"), folded("class"), folded("Categories")
    ('saree', 'cafe', 'dress', 'box', 'class', 'category')
    """
    word = word.lower() if word.isascii() else without_accents(lower(word)).replace("’", "'")
    if "'" in word:
        word = word.removesuffix("'s").strip("'")
    if not word.endswith("s"):  # nearly all words; a start folds those of all names
        return word
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if len(word) > 3 and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _is_no_name(key: tuple[str, ...]) -> bool:
    return len(key) == 1 and (is_stop_word(key[0]) or len(key[0]) < 2)


def _quoted(text: str) -> list[Entity]:
    found = []
    for match in _QUOTED.finditer(text):
        group = next(number for number in (1, 2, 3) if match[number] is not None)
        inner = match[group].strip()
        if inner and len(inner) <= _MAX_QUOTE_CHARS:
            found.append(Entity(inner, match.start(group), match.end(group), "quoted"))
    return found


def _codes(text: str) -> list[Entity]:
    return [Entity(match[0], match.start(), match.end(), "code") for match in _CODE.finditer(text) if len(match[0]) > 1]


def _quantities(text: str) -> list[Entity]:
    return [Entity(text[start:end], start, end, "quantity") for start, end in quantity_spans(text)]


def _capitalised(text: str) -> list[Entity]:
    """Capitalised spans; at the start of a sentence only what goes on capitalised, or is all capitals."""
    found: list[Entity] = []
    if _is_shouted(text):
        return found
    for match in _CAPITALISED.finditer(text):
        start, end = match.span()
        is_inside = start > 0 and (text[start - 1].isalnum() or text[start - 1] in "'’_")
        if is_inside or not text[start].isupper():
            continue
        words = match[0].split()
        if _SENTENCE_START.search(text[max(0, start - 8) : start]):
            start, words = _after_first_word(text, start, end, words)
        while words and lower(words[0]).replace("’", "'") in _NO_NAMES:
            words = words[1:]
        name = " ".join(words).strip("-'’&")
        if name and lower(name) not in _NO_NAMES and not is_stop_word(lower(name)):
            found.append(Entity(name.removesuffix("'s").removesuffix("’s"), start, end, "capitalised"))
    return found


def _after_first_word(text: str, start: int, end: int, words: list[str]) -> tuple[int, list[str]]:
    """The span without the word that is capitalised only because a sentence begins with it."""
    first = words[0]
    is_acronym = len(first) > 1 and first.isupper()
    is_plain = is_stop_word(lower(first)) or lower(first) in _NO_NAMES
    if is_acronym or (len(words) > 1 and words[1][:1].isupper() and not is_plain):
        return start, words
    rest = words[1:]
    while rest and not rest[0][:1].isupper():
        rest = rest[1:]
    return (text.index(rest[0], start + len(first), end) if rest else end), rest


def _is_shouted(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 12 and sum(char.isupper() for char in letters) > 0.7 * len(letters)
