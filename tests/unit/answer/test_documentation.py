"""Questions over the documentation of a made-up program: which section answers, and which only names the same words."""

from __future__ import annotations

import pytest

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.policy.plan import Plan
from limpet.policy.rivals import rivals_of
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.index import Index
from limpet.retrieval.splitting import split

REPLIES = Document(
    "replies.md", "Replies",
    "# Replies\n\n## ForwardReply\n\nSends the reader on. Uses code 307.\n\n```python\nForwardReply('/')\n```\n",
)  # fmt: skip
EARLY = Document(
    "early.md", "Filters", "# Filters\n\n## Early replies\n\nA filter may forward a reader at once, or stop.\n"
)
PAGES = Document(
    "pages.md", "Pages",
    "# Pages\n\n## Making pages\n\nTo make a page, put a file into `pages` that is called like this:\n\n"
    "```\nNUMBER-name.txt\n```\n\nWhere `NUMBER` has three digits.\n\n"
    "For example, these are names of pages:\n\n```\n001-how-to-make-a-page.txt\n```\n\n"
    "Every page begins with a head.\n",
)  # fmt: skip
BUILDING = Document(
    "freebsd.md", "Quill on FreeBSD", "# Quill on FreeBSD\n\n## Install packages\n\nRun `pkg install quill` as root.\n"
)
OTHERS = Document(
    "others.md", "Quill elsewhere",
    "# Quill elsewhere\n\n## Install Quill\n\nFollow the steps for FreeBSD.\n",
)  # fmt: skip
MAKERS = Document(
    "contributing.md", "Contributing",
    "# Contributing\n\n## Set-up\n\nTo run Quill from its sources, fork it, and run the tests of Quill.\n",
)  # fmt: skip
RUNNING = Document(
    "running.md", "Running", "# Running\n\nStart Quill behind a proxy, and keep it running with a unit.\n"
)
NEWS = Document("news.md", "Release notes", "# Release notes\n\n## 1.2\n\nForwardReply may forward to another page.\n")
EXPLAINED = Document("filters.md", "Filters", "# Filters\n\n## Writing filters\n\nA filter is a class with a call.\n")
READING = Document(
    "more.md",
    "Filters at large",
    "# Filters at large\n\n## Further reading\n\nHow to write filters: a talk on filters.\n",
)


def found_in(*documents: Document) -> tuple[Index, list[Hit]]:
    """An index of *documents*, and their fragments as a retriever gives them that finds the first ones a bit better."""
    builder = IndexBuilder()
    for document in documents:
        builder.add(document, split(document))
    index = builder.build(None, "")
    return index, [Hit(one, 0.6 - 0.04 * place, 5.0, 0.6) for place, one in enumerate(index.fragments)]


def composed(question: str, *documents: Document) -> Composed:
    index, hits = found_in(*documents)
    plan = Plan(intent="application")
    return compose_answer(Evidence(question, question, hits, index.document, index.idf, plan=plan, confidence=0.8))


@pytest.mark.parametrize(
    ("question", "documents", "begins"),
    [
        ("How do I forward to another page?", (EARLY, RUNNING, REPLIES), "**ForwardReply**: Sends the reader on."),
        ("How do I make a page?", (REPLIES, PAGES), "To make a page, put a file"),
        ("How do I install Quill on FreeBSD?", (OTHERS, BUILDING, RUNNING, MAKERS), "Run `pkg install quill` as root."),
        ("How do I run Quill?", (MAKERS, RUNNING), "Start Quill behind a proxy"),
        ("How do I run the tests of a fork?", (MAKERS, RUNNING), "To run Quill from its sources"),
        ("How do I write filters?", (READING, EXPLAINED), "**Writing filters**: A filter is a class"),
    ],
)
def test_the_section_that_tells_how_answers(question: str, documents: tuple[Document, ...], begins: str) -> None:
    assert composed(question, *documents).text.startswith(begins)


def test_nobody_is_asked_whether_release_notes_are_meant() -> None:
    question = "How do I forward to another page?"
    _, hits = found_in(NEWS, REPLIES)
    assert [rival.name for rival in rivals_of(hits, "What changed in forwarding?")] == ["Release notes", "Replies"]
    assert rivals_of(hits, question) == ()


def test_a_table_that_a_program_fills_is_not_told() -> None:
    empty = Document(
        "o.md", "Options", "# Options\n\nAll options of Quill:\n\n| Option | Flag |\n| --- | --- |\n\nThat is all.\n"
    )
    assert "|" not in composed("Which options does Quill have?", empty).text
