"""Scripts of writing: what an embedder that has learned English alone can tell apart."""

from __future__ import annotations

import re
from typing import Final

from limpet.text.language import language_of

_LETTER: Final = re.compile(r"[^\W\d_]")
_ENGLISH_MODELS: Final = "minilm-l6"


_UNSPACED: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def is_unspaced(text: str) -> bool:
    """
    Whether most letters of *text* are Chinese or Japanese.

    >>> is_unspaced("L码胸围是多少？"), is_unspaced("size L")
    (True, False)
    """
    letters = _LETTER.findall(text)
    return 2 * len(_UNSPACED.findall(text)) > len(letters)


def is_learned_by(embedder_name: str, text: str) -> bool:
    """
    Whether cosines of *text* tell how near a fragment is: MiniLM-L6 has learned English, and other languages' texts are
    the nearer to each other, the more alike their languages are.

    >>> is_learned_by("all-MiniLM-L6-v2-int8", "How long does it take?"), is_learned_by("", "Wie lange dauert es?")
    (True, True)
    >>> is_learned_by("all-MiniLM-L6-v2-int8", "Wie lange dauert das denn?")
    False
    """
    return _ENGLISH_MODELS not in embedder_name.lower() or language_of(text) == "en"


def folds_case(embedder_name: str) -> bool:
    """
    Whether the model's tokenizer takes capital letters for small ones, and any white space for one.

    >>> folds_case("all-MiniLM-L6-v2-int8"), folds_case("another-1f2e3d4c")
    (True, False)
    """
    return _ENGLISH_MODELS in embedder_name.lower()


def is_read_by(embedder_name: str, text: str) -> bool:
    """
    Whether the vector of *text* says anything: some of it is there, and MiniLM-L6 can read it. To that model all text
    in Chinese or Japanese is much alike, so words alone find better.

    >>> is_read_by("all-MiniLM-L6-v2-int8", "Wie lange?"), is_read_by("all-MiniLM-L6-v2-int8", "多久发货？")
    (True, False)
    """
    return bool(text.strip()) and not (folds_case(embedder_name) and is_unspaced(text))
