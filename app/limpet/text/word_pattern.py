"""What a word looks like in any script, as parts of regular expressions."""

from __future__ import annotations

from typing import Final

MARKS: Final = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0970-\u0dff"
"""Characters that belong to the letter before them: accents, vowel signs of Indic and Semitic scripts."""

WORD: Final = rf"[^\W_](?:[^\W_]|[{MARKS}])*"
"""Letters and digits with their marks; a hyphen, an apostrophe or an underscore ends it."""
