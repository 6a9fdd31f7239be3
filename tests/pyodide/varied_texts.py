"""Texts that make tokenizers differ: scripts, accents, controls, special tokens, lengths. The same on every call."""

from __future__ import annotations

import random

_WORDS = (
    "kurta", "cotton", "SIZE", "naïve", "café", "Ångström", "façade", "Straße", "İstanbul", "ıssız", "ﬁne",
    "Ⅷ", "½", "x²", "H₂O", "中文", "日本語テキスト", "한국어", "עברית", "العربية", "हिन्दी", "ไทย",
    "ΟΔΥΣΣΕΥΣ", "ΣΊΣΥΦΟΣ",
    "λόγος", "Ελλάς", "don't", "e-mail", "U.S.A.", "₹2,000", "€5.00", "C++", "#tag", "@user",
    "http://a.b/c?d=e&f", "snake_case", "camelCase", "3.14159", "1e-9", "[CLS]", "[SEP]", "[MASK]", "[PAD]",
    "[UNK]", "[cls]", "👍", "👩\u200d👩\u200d👧\u200d👦", "🇮🇳", "😀", "é", "ộ", "antidisestablishmentarianism",
    "pneumonoultramicroscopicsilicovolcanoconiosis", "𠀀", "𫠠", "冬", "𝔘𝔫𝔦", "﷽", "…", "—", "“quoted”",
    "«guillemets»", "¿qué?", "¡olé!", "™", "©", "ª", "º", "№", "\u202eright-to-left\u202c", "zero\u200bwidth",
    "soft\xadhyphen",
)  # fmt: skip
_JOINTS = (
    " ", " ", " ", "  ", "\t", "\n", "\u00a0", "\u3000", "", "-", "/", "\u2028", "\x00", "\x07", "\ufeff",
    "\ufffd",
)  # fmt: skip
_EDGES = (
    "", " ", "\n\t\r", "[CLS][SEP]", "a[SEP]b", "Σ", "ΑΣ", "ΑΣ Β", "ς", "x" * 100, "x" * 101, "é" * 101, "字" * 300,
    "word " * 400, "[MASK]" * 300, "\u0301", "a\u0301\u0302\u0303", "👍" * 50, ".", "...!!!", "\U0010ffff", "\ue000",
)  # fmt: skip


def varied_texts(count: int) -> list[str]:
    """*count* texts: the known edges, then mixtures, then single characters from all over Unicode inside a word."""
    dice = random.Random(384)
    mixtures = count * 3 // 5
    texts = list(_EDGES)
    while len(texts) < mixtures:
        length = dice.choice((1, 2, 3, 5, 8, 13, 40))
        texts.append("".join(dice.choice(_WORDS) + dice.choice(_JOINTS) for _ in range(length)))
    while len(texts) < count:
        points = (dice.choice((0x800, 0x3000, 0x11000, 0x1F000, 0x30000, 0x10FFFF)) for _ in range(12))
        texts.append(" ".join(f"a{_character(dice.randrange(most))}b" for most in points))
    return texts


def _character(point: int) -> str:
    return "x" if 0xD800 <= point < 0xE000 else chr(point)
