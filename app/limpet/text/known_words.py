"""Whether a word is an English word or name at all: a Bloom filter of the stems of some twenty thousand."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import lru_cache
from importlib import resources
from typing import Final

HASHES: Final = 5
"""Bits that a word sets; about the best for the eight bits a word of ``models/words/make.py``."""
_HASH_BYTES: Final = 4


def places_of(word: str, bits: int) -> list[int]:
    """The bits of a filter of *bits* that *word* sets."""
    digest = hashlib.sha256(word.encode("utf-8")).digest()
    return [
        int.from_bytes(digest[number * _HASH_BYTES : (number + 1) * _HASH_BYTES], "little") % bits
        for number in range(HASHES)
    ]


def is_known_word(stem: str) -> bool:
    """
    Whether *stem* is that of an English word or name; wrongly so for about two of a hundred that are not.

    >>> is_known_word("laptop"), is_known_word("midlewar")
    (True, False)
    """
    bits = _bits()
    return all(bits[place // 8] >> place % 8 & 1 for place in places_of(stem, 8 * len(bits)))


@lru_cache(maxsize=1)
def _bits() -> bytes:
    text = resources.files("limpet.text").joinpath("known_words.json").read_text("utf-8")
    return base64.b64decode(json.loads(text)["bits"])
