"""What every composer has to keep to, whoever writes its sentences."""

from __future__ import annotations

import asyncio
import copy
import itertools
import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence

import pytest

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import ExtractiveComposer
from limpet.answer.prompted import PromptedComposer
from limpet.policy.plan import Plan
from limpet.ports import Composer, ModelPiece
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Query
from limpet.retrieval.splitting import split

CARE = Document(
    "care.md", "Care",
    "# Care\n\n## Silk\n\nDry-clean **silk** only. It fades in the sun. Never use more than 30 °C.\n\n"
    "## Linen\n\nIron linen while it is damp:\n\n1. Set the iron to 3.\n2. Press from the back.\n\n"
    "## Code\n\nRun this to build:\n\n```sh\nlimpet build\n```\n",
)  # fmt: skip
PLAIN = Document("plain.txt", "Felt", "Felt is washed cold. 羊毛毡不能用热水洗。", "text")
QUESTIONS = ("How do I clean silk?", "How do I iron linen?", "What do I run to build?", "How is felt washed?")


class Parrot:
    """A model that says some lines of its passages, now and then with a wrong number or a word of its own."""

    name = "parrot"

    async def stream(
        self, messages: Sequence[Mapping[str, str]], max_tokens: int, temperature: float
    ) -> AsyncGenerator[ModelPiece, None]:
        number, said = 0, []
        for line in messages[-1]["content"].split("\n"):
            if found := re.match(r"\[(\d+)\]", line):
                number = int(found.group(1))
            elif line.startswith("| "):
                said.append(f"{line[2:]} [{number + (len(said) == 3)}]" + (" Indeed so." if len(said) == 1 else ""))
        text = "\n\n".join(said)
        for start in range(0, len(text), 7):
            yield ModelPiece(text[start : start + 7])


COMPOSERS: dict[str, Callable[[], Composer]] = {
    "extractive": ExtractiveComposer,
    "prompted": lambda: PromptedComposer(Parrot(), 3_000, 16_000),
}


def evidence_for(question: str) -> Evidence:
    builder = IndexBuilder()
    for document in (CARE, PLAIN):
        builder.add(document, split(document))
    index = builder.build(None, "")
    plan = Plan(answers_from=0.0)
    return Evidence(question, question, index.retrieve(Query(question), 10), index.document, index.idf, plan=plan)


def grown(composer: Composer, evidence: Evidence) -> list[Composed]:
    async def gather() -> list[Composed]:
        return [composed async for composed in composer.compose(evidence)]

    return asyncio.run(gather())


@pytest.fixture(params=COMPOSERS)
def composer(request: pytest.FixtureRequest) -> Composer:
    return COMPOSERS[request.param]()


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answer_grows_and_its_last_state_is_the_whole(composer: Composer, question: str) -> None:
    states = grown(composer, evidence_for(question))
    assert states[-1].text.strip()
    for before, after in itertools.pairwise(states):
        assert after.text.startswith(before.text)
        assert set(before.citations) <= set(after.citations)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_number_is_a_citation_and_every_citation_an_exact_quote(composer: Composer, question: str) -> None:
    sources = {document.document_id: document.text for document in (CARE, PLAIN)}
    for composed in grown(composer, evidence_for(question)):
        text = re.sub(r"```.*?```", "", composed.text, flags=re.DOTALL)
        numbers = {int(number) for number in re.findall(r"(?<!\\)\[(\d+)\]", text)}
        assert numbers <= set(range(1, len(composed.citations) + 1))
        for citation in composed.citations:
            assert sources[citation.document_id][citation.start : citation.end] == citation.quote
            assert citation.quote.strip()


@pytest.mark.parametrize("question", QUESTIONS)
def test_marks_lie_in_the_text_in_order_and_the_confidence_is_a_share(composer: Composer, question: str) -> None:
    for composed in grown(composer, evidence_for(question)):
        assert 0.0 <= composed.confidence <= 1.0
        ends = [0]
        for mark in composed.marks:
            assert ends[-1] <= mark.start < mark.end <= len(composed.text)
            assert composed.text[mark.end :].lstrip().startswith("[")
            ends.append(mark.end)


def test_the_same_evidence_gives_the_same_answer_and_stays_as_it_was(composer: Composer) -> None:
    evidence = evidence_for(QUESTIONS[0])
    before = copy.copy(list(evidence.hits))
    assert grown(composer, evidence) == grown(composer, evidence)
    assert list(evidence.hits) == before


def test_two_answers_at_once_do_not_meet(composer: Composer) -> None:
    async def both() -> list[Composed]:
        async def last(question: str) -> Composed:
            states = [composed async for composed in composer.compose(evidence_for(question))]
            return states[-1]

        return list(await asyncio.gather(*(last(question) for question in QUESTIONS)))

    assert asyncio.run(both()) == [grown(composer, evidence_for(question))[-1] for question in QUESTIONS]


def test_an_answer_may_be_left_in_its_middle(composer: Composer) -> None:
    async def left() -> Composed:
        stream = composer.compose(evidence_for(QUESTIONS[0]))
        async for composed in stream:
            await stream.aclose()
            return composed
        raise AssertionError

    assert asyncio.run(left()).text
