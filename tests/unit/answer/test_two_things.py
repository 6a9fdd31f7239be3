"""Things of a kind: what is told of the one is not told of the other, and does not contradict it."""

from __future__ import annotations

from itertools import permutations

import pytest

from limpet.answer.contradiction import contradicts
from limpet.answer.fragments import Unit, units_of
from limpet.answer.two_things import named_stems, without_other_things
from limpet.memory.candidates import Candidate
from limpet.memory.pointing import with_whole_name
from limpet.memory.topic import Topic
from limpet.retrieval.document import Document, Fragment, Hit
from limpet.retrieval.splitting import split


def unit(title: str, text: str) -> Unit:
    document = Document(title, title, f"# {title}\n\n{text}", "markdown")
    return units_of(document, split(document)[0])[0]


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        (("Green tea", "A cup of tea has about 30 mg of caffeine."),
         ("Black tea", "A cup of tea has about 50 mg of caffeine."), False),
        (("Router X200", "Hold the reset button for 10 seconds."),
         ("Mesh point M50", "Hold the reset button for 20 seconds until the light blinks."), False),
        (("Returns policy", "Unworn goods can be returned within 30 days."),
         ("Questions", "Unworn goods can be returned within 14 days."), True),
    ],
)  # fmt: skip
def test_numbers_contradict_only_where_one_subject_has_both(
    first: tuple[str, str], second: tuple[str, str], is_one: bool
) -> None:
    for one, other in permutations((unit(*first), unit(*second))):
        assert contradicts(one, other) is is_one


def hit(*path: str) -> tuple[Hit, float]:
    return Hit(Fragment("#".join(path), path[0], path, 0, 1, "text"), 1.0), 1.0


@pytest.mark.parametrize(
    ("message", "extra", "kept"),
    [
        ("Is green tea oxidised?", {}, ["Green tea", "Coffee"]),
        ("how long?", {"black": 0.6, "tea": 0.6, "green": 0.1}, ["Black tea", "Coffee"]),
        ("Is tea oxidised?", {}, ["Green tea", "Black tea", "Coffee"]),
        ("Is green or black tea oxidised?", {}, ["Green tea", "Black tea", "Coffee"]),
    ],
)
def test_of_things_of_a_kind_the_named_one_is_drawn_on(message: str, extra: dict[str, float], kept: list[str]) -> None:
    ranked = [hit("Green tea", "Brewing"), hit("Black tea"), hit("Coffee")]
    found = without_other_things(ranked, named_stems(message, extra))
    assert [one.fragment.document_id for one, _ in found] == kept


def test_a_known_name_is_lacking_as_a_whole() -> None:
    shares = [(Candidate("black", "black", "black"), 0.1), (Candidate("tea", "tea", "tea"), 0.5)]
    topic = Topic("black tea", ("black", "tea"), 1, 1)
    assert [share for _, share in with_whole_name(shares, topic, lambda text: ["Black tea"])] == [0.5, 0.5]
    assert [share for _, share in with_whole_name(shares, topic, lambda text: [])] == [0.1, 0.5]
