"""The subject that a message names."""

from __future__ import annotations

from limpet.memory.topic import topic_of


def test_topics_keep_letters_with_their_marks_and_leave_out_common_words_of_their_language() -> None:
    hindi = topic_of("डाक खर्च", lambda stem: 3.0, 1)
    german = topic_of("Wer trägt die Versandkosten und wann?", lambda stem: 3.0, 1)
    assert hindi is not None
    assert hindi.name == "डाक खर्च"
    assert german is not None
    assert "die" not in german.name.split()
