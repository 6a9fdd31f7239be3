"""limpet speaks for itself in the visitor's language; questions in it are judged by their own words."""

from __future__ import annotations

import asyncio
import json
from importlib import resources

import pytest

from limpet.answer.question import question_weights
from limpet.answer.spoken import language_said
from limpet.chat import Chat
from limpet.events import Answered
from limpet.memory.own_words import subject_of
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.retrieval.document import Document
from limpet.text.courtesy import courtesy_language, smalltalk_kind
from limpet.text.own_sentences import own_sentence

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
WERKSTATT = [
    Document(
        "preise",
        "Preise",
        "# Preise\n\nEine Inspektion kostet 69 Euro. Eine neue Kette kostet mit Einbau 35 Euro.",
        language="de",
    ),
    Document(
        "termine",
        "Termine",
        "# Termine\n\nKleine Reparaturen erledigen wir am selben Tag, eine Inspektion dauert zwei Tage.",
        language="de",
    ),
    Document(
        "rad",
        "Leihräder",
        "# Leihräder\n\nWährend der Reparatur leihen wir Ihnen ein Rad. Bitte bringen Sie einen Ausweis mit.",
        language="de",
    ),
]


def asked(documents: list[Document], *messages: str) -> list[Answered]:
    async def talk() -> list[Answered]:
        chat = Chat()
        await chat.add_documents(documents)
        return [await chat.answer(message) for message in messages]

    return asyncio.run(talk())


@pytest.mark.parametrize(
    ("message", "kind", "language"),
    [
        ("Hallo!", "greeting", "de"),
        ("Grüß Gott", "greeting", "de"),
        ("Vielen Dank!", "thanks", "de"),
        ("Danke schön, tschüss", "goodbye", "de"),
        ("Wer bist du?", "who", "de"),
        ("Bonjour", "greeting", "fr"),
        ("Merci beaucoup", "thanks", "fr"),
        ("Qui êtes-vous ?", "who", "fr"),
        ("Buenos días", "greeting", "es"),
        ("¡Muchas gracias!", "thanks", "es"),
        ("Buongiorno", "greeting", "it"),
        ("Grazie mille", "thanks", "it"),
        ("Bom dia", "greeting", "pt"),
        ("Muito obrigada", "thanks", "pt"),
        ("Goedemorgen", "greeting", "nl"),
        ("Dank u wel", "thanks", "nl"),
        ("Thanks a lot!", "thanks", ""),
        ("Danke für das Angebot, was kostet es?", None, ""),
    ],
)
def test_courtesies_are_known_in_seven_languages(message: str, kind: str | None, language: str) -> None:
    assert smalltalk_kind(message) == kind
    if kind is not None:
        assert courtesy_language(message) == language


def test_every_own_sentence_is_there_in_every_language() -> None:
    table = json.loads((resources.files("limpet.text") / "own_sentences.json").read_text("utf-8"))
    for key, by_language in table.items():
        assert set(by_language) == set(LANGUAGES), key
        assert len({len(wordings) for wordings in by_language.values()}) == 1, key
        assert all(one.strip() for wordings in by_language.values() for one in wordings)


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("Verkauft ihr Laptops?", "de"),
        ("Wem gehört die Werkstatt?", "de"),
        ("Quel est le prix ?", "fr"),
        ("¿Cuánto cuesta el envío?", "es"),
        ("Quanto costa la spedizione?", "it"),
        ("Wat kost de verzending?", "nl"),
        ("Was it made of cotton?", "en"),
        ("Come on, where is it?", "en"),
        ("kurta", "en"),
    ],
)
def test_the_language_of_a_question_is_told_by_its_common_words(message: str, language: str) -> None:
    assert language_said(message) == language


def test_what_is_not_covered_is_said_in_the_visitors_language() -> None:
    french, german, short = asked(WERKSTATT, "Où est la tour Eiffel ?", "Wie hoch ist der Eiffelturm?", "Helme?")
    assert french.text.startswith(own_sentence("nothing_found", "fr"))
    assert german.text.startswith(own_sentence("nothing_found", "de"))
    assert short.text.startswith(own_sentence("nothing_found", "de"))
    assert {one.mode for one in (french, german, short)} == {"not_covered"}
    assert subject_of(german.text) == ""


def test_words_of_grammar_of_the_question_s_language_count_for_nothing() -> None:
    assert set(question_weights("Haben Sie einen Parkplatz?", lambda stem: 3.0, {})) == {"parkplatz"}
    covered, not_covered = asked(WERKSTATT, "Wie lange dauert eine Inspektion?", "Haben Sie einen Parkplatz?")
    assert covered.mode == "answer"
    assert "zwei Tage" in covered.text
    assert not_covered.mode == "not_covered"


def test_a_follow_up_takes_no_word_of_grammar() -> None:
    _, follow_up = asked(WERKSTATT, "Kann ich ein Rad leihen?", "Was kostet das?")
    labels = {part["label"].lower() for part in follow_up.understood or ()}
    assert not labels & {"ich", "ein", "kann", "ihnen", "sie"}


@pytest.mark.parametrize("size", ["L", "M", "S"])
@pytest.mark.parametrize("form", ["in size {}", "in {}", "show me {}", "a {}?", "on {}", "la {}"])
def test_a_size_is_no_word_of_another_language(form: str, size: str) -> None:
    assert language_said(form.format(size)) == "en"


def test_a_few_words_leave_the_language_of_the_conversation() -> None:
    def said(message: str, *before: str) -> str:
        view = MemoryView(turns=tuple(Turn(one, "") for one in before))
        return language_said(message, view)

    assert said("con la non", "Do you have any jackets for me?") == "en"
    assert said("in size L", "Verkauft ihr auch Helme?") == "de"
    assert said("Avez-vous des vestes dans la même couleur ?", "Do you have any jackets for me?") == "fr"
    assert said("Merci beaucoup", "Do you have any jackets for me?") == "fr"
