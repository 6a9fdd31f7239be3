"""
Makes ``app/limpet/text/known_words.json``: which words are English words or names, so that none of them is mended.

    python models/words/make.py TOKENIZER

TOKENIZER is the ``tokenizer.json`` of all-MiniLM-L6-v2 (``models/manifest.json``, Apache-2.0). Its whole words, as
stems, go into a Bloom filter: a word that is none of them is taken for one in about two of a hundred cases, which
leaves it as it was typed. No list of words is kept.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

from limpet.text.known_words import HASHES, places_of
from limpet.text.stemming import stem

FEWEST_LETTERS = 4
BITS_A_WORD = 8
OUT = Path(__file__).parents[2] / "app/limpet/text/known_words.json"


def main(tokenizer: Path) -> None:
    """Write the filter."""
    pieces = json.loads(tokenizer.read_text("utf-8"))["model"]["vocab"]
    words = [piece for piece in pieces if piece.isascii() and piece.isalpha() and len(piece) >= FEWEST_LETTERS]
    known = sorted({stem(word) for word in words})
    bits = bytearray(len(known) * BITS_A_WORD // 8 + 1)
    for word in known:
        for place in places_of(word, 8 * len(bits)):
            bits[place // 8] |= 1 << place % 8
    OUT.write_text(json.dumps({"hashes": HASHES, "bits": base64.b64encode(bits).decode("ascii")}) + "\n", "utf-8")
    print(f"{len(words)} words, {len(known)} stems, {len(bits)} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
