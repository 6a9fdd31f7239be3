"""A question that nothing surely answers is told the nearest sentence, as no more than that."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.memory.own_words import subject_of
from limpet.policy.plan import Plan
from limpet.retrieval.document import Document, FieldValue, Hit
from limpet.retrieval.splitting import split
from limpet.text.own_sentences import own_sentence

TEXT = "# Guard\n\nEach gate has a guard. Requests without a matching handler get a 405 response. Use `a()` here."
DOCUMENT = Document("guard", "Guard", TEXT)
HIT = Hit(split(DOCUMENT)[0], 1.0, bm25=2.0, cosine=0.5)
QUESTION = "What if a verb is unsupported?"
BEST = "Requests without a matching handler get a 405 response."


def evidence(cosine: float, confidence: float = 0.4, best: str = "Requests") -> Evidence:
    near = [(TEXT.index(one), cosine if one == best else 0.1) for one in ("Each", "Requests", "Use")]
    return Evidence(
        QUESTION, QUESTION, [HIT], lambda _: DOCUMENT, plan=Plan(mode="not_covered"), confidence=confidence,
        near=lambda _: near,
    )  # fmt: skip


def refusal(of: Evidence) -> Composed:
    composed = compose_answer(of)
    assert composed.mode == "not_covered"
    return composed


def test_the_nearest_sentence_is_quoted_with_its_place_and_without_a_claim() -> None:
    composed = refusal(evidence(0.6))
    assert composed.text.startswith(own_sentence("not_sure") + "\n\n")
    assert f"{BEST} [1]" in composed.text
    assert [citation.quote for citation in composed.citations] == [BEST]
    assert (composed.is_unsure, composed.says_nothing, composed.options) == (True, True, ("Guard",))


@pytest.mark.parametrize(
    "of",
    [
        evidence(0.6, confidence=0.1),
        evidence(0.3),
        evidence(0.6, best="Use"),
        replace(evidence(0.6), near=lambda _: ()),
        replace(evidence(0.6), hits=[]),
    ],
    ids=["about something else", "far", "a scrap with code", "nearness not known", "no hits"],
)
def test_nothing_is_quoted_without_need(of: Evidence) -> None:
    composed = refusal(of)
    assert composed.text.startswith(own_sentence("nothing_found"))
    assert (composed.citations, composed.is_unsure) == ((), False)


def test_of_two_that_are_as_near_both_are_quoted_and_no_third() -> None:
    near = [(TEXT.index("Each"), 0.58), (TEXT.index("Requests"), 0.6), (TEXT.index("Use"), 0.1)]
    composed = refusal(replace(evidence(0.6), near=lambda _: near))
    assert [citation.quote for citation in composed.citations] == [BEST, "Each gate has a guard."]


def test_the_conversation_is_then_about_what_was_quoted() -> None:
    assert subject_of(refusal(evidence(0.6)).text).removesuffix(" [1]").endswith(BEST)
    assert subject_of(refusal(evidence(0.3)).text) == ""


def test_a_page_of_goods_is_no_near_section_by_a_part_of_its_name() -> None:
    fields: dict[str, FieldValue] = {"name": "Wrap Dress"}
    goods = Document("dress", "Wrap Dress", "Wrap Dress\n\nCotton.", format="record", fields=fields)
    hit = Hit(split(goods)[0], 1.0, bm25=2.0, cosine=0.31)
    asked = Evidence(
        "Do you offer gift wrapping?", "", [hit], lambda _: goods, plan=Plan(mode="not_covered"), confidence=0.2
    )
    assert refusal(asked).options == ()
    assert refusal(replace(asked, hits=[replace(hit, cosine=0.5)])).options == ("Wrap Dress",)


def test_a_sentence_that_stands_out_on_the_page_at_hand_is_quoted_however_far() -> None:
    of = replace(evidence(0.2, confidence=0.15), reads_on=True)
    assert f"{BEST} [1]" in refusal(of).text
    nearer = replace(evidence(0.6, confidence=0.4, best="Each"), reads_on=True)
    assert [citation.quote for citation in refusal(nearer).citations] == ["Each gate has a guard."]


@pytest.mark.parametrize(("question", "is_quoted"), [("Is a guard paid?", False), ("Who pays the guard?", True)])
def test_where_many_are_as_near_none_of_them_says_yes_or_no(question: str, is_quoted: bool) -> None:
    text = "# Guard\n\n" + " ".join(f"The guard of gate {one} stands there all day." for one in ("A", "B", "C", "D"))
    page = Document("guard", "Guard", text)
    near = [(match.start(), 0.55) for match in re.finditer("The guard", text)]
    of = Evidence(
        question, question, [Hit(split(page)[0], 1.0, cosine=0.5)], lambda _: page, plan=Plan(mode="not_covered"),
        confidence=0.4, near=lambda _: near,
    )  # fmt: skip
    assert bool(refusal(of).citations) is is_quoted
