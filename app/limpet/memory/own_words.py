"""What limpet says of its own accord: no words of the documents, and none of the conversation's subject."""

from __future__ import annotations

from typing import Final

from limpet.text.own_sentences import every_wording, own_sentence

NOTHING_FOUND: Final = own_sentence("nothing_found")
_NOTHING_FOUND: Final = every_wording("nothing_found")
_NOT_SURE: Final = every_wording("not_sure")
_NEAREST: Final = every_wording("nearest")


def finds_nothing(answer: str) -> bool:
    """Whether *answer* says, in whatever language, that the documents have none, or none for sure."""
    return answer.startswith((*_NOTHING_FOUND, *_NOT_SURE))


def subject_of(answer: str) -> str:
    """
    *answer* as far as the conversation may be about it: what was quoted as the nearest to what is not covered, but not
    the sections that lie near.

    >>> subject_of("Green tea is steeped at 75 degrees."), subject_of(NOTHING_FOUND + "\\n\\nThe nearest sections are:")
    ('Green tea is steeped at 75 degrees.', '')
    >>> subject_of(f"{own_sentence('not_sure')}\\n\\nSteep it. [1]\\n\\n{own_sentence('nearest')}\\n\\n- Tea")
    'Steep it. [1]'
    """
    if not finds_nothing(answer):
        return answer
    lead = next((one for one in _NOT_SURE if answer.startswith(one)), "")
    paragraphs = answer.removeprefix(lead).strip().split("\n\n") if lead else []
    end = next((place for place, one in enumerate(paragraphs) if one in _NEAREST), len(paragraphs))
    return "\n\n".join(paragraphs[:end])
