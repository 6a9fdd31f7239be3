"""Which language a text is in."""

from __future__ import annotations

import pytest

from limpet.text.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Die Kosten der Rücksendung trägt der Käufer.", "de"),
        ("Und die Versandkosten?", "de"),
        ("¿Cuántos días tengo para la devolución?", "es"),
        ("Quels sont les frais de port ?", "fr"),
        ("Como posso devolver um produto?", "pt"),
        ("Hoe lang kan ik mijn bestelling retourneren?", "nl"),
        ("आप सामान तीस दिनों के भीतर", "hi"),
        ("كم يوما لإرجاع المنتج؟", "ar"),
        ("چگونه کالا را پس بدهم؟", "fa"),
        ("東京都の天気は", "ja"),
        ("退货需要多少天？", "zh"),
        ("Как вернуть товар?", "ru"),
    ],
)
def test_known_by_script_or_by_common_words(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "42 %", "Tea", "What is a die and why?", "the hat and the men", "chemin de fer"])
def test_english_unless_something_speaks_against_it(text: str) -> None:
    assert language_of(text) == "en"


def test_the_default_stays_where_nothing_speaks_for_another() -> None:
    assert language_of("Kurta", "hi") == "hi"
    assert language_of("The kurta is made of cotton and of silk.", "hi") == "en"
