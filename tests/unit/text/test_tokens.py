"""What counts as a word."""

import pytest

from limpet.text.folding import lower, without_accents
from limpet.text.light_words import LIGHT_WEIGHT, LIGHT_WORDS, query_weight
from limpet.text.stemming import MEMO_WORDS, stem
from limpet.text.stop_words import STOP_WORDS, is_stop_word
from limpet.text.tokens import stems, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The quick FOX", ["the", "quick", "fox"]),
        ("don’t stop", ["don't", "stop"]),
        ("₹2,000 or 1,00,000", ["2000", "or", "100000"]),
        ("costs 3.5 today", ["costs", "3.5", "today"]),
        ("v1.10.2 beats 1.9", ["v1.10.2", "beats", "1.9"]),
        ("IL-6", ["il-6", "il", "6"]),
        ("state-of-the-art", ["state", "of", "the", "art"]),
        ("get_user_name", ["get_user_name", "get", "user", "name"]),
        ("parseHTTPResponse", ["parsehttpresponse", "parse", "http", "response"]),
        ("os.path", ["os.path", "os", "path"]),
        ("C++ and C#", ["c++", "and", "c#"]),
        ("in the U.S.A.", ["in", "the", "usa"]),
        ("東京都庁", ["東京", "京都", "都庁"]),
        ("猫", ["猫"]),
        ("한국어 text", ["한국", "국어", "text"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ﬁne ＡＢＣ", ["fine", "abc"]),
        ("", []),
        ("!!! … 🙂", []),
    ],
)
def test_text_falls_into_words(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_elided_articles_come_off_in_french_only() -> None:
    assert tokens("l'eau", "fr") == ["l", "eau"]
    assert tokens("l'eau", "en") == ["l'eau"]


def test_accents_do_not_keep_words_apart() -> None:
    assert stems("Crème brûlée") == stems("creme brulee")
    assert stems("Größen", "de") == stems("Grössen", "de")


def test_stop_words_leave_and_the_rest_is_stemmed() -> None:
    assert stems("Which of the fragments were retrieved?") == ["fragment", "retriev"]


def test_an_unknown_language_loses_only_accents() -> None:
    assert stem("größen", "xx") == "grossen"
    assert not is_stop_word("the", "xx")


def test_codes_and_numbers_are_not_stemmed() -> None:
    assert [stem(word) for word in ("il-6", "v1.2s", "2000s")] == ["il-6", "v1.2s", "2000s"]


def test_the_memo_of_stems_is_bounded() -> None:
    assert stem.cache_info().maxsize == MEMO_WORDS


def test_words_of_any_talk_count_less_in_a_query() -> None:
    assert query_weight(stem("wondering")) == LIGHT_WEIGHT
    assert query_weight("kurta") == 1.0
    assert query_weight(stem("wondering"), "de") == 1.0


def test_no_stop_word_is_a_light_word() -> None:
    assert not [word for word in LIGHT_WORDS["en"] if word in STOP_WORDS["en"]]


def test_lower_and_fold_leave_indic_vowels() -> None:
    assert lower("ÉCOLE") == "école"
    assert without_accents("हिन्दी") == "हिन्दी"
    assert without_accents("кофе́") == "кофе"
