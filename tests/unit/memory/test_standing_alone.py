"""Messages that need no word of the history, and what the topic is after them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

from limpet.memory.candidates import Candidate
from limpet.memory.context import Context
from limpet.memory.contextual import understand
from limpet.memory.pointing import pointed
from limpet.memory.question import taken_apart
from limpet.memory.session import SessionMemory
from limpet.memory.shift import cosines_with
from limpet.memory.standing_alone import is_complete, says_all, stands_apart, stands_elsewhere
from limpet.memory.topic import Topic, Topics
from limpet.memory.topic_after import Naming, topics_after
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.retrieval.document import Document
from limpet.retrieval.titles import Titles
from limpet.text.tokens import stems

MIDDLEWARE = [Turn("How do I add a middleware?", "Pass a list of middleware to the application.")]


def apart(message: str, turns: list[Turn]) -> bool:
    view = SessionMemory.of_turns(turns).view()
    return stands_apart(taken_apart(message), view, cosines_with(view, None))


@pytest.mark.parametrize(
    "message", ["What is a volcano?", "Why is the sky blue?", "Where are your stores?", "Do you deliver to Canada?"]
)
def test_a_new_thing_stands_apart(message: str) -> None:
    assert apart(message, MIDDLEWARE)


@pytest.mark.parametrize(
    "message",
    [
        "What should I use instead of BaseHTTPMiddleware?",
        "What is a BaseHTTPMiddleware?",
        "Are there good alternatives to FooBarBaz?",
        "What is the altitude?",
        "Why does it fail so often?",
        "And why is that?",
        "under 1000 and over 2000",
    ],
)
def test_what_may_well_belong_to_the_subject_does_not(message: str) -> None:
    assert not apart(message, MIDDLEWARE)


def test_a_whole_question_near_a_fragment_takes_no_words_and_one_far_away_may() -> None:
    view = SessionMemory.of_turns([Turn("What do mitochondria do?", "Mitochondria release energy from sugar.")]).view()
    message = "How much energy does a muscle need?"
    near, far = (understand(message, view, Context(nearest=lambda near=near: near)) for near in (0.7, 0.3))
    assert near.added_words == ()
    assert far.added_words != ()


def test_a_question_with_a_pronoun_never_says_all() -> None:
    assert not says_all(taken_apart("How long does it take?"), lambda: 0.9)
    assert not says_all(taken_apart("How long does mitosis take?"), None)
    assert is_complete(taken_apart("How long does mitosis take?"))


def test_words_from_before_a_new_thing_do_not_come_back() -> None:
    memory = SessionMemory()
    for message, answer in (
        ("What do mitochondria do?", "Mitochondria release energy from sugar."),
        ("What is a volcano?", "A volcano is an opening in the crust of the Earth."),
    ):
        understood = understand(message, memory.view())
        state = memory.view().conversation.__class__(topic=understood.topics.to_json())
        memory.record(Turn(message, answer), None, state)
    added = {word.word for word in understand("Where do most of them stand?", memory.view()).added_words}
    assert "volcano" in added
    assert "mitochondria" not in added


def test_a_pronoun_points_at_what_was_put_in_last() -> None:
    topics = Topics(Topic("tea", ("tea",), 2, 2), (Topic("coffee", ("coffe",), 1, 1),))
    shares = [(Candidate("tea", "tea", "tea"), 0.1), (Candidate("coffee", "coffee", "coffe"), 0.5)]
    question = taken_apart("How is it brewed?")
    told = {one.word: share for one, share in pointed(shares, question, topics, "What about tea?", 3)}
    assert told["tea"] > told["coffee"]
    assert pointed(shares, taken_apart("How is coffee brewed?"), topics, "What about tea?", 3) == shares
    assert pointed(shares, question, topics, "Is tea healthy?", 3) == shares


@pytest.mark.parametrize(
    ("decision", "naming", "active", "since"),
    [
        ("topic_change", Naming(3, Topic("new", ("new",), 3, 3)), "new", 1),
        ("topic_change", Naming(3, Topic("new", ("new",), 3, 3), is_new=True), "new", 3),
        ("follow_up", Naming(3, Topic("new", ("new",), 3, 3)), "old", 1),
        ("follow_up", Naming(3, Topic("new", ("new",), 3, 3), is_own_subject=True), "new", 1),
        ("follow_up", Naming(3, None, put_in=Topic("thing", ("thing",), 3, 3)), "thing", 1),
        ("standalone", Naming(3, None), "old", 1),
        ("standalone", Naming(3, Topic("new", ("new",), 3, 3), is_courtesy=True), "old", 1),
        ("topic_change", Naming(3, None, returned=Topic("first", ("first",), 1, 1)), "first", 0),
    ],
)
def test_the_topic_after_a_message(decision: str, naming: Naming, active: str, since: int) -> None:
    before = Topics(Topic("old", ("old",), 2, 2), since=1)
    after = topics_after(before, decision, "nothing", naming)  # type: ignore[arg-type]
    assert after.active is not None
    assert (after.active.name, after.since) == (active, since)


def test_topics_of_an_older_snapshot_have_no_start() -> None:
    assert Topics.from_json({"active": None, "earlier": []}).since == 0
    assert Topics.from_json(Topics(since=4).to_json()).since == 4


def test_cosines_need_a_vector_of_the_last_turn() -> None:
    memory = SessionMemory()
    memory.record(Turn("one", "a"), np.float32([1, 0]))
    memory.record(Turn("two", "b"), np.float32([0, 1]))
    near = cosines_with(memory.view(), np.float32([0, 1]))
    assert near[1] == pytest.approx(1.0)
    assert near[2] == pytest.approx(0.0)
    assert cosines_with(MemoryView(), np.float32([0, 1])) == (0.0,) * 8


FRAGMENTS = (
    "cell membrane lipid bilayer", "krebs cycle mitochondrial matrix", "kettle boil litre", "lamp last hours price",
    "kettle price", "python version installation", "administrator rights installer", "reset router", "reset mesh point",
)  # fmt: skip


def never_met(own: Collection[str], others: Collection[str]) -> bool:
    held = [set(stems(text)) for text in FRAGMENTS]
    known = {one for one in own if any(one in words for words in held)}
    found = [words for words in held if known <= words]
    return bool(known) and bool(found) and not any(words & set(others) for words in found)


TITLES = Titles([Document(name, name, "") for name in ("Cell membrane", "Krebs cycle", "Mesh point M50")])
DOCUMENTS = Context(names=lambda text: (), titles=lambda text: TITLES.named(text, ()), never_meet=never_met)


@pytest.mark.parametrize(
    ("message", "topic", "last"),
    [
        ("what about the membrane", "krebs cycle", "when"),
        ("how long does the lamp last", "kettle", "how long does it boil"),
        ("which python version", "admin rights", "do I need admin rights"),
        ("are there any lamp hours", "kettle", "how long does it boil"),
    ],
)
def test_what_is_never_told_together_with_the_topic_takes_no_words_of_it(message: str, topic: str, last: str) -> None:
    assert stands_elsewhere(taken_apart(message), Topic(topic, tuple(stems(topic)), 1, 1), last, DOCUMENTS)


@pytest.mark.parametrize(
    ("message", "topic", "last"),
    [
        ("what is the price of it", "krebs cycle", "when"),
        ("how is the price", "kettle", "how long does it boil"),
        ("what about lamps", "krebs cycle", "when"),
        ("and the mesh point", "router", "how do I reset it"),
        ("give me an example", "kettle", "how long does it boil"),
        ("under 40 euros", "kettle", "how long does it boil"),
        ("who won the world cup", "kettle", "how long does it boil"),
    ],
)
def test_what_points_back_or_is_told_of_the_topic_leans_on_it(message: str, topic: str, last: str) -> None:
    assert not stands_elsewhere(taken_apart(message), Topic(topic, tuple(stems(topic)), 1, 1), last, DOCUMENTS)


def test_what_was_meant_takes_the_place_of_what_was_understood() -> None:
    view = SessionMemory.of_turns([Turn("How hot should the water be for green tea?", "75 degrees.")]).view()
    understood = understand("sorry, I meant black tea", view, Context())
    assert understood.asked_text == "How hot should the water be for black tea?"
    other = understand("no, I meant logging", view, Context(names=lambda text: ["logging"] * ("logging" in text)))
    assert other.asked_text == "logging"
