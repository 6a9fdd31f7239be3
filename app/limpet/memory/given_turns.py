"""Turns as a script or another program gives them, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from limpet.errors import WireError
from limpet.limits import Limits
from limpet.memory.block import RememberedTurn
from limpet.memory.facts import facts_in
from limpet.memory.gist import gist
from limpet.memory.mastery import mastery_of

_NAME_CHARS = 200
_KEYWORDS = 16


def given_turns(raw: Sequence[Any], limits: Limits, now_s: float) -> list[RememberedTurn]:
    """
    *raw* (objects with id, message, answer?, speaker?, keywords?, at? in ISO 8601) as turns; answers become gists.

    A turn without a time has that of the one before it, the first *now_s*; a time without a zone is UTC.

    Raises:
        WireError: ``wrong-turn``, naming the turn and the field; ``message-too-long``.

    >>> given_turns([{"id": "t1", "message": "Hi", "at": "1970-01-02T00:00:00Z"}], Limits(), 0.0)[0].at_s
    86400.0
    """
    turns: list[RememberedTurn] = []
    seen: set[str] = set()
    for number, one in enumerate(raw):
        if not isinstance(one, Mapping):
            raise WireError("wrong-turn", f"Turn {number} must be an object.")
        turn_id = _turn_id(one.get("id"), number)
        if turn_id in seen:
            raise WireError("wrong-turn", f'The id "{turn_id}" stands twice; ids are unique within a session.')
        seen.add(turn_id)
        if one.get("message") is None and one.get("answer") is None:
            raise WireError("wrong-turn", f'Turn {number} needs a "message", an "answer", or both.')
        previous_s = turns[-1].at_s if turns else now_s
        message = _text(one, "message", number, limits.message_chars)
        speaker = _text(one, "speaker", number, _NAME_CHARS)
        answer = gist(message, _text(one, "answer", number, limits.answer_chars), (), limits.gist_chars)
        at_s = previous_s if one.get("at") is None else _instant_s(one["at"], number)
        facts, mastery = facts_in(message, speaker), mastery_of(message)
        keywords = _keywords(one.get("keywords"), number)
        made = RememberedTurn(turn_id, message, answer, speaker, at_s, facts=facts, mastery=mastery, keywords=keywords)
        turns.append(made)
    return turns


def _turn_id(value: Any, number: int) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)) or not str(value) or len(str(value)) > _NAME_CHARS:
        raise WireError("wrong-turn", f'Turn {number} needs an "id", a short text.')
    return str(value)


def _text(one: Mapping[str, Any], name: str, number: int, cap_chars: int) -> str:
    value = one.get(name)
    if value is None:
        value = ""
    if not isinstance(value, str):
        raise WireError("wrong-turn", f'"{name}" of turn {number} must be a text.')
    if len(value) > cap_chars:
        raise WireError(
            "message-too-long", f'"{name}" of turn {number} has {len(value)} characters; {cap_chars} are read at most.'
        )
    return value.encode("utf-8", "replace").decode()


def _keywords(value: Any, number: int) -> tuple[str, ...]:
    if value is None:
        return ()
    is_list = isinstance(value, list) and len(value) <= _KEYWORDS
    if not is_list or not all(isinstance(word, str) and len(word) <= _NAME_CHARS for word in value):
        raise WireError("wrong-turn", f'"keywords" of turn {number} must be at most {_KEYWORDS} short texts.')
    return tuple(word.encode("utf-8", "replace").decode() for word in value if word.strip())


def _instant_s(value: Any, number: int) -> float:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise WireError("wrong-turn", f'"at" of turn {number} must be a time such as 2026-03-05T14:30:00Z.') from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
