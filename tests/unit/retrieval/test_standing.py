"""Sections that name everything and explain nothing give way, but for questions that are about them."""

from __future__ import annotations

import pytest

from limpet.newest import newest
from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.standing import NEWS_SHARE, by_standing, is_news, release_heading, release_number


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


@pytest.mark.parametrize(
    "heading",
    ["28.02.2026", "1.2 - Delivery", "2.1: Basics", "3.5 (optional) Painting", "2.1 Marketing", "1.2 - 3 ways to pay",
     "2.1: May I return it?"],
)  # fmt: skip
def test_days_and_numbered_sections_are_no_versions(heading: str) -> None:
    assert not is_news(fragment("guide.md", heading))
    assert release_heading((heading,), "guide.md") == ""


@pytest.mark.parametrize(
    "heading",
    ["1.2", "1.2 - 2026-05-01", "1.2 (May 1, 2026)", "1.2 – 3rd May 2026", "v1.2: Faster", "1.2 (unreleased)"],
)
def test_versions_stand_alone_or_with_their_day_or_are_called_so(heading: str) -> None:
    assert is_news(fragment("guide.md", heading))
    assert release_number(heading) == (1, 2)


def test_in_release_notes_a_version_may_have_a_name() -> None:
    assert release_heading(("Release notes", "1.2 - Faster"), "a.md") == "1.2 - Faster"
    assert release_heading(("Quill", "1.2 - Faster"), "changelog.md") == "1.2 - Faster"
    assert release_heading(("Release notes", "28.02.2026"), "a.md") == ""


def newest_of(*headings: str, by_days: bool) -> list[str]:
    fragments = [fragment(f"{place}.md", *path.split(" > ")) for place, path in enumerate(headings)]
    return [one.heading_path[-1] for one in newest(fragments, by_days=by_days).values()]


def test_of_news_that_is_headed_by_days_the_last_day_is_the_newest() -> None:
    days = ("News > 28.02.2026", "News > 03.11.2026", "News > 12.05.2026")
    assert newest_of(*days, by_days=True) == ["03.11.2026"]
    assert newest_of(*days, by_days=False) == []
    assert newest_of("Menu > 28.02.2026", "Menu > 03.11.2026", by_days=True) == []
    assert newest_of("News > 03.11.2026", "Log > 1.9", "Log > 1.10", by_days=True) == ["1.10"]
