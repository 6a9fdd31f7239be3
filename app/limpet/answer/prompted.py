"""
Answers that a language model phrases from the documents' passages, each sentence checked against them.

Nothing of a model's text is taken on trust: its citations become places in documents, a sentence that cites nothing or
that no passage bears out is marked ``[?]``, and a text of which less than half is borne out is no answer at all.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Final, Literal, TypeAlias

from limpet.answer.evidence import Citation, Composed, Evidence, Mark
from limpet.answer.grounding import Ground, Grounds
from limpet.answer.not_covered import confidence_of
from limpet.answer.prompt import NOT_COVERED, Passage, Prompt, prompt_of
from limpet.answer.reply_units import ReplyUnit, ReplyUnits
from limpet.errors import ComposerError
from limpet.ports import ChatModel
from limpet.text.tokens import stems

WARY: Final = "[?]"
"""Stands after a sentence that is marked."""
FOUND_SHARE: Final = 0.75
"""Share of its content stems that a sentence without a source must have in one, for that to be named in its place."""
LEAST_HELD_SHARE: Final = 0.5
"""A text of which less is borne out is no answer, however it is marked."""
MOST_TEMPERATURE: Final = 0.7
"""Temperature at a plan's full creativity."""


_NEXT_QUESTION: Final = "Question:"
_Reason: TypeAlias = Literal["uncited", "unsupported"]


class PromptedComposer:
    """
    A language model behind the ``Composer`` port.

    Args:
        model: Writes the text.
        prompt_tokens: Room for the prompt.
        reply_chars: Characters of a reply that are read; the rest is cut off.
    """

    def __init__(self, model: ChatModel, prompt_tokens: int, reply_chars: int) -> None:
        self._model = model
        self._prompt_tokens = prompt_tokens
        self._reply_chars = reply_chars

    async def compose(self, evidence: Evidence) -> AsyncGenerator[Composed, None]:
        """
        The answer as it grows by whole sentences, from the first that is borne out.

        Raises:
            ComposerError: The model's own failures; ``instructions-in-document`` or ``prompt-too-long`` when it cannot
                be given anything; ``model-found-nothing``, ``model-empty`` or ``model-unsupported`` when its text is no
                answer.
        """
        prompt = prompt_of(evidence, self._prompt_tokens)
        if not prompt.passages:
            raise _nothing_to_send(prompt)
        answer = _CheckedAnswer(prompt, evidence, self._model.name)
        units = ReplyUnits(_known_addresses(prompt))
        temperature = MOST_TEMPERATURE * evidence.plan.creativity_share
        read_chars, is_cut = 0, False
        async with aclosing(self._model.stream(prompt.messages, prompt.answer_tokens, temperature)) as stream:
            async for piece in stream:
                read_chars += len(piece.text)
                is_cut = piece.is_cut or read_chars > self._reply_chars
                settled = units.add(piece.text)
                for unit in settled:
                    answer.add(unit)
                if settled and answer.can_be_shown:
                    yield answer.composed()
                if is_cut or answer.is_over:
                    break
        for unit in units.finish(is_cut=is_cut):
            answer.add(unit)
        answer.raise_if_none()
        yield answer.composed()


