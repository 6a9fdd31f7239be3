import asyncio
from dataclasses import replace

import pytest

from limpet.chat import Chat
from limpet.errors import DocumentError
from limpet.evaluation.bootstrap import interval
from limpet.evaluation.policy_baselines import Baselines, load_baselines
from limpet.evaluation.policy_episode import Episode, Kitchen, rewards
from limpet.evaluation.policy_replay import Replay, dealt, mark_of, moment_of, split
from limpet.evaluation.policy_tasks import compared, unseen
from limpet.evaluation.readers import JudgedTurn
from limpet.policy.heads import HEADS
from limpet.policy.heuristic import HeuristicPolicy, Thresholds
from limpet.policy.plan import Plan
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document
from limpet.retrieval.splitting import split as fragments_of

TEXTS = {
    "silk": "Silk is washed by hand in cold water. It is never wrung.",
    "wool": "Wool shrinks in hot water. Wash it cold.",
    "linen": "Linen is ironed damp.",
}


def _replay(name="c1", messages=("How is silk washed?", "How is wool washed?")):
    builder = IndexBuilder()
    for title, text in TEXTS.items():
        document = Document(title, title.title(), text, "text")
        builder.add(document, fragments_of(document))
    index = builder.build(None, "")

    async def moments():
        chat = Chat(index)
        found = []
        for number, message in enumerate(messages, 1):
            relevant = frozenset({message.split()[2]})
            labels = {"answerability": "ANSWERABLE"}
            turn = JudgedTurn(f"{name}:{number}", name, number, "", message, None, (), relevant, labels)
            found.append(await moment_of(turn, "Wash it by hand in cold water.", chat, index))
            await chat.observe(message, "By hand.")
        return tuple(found)

    return Replay(name, "", asyncio.run(moments()))


def test_the_same_policy_earns_the_same_twice():
    replay = _replay()
    values = [rewards(HeuristicPolicy(Thresholds(answers_from=0.0)), [replay], Kitchen()) for _ in range(2)]
    assert values[0] == values[1]
    assert values[0][0][0] > 0


def test_what_was_said_before_is_seen_at_the_next_message():
    replay = _replay(messages=("How is silk washed?", "How is silk washed?"))
    episode = Episode(replay, Kitchen())
    plan = Plan(answers_from=0.0, fragment_count=1, topic_count=1)
    before = episode.features().shown_share
    first, _ = episode.answer(plan)
    assert episode.features().shown_share > before
    second, said = episode.answer(plan)
    assert said.repeated_share == 1.0
    assert second < first


def test_asking_back_is_remembered():
    episode = Episode(_replay(), Kitchen())
    episode.asked = True
    assert episode.features().was_ambiguous


def test_without_its_evidence_a_message_is_not_covered():
    moment = _replay().moments[0]
    twin = moment.without_evidence()
    assert twin.wanted.mode == "not_covered"
    assert "silk" in {hit.fragment.document_id for hit in moment.hits(1)}
    assert "silk" not in {hit.fragment.document_id for hit in twin.hits(1)}


def test_conversations_are_dealt_by_their_ids_alone_and_evenly():
    replay = _replay()
    some = [replace(replay, conversation_id=f"long {number}") for number in range(20)]
    some += [replace(replay, conversation_id=f"short {number}", moments=replay.moments[:1]) for number in range(40)]
    hands = dealt(some, 4)
    assert sorted(one.conversation_id for hand in hands for one in hand) == sorted(one.conversation_id for one in some)
    assert [sum(len(one.moments) > 1 for one in hand) for hand in hands] == [5] * 4
    again = dealt(list(reversed(some)), 4)
    assert [[one.conversation_id for one in hand] for hand in again] == [
        [one.conversation_id for one in hand] for hand in hands
    ]
    assert [one.mark for one in dealt(some, 4, "another")[0]] != [one.mark for one in hands[0]]


def test_conversations_that_were_trained_on_are_left_out(capsys):
    replay = _replay()
    other = replace(replay, conversation_id="c2")
    marks = frozenset({mark_of("c1")})
    assert [one.conversation_id for one in split([replay, other], marks)[0]] == ["c1"]
    assert [one.conversation_id for one in unseen([replay, other], marks)] == ["c2"]
    assert mark_of("c2") in capsys.readouterr().err
    assert len(unseen([replay, other], frozenset())) == 2
    with pytest.raises(DocumentError):
        unseen([replay], marks)


def test_the_gain_is_over_the_better_of_the_others():
    found = compared({"network": [[0.5], [0.5]], "heuristic": [[0.1], [0.3]], "constant": [[0.4], [0.4]]})
    assert found["network"]["gain"] == pytest.approx(0.1)
    assert found["network"]["gain_low"] <= found["network"]["gain"] <= found["network"]["gain_high"]


def test_the_interval_is_wide_when_conversations_differ_and_turns_within_do_not():
    alike = interval([[0.0, 1.0]] * 20)
    apart = interval([[0.0, 0.0], [1.0, 1.0]] * 10)
    assert alike == (0.5, 0.5)
    assert apart[0] < 0.4 < 0.6 < apart[1]


def test_baselines_survive_their_file_and_a_damaged_one_is_refused(tmp_path):
    path = tmp_path / "baselines.json"
    made = Baselines({head.name: 0 for head in HEADS}, Thresholds(answers_from=0.2), frozenset({"12345678"}))
    made.save(path)
    assert load_baselines(path) == made
    path.write_text("{", encoding="utf-8")
    with pytest.raises(DocumentError):
        load_baselines(path)
