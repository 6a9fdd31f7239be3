"""Near words are those that everybody uses for each other; a word that has several senses is near none."""

from __future__ import annotations

import pytest

from limpet.text.near_words import NEAR_WEIGHT, share_of
from limpet.text.tokens import stems


def near(asked: str, told: str) -> float:
    return share_of(stems(asked)[0], frozenset(stems(told)))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("shipping", "delivered"), ("clean", "washed"), ("purchase", "bought"), ("color", "colour"), ("send", "sent"),
        ("rucksack", "bags"), ("mandatory", "required"), ("entry", "admission"), ("arrive", "delivery"),
        ("raise", "increased"), ("invoice", "bill"), ("version", "released"),
    ],
)  # fmt: skip
def test_everyday_words_stand_for_each_other(asked: str, told: str) -> None:
    assert near(asked, told) == near(told, asked) == NEAR_WEIGHT


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("founded", "old"), ("established", "open"), ("age", "year"), ("price", "fee"), ("charge", "cost"),
        ("store", "shop"), ("store", "keep"), ("phone", "call"), ("give", "leave"), ("return", "refund"),
        ("return", "response"), ("found", "founder"),
        ("book", "reserve"), ("dog", "animal"),
        ("late", "delay"), ("high", "tall"), ("run", "execute"), ("class", "lesson"), ("restrict", "limit"),
        ("allow", "permit"), ("gzip", "compress"),
    ],
)  # fmt: skip
def test_words_of_several_senses_do_not(asked: str, told: str) -> None:
    assert near(asked, told) == near(told, asked) == 0.0


def test_a_country_of_one_word_is_abroad_and_the_last_word_of_a_longer_name_is_not() -> None:
    assert near("Canada", "country") == NEAR_WEIGHT
    assert near("state", "country") == near("kingdom", "abroad") == 0.0
