"""Questions that name a facet's value without wanting one, beside wishes that name the same."""

import pytest

from limpet.memory.property_question import asks_of_property, goes_on_asking, is_elliptic

WISHES = (
    "I don't know about those. What are the size options on those blouses?",
    "My sister likes blue. Show me blue kurtas",
    "I'm between jobs and need a cheap kurta between 500 and 900",
    "Do you have an indigo kurta?",
    "Show me silk sarees under 5,000",
    "I want a cotton shirt in M",
    "Is there a red dupatta?",
    "Are there wool shawls in grey?",
    "Which kurtas are under 2000?",
    "What sarees do you have in silk?",
    "Is the indigo kurta available in M?",
    "Can I get the blue one in L?",
    "I need something to go with my blue kurta",
    "Do you have a dupatta for my silk saree?",
    "Any linen shirts?",
    "cotton kurtas under 1,500",
    "size L",
    "in blue",
    "How about a silk saree?",
    "What about a wool one?",
    "I'm looking for kolhapuri sandals in EU 39",
    "What sizes do you have in linen?",
    "Does the shop sell wool socks?",
    "Are any sarees in silk left?",
    "My wife would like a red saree",
    "If you have it in red, show me",
    "Will you have indigo kurtas?",
    "Something in cotton for my brother",
    "Is anything cheaper than my budget of 2000?",
    "Could you recommend a wool shawl?",
    "Which of your silk sarees are red?",
)
QUESTIONS = (
    "I already cut the blouse fabric that came with my saree. Can I send it back?",
    "You sent me a green kurti and I'd ordered the teal one. What now?",
    "My mother lives in a village with just a post office. Will a parcel from you even get there?",
    "the gold thread on my sari has gone dark, why?",
    "My husband has a 43 inch chest. which shirt size",
    "I'm somewhere between S and M, what do you advise?",
    "extra cost for a custom-made kurta?",
    "Will my indigo kurta lose colour?",
    "And if the kurta itself is faulty?",
    "What UK size is EU 39?",
    "Does silk shrink?",
    "Do cotton kurtas fade in the sun?",
    "Would a wool shawl pill after washing?",
    "Can linen be ironed hot?",
    "Is indigo safe to wash with white?",
    "Are silk sarees heavy?",
    "Has my silk saree been damaged by bleach?",
    "My cotton kurta shrank and is too small, what now?",
    "What if the saree arrives torn?",
    "What happens if a size M kurta is damaged on arrival?",
    "Which temperature is right for wool?",
    "What size should I take with a bust of 36?",
    "What size is L in inches?",
    "How do I wash an indigo kurta?",
    "Why does indigo bleed?",
    "Should silk be dry-cleaned?",
    "Is wool warmer than cotton?",
    "Is my red dupatta returnable?",
    "If the blue kurta does not fit, who pays for the return?",
    "Do leather sandals need polish?",
    "Does a size M kurta fit a bust of 37?",
    "Are sale kurtas refundable?",
    "Could my white shirt turn yellow?",
    "When a saree is defective, do I get a refund?",
    "Is a silk saree hand-woven?",
)


@pytest.mark.parametrize("message", WISHES)
def test_a_wish_is_no_question_about_a_property(message: str) -> None:
    assert not asks_of_property(message)


@pytest.mark.parametrize("message", QUESTIONS)
def test_a_question_about_a_property_is_no_wish(message: str) -> None:
    assert asks_of_property(message)


@pytest.mark.parametrize("message", ["And M?", "And wool?", "What about silk?", "And for linen?", "or cotton?"])
def test_another_thing_in_the_same_question(message: str) -> None:
    assert is_elliptic(message)
    assert goes_on_asking(message, "How do I wash silk?")
    assert goes_on_asking(message, "And viscose?")
    assert not goes_on_asking(message, "Do you have silk sarees?")
    assert not goes_on_asking(message, "Show me silk sarees")


@pytest.mark.parametrize(
    "message",
    [
        "And in green?",
        "And a wool one?",
        "And under 2000?",
        "And do you have wool?",
        "size L?",
        "And?",
        "And any shawls?",
    ],
)
def test_a_wish_after_a_question_is_a_wish(message: str) -> None:
    assert not goes_on_asking(message, "How do I wash silk?")
