"""What the conversation is about now, and what it was about before: replaced when the topic changes, never piled up."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from limpet.memory.talk_words import ENGLISH, words_of_kind
from limpet.memory.words import FUNCTION_WORDS, word_set
from limpet.text.language import language_of
from limpet.text.tokens import STOP_WORDS, stem
from limpet.text.word_pattern import WORD

EARLIER_TOPICS: Final = 8
"""Topics that "back to ..." can return to; the one left longest ago leaves."""
_NAME_WORDS: Final = 4
LONGEST_WORD_CHARS: Final = 64
LONGEST_NAME_CHARS: Final = 120
"""What is longer is no word, or no name, and is no topic: a session has little room for it."""
_PIECE: Final = re.compile(rf"{WORD}(?:-{WORD})*|[^\w\s]")
_APOSTROPHE: Final = re.compile("['’]")
WEAK_WORDS: Final = word_set(
    "tell me please know just like get got want wants need needs one more give also much many make made does used use"
    " using find long often thing things kind did really think mean yes ok okay thanks thank sorry speaking show look"
    " looking buy have any some do can could would should will may let see go going back something anything else other"
    " others another about without size colour color price under over below above between cheaper best good better"
    " available work works happen happens explain say says help way difference different actually instead now first"
    " second third last add set new old start hello hi hey no not nope yeah yep sure maybe still then fine nice"
    " great cool perfect alright bye cheers prefer prefers preferred like likes love loves hate hates"
    " example examples instance detail details detailed definition summary overview word words short brief"
    " euro euros dollar dollars rupee rupees pounds cent cents pence eur usd inr gbp"
    " take takes took taken taking last lasts cost costs come comes came coming mean means meant put puts keep keeps"
)
"""Words that carry no topic of their own."""

Idf = Callable[[str], float]
"""Natural-log inverse document frequency of a stem."""


@dataclass(frozen=True, slots=True)
class Topic:
    """
    One subject of the conversation.

    Attributes:
        name: As it is shown: "cotton kurtas".
        stems: What it is recognised by.
        first_turn: Turn that brought it up.
        last_turn: Turn that it was last about.
    """

    name: str
    stems: tuple[str, ...]
    first_turn: int
    last_turn: int

    def to_json(self) -> dict[str, Any]:
        """Plain data for a snapshot."""
        return {"name": self.name, "stems": list(self.stems), "first": self.first_turn, "last": self.last_turn}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Topic:
        """From a snapshot; another shape raises KeyError, TypeError or ValueError."""
        stems = tuple(str(part) for part in data["stems"])
        return cls(str(data["name"]), stems, int(data["first"]), int(data["last"]))


@dataclass(frozen=True, slots=True)
class Topics:
    """
    The active topic and the ones before it, the most recently left first; words of turns before ``since`` have nothing
    to do with it.

    >>> topics = Topics().changed_to(Topic("kurtas", ("kurta",), 1, 1)).changed_to(Topic("sarees", ("sare",), 3, 3))
    >>> topics.active.name, topics.earlier[0].name
    ('sarees', 'kurtas')
    """

    active: Topic | None = None
    earlier: tuple[Topic, ...] = ()
    since: int = 0

    def changed_to(self, topic: Topic | None) -> Topics:
        """*topic* becomes the active one; the one that was active can be returned to."""
        left = (self.active,) if self.active else ()
        names = {topic.name.lower()} if topic else set()
        kept = tuple(one for one in (*left, *self.earlier) if one.name.lower() not in names)
        return replace(self, active=topic, earlier=kept[:EARLIER_TOPICS])

    def starting_at(self, turn: int) -> Topics:
        """Nothing before *turn* has to do with what is spoken of now."""
        return replace(self, since=turn)

    def continued(self, turn: int) -> Topics:
        """The active topic was spoken of again in *turn*."""
        return replace(self, active=replace(self.active, last_turn=turn)) if self.active else self

    def to_json(self) -> dict[str, Any]:
        """Plain data for a snapshot."""
        return {
            "active": self.active.to_json() if self.active else None,
            "earlier": [one.to_json() for one in self.earlier],
            "since": self.since,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Topics:
        """From a snapshot; another shape raises KeyError, TypeError or ValueError."""
        active = data["active"]
        earlier = tuple(Topic.from_json(one) for one in data["earlier"][:EARLIER_TOPICS])
        return cls(Topic.from_json(active) if active is not None else None, earlier, int(data.get("since", 0)))


def topic_of(message: str, idf: Idf, turn: int, page: Sequence[str] = (), language: str = ENGLISH) -> Topic | None:
    """
    The subject that *message* names: its rarest run of content words, at most four; None when it names none.

    Args:
        message: What the visitor wrote.
        idf: Rarity of a stem.
        turn: Number of the turn.
        page: Title and section that the visitor looks at; the title stands in when the message names nothing.
        language: Of a message that does not show its own.

    >>> topic_of("Do you have any cotton kurtas under 2,000?", lambda stem: 3.0, 1).name
    'cotton kurtas'
    """
    best: list[str] = []
    best_weight = 0.0
    for run in content_runs(message, language):
        weight = sum(idf(stem(word.lower())) for word in run)
        if weight > best_weight:
            best, best_weight = run, weight
    if not best:
        best = list(page[:1])
    if not best:
        return None
    stems = tuple(stem(word) for word in _PIECE.findall(" ".join(best).lower()) if word[0].isalnum())
    return Topic(" ".join(best), stems, turn, turn)


def topic_named(message: str, names: Collection[str], turn: int) -> Topic | None:
    """
    The longest name of several words that the documents know and *message* holds; None when it holds none.

    >>> topic_named("Can I pay cash on delivery?", ("Cash on delivery",), 1).name
    'Cash on delivery'
    """
    said = {stem(word.lower()) for word in _PIECE.findall(message)}
    known = [_named(name, turn) for name in names if name[:1].isalpha() and len(name) <= LONGEST_NAME_CHARS]
    whole = [topic for topic in known if len(topic.stems) > 1 and said.issuperset(topic.stems)]
    return max(whole, key=lambda topic: len(topic.stems), default=None)


def _named(name: str, turn: int) -> Topic:
    words = [word.lower() for word in _PIECE.findall(name) if word[0].isalnum()]
    return Topic(name, tuple(stem(word) for word in words if word not in FUNCTION_WORDS), turn, turn)


def topic_returned_to(message_stems: Sequence[str], topics: Topics) -> Topic | None:
    """The earlier topic that shares most words with a message that does not speak of the active one."""
    stems = set(message_stems)
    active = set(topics.active.stems) if topics.active else set()
    best: Topic | None = None
    best_share = 0.0
    for topic in topics.earlier:
        own = set(topic.stems) - active
        share = len(own & stems) / len(own) if own else 0.0
        if share > best_share:
            best, best_share = topic, share
    return best


def content_runs(message: str, language: str = ENGLISH) -> list[list[str]]:
    """Runs of neighbouring words that carry a topic, as written; of a long run the last four."""
    language = language_of(message, language)
    common = STOP_WORDS.get(language, FUNCTION_WORDS) | words_of_kind(language, "weak")
    runs: list[list[str]] = [[]]
    previous = ""
    for piece in _PIECE.findall(message):
        word = piece.lower()
        is_degree = previous == "how"  # "how hot" asks for a measure of something else
        is_letter = len(piece) == 1 and piece.isascii()
        plain = _APOSTROPHE.split(word)[0]
        is_light = any(one in FUNCTION_WORDS or one in common or one in WEAK_WORDS for one in (word, plain))
        is_light = is_light or len(piece) > LONGEST_WORD_CHARS
        if is_light or not piece[0].isalpha() or is_degree or is_letter:
            runs.append([])
        else:
            runs[-1].append(piece)
        previous = word
    return [run[-_NAME_WORDS:] for run in runs if run]
