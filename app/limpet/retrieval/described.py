"""Whether the documents tell about a thing, or only mention it by the way: a name in "modelled on Ledger-Light"."""

from __future__ import annotations

import re
from typing import Final

from limpet.retrieval.index import Index
from limpet.text.sentences import split_sentences
from limpet.text.tokens import is_stop_word, stems

MOST_MENTIONS: Final = 5
"""What stands in more fragments than this is told about in one of them."""
BEGINNING_WORDS: Final = 3
"""Words within which a sentence names what it is about."""
_PLAIN: Final = re.compile(r"[A-Za-z][a-z]+")
_WORDS: Final = re.compile(r"[^\s(){}\[\],;:\"“”|`*]+")


def is_described(thing: str, index: Index) -> bool:
    """
    Whether *index* has more about a thing than its name.

    A name that few fragments have, none in its headings, and that begins none of their sentences is only mentioned. Of
    a word that is no name, and of an identifier, one fragment is enough.

    Args:
        thing: As a visitor calls it.
        index: The documents.
    """
    words = {stem: index.idf(stem) for stem in stems(thing)}
    if not words:
        return True
    telling = max(words, key=lambda stem: (words[stem], stem))
    rows = index.postings.rows_of(telling).tolist()
    if not rows or len(rows) > MOST_MENTIONS:
        return bool(rows)
    fragments = [index.fragments[row] for row in rows]
    if any(telling in stems(fragment.heading) for fragment in fragments):
        return True
    name = next((word for word in _WORDS.findall(thing) if telling in stems(word) and not is_stop_word(word)), "")
    if not _PLAIN.fullmatch(name):
        return True
    texts = [fragment.text for fragment in fragments]
    is_name = name[0].isupper() or any(re.search(rf"[a-z,] {name.capitalize()}\b", text) for text in texts)
    return not is_name or any(_begins_with(name, text) for text in texts)


def _begins_with(name: str, text: str) -> bool:
    """Whether a sentence of *text* has the name, not as a part of another one, among its first words."""
    for start, end in split_sentences(text):
        for line in text[start:end].split("\n"):
            first = _WORDS.findall(line)[:BEGINNING_WORDS]
            if any(word.rstrip(".!?'s’").casefold() == name.casefold() for word in first):
                return True
    return False
