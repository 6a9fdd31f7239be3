"""
How well the check of a model's sentences tells the passages that they were written from from others.

The sentences are those of MTRAG's replies, each against the passages that people marked for its turn, and against the
passages that they marked for other turns of the same conversation only.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from limpet.answer.grounding import Grounds
from limpet.answer.prompt import Passage
from limpet.evaluation.metrics import mean
from limpet.evaluation.readers import JudgedTurn, read_turns, required
from limpet.evaluation.replied_turns import replies_of
from limpet.evaluation.task import Measured, Task
from limpet.evaluation.turn_tasks import mtrag_index
from limpet.retrieval.document import Fragment
from limpet.retrieval.index import Index
from limpet.text.sentences import split_sentences
from limpet.text.tokens import stems


def sentences_of(reply: str) -> list[str]:
    """
    The sentences of a reply that say something.

    >>> sentences_of("Silk is dry-cleaned. Is it? Linen is not.")
    ['Silk is dry-cleaned.', 'Linen is not.']
    """
    said = [reply[start:end].strip() for start, end in split_sentences(reply)]
    return [sentence for sentence in said if stems(sentence)]


def is_borne_out(sentence: str, question: str, passages: Sequence[Fragment], index: Index) -> bool:
    """Whether one of *passages* bears *sentence* out."""
    given = (
        Passage(number, fragment, index.document(fragment.document_id))
        for number, fragment in enumerate(passages, start=1)
    )
    return any(Grounds(passage, question).of(sentence).holds for passage in given)


def _accepted(pairs: Sequence[tuple[JudgedTurn, str]], index: Index) -> list[tuple[bool, bool | None]]:
    """For each sentence whether its own passages bear it out, and others of the conversation; None without others."""
    by_document = index.by_document()
    marked: dict[str, set[str]] = {}
    for turn, _ in pairs:
        marked.setdefault(turn.conversation_id, set()).update(turn.relevant)
    found: list[tuple[bool, bool | None]] = []
    for turn, reply in pairs:
        own = [one for name in sorted(turn.relevant) for one in by_document.get(name, ())]
        others = sorted(marked[turn.conversation_id] - turn.relevant)
        rest = [one for name in others for one in by_document.get(name, ())]
        for sentence in sentences_of(reply) if own else ():
            wrong = is_borne_out(sentence, turn.query, rest, index) if rest else None
            found.append((is_borne_out(sentence, turn.query, own, index), wrong))
    return found


def _grounding(directory: Path, corpus: Path | None) -> Measured:
    pairs = replies_of(read_turns(required("queries.jsonl", directory)))
    found: list[tuple[bool, bool | None]] = []
    for domain in sorted({turn.domain for turn, _ in pairs}):
        index = mtrag_index(domain, directory, corpus)
        found += _accepted([pair for pair in pairs if pair[0].domain == domain], index)
    accepted = mean(float(own) for own, _ in found)
    wrongly = mean(float(wrong) for _, wrong in found if wrong is not None)
    return Measured(len(found), {"ours": {"own passages": accepted, "other passages": wrongly}})


TASKS: Final[dict[str, Task]] = {"grounding": _grounding}
