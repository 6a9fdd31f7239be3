"""Sentences that leave out their subject because their heading names it: the heading is put in front of them."""

from __future__ import annotations

import re
from typing import Final

from limpet.answer.fragments import Unit
from limpet.answer.markdown import shown_inline
from limpet.answer.pointing import speaks_of_before
from limpet.retrieval.document import Document
from limpet.retrieval.records import record_name
from limpet.retrieval.standing import release_heading
from limpet.text.tokens import stems

_MOST_WORDS: Final = 7
_VERBS: Final = (
    "accepts adds allows applies builds calls changes checks closes configures contains converts creates"
    " defaults defines deletes describes determines disables enables ensures enforces executes expects"
    " extracts filters generates gets gives handles holds implements includes indicates initialises"
    " initializes instructs keeps lets limits lists loads makes manages maps marks merges opens parses"
    " performs prevents processes produces provides raises reads receives redirects registers removes"
    " renders replaces represents requires resolves returns runs saves searches sends serves sets shows"
    " signs specifies starts stops stores streams supports takes tells tests tries updates uses validates"
    " verifies waits wraps writes"
)
_WHICH: Final = re.compile(
    r"\W*(?:(?:and|so|but|ok(?:ay)?)\W+)*which (?:one|of (?:the )?(?:two|three|both|them|these|those|all))\b",
    re.IGNORECASE,
)
_VERB_LED: Final = re.compile(
    r"(?:(?:asynchronously|automatically|typically|optionally|also|only|always)\s+)?"
    rf"(?:{'|'.join(_VERBS.split())}|used (?:to|for|when|by)|(?:may|must|can) (?:be|raise)|similar to|like the)\b(?!,)",
    re.IGNORECASE,
)


def lacks_subject(text: str) -> bool:
    """
    Whether a sentence begins with its verb, of something that its heading names.

    >>> lacks_subject("Limits the total size of bodies."), lacks_subject("Limit the size.")
    (True, False)
    """
    return _VERB_LED.match(text) is not None


def asks_which(message: str) -> bool:
    """
    Whether one of several things is asked for, so that an answer has to name it.

    >>> asks_which("Which one supports range requests?"), asks_which("Which sizes are there?")
    (True, False)
    """
    return _WHICH.match(message) is not None


def record_in_front(before: Unit | None, unit: Unit, document: Document) -> str:
    """The name of a record in bold for its first sentence, where that lacks it: prose of one names nothing."""
    goes_on = before is not None and before.fragment.document_id == unit.fragment.document_id
    name = record_name(document.fields) or document.title
    if document.format != "record" or goes_on or unit.kind != "sentence" or unit.stems.issuperset(stems(name)):
        return ""
    return f"**{shown_inline(name, [])}**:"


def heading_in_front(before: Unit | None, unit: Unit, subject: str = "", *, is_named: bool = False) -> str:
    """
    The innermost heading in bold for a sentence that needs it, or the version that anything is told of; empty else.

    A sentence needs it when it lacks its subject, points at it, or has not the question's most telling stem *subject*
    which the heading has, and does not follow a sentence of its own fragment; with *is_named* also when it lacks the
    heading's words.
    """
    path = unit.fragment.heading_path
    release = release_heading(path, unit.fragment.document_id)
    if release and unit.kind != "item":
        is_told = before is not None and release in before.fragment.heading_path
        return "" if is_told else f"**{shown_inline(release, [])}**: "
    goes_on = before is not None and before.fragment.heading_path == path
    if unit.kind != "sentence" or not path or goes_on or len(path[-1].split()) > _MOST_WORDS:
        return ""
    points = (unit.is_pointing and unit.number == 0) or speaks_of_before(unit.plain)
    is_nameless = subject != "" and subject not in unit.stems and subject in stems(path[-1])
    is_nameless = is_nameless or (is_named and not unit.stems.issuperset(stems(path[-1])))
    return f"**{shown_inline(path[-1], [])}**: " if points or is_nameless or lacks_subject(unit.plain) else ""
