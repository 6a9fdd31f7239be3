"""The sentence that is nearest to the message in meaning begins the answer, whatever words it has."""

from __future__ import annotations

from dataclasses import replace

from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.policy.plan import Plan
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split

TEXT = (
    "# Parcels\n\nEach parcel has a number. Parcels cross the sea by boat. Anything above 30 kg is turned away at once."
)
DOCUMENT = Document("parcels", "Parcels", TEXT)
HIT = Hit(split(DOCUMENT)[0], 1.0, bm25=5.0, cosine=0.6)
EVIDENCE = Evidence(
    "May a parcel weigh 50 kilos?", "May a parcel weigh 50 kilos?", [HIT], lambda _: DOCUMENT,
    plan=Plan(length_words=80), confidence=0.9,
)  # fmt: skip


def start(text: str) -> int:
    return TEXT.index(text)


def begins_with(evidence: Evidence) -> str:
    return compose_answer(evidence).text.split(" [")[0].removeprefix("**Parcels**: ")


def near(best: str) -> Evidence:
    starts = [start("Each"), start("Parcels cross"), start("Anything")]
    return replace(EVIDENCE, near=lambda _: [(one, 0.7 if one == start(best) else 0.3) for one in starts])


def test_without_vectors_of_sentences_words_decide() -> None:
    assert begins_with(EVIDENCE) == "Each parcel has a number."


def test_the_nearest_sentence_begins() -> None:
    assert begins_with(near("Anything")) == "Anything above 30 kg is turned away at once."
    assert begins_with(near("Parcels cross")) == "Parcels cross the sea by boat."


def test_an_account_of_a_thing_begins_with_it_only_where_it_is_clearly_nearer() -> None:
    asked = replace(near("Anything"), message="parcels", query="parcels")
    assert begins_with(asked) == "Anything above 30 kg is turned away at once."
    even = replace(asked, near=lambda _: [(start("Each"), 0.5), (start("Anything"), 0.505)])
    assert begins_with(even) == "Each parcel has a number."


def test_what_a_thing_is_is_told_by_what_its_section_begins_with() -> None:
    asked = replace(near("Anything"), message="What are parcels?", query="What are parcels?")
    assert begins_with(asked) == "Each parcel has a number."
