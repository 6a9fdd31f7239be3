"""First questions: whole ones, with names as the documents write them."""

import pytest

from limpet.retrieval.document import Fragment
from limpet.retrieval.first_questions import first_questions
from limpet.retrieval.heading_question import question_of

COUNTS = {"use": 3, "deploy": 2, "middleware": 4, "order": 2, "div": 30}
NAMES = frozenset({"Jekyll", "Ruby"})


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("Cancelling", "How does cancelling work?"),
        ("Cancelling an order", "How do I cancel an order?"),
        ("Tracking your order", "How do I track my order?"),
        ("Deploying Jekyll", "How do I deploy Jekyll?"),
        ("Install Ruby", "How do I install Ruby?"),
        ("Use cases", "What should I know about use cases?"),
        ("Refunds", "How do refunds work?"),
        ("Cash on delivery", "How does cash on delivery work?"),
        ("Endpoints", "What should I know about endpoints?"),
        ("Ways to pay", "What are the ways to pay?"),
        ("Our opening hours", "What are your opening hours?"),
        ("Our stores", "What should I know about your stores?"),
        ("Contact", "How can I contact you?"),
        ("Linen", "What should I know about linen?"),
        ("Liquid attributes available", "Which liquid attributes are available?"),
        ("Globbing and performance", "What should I know about globbing and performance?"),
        ("Chapter 3. Using middleware", "How do I use middleware?"),
        ("4.2. What is Jekyll?", "What is Jekyll?"),
        ("Jekyll", "What should I know about Jekyll?"),
        ("3.1 released in 2021", ""),
    ],
)
def test_a_heading_becomes_a_whole_question(heading: str, question: str) -> None:
    assert question_of(heading, COUNTS, NAMES)[0] == question


def test_a_name_is_written_as_the_documents_write_it_though_code_has_it_in_small_letters() -> None:
    text = "You can run Starlette anywhere.\n\n    pip install starlette\n    from starlette.routing import Route\n"
    fragments = [Fragment("a#1", "a", ("Guide", "Deploying Starlette"), 0, len(text), text)]
    assert [one.text for one in first_questions(fragments, [], 3)] == ["How do I deploy Starlette?"]
