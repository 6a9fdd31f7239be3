"""A list of goods is put in order, and goes on, in the languages that limpet speaks."""

from __future__ import annotations

import pytest

from limpet.memory.byte_size import bytes_of
from limpet.memory.recording import CONVERSATION_BYTES
from limpet.memory.rest_of_list import asks_for_rest, ranked_of, sorts, total_of, with_ranked


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("günstigste zuerst", "cheapest"),
        ("Bitte nach Preis sortieren", "cheapest"),
        ("die teuersten zuerst", "dearest"),
        ("les moins chers d'abord", "cheapest"),
        ("trier par prix décroissant", "dearest"),
        ("los más baratos primero", "cheapest"),
        ("ordenar por precio", "cheapest"),
        ("prima i più cari", "dearest"),
        ("os mais baratos primeiro", "cheapest"),
        ("goedkoopste eerst", "cheapest"),
        ("sorteer op prijs aflopend", "dearest"),
        ("Was kostet die Lieferung?", ""),
        ("quel est le prix de la livraison", ""),
        ("por favor", ""),
    ],
)
def test_order(message: str, order: str) -> None:
    assert sorts(message) == order


@pytest.mark.parametrize(
    "message",
    ["zeig mehr", "voir plus", "muéstrame más", "Ver más, por favor", "mostra altro", "mostre mais", "meer tonen"],
)
def test_a_list_goes_on(message: str) -> None:
    assert asks_for_rest(message)


@pytest.mark.parametrize("message", ["mostrami la taglia L", "más información sobre el envío", "wat kost meer"])
def test_other_wishes_do_not(message: str) -> None:
    assert not asks_for_rest(message)


@pytest.mark.parametrize(
    "form", ["{}", "goods.csv#{}", "a/rather/long/path/to/goods.json#{}", "товары.csv#{}", "👗#{}"]
)
@pytest.mark.parametrize("records", [3, 230, 5_000])
def test_the_order_of_a_list_fits_into_a_session_whatever_its_ids_are(form: str, records: int) -> None:
    names = [form.format(number) for number in range(records)]
    offer = with_ranked({"shown": []}, names, 3)
    ranked, told = ranked_of(offer)
    assert bytes_of(offer) < CONVERSATION_BYTES / 3
    assert ranked == names[: len(ranked)]
    assert (told, total_of(offer)) == (3, records)
    assert len(ranked) >= min(records, 48)
