"""A message in its context: what is added, what can be taken back, what stays away."""

from __future__ import annotations

from limpet.memory.context import Context
from limpet.memory.contextual import understand
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.understood_as import MAX_ADDED_WORDS
from limpet.memory.view import Conversation, MemoryView


def after(message: str, answer: str, offer: object = None) -> MemoryView:
    """The view after one turn."""
    memory = SessionMemory()
    understood = understand(message, memory.view())
    memory.record(Turn(message, answer), None, Conversation(understood.topics.to_json(), {}, "", offer))
    return memory.view()


KURTAS = after("Do you have any cotton kurtas?", "Yes, three cotton kurtas.")


def test_the_very_first_follow_up_is_anchored() -> None:
    """The second message of a session already leans on the first."""
    understood = understand("What about size L?", KURTAS)
    assert understood.display == "About cotton kurtas: What about size L?"
    assert understood.expanded_text == "What about size L? cotton kurtas"


def test_a_part_that_was_taken_back_is_not_added() -> None:
    """Undoing the topic reads the message again without its words."""
    understood = understand("What about size L?", KURTAS, Context(without={"topic"}))
    assert not {"cotton", "kurtas"} & {word.word for word in understood.added_words}
    assert "topic" not in {part.part for part in understood.parts}


def test_a_foreign_question_is_not_anchored() -> None:
    """A whole question about something else gets no word of the history."""
    understood = understand("Why is the sky blue?", KURTAS)
    assert (understood.decision, understood.extra_terms, understood.expanded_text) == ("topic_change", {}, None)


def test_a_bare_yes_asks_for_what_was_offered() -> None:
    """The offer is searched for, not the word yes."""
    view = after("Is silk washable?", "By hand.", {"text": "How is silk dried?", "options": []})
    assert understand("yes", view).query_text == "How is silk dried?"


def test_a_chosen_option_is_searched_for() -> None:
    """The second one of two options."""
    view = after("Show me kurtas", "Which?", {"text": "Which?", "options": ["cotton kurta", "linen kurta"]})
    assert understand("the second one", view).query_text == "linen kurta"


def test_the_page_stands_in_before_anything_was_said() -> None:
    """A first message that points back means the page that is open."""
    understood = understand("Is it washable?", MemoryView(), Context(page=("Indigo kurta", "Care")))
    assert [word.word for word in understood.added_words][:2] == ["indigo", "kurta"]


def test_few_words_are_added_however_long_the_history() -> None:
    """The cap holds for an answer of hundreds of words."""
    view = after("Tell me of Zanzibar", " ".join(f"Word{place}" for place in range(500)))
    assert len(understand("And its history?", view).added_words) <= MAX_ADDED_WORDS


def test_small_talk_is_anchored_to_nothing_and_feeds_nothing() -> None:
    """Neither does "thanks" get words of the topic, nor does a later message get "hello"."""
    thanks = understand("thanks", KURTAS)
    assert (thanks.expanded_text, thanks.decision) == (None, "standalone")
    assert thanks.topics.active is not None
    assert thanks.topics.active.name == "cotton kurtas"
    question = understand("How hot for green tea?", after("hello", "Hello! What would you like to know?"))
    assert (question.decision, dict(question.extra_terms)) == ("standalone", {})


def test_a_topic_is_a_thing_and_no_measure_letter_or_courtesy() -> None:
    """ "How hot", a size and an assent name no subject."""
    told = {text: understand(text, MemoryView()).topics.active for text in ("How hot for green tea?", "L", "fine", "1")}
    assert {text: topic.name if topic else None for text, topic in told.items()} == {
        "How hot for green tea?": "green tea", "L": None, "fine": None, "1": None
    }  # fmt: skip


def test_a_filter_is_understood_once() -> None:
    """A word of the history that a filter also says is not told beside it."""
    memory = SessionMemory()
    understood = understand("Do you have any cotton kurtas?", memory.view())
    slots = {"fabric": {"value": "cotton", "shown": "cotton", "turn": 1}}
    memory.record(
        Turn("Do you have any cotton kurtas?", "Yes."), None, Conversation(understood.topics.to_json(), slots)
    )
    parts = [part.shown for part in understand("What about size L?", memory.view()).parts]
    assert parts.count("cotton") == 1


def test_what_limpet_says_of_its_own_accord_is_no_subject() -> None:
    """The nearest sections of what is not covered were not spoken about; the visitor's own words were."""
    answer = "I found nothing in these documents that answers this.\n\nThe nearest sections are:\n\n- Software updates"
    understood = understand("What about used ones?", after("Do you sell bicycle helmets?", answer))
    added = {word.word for word in understood.added_words}
    assert "helmets" in added
    assert not added & {"nothing", "documents", "sections", "software", "updates"}
