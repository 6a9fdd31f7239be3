"""Every sentence of an answer is a sentence of its source but for the listed edits; no number or name is altered."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from limpet.answer.connectives import CONNECTIVES
from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.fragments import units_of
from limpet.answer.nearest_said import MOST_SAID
from limpet.policy.plan import LENGTHS_WORDS, Plan
from limpet.policy.question_cues import INTENTS
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Query
from limpet.retrieval.index import Index
from limpet.retrieval.splitting import split
from limpet.text.own_sentences import own_sentence

OPENINGS = [word for words in CONNECTIVES.values() for word in words]
_MARK = re.compile(r"\s*\[(\d+)\]")
_BOLD_HEADING = re.compile(r"^\*\*[^*]+\*\*:\s*")
_LIST_NUMBER = re.compile(r"^\d+\. ")
_WORD = re.compile(r"[^\W_]+(?:[.,][^\W_]+)*")

SUBJECTS = ("The berth", "A ticket", "Silk", "It", "This gate", "Customs", "GZip", "iOS")
VERBS = ("costs", "does not cost", "takes", "never needs", "is open for", "needs at most")
OBJECTS = ("30 euros", "2,499.50 Rs.", "3 days", "-5 °C", "v1.10.2", "no fee", "up to 10 %", "12 kg of `rope_a`")
TAILS = ("", " because of the tide", " for example in May", ", but not on Sundays")

sentences = st.builds(
    lambda a, b, c, d: f"{a} {b} {c}{d}.",
    st.sampled_from(SUBJECTS), st.sampled_from(VERBS), st.sampled_from(OBJECTS), st.sampled_from(TAILS),
)  # fmt: skip
paragraphs = st.lists(sentences, min_size=1, max_size=4).map(" ".join)
lists = st.lists(sentences, min_size=2, max_size=4).map(lambda items: "\n".join(f"- {item}" for item in items))
steps = st.lists(sentences, min_size=3, max_size=4).map(
    lambda items: "\n".join(f"{number}. {item}" for number, item in enumerate(items, start=1))
)
tables = st.lists(st.sampled_from(OBJECTS[:5]), min_size=2, max_size=3).map(
    lambda cells: "| Thing | Price |\n| --- | --- |\n" + "\n".join(f"| Berth {n} | {c} |" for n, c in enumerate(cells))
)
sections = st.tuples(
    st.sampled_from(("Berth", "How to pay", "Why", "Example", "Silk")), st.one_of(paragraphs, lists, steps, tables)
)
documents = st.lists(sections, min_size=1, max_size=4).map(
    lambda parts: "# Guide\n\n" + "\n\n".join(f"## {heading}\n\n{body}" for heading, body in parts)
)
QUESTIONS = (
    "How much does the berth cost?", "Why does it cost that?", "How do I pay?", "What is silk?", "Is the gate open?",
    "What is the difference between silk and the berth?", "Show me an example", "customs or GZip?",
)  # fmt: skip


def words_of(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def without_edits(piece: str) -> str:
    """A piece of an answer without what a composer may add: citation, connective, heading in bold, list number."""
    text = _MARK.sub("", piece).strip()
    text = _LIST_NUMBER.sub("", _BOLD_HEADING.sub("", text))
    for opening in OPENINGS:
        text = text.removeprefix(opening).strip()
    return text


def is_from(words: list[str], source: list[str]) -> bool:
    """Whether *words* stand in *source*, in a row."""
    return any(source[at : at + len(words)] == words for at in range(len(source) - len(words) + 1))


def lines_of(composed: Composed) -> list[str]:
    return [line for line in composed.text.split("\n") if line.strip() and not re.fullmatch(r"\|[ |-]+\|", line)]


def assert_said_by(index: Index, texts: list[str], composed: Composed, question: str) -> None:
    """Every line is a fixed one of limpet's, names a section, or stands in *texts*."""
    for citation in composed.citations:
        assert index.document(citation.document_id).text[citation.start : citation.end] == citation.quote
    sources = [words_of(text) for text in texts]
    fixed = {own_sentence("not_sure"), own_sentence("nearest"), own_sentence("nothing_found")}
    fixed.update(f"- {heading}" for heading in composed.options)
    for line in (line for line in lines_of(composed) if line not in fixed):
        if line.startswith(("|", "**Berth ")):  # cells, and a row told as a line: each cell by itself
            cells = re.split(r"[|;:]|\b(?:Price|Thing)\b", _MARK.sub("", line))
            parts = [words_of(cell) for cell in cells]
            parts = [part for part in parts if part and part != ["dries"]]
        else:
            parts = [words_of(without_edits(part)) for part in re.split(r"(?<=\])\s+", line)]
        for part in (part for part in parts if part):
            known = [*sources, words_of(question)]
            assert any(is_from(part, source) for source in known), (line, part)
    assert all(f"[{number}]" in composed.text for number in range(1, len(composed.citations) + 1))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(documents, min_size=1, max_size=2), st.sampled_from(QUESTIONS), st.sampled_from(LENGTHS_WORDS),
    st.sampled_from(INTENTS), st.integers(1, 5),
)  # fmt: skip
def test_an_answer_says_only_what_its_sources_say(
    texts: list[str], question: str, length_words: int, intent: str, fragment_count: int
) -> None:
    builder = IndexBuilder()
    for number, text in enumerate(texts):
        document = Document(f"d{number}.md", "Guide", text)
        builder.add(document, split(document))
    index = builder.build(None, "")
    hits = [Hit(hit.fragment, hit.score, hit.bm25, 0.8) for hit in index.retrieve(Query(question), 10)]
    plan = Plan(length_words=length_words, intent=intent, fragment_count=fragment_count, answers_from=0.0)  # type: ignore[arg-type]
    composed = compose_answer(Evidence(question, question, hits, index.document, index.idf, plan=plan))
    assert "".join(composed.pieces) == composed.text
    if composed.mode not in ("answer", "compare"):
        return
    assert_said_by(index, texts, composed, question)


@settings(max_examples=80, deadline=None)
@given(documents, st.sampled_from(QUESTIONS), st.lists(st.floats(-0.2, 1.0), min_size=30, max_size=30))
def test_a_refusal_quotes_only_what_its_sources_say(text: str, question: str, cosines: list[float]) -> None:
    document = Document("d.md", "Guide", text)
    builder = IndexBuilder()
    builder.add(document, split(document))
    index = builder.build(None, "")
    hits = [Hit(hit.fragment, hit.score, hit.bm25, 0.5) for hit in index.retrieve(Query(question), 10)]
    near = {
        fragment.fragment_id: list(zip((unit.start for unit in units_of(document, fragment)), cosines, strict=False))
        for fragment in index.fragments
    }
    composed = compose_answer(
        Evidence(
            question,
            question,
            hits,
            index.document,
            index.idf,
            plan=Plan(mode="not_covered"),
            confidence=0.4,
            near=lambda name: near[name],
        )
    )
    if composed.mode == "not_covered":
        assert bool(composed.citations) == composed.is_unsure
        assert len(composed.citations) <= MOST_SAID
        assert_said_by(index, [text], composed, question)
