"""Which words an answer should have, and which units and fragments are taken for them."""

from __future__ import annotations

import math

import pytest

from limpet.answer.drawn import EVEN_SHARE, drawn_on
from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.fragments import units_of
from limpet.answer.hit_stems import HitStems
from limpet.answer.looked_at import LookedAt, look_at, read
from limpet.answer.selection import Budget, Scored, choose
from limpet.answer.term_worth import AGREEING, WordSigns, shipped_weights, term_worth, word_signs
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split
from limpet.text.tokens import stems

QUESTION = {"silk": 2.0, "wash": 1.0}


def document(name: str, text: str) -> Document:
    return Document(name, name, text, "text")


def evidence(message: str, *texts: str, scores: tuple[float, ...] = ()) -> Evidence:
    documents = {f"d{number}": document(f"d{number}", text) for number, text in enumerate(texts)}
    given = scores or tuple(1.0 - number / 10 for number in range(len(texts)))
    hits = [
        Hit(split(one)[0], score, bm25=5.0, cosine=0.7) for one, score in zip(documents.values(), given, strict=True)
    ]
    return Evidence(message, message, hits, documents.__getitem__)


def looked_at(*texts: str, scores: tuple[float, ...] = ()) -> list[LookedAt]:
    found = evidence("Tell me", *texts, scores=scores)
    return read(found, [(hit, hit.score) for hit in found.hits])


def test_words_that_sentences_about_the_question_share_are_worth_most() -> None:
    worth = term_worth(
        looked_at(
            "Wash silk in cold water. Cold water keeps silk smooth. Our shop opened long ago in Pune.",
            "Silk needs cold water. Parcels leave on Monday.",
        ),
        QUESTION,
    )
    assert worth["silk"] > worth["cold"] > worth["smooth"] > worth["pune"] > worth["monday"]
    assert all(0.0 < value < 1.0 for value in worth.values())


def test_a_word_beside_a_sentence_about_the_question_is_worth_more_than_one_far_off() -> None:
    worth = term_worth(
        looked_at("Wash silk by hand. Use vinegar. Parcels leave early. Then trains go north."), QUESTION
    )
    assert worth["vinegar"] > worth["train"]


def test_a_fragment_with_a_lower_score_speaks_less() -> None:
    even = term_worth(looked_at("Silk shines.", "Silk frays.", scores=(1.0, 1.0)), QUESTION)
    uneven = term_worth(looked_at("Silk shines.", "Silk frays.", scores=(1.0, 0.7)), QUESTION)
    assert uneven["fray"] < even["fray"]


def test_only_the_best_fragments_are_read() -> None:
    seen = looked_at(*(f"Silk word{chr(97 + number)}." for number in range(AGREEING + 2)))
    signs = word_signs(seen, QUESTION)
    assert "wordd" in signs
    assert "wordf" not in signs
    assert ["sentence_stems" in vars(one) for one in seen] == [True] * AGREEING + [False] * 2


def test_without_fragments_or_question_nothing_breaks() -> None:
    assert term_worth([], QUESTION) == {}
    assert all(math.isfinite(value) for value in term_worth(looked_at("Silk shines."), {}).values())


def test_the_shipped_weights_have_every_sign_and_reward_agreement() -> None:
    weights = shipped_weights()
    assert isinstance(weights.signs, WordSigns)
    assert weights.signs.in_sentences > 0
    assert weights.signs.in_fragments > 0
    assert weights.signs.asked > 0


def scored(text: str, relevance: list[float], named: list[float]) -> list[Scored]:
    source = document("a", text)
    units = units_of(source, split(source)[0])
    rows = zip(units, relevance, named, strict=True)
    return [Scored(unit, value, 0, 1.0, share) for unit, value, share in rows]


def alike(first: str, second: str) -> float:
    return 0.0


def test_a_shorter_unit_with_as_much_of_the_question_is_chosen_before_a_longer_one() -> None:
    text = (
        "Silk washing, as many of our visitors who wrote to us over the years have been told, is best left to others."
        " Wash silk cold."
    )
    worth = {"silk": 0.8, "wash": 0.8, "cold": 0.5}
    chosen = choose(scored(text, [0.9, 0.85], [1.0, 1.0]), Budget(10), worth, alike)
    assert [entry.unit.plain for entry in chosen] == ["Wash silk cold."]


def test_a_unit_with_less_of_the_question_is_not_chosen_before_the_most_relevant() -> None:
    text = "The default minimum size of a response is 500 bytes, and smaller ones stay as they are. Batch chunks well."
    worth = {"batch": 0.9, "chunk": 0.9, "well": 0.9, "default": 0.1}
    chosen = choose(scored(text, [0.9, 0.8], [1.0, 0.0]), Budget(16), worth, alike)
    assert chosen[0].unit.plain.startswith("The default minimum")


def test_the_most_relevant_of_what_was_chosen_stands_first() -> None:
    text = (
        "Sale goods go back within 7 days. Worn goods stay. Return goods within 15 days of delivery with their tags on."
    )
    chosen = choose(scored(text, [0.8, 0.6, 0.9], [0.9, 0.5, 0.9]), Budget(80), dict.fromkeys(stems(text), 0.5), alike)
    assert chosen[0].unit.plain.startswith("Return goods")
    assert len(chosen) == 3


@pytest.mark.parametrize(
    ("message", "second", "count"),
    [
        ("Tell me about silk sarees", EVEN_SHARE + 0.01, 2),
        ("Tell me about silk sarees", EVEN_SHARE - 0.05, 1),
        ("Are silk sarees soft?", EVEN_SHARE + 0.01, 1),
    ],
)
def test_two_fragments_as_good_as_each_other_are_both_drawn_on(message: str, second: float, count: int) -> None:
    filled = "Silk sarees are woven by hand in Kanchipuram. " * 10
    found = evidence(message, filled, filled.replace("Kanchipuram", "Banaras"), scores=(1.0, second))
    stems_of = HitStems()
    assert len(drawn_on(found, look_at(found, stems_of), stems_of)) == count


def test_a_document_that_is_gone_is_passed_over() -> None:
    found = evidence("How is silk washed?", "Wash silk cold.", "Silk is washed by hand.")
    gone = Evidence(found.message, found.query, found.hits, lambda name: {"d1": found.source("d1")}[name])
    assert [one.hit.fragment.document_id for one in look_at(gone, HitStems())] == ["d1"]
    assert {citation.document_id for citation in compose_answer(gone).citations} == {"d1"}
