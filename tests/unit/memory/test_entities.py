"""Entities: found without a model."""

import pytest

from limpet.memory.entities import EntityFinder, folded

FINDER = EntityFinder(
    [
        "Kurta",
        "Cotton Kurta",
        "Navy Blue",
        "Café Crème",
        "Returns and refunds",
        "WebSocket",
        "The",
        "L",
        "Box",
        "Straße",
    ]
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("any COTTON KURTAS left?", ["Cotton Kurta"]),
        ("a kurta in navy-blue", ["Kurta", "Navy Blue"]),
        ("two cafés crèmes", ["Café Crème"]),
        ("the kurta's colour", ["Kurta"]),
        ("what about returns and refunds", ["Returns and refunds"]),
        ("websockets or boxes on the strasse", ["WebSocket", "Box", "Straße"]),
        ("how do I spell the thing", []),
        ('I want "free shipping" now', ["free shipping"]),
        ("is ‘early access’ over?", ["early access"]),
        ("item SKU-1042 and order #88123", ["SKU-1042", "#88123"]),
        ("upgrade to v1.10.2", ["v1.10.2"]),
        ("call add_route or request.stream()", ["add_route", "request.stream()"]),
        ("under ₹2,000 and within 30 days", ["₹2,000", "30 days"]),
        ("is Barack Obama from the United States of America?", ["Barack Obama", "United States of America"]),
        ("Where is it? Here. Nowhere.", []),
        ("NASA was there", ["NASA"]),
        ("I think I'm OK", []),
        ("WHY IS EVERYTHING SO EXPENSIVE HERE", []),
        ("kurta, kurtas and Kurta!", ["Kurta"]),
        ("don't, can't and won't", []),
        ("", []),
    ],
)
def test_what_is_found(text: str, names: list[str]) -> None:
    assert list(FINDER.names_in(text)) == names


def test_the_longest_name_wins_over_the_ones_inside_it() -> None:
    (entity,) = FINDER.find("cotton kurta")
    assert (entity.name, entity.start, entity.end, entity.kind) == ("Cotton Kurta", 0, 12, "name")


def test_an_alias_gives_the_name_that_it_stands_for() -> None:
    assert EntityFinder({"ws": "WebSocket", "web socket": "WebSocket"}).names_in("ws or web sockets") == ("WebSocket",)


def test_at_most_sixteen_entities_are_found_in_a_long_text() -> None:
    assert len(FINDER.find(" ".join(f"code-{n}x" for n in range(500)))) == 16


@pytest.mark.parametrize(
    "text", ["\ud800", '"' * 5_000, "'" * 5_000, "A " * 20_000, "a_" * 9_000, "１２３ ｋｇ", "\u0000"]
)
def test_any_text_can_be_searched(text: str) -> None:
    assert len(FINDER.find(text)) <= 16


@pytest.mark.parametrize(
    ("one", "other"),
    [("dresses", "dress"), ("Kurtas", "kurta"), ("ÉCOLES", "ecole"), ("glass", "glass"), ("bus", "bus"),
     ("batteries", "battery")],
)  # fmt: skip
def test_forms_of_a_word_fold_to_the_same(one: str, other: str) -> None:
    assert folded(one) == other
