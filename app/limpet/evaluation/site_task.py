"""
Labelled conversations over the two demo sites: is the answer found, does it come first, and what else must be read.

``site_questions_tune.json`` may be looked at and chosen on; of ``site_questions_held.json`` only sums are looked at.
Beside ours stands the top fragment of the same search, as it is: it refuses nothing and says all that it has.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from limpet.chat import Chat
from limpet.errors import DocumentError
from limpet.evaluation.metrics import mean
from limpet.evaluation.readers import required
from limpet.evaluation.said_parts import holds, parts_of_answer, words_of
from limpet.evaluation.task import Figures, Measured, Task
from limpet.evaluation.transcripts import demo_indexes
from limpet.evaluation.vectors import evaluation_embedder
from limpet.events import Answered
from limpet.retrieval.index import Index

SPLITS: Final = ("tune", "held")
_ANSWERS: Final = ("answer", "compare")


@dataclass(frozen=True, slots=True)
class SiteQuestion:
    """
    The last message of a conversation, and what a person wants to read after it.

    Attributes:
        site: Which demo.
        turns: Messages before it, and it.
        covered: Whether the documents answer it.
        answer: Bits of the documents; an answer holds at least one of them.
        also: Bits of sentences that are welcome beside it.
        shown: Names of goods that must be told.
        not_shown: Names of goods that must not be told.
    """

    site: str
    turns: tuple[str, ...]
    covered: bool
    answer: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    not_shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """
    What was said to one question, by ours and by the top fragment alone.

    Attributes:
        question: What was asked.
        mode: Of the answer.
        text: Of the answer.
        fragment: Text of the top fragment.
        near: What a refusal quotes as the nearest.
    """

    question: SiteQuestion
    mode: str
    text: str
    fragment: str
    near: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether it was refused, answered though it is not covered, or does not begin with the answer."""
        is_answer = self.mode in _ANSWERS
        if not self.question.covered:
            return is_answer
        told = figures_of_text(self.text, self.question)
        return not is_answer or any(told.get(name, 1.0) < 1.0 for name in ("found", "first", "shown", "kept out"))


def read_site_questions(path: Path) -> list[SiteQuestion]:
    """
    The questions of one split.

    Raises:
        DocumentError: ``bad-data``.
    """
    try:
        return [_question(row) for row in json.loads(path.read_text("utf-8"))]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DocumentError("bad-data", f"{path} is not of the expected shape: {error!r}.") from None


def _question(row: Mapping[str, Any]) -> SiteQuestion:
    bits = (tuple(map(str, row.get(name, ()))) for name in ("answer", "also", "all", "none"))
    return SiteQuestion(row["site"], tuple(row["turns"]), bool(row["covered"]), *bits)


def figures_of_text(text: str, question: SiteQuestion) -> Figures:
    """
    What a covered question was told.

    ``found``: one of the answer's bits is there; ``first``: in the first sentence, or in what that leads in; ``to the
    point``: share of the words that stand in sentences with a bit that answers or is welcome; ``welcome``: share of
    the welcome bits that are there; ``shown`` and ``kept out``: share of the names that must and must not be told,
    where there are any.

    >>> asked = SiteQuestion("shop", ("Is shipping free?",), True, answer=("free above ₹999",))
    >>> figures_of_text("Shipping is **free** above ₹999. [1] Send it back. [2]", asked)
    {'found': 1.0, 'first': 1.0, 'to the point': 0.625, 'words': 8.0}
    """
    parts = parts_of_answer(text)
    whole = words_of(text)
    figures: Figures = {}
    if question.answer:
        figures["found"] = float(any(f" {words_of(bit)} " in f" {whole} " for bit in question.answer))
        figures["first"] = float(bool(parts) and holds(parts[0].said, question.answer))
        lengths = [(len(part.text.split()), holds(part.text, (*question.answer, *question.also))) for part in parts]
        total = sum(length for length, _ in lengths)
        figures["to the point"] = sum(length for length, good in lengths if good) / total if total else 0.0
    tellable = (
        ("welcome", question.also, True), ("shown", question.shown, True), ("kept out", question.not_shown, False)
    )  # fmt: skip
    for name, goods, wanted in tellable:
        if goods:
            figures[name] = mean(float((f" {words_of(one)} " in f" {whole} ") is wanted) for one in goods)
    return {**figures, "words": float(sum(len(part.text.split()) for part in parts))}


