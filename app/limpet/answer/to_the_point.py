"""An answer without the sentences that its reader has just read, or that answer another question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.answer.discourse import is_bare_answer
from limpet.answer.focus import MEASURED, answers_too, goes_on, is_focused, is_picked, is_welcome
from limpet.answer.kept import first_with_form, kept_though_read, tells_form
from limpet.answer.selection import Scored, with_antecedent
from limpet.answer.shown_lately import is_stale
from limpet.text.question_form import Asked, has_form
from limpet.text.tokens import stems

SHORT_PROSE_WORDS: Final = 120
"""A section with more words in sentences is an account, of which one sentence is seldom all: on conversations of MTRAG
its neighbours are worth their words. Chosen on those of tuning and on ``site_questions_tune.json``."""
SURE_SHARE: Final = 0.35
"""Share of the message that the best sentence must have to be the answer; below that its neighbours may be."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """
    What might be said once more looked at.

    Attributes:
        scored: What is not to the point is of no relevance, so that it is said only where something points back at it.
        is_changed: Whether some of what would be said is not to the point.
        is_answer_first: Whether one sentence is the answer, which goes before what stands above it in its document.
    """

    scored: Sequence[Scored]
    is_changed: bool
    is_answer_first: bool


def to_the_point(
    scored: Sequence[Scored],
    chosen: Sequence[Scored],
    shown: str,
    asked: Asked,
    message: str,
    new: frozenset[str] = frozenset(),
) -> Narrowed:
    """
    Which of *scored* are to the point.

    What answers is, whatever was shown: the best of *chosen* and what has most of the message's words, with what they
    point back at. Where neither its words nor its form tell what answers, all stays that was shown.

    Args:
        scored: What might be said.
        chosen: What would be said, the best first; one at least.
        shown: Text of the last answers, where it is not to be said again.
        asked: The form of *message*.
        message: Of the visitor.
        new: Stems of it that the messages before lack.
    """
    own = frozenset(stems(message))
    best = _best(chosen, shown, asked, message)
    most_named = _most_named(best, chosen, own)
    answering = [*with_antecedent(best, scored, []), best, *_bare_answer(best, scored)]
    answering += [] if asked == "steps" and is_stale(most_named.unit, shown, asked) else [most_named]
    has_wanted_form = asked in MEASURED and has_form(asked, best.unit.plain)
    is_short = in_short_section(best, scored)
    is_narrow = is_short and is_focused(message, asked, shows_code=_shows_code(best, chosen))
    is_sure = best.named_share >= SURE_SHARE or has_wanted_form
    spared = [*answering, *kept_though_read(chosen, best, asked, message, new)]
    is_known = best.named_share > 0 or has_wanted_form or asked == "steps"
    stale = _stale(scored, best, shown, asked, spared) if is_known else []
    is_refilled = any(entry in chosen for entry in stale)
    wanted: list[Scored] = []
    for entry in scored:
        if is_narrow:
            is_apt = is_welcome(entry, best, asked, message) or _follows(entry, wanted)
            if entry in chosen and not is_apt:
                is_apt = not is_sure and _is_sentence(entry)
                is_apt = is_apt or (not best.named_share and tells_form(entry.unit.plain, asked, message))
        else:
            is_apt = is_refilled or entry in chosen
            is_apt = is_apt and not (is_short and is_picked(entry.unit, own) and not answers_too(entry, most_named))
        if entry in answering or (is_apt and entry not in stale):
            wanted.append(entry)
    narrowed = [entry if entry in wanted else replace(entry, relevance=0.0) for entry in scored]
    return Narrowed(narrowed, not all(entry in wanted for entry in chosen), is_narrow or is_refilled)


def _best(chosen: Sequence[Scored], shown: str, asked: Asked, message: str) -> Scored:
    """The first that answers; of a question how to do something the first that is a step or was not just read."""
    if asked != "steps":
        return first_with_form(chosen, asked, message)
    return next((entry for entry in chosen if not is_stale(entry.unit, shown, asked)), chosen[0])


def _stale(scored: Sequence[Scored], best: Scored, shown: str, asked: Asked, spared: Sequence[Scored]) -> list[Scored]:
    """What was just read, none of *spared*, and does not answer as *best* does; steps are told by their form alone."""
    read = [one for one in scored if one not in spared and is_stale(one.unit, shown, asked)]
    return [one for one in read if asked == "steps" or not answers_too(one, best)]


def _bare_answer(best: Scored, scored: Sequence[Scored]) -> list[Scored]:
    """The "No." that stands before *best*, if it does."""
    place = (best.unit.fragment.fragment_id, best.unit.number - 1)
    before = (one for one in scored if (one.unit.fragment.fragment_id, one.unit.number) == place)
    return [one for one in before if is_bare_answer(one.unit.plain)]


def _most_named(best: Scored, chosen: Sequence[Scored], own: frozenset[str]) -> Scored:
    told = [entry for entry in chosen if entry.unit.kind != "code" and not is_picked(entry.unit, own)]
    return max([best, *told], key=lambda entry: entry.named_share)


def in_short_section(best: Scored, scored: Sequence[Scored]) -> bool:
    """Whether the section of *best* has sentences on single matters rather than an account that goes on."""
    name = best.unit.fragment.fragment_id
    prose = (entry.unit.words for entry in scored if entry.unit.fragment.fragment_id == name and _is_sentence(entry))
    return sum(prose) <= SHORT_PROSE_WORDS


def _shows_code(best: Scored, chosen: Sequence[Scored]) -> bool:
    name = best.unit.fragment.fragment_id
    return any(entry.unit.kind == "code" and entry.unit.fragment.fragment_id == name for entry in chosen)


def _is_sentence(entry: Scored) -> bool:
    return entry.unit.kind == "sentence" and not entry.unit.is_scrap


def _follows(entry: Scored, wanted: Sequence[Scored]) -> bool:
    """Whether a unit goes on with the one right before it, and that is wanted."""
    before = (entry.unit.fragment.fragment_id, entry.unit.number - 1)
    return goes_on(entry.unit) and any((one.unit.fragment.fragment_id, one.unit.number) == before for one in wanted)