class _CheckedAnswer:
    """What of a model's text has come, checked: grows by units, no longer than the reply may be."""

    def __init__(self, prompt: Prompt, evidence: Evidence, author: str) -> None:
        self._prompt = prompt
        self._author = author
        self._grounds = {passage.number: Grounds(passage, evidence.message) for passage in prompt.passages}
        self._confidence = confidence_of(evidence)
        self._text = ""
        self._citations: list[Citation] = []
        self._marks: list[Mark] = []
        self._claims = self._held = 0
        self._was_declined = False
        self.is_over = False  # small models go on with questions of their own

    @property
    def can_be_shown(self) -> bool:
        """Whether something of it is borne out."""
        return self._held > 0

    def add(self, unit: ReplyUnit) -> None:
        """Check and append one unit."""
        self.is_over = self.is_over or unit.text.startswith(_NEXT_QUESTION)
        if self.is_over or unit.text.strip(" .*").upper() == NOT_COVERED:
            self._was_declined = self._was_declined or not self.is_over
            return
        joint = unit.joint if self._text else ""
        start = len(self._text) + len(joint)
        self._text += f"{joint}{unit.marker}{unit.text}"
        if not stems(unit.text):
            return
        grounds, reason = self._checked(unit)
        self._claims += 1
        self._held += 0 if reason == "unsupported" or not any(ground.holds for ground in grounds) else 1
        end = len(self._text)
        signs = [f"[{self._number(ground)}]" for ground in grounds]
        if reason is not None:
            signs.append(WARY)
            self._marks.append(Mark(start, end, reason))
        if signs:
            self._text += ("\n\n" if unit.is_whole else " ") + "".join(signs)

    def composed(self) -> Composed:
        """The answer so far."""
        share = self._held / self._claims if self._claims else 0.0
        return Composed(
            self._text,
            "answer",
            tuple(self._citations),
            self._confidence * share,
            author=self._author,
            marks=tuple(self._marks),
            flagged=self._prompt.flagged,
        )

    def raise_if_none(self) -> None:
        """``ComposerError`` when the whole text is no answer."""
        if not self._text.strip() and not self._was_declined:
            raise ComposerError("model-empty", "The model gave no answer.")
        if self._was_declined and not self.can_be_shown:
            raise ComposerError("model-found-nothing", "The model found no answer in the passages.")
        if self._held < LEAST_HELD_SHARE * self._claims or not self.can_be_shown:
            told = "Too little of what the model wrote stands in the documents."
            left_out = " ".join(f"Left out of what it was given: {flagged}" for flagged in self._prompt.flagged)
            raise ComposerError("model-unsupported", f"{told} {left_out}".rstrip())

    def _checked(self, unit: ReplyUnit) -> tuple[list[Ground], _Reason | None]:
        """The places that a unit rests on, and why a reader should be wary of it."""
        sentence = unit.text
        cited = [self._grounds[number].of(sentence) for number in unit.cites if number in self._grounds]
        holding = [ground for ground in cited if ground.holds]
        if holding:
            return holding, None
        if unit.cites:
            return cited, "unsupported"
        nearest = max((ground.of(sentence) for ground in self._grounds.values()), key=lambda found: _rank(found))
        if not nearest.holds or nearest.share < FOUND_SHARE:
            return [], "unsupported"
        is_lead = sentence.endswith((":", "：")) or unit.marker.strip().startswith("#")
        return [nearest], None if is_lead else "uncited"

    def _number(self, ground: Ground) -> int:
        """Number of the citation of a place, the same for the same place."""
        citation = _citation(ground)
        if citation not in self._citations:
            self._citations.append(citation)
        return self._citations.index(citation) + 1


def _rank(ground: Ground) -> tuple[bool, float]:
    return ground.holds, ground.share


def _citation(ground: Ground) -> Citation:
    passage: Passage = ground.passage
    fragment, text = passage.fragment, passage.document.text
    quote = text[ground.start : ground.end]
    return Citation(fragment.fragment_id, fragment.document_id, fragment.heading, ground.start, ground.end, quote)


def _known_addresses(prompt: Prompt) -> Callable[[str], bool]:
    texts = "\n".join(
        f"{p.document.url}\n{p.document.text[p.fragment.start : p.fragment.end]}" for p in prompt.passages
    )
    return lambda address: bool(address) and address in texts


def _nothing_to_send(prompt: Prompt) -> ComposerError:
    if prompt.flagged:
        return ComposerError("instructions-in-document", f"No model was asked: {' '.join(prompt.flagged)}")
    return ComposerError("prompt-too-long", "No passage fits into the prompt; allow it more tokens.")
