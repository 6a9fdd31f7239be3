"""
How a fragment reads by itself: how hard it is, whether it stands alone, what it names.

Formulas over the text alone; no model. ``split`` computes them, the index keeps them, the composer may use them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.limits import DEFAULT_LIMITS
from limpet.text.sentences import split_sentences

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_VOWELS: Final = re.compile(r"[aeiouyàâäáéèêëíîïóôöúùûüœæ]+", re.IGNORECASE)
_SIGN: Final = re.compile(r"[^\w\s.,;:!?'\"’“”()\-–—]")
_EASY_GRADE: Final = 3.0
"""School grade of reading that counts as no difficulty at all."""
_HARD_GRADE: Final = 18.0
"""Grade that counts as the greatest difficulty of prose: the end of university."""
_SIGNS_WEIGHT: Final = 2.5
"""A text whose every 10th character is a sign (formula, code) gains a quarter of the scale."""

_POINTING: Final = re.compile(
    r"\W*(?:it|its|they|them|their|he|she|his|her|those|these|this|that|such|the (?:former|latter|same|above))\b", re.I
)
_JOINING: Final = re.compile(
    r"\W*(?:however|therefore|thus|then|also|and|but|so|instead|otherwise|moreover|additionally|furthermore|finally|"
    r"next|now|once|alternatively|conversely|similarly|in this case|as a result|for this reason|yes|no)\b",
    re.I,
)
_DANGLING: Final = re.compile(
    r"\b(?:above|below|previous(?:ly)?|earlier|aforementioned|the following|as (?:shown|mentioned|described|noted)|"
    r"(?:this|next|last) (?:section|chapter|example|page)|see (?:above|below))\b",
    re.I,
)
_NAME_CHARS: Final = 80
"""A longer run of letters is data, not a name."""
_NAME: Final = re.compile(
    r"\b[A-Za-z_]\w*(?:\.\w+)+|\b\w+\(\)|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*"
    r"|(?:\b[A-Z][\w-]+)(?: (?:of |the |and )?[A-Z][\w-]+)*"
)
"""Each alternative begins at the edge of a word: from any other letter a long run would be read again and again."""


def difficulty(text: str) -> float:
    """
    0 for plain short sentences, 1 for the hardest: reading grade, and signs among the letters.

    ``(grade - 3) / 15`` with the Flesch-Kincaid grade ``0.39 words/sentence + 11.8 syllables/word - 15.59`` (Kincaid et
    al. 1975; a syllable is a run of vowels), plus 2.5 times the share of signs; cut to 0..1, two decimals.

    >>> difficulty("The cat sat on the mat. It was red."), difficulty("") , difficulty("x = f(a) + {b: c[0] * 2}") > 0.3
    (0.0, 0.0, True)
    """
    words = _WORD.findall(text)
    if not words:
        return 0.0
    sentences = max(1, sum(1 for _ in split_sentences(text)))
    syllables = sum(max(1, len(_VOWELS.findall(word))) for word in words)
    grade = 0.39 * len(words) / sentences + 11.8 * syllables / len(words) - 15.59
    prose = min(1.0, max(0.0, (grade - _EASY_GRADE) / (_HARD_GRADE - _EASY_GRADE)))
    signs = len(_SIGN.findall(text)) / len(text)
    return round(min(1.0, prose + _SIGNS_WEIGHT * signs), 2)


def self_containedness(text: str) -> float:
    """
    1 when the text needs nothing before or after it, 0 when it hangs in the air.

    Taken off: .4 when it opens with a word that points back, .25 when it opens with a word that joins to what was
    said, .15 when it opens in the middle of a sentence, .15 when it ends with a colon, .1 for each mention of what
    stands elsewhere (at most .3), and .3 times the share of the other sentences that open with a pointing word.

    >>> self_containedness("Silk is washed by hand."), self_containedness("This also holds for wool, as shown above:")
    (1.0, 0.25)
    """
    stripped = text.strip()
    if not stripped:
        return 0.0
    sentences = [stripped[start:end] for start, end in split_sentences(stripped)] or [stripped]
    off = 0.4 * bool(_POINTING.match(sentences[0])) + 0.25 * bool(_JOINING.match(sentences[0]))
    off += 0.15 * (stripped.startswith(("...", "…")) or (stripped[0].islower() and " " in stripped))
    off += 0.15 * stripped.endswith((":", "："))
    off += 0.1 * min(3, len(_DANGLING.findall(stripped)))
    rest = sentences[1:]
    off += 0.3 * sum(bool(_POINTING.match(sentence)) for sentence in rest) / max(1, len(rest))
    return round(max(0.0, 1.0 - off), 2)


def entities_of(text: str, headings: Sequence[str], most: int = DEFAULT_LIMITS.fragment_entities) -> tuple[str, ...]:
    """
    Names in the text, the most mentioned first: identifiers, abbreviations, capitalised words inside a sentence.

    A capitalised word that opens a sentence counts when it is in a heading too, or capitalised elsewhere in the text.

    >>> entities_of("Use Route with Mount. Mount takes url_for names.", ["Routing"])
    ('Mount', 'Route', 'url_for')
    """
    above = {word for heading in headings for word in _NAME.findall(heading)}
    inside: dict[str, int] = {}
    opening: dict[str, int] = {}
    for start, end in split_sentences(text):
        first = start + len(text[start:end]) - len(text[start:end].lstrip(" \t\n-*•\"'(>"))
        for match in _NAME.finditer(text, start, end):
            name = match.group()
            is_open = match.start() == first and name not in above
            if is_open and " " in name:
                name, is_open = name.split(" ", 1)[1], False  # "Use Route": the first word is capital by its place
            counts = opening if is_open and name[1:].islower() else inside
            counts[name] = counts.get(name, 0) + 1
    for name, count in opening.items():
        if name in inside:
            inside[name] += count
    named = [name for name in inside if 1 < len(name) <= _NAME_CHARS]
    return tuple(sorted(named, key=lambda name: (-inside[name], text.find(name)))[:most])
