"""
What a fragment is worth as an answer, beside its likeness to the question.

Three kinds of sections name every part of a product again and again and explain none of them: release notes, pages for
those who make it themselves, and lists of what else may be read. They answer only questions about these things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from limpet.retrieval.document import Fragment, Hit
from limpet.text.tokens import stems

NEWS_SHARE: Final = 0.6
"""What the score of a fragment of release notes counts for a question that is not about change."""
MAKERS_SHARE: Final = 0.6
"""The same for a page for contributors, where the question is not about taking part."""
ELSEWHERE_SHARE: Final = 0.6
"""The same for a list of what else may be read, where the question is not for that."""
_NEWS: Final = re.compile(
    r"(?:release (?:notes?|history)|change ?log|what'?s new|history of changes|news\b)", re.IGNORECASE
)
_VERSION: Final = (
    r"\[?(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d\b)(?P<said>version |release |v)?(?P<number>\d+\.\d+(?:\.\d+)*)"
    r"(?P<early>[-.]?(?:rc|alpha|beta|a|b|dev|pre)[-.]?\d*)?(?:[-.]?post\d*)?\]?\s*"
)
"""Not "28.02.2026", which is a day."""
_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY: Final = (
    rf"(?:\d{{4}}\b|\d{{1,2}}[./]\d{{1,2}}[./]|(?:un)?released\b|\d{{1,2}}(?:st|nd|rd|th)?\.? {_MONTH}"
    rf"|{_MONTH}(?=,?\s*\d|\s*[)\]]?$))"
)
_RELEASE: Final = re.compile(rf"{_VERSION}(?:$|[(:–—/-]+\s*{_DAY}|{_DAY}|(?(said)[(:–—/-]|(?!)))", re.IGNORECASE)
"""A version by itself or with its day; "2.1 Setting it up" and "2.1: Basics" are numbered sections."""
_NAMED_RELEASE: Final = re.compile(rf"{_VERSION}(?:$|[(:–—/-]|{_DAY})", re.IGNORECASE)
"""In release notes a version may have a name instead: "2.1 - Faster search"."""
_ENDS_AS_NEWS: Final = re.compile(r"\b(?:release (?:notes?|history)|change ?log)$", re.IGNORECASE)
_CALLED_NEWS: Final = re.compile(r"(?:^|/)(?:change[-_ ]?log|release[-_]?notes|whats[-_]?new|history)\b", re.IGNORECASE)
_CHANGE_WORDS: Final = (
    r"what(?: is|'?s| are|'re) new|(?:anything|something|nothing) new|new (?:in|since|with|features?|releases?)|news"
    r"|newest|changes|changed|change ?log|releas\w*|version|added|removed|deprecat\w*|fixed|since|upgrad\w*|latest"
    r"|introduced"
)
"""Not "How do I change the placeholder?", "How do I add a new user?": these are about doing."""
_ASKS_NEWS: Final = re.compile(rf"\b(?:{_CHANGE_WORDS})\b|\d\.\d", re.IGNORECASE)
_MAKERS: Final = re.compile(
    r"(?:contribut(?:ing|ors?|ions?)\b|(?:developers?'?|maintainers?'?|development|hacking) (?:guides?|notes?|docs)\b"
    r"|hacking$|code of conduct\b|governance\b)",
    re.IGNORECASE,
)
_ASKS_MAKERS: Final = re.compile(
    r"\b(?:contribut\w*|fork\w*|clon\w+|pull requests?|patch\w*|commit\w*|repositor\w+|repo|git\w*|source code|bugs?"
    r"|issues?|problems?|report\w*|vulnerabilit\w+|maintain\w*|develop\w*|lint\w*|coverage|test suite|hack\w*|release"
    r"|releas(?:ed|ing)|conduct|behaviour|behavior|harass\w*|translat\w*|document\w*|help\w*|support\w*"
    r"|take part|participate|involved|volunteer\w*)\b",
    re.IGNORECASE,
)
_ELSEWHERE: Final = re.compile(
    r"(?:further|additional|more|recommended|related) (?:reading|information|resources|links)\b|(?:see|read) also\b"
    r"|external (?:links|resources)\b|(?:useful )?links$|bibliography$|acknowledg\w+$|credits$"
    r"|where to go (?:next|from)|(?:what'?s )?next steps?\b|learn(?:ing)? more\b",
    re.IGNORECASE,
)
_ASKS_ELSEWHERE: Final = re.compile(
    r"\b(?:read\w*|articles?|links?|resources?|books?|learn\w*|tutorials?|next|more|else|credits?|thank\w*|who)\b",
    re.IGNORECASE,
)

OTHERS_SHARE: Final = 0.8
"""The same for a page about what others have made, where the question does not ask for such and names none of it."""
_OTHERS: Final = re.compile(
    r"third[- ]part(?:y|ies)\b|ecosystem\b|community (?:projects|packages|tools|plugins)\b", re.IGNORECASE
)
_ASKS_OTHERS: Final = re.compile(
    r"\b(?:third[- ]part\w+|librar\w+|packages?|plug-?ins?|extensions?|integrat\w+|tools?|projects?|frameworks?|others?"
    r"|which|community|ecosystem|exists?|available|any|there)\b",
    re.IGNORECASE,
)


def is_news(fragment: Fragment) -> bool:
    """
    Whether the fragment stands under a heading of release notes or of a version, or in a document that is called so.

    >>> [is_news(Fragment("a#1", "a", (heading,), 0, 1, "x")) for heading in ("1.2.0 (May 1)", "News", "Care")]
    [True, True, False]
    """
    return _is_called_news(fragment.heading_path, fragment.document_id) or any(
        _RELEASE.match(heading.strip()) for heading in fragment.heading_path
    )


def _is_called_news(path: Sequence[str], document_id: str) -> bool:
    return _CALLED_NEWS.search(document_id) is not None or any(
        _NEWS.match(heading.strip()) or _ENDS_AS_NEWS.search(heading.strip()) for heading in path
    )


def release_heading(path: Sequence[str], document_id: str = "") -> str:
    """
    The heading of a version in a heading path; empty for none.

    Under a heading of release notes, or in a document that is called so, a version may have a name behind it.

    >>> release_heading(("Notes", "1.2.0 (May 1)", "Fixed")), release_heading(("Manual", "2.1 Setting it up"))
    ('1.2.0 (May 1)', '')
    >>> release_heading(("Changelog", "2.1 - Faster search")), release_heading(("Help", "2.1 - Delivery"))
    ('2.1 - Faster search', '')
    """
    pattern = _NAMED_RELEASE if _is_called_news(path, document_id) else _RELEASE
    return next((heading for heading in path if pattern.match(heading.strip())), "")


def release_number(heading: str) -> tuple[int, ...]:
    """
    The numbers of a version that is out; none for one before its time, and for other headings.

    >>> release_number("v1.10.2 - 2026-10-24"), release_number("2.0.0rc1"), release_number("Fixed")
    ((1, 10, 2), (), ())
    """
    found = _NAMED_RELEASE.match(heading.strip())
    if found is None or found["early"]:
        return ()
    return tuple(int(part[:9]) for part in found["number"].split("."))


def is_for_makers(fragment: Fragment) -> bool:
    """
    Whether the fragment is of a page for those who take part in making what the documents are about.

    >>> paths = (("Contributing", "Development"), ("Code of Conduct",), ("Contributions to a pension",), ("Care",))
    >>> [is_for_makers(Fragment("a#1", "a", path, 0, 1, "x")) for path in paths]
    [True, True, False, False]
    """
    title = fragment.heading_path[0].strip() if fragment.heading_path else ""
    found = _MAKERS.match(title)
    return found is not None and (
        found.end() == len(title) or title[found.end() :].lower().startswith((" to the", ":"))
    )


def leads_elsewhere(fragment: Fragment) -> bool:
    """
    Whether the fragment stands under a heading of what else may be read.

    >>> paths = (("Care", "Further reading"), ("Care", "Links"), ("Reading glasses",))
    >>> [leads_elsewhere(Fragment("a#1", "a", path, 0, 1, "x")) for path in paths]
    [True, True, False]
    """
    return bool(fragment.heading_path) and _ELSEWHERE.match(fragment.heading_path[-1].strip()) is not None


def is_of_others(fragment: Fragment) -> bool:
    """
    Whether the fragment is of a page about what others have made.

    >>> paths = (("Third Party Packages", "Starlette-Apps"), ("Ecosystem",), ("Guide", "Ecosystem of a pond"))
    >>> [is_of_others(Fragment("a#1", "a", path, 0, 1, "x")) for path in paths]
    [True, True, False]
    """
    return bool(fragment.heading_path) and _OTHERS.match(fragment.heading_path[0].strip()) is not None


def by_standing(hits: Sequence[Hit], message: str) -> list[tuple[Hit, float]]:
    """Hits with what they are worth, best first; equal ones keep their order."""
    asked = frozenset(stems(message))
    kinds: tuple[tuple[Callable[[Fragment], bool], float, re.Pattern[str]], ...] = (
        (is_news, NEWS_SHARE, _ASKS_NEWS),
        (is_for_makers, MAKERS_SHARE, _ASKS_MAKERS),
        (leads_elsewhere, ELSEWHERE_SHARE, _ASKS_ELSEWHERE),
        (lambda one: is_of_others(one) and not _is_named(one, asked), OTHERS_SHARE, _ASKS_OTHERS),
    )
    not_asked = [(is_of_it, share) for is_of_it, share, asks in kinds if not asks.search(message)]

    def share_of(fragment: Fragment) -> float:
        return min((share for is_of_it, share in not_asked if is_of_it(fragment)), default=1.0)

    return sorted(((hit, hit.score * share_of(hit.fragment)) for hit in hits), key=lambda entry: -entry[1])


def _is_named(fragment: Fragment, asked: frozenset[str]) -> bool:
    """Whether the fragment's own heading below the title is in the question."""
    path = fragment.heading_path
    named = frozenset(stems(path[-1])) - frozenset(stems(path[0])) if len(path) > 1 else frozenset[str]()
    return bool(named) and not named.isdisjoint(asked)


def opens(fragment: Fragment, name: str) -> bool:
    """Whether the fragment begins the section that has *name* alone for its heading: it says what that is."""
    heading = fragment.heading_path[-1] if fragment.heading_path else ""
    is_named = set(stems(heading)) == set(stems(name)) and len(heading.split()) == len(name.split())
    return is_named and fragment.fragment_id.endswith("-1")
