from dataclasses import replace

from limpet.evaluation.policy_reward import Said, Wanted, reward

ANSWER = Wanted("answer", frozenset({"a", "b"}), {"silk": 2.0, "cold": 2.0}, 50)
GOOD = Said("answer", ("a", "b"), frozenset({"silk", "cold"}), 50)


def test_a_wrong_answer_costs_more_than_not_covered_which_costs_more_than_a_good_answer():
    wrong = Said("answer", ("x",), frozenset({"silk", "cold"}), 50)
    assert reward(ANSWER, wrong) < reward(ANSWER, Said("not_covered")) < reward(ANSWER, GOOD)


def test_more_evidence_in_as_many_words_is_worth_more():
    fewer_terms = replace(GOOD, stems=frozenset({"silk"}))
    fewer_passages = replace(GOOD, cited=("a",))
    beside_the_point = replace(GOOD, cited=("a", "b", "x"))
    assert all(reward(ANSWER, said) < reward(ANSWER, GOOD) for said in (fewer_terms, fewer_passages, beside_the_point))


def test_the_same_evidence_in_more_words_is_worth_less():
    open_length = replace(ANSWER, reference_words=0)
    assert reward(open_length, replace(GOOD, words=200)) < reward(open_length, GOOD)


def test_an_answer_as_long_as_the_persons_own_fits_best():
    values = [reward(ANSWER, replace(GOOD, words=words)) for words in (10, 50, 250)]
    assert max(values) == values[1]


def test_what_was_said_before_is_worth_less():
    assert reward(ANSWER, replace(GOOD, repeated_share=1.0)) < reward(ANSWER, GOOD)


def test_asking_back_is_right_only_where_people_asked_back_and_never_twice_in_a_row():
    asked = Said("clarify")
    assert reward(Wanted("clarify"), asked) > 0 > reward(ANSWER, asked)
    assert reward(Wanted("clarify"), replace(asked, asked_before=True)) < reward(Wanted("clarify"), asked)


def test_what_cannot_be_answered_must_not_be_answered():
    wanted = Wanted("not_covered")
    assert reward(wanted, Said("not_covered")) > 0 > reward(wanted, Said("clarify")) > reward(wanted, GOOD)


def test_without_a_reference_the_passages_alone_count():
    wanted = Wanted("answer", frozenset({"a"}))
    assert reward(wanted, Said("answer", ("a",))) == 1.0
