"""Talk about the talk in German and French."""

from __future__ import annotations

import pytest

from limpet.answer.conversation import assent_answer, conversation_answer, no_list
from limpet.memory.asking_again import wants_same_again
from limpet.memory.clearing import clears
from limpet.memory.conversation_question import conversation_question
from limpet.memory.decision import answers_offer
from limpet.memory.offer import chosen_item
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView

TALK = SessionMemory.of_turns(
    [
        Turn("Was kostet der Ausweis?", "Der Ausweis kostet 20 Euro. [1]", fragment_ids=("card",)),
        Turn("Und Filme?", "Zwei Wochen. [1]", fragment_ids=("films",)),
    ]
).view()


@pytest.mark.parametrize(
    ("message", "which", "speaker", "about", "language"),
    [
        ("Was habe ich zuerst gefragt?", "first", "visitor", "", "de"),
        ("Was habe ich Sie als Erstes gefragt?", "first", "visitor", "", "de"),
        ("Was war meine letzte Frage?", "last", "visitor", "", "de"),
        ("Was war Ihre letzte Antwort?", "last", "chatbot", "", "de"),
        ("Was haben Sie über die Rückgabe gesagt?", "about", "chatbot", "Rückgabe", "de"),
        ("Können Sie bitte unser Gespräch zusammenfassen?", "all", "visitor", "", "de"),
        ("Worüber haben wir bisher gesprochen?", "all", "visitor", "", "de"),
        ("Qu'est-ce que j'ai demandé en premier ?", "first", "visitor", "", "fr"),
        ("Quelle était ma première question ?", "first", "visitor", "", "fr"),
        ("Quelle était votre dernière réponse ?", "last", "chatbot", "", "fr"),
        ("Qu’as-tu dit sur la carte ?", "about", "chatbot", "carte", "fr"),
        ("Pouvez-vous résumer notre discussion ?", "all", "visitor", "", "fr"),
        ("De quoi avons-nous parlé ?", "all", "visitor", "", "fr"),
    ],
)
def test_a_question_about_the_conversation(message: str, which: str, speaker: str, about: str, language: str) -> None:
    asked = conversation_question(message)
    assert asked is not None
    assert (asked.which, asked.speaker, asked.about, asked.language) == (which, speaker, about, language)


@pytest.mark.parametrize(
    "message",
    [
        "Was kostet der Ausweis?", "Was habe ich zu zahlen?", "Was habe ich letzte Woche gefragt?",
        "Wie lange habe ich Zeit?", "Que dois-je payer ?", "Qu'est-ce qu'un prêt ?",
        "Qu'est-ce que j'ai demandé la semaine dernière ?",
    ],
)  # fmt: skip
def test_no_question_about_the_conversation(message: str) -> None:
    assert conversation_question(message) is None


def text_of(message: str) -> str:
    answer = conversation_answer(message, TALK)
    assert answer is not None
    return answer.text


def test_it_is_answered_in_the_language_of_the_question() -> None:
    assert text_of("Was habe ich zuerst gefragt?") == "Sie haben angefangen mit: „Was kostet der Ausweis?“"
    assert text_of("Quelle était ma dernière question ?") == "Juste avant, vous avez écrit : « Und Filme? »"
    assert text_of("Was hast du zum Ausweis gesagt?").endswith("habe ich geantwortet: „Der Ausweis kostet 20 Euro.“")
    assert text_of("Was hast du zu Pizza gesagt?") == "In diesem Gespräch ging es darum noch nicht."
    assert text_of("Résume notre conversation").startswith(
        "Jusqu'ici, vous avez écrit :\n\n- « Was kostet der Ausweis? »"
    )
    nothing = conversation_answer("Was habe ich zuerst gefragt?", MemoryView())
    assert nothing is not None
    assert nothing.text.startswith("Unser Gespräch steht am Anfang")
    asked = assent_answer("ja bitte", MemoryView(), "de")
    assert asked is not None
    assert asked.text.startswith("Ja wozu?")
    assert no_list("fr").text.startswith("Je ne vous ai montré aucune liste")


@pytest.mark.parametrize(
    "message", ["Wiederhole das bitte", "Nochmal bitte", "Peux-tu répéter ?", "Je ne comprends pas"]
)
def test_the_last_answer_is_wanted_again(message: str) -> None:
    assert wants_same_again(message)
    assert not wants_same_again("Kannst du mir den Weg erklären?")


def test_clearing_choosing_and_assent() -> None:
    everything = ["von vorne", "Lass uns von vorne anfangen", "On recommence à zéro", "nouvelle conversation"]
    assert [clears(message) for message in everything] == ["everything"] * 4
    assert [clears(message) for message in ("vergiss es", "laisse tomber")] == ["topic"] * 2
    assert clears("Kann ich von vorne in den Bus einsteigen?") == "nothing"
    said = ["ja bitte", "oui", "nein danke", "non merci", "das zweite", "la deuxième"]
    assert list(map(answers_offer, said)) == ["accepts", "accepts", "declines", "declines", "chooses", "chooses"]
    things = [{"label": "A", "price": 3.0}, {"label": "B", "price": 2.0}, {"label": "C", "price": 4.0}]
    chosen = [
        chosen_item(things, message) for message in ("das dritte", "den zweiten", "la moins chère", "das teuerste")
    ]
    assert chosen == [2, 1, 1, 2]
