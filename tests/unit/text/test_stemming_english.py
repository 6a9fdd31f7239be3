"""Stems of English words are those of Snowball's own program."""

import random
import re
from pathlib import Path

import snowballstemmer

from limpet.text.stemming import stem
from limpet.text.stemming_english import stem_english

ROOT = Path(__file__).parents[3]
ENDINGS = (
    "s 's ' 's' ies ied sses us ss ed eed ing edly eedly ingly anci enci ogi logi li bli abli alli fulli lessli ousli"
    " entli aliti biliti iviti tional ational alism ation ization izer ator iveness fulness ousness ogist icate ative"
    " alize iciti ical ful ness ic ance ence able ible ate ive ize iti al ism sion tion er ous ant ent ment ement e"
    " l ll y ly"
).split()
BEGINNINGS = (
    "succ proc exc even cann inn earr herr out arsen commun emerg gener inter later organ past univers andes atlas bias"
    " cosmos early gently howe idly news only singly skies skis sky ugly d l t ad egg off hop hopp lov y yy sayy crypt"
).split()
their_stem = snowballstemmer.stemmer("english").stemWord


def test_words_of_real_documents() -> None:
    texts = [file.read_text("utf-8") for folder in ("docs", "demo") for file in (ROOT / folder).rglob("*.md")]
    words = {word for text in texts for word in re.findall(r"[a-z]+(?:'[a-z]+)?", text.lower())}
    assert len(words) > 2_000
    assert {word: stem_english(word) for word in words} == {word: their_stem(word) for word in words}


def test_all_endings_on_special_and_made_up_beginnings() -> None:
    chance = random.Random(4)
    made_up = ["".join(chance.choices("aeiouybcdlnstwxé'", k=chance.randint(0, 6))) for _ in range(400)]
    words = {
        beginning + ending + further
        for beginning in (*BEGINNINGS, *made_up)
        for ending in ("", *ENDINGS)
        for further in ("", chance.choice(ENDINGS))
    }
    assert {word: stem_english(word) for word in words} == {word: their_stem(word) for word in words}


def test_english_is_what_is_stemmed_without_a_language() -> None:
    assert stem("generously") == stem_english("generously") == "generous"
    assert stem("generously", "xx") == "generously"