def figures_of(said: Sequence[Said], text_of: Callable[[Said], str], *, refuses: bool = True) -> Figures:
    """
    Means over questions of one site and split; ``refused`` of the covered ones, ``asked back`` too, ``answered`` of the
    others. What is refused was not found, and counts no words; ``told near``: share of the refused whose quoted
    sentence answers all the same, and ``near uncovered`` of the others that are told any.
    """
    covered, others = [one for one in said if one.question.covered], [one for one in said if not one.question.covered]
    told = [_found_in(one, text_of(one), is_refused=refuses and one.mode == "not_covered") for one in covered]
    answered = [row for row, one in zip(told, covered, strict=True) if one.mode in _ANSWERS or not refuses]
    figures: Figures = {}
    for name in ("found", "first", "shown", "kept out"):
        if rows := [row[name] for row in told if name in row]:
            figures[name] = mean(rows)
    figures["refused"] = mean(float(refuses and one.mode == "not_covered") for one in covered)
    if near := [one for one in covered if refuses and one.mode == "not_covered"]:
        figures["told near"] = mean(float(holds(one.near, one.question.answer)) for one in near)
    figures["asked back"] = mean(float(refuses and one.mode == "clarify") for one in covered)
    if others:
        figures["answered uncovered"] = mean(float(not refuses or one.mode in _ANSWERS) for one in others)
        figures["near uncovered"] = mean(float(refuses and bool(one.near)) for one in others)
    for name in ("to the point", "welcome"):
        if rows := [row[name] for row in answered if name in row]:
            figures[name] = mean(rows)
    return {**figures, "words": mean(row["words"] for row in answered), "covered": float(len(covered))}


def _found_in(said: Said, text: str, *, is_refused: bool) -> Figures:
    """``figures_of_text``; what a refusal quotes is no answer."""
    told = figures_of_text(text, said.question)
    return {**told, **{name: 0.0 for name in ("found", "first") if is_refused and name in told}}


def measured(said: Sequence[Said]) -> Measured:
    """Ours beside the top fragment."""
    systems = {
        "ours": figures_of(said, lambda one: one.text),
        "top fragment": figures_of(said, lambda one: one.fragment, refuses=False),
    }
    return Measured(len(said), systems)


def said_to(questions: Sequence[SiteQuestion], indexes: Mapping[str, Index]) -> list[Said]:
    """Every conversation in a session of its own."""

    async def talk(question: SiteQuestion) -> Said:
        index = indexes[question.site]
        chat = Chat(index, evaluation_embedder())
        answers = [await chat.answer(message) for message in question.turns]
        last = answers[-1]
        near = "\n".join(one["quote"] for one in last.citations) if last.unsure else ""
        return Said(question, last.mode, last.text, _top_fragment(last, index), near)

    async def talk_all() -> list[Said]:
        return [await talk(question) for question in questions]

    return asyncio.run(talk_all())


def _top_fragment(answered: Answered, index: Index) -> str:
    best = answered.hits[0]["fragment_id"] if answered.hits else ""
    return next((one.text for one in index.fragments if one.fragment_id == best), "")


def failing(said: Sequence[Said]) -> str:
    """The questions that are not answered as wanted, with what was wanted and what was said, to read."""
    lines = []
    for one in said:
        if one.is_wrong:
            asked = one.question
            wanted = " | ".join(asked.answer) if asked.covered else "(not covered)"
            goods = f"\nshow: {', '.join(asked.shown)}; not: {', '.join(asked.not_shown)}" if asked.shown else ""
            said_before = " / ".join(asked.turns)
            lines.append(f"## {asked.site}: {said_before}\nwanted: {wanted}{goods}\n{one.mode}: {one.text}\n")
    return "\n".join(lines)


def site(directory: Path, _corpus: Path | None) -> Measured:
    """The task ``site``: the questions of both splits; parts by site and split."""
    indexes = demo_indexes()
    told = {split: said_to(_questions(split, directory), indexes) for split in SPLITS}
    parts = {
        f"{name}, {split}": measured(some)
        for name in indexes
        for split, said in told.items()
        if (some := [one for one in said if one.question.site == name])
    }
    return Measured(sum(len(said) for said in told.values()), measured(told["held"]).systems, parts)


def show(directory: Path) -> None:
    """Print the questions of the split for tuning that are not answered as wanted."""
    sys.stdout.write(failing(said_to(_questions("tune", directory), demo_indexes())))


def _questions(split: str, directory: Path) -> list[SiteQuestion]:
    return read_site_questions(required(f"site_questions_{split}.json", directory))


TASKS: Final[dict[str, Task]] = {"site": site}
SHOWN: Final[dict[str, Callable[[Path], None]]] = {"site": show}
