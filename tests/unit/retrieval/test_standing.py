"""Sections that name everything and explain nothing give way, but for questions that are about them."""

from __future__ import annotations

import pytest

from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.standing import NEWS_SHARE, by_standing, is_news


def fragment(document_id: str, *headings: str) -> Fragment:
    return Fragment(f"{document_id}#1", document_id, headings, 0, 1, "x")


@pytest.mark.parametrize(
    ("document_id", "headings"),
    [
        ("a.md", ("Release notes", "1.0")),
        ("a.md", ("Library", "2.1.0 (May 3)")),
        ("a.md", ("Library Changelog",)),
        ("changelog.md", ("Library",)),
        ("change_log/release-3.6.md", ()),
        ("docs/release-notes.md", ("Fixed",)),
    ],
)
def test_release_notes_are_known_by_heading_or_document(document_id: str, headings: tuple[str, ...]) -> None:
    assert is_news(fragment(document_id, *headings))


@pytest.mark.parametrize("heading", ["Changing a placeholder", "History of art", "Releasing a lock", "Logging changes"])
def test_other_sections_are_none(heading: str) -> None:
    assert not is_news(fragment("guide.md", heading))


def worth(message: str) -> float:
    return by_standing([Hit(fragment("changelog.md", "Library"), 1.0)], message)[0][1]


@pytest.mark.parametrize(
    "message", ["What is new?", "What changed in 2.0?", "which version added hooks?", "any releases?"]
)
def test_a_question_about_change_is_answered_by_them(message: str) -> None:
    assert worth(message) == 1.0


@pytest.mark.parametrize("message", ["How do I change the placeholder?", "How do I add a new user?", "What are hooks?"])
def test_a_question_about_doing_is_not(message: str) -> None:
    assert worth(message) == NEWS_SHARE
