"""The task over the demo sites: what counts as found, as first and as refused, beside the top fragment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from limpet.errors import ConfigError, DocumentError
from limpet.evaluation import site_task
from limpet.evaluation.run import run
from limpet.evaluation.site_task import Said, SiteQuestion, figures_of, measured, read_site_questions, said_to
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document
from limpet.retrieval.index import Index
from limpet.retrieval.splitting import split

QUESTION = SiteQuestion("shop", ("How long can I return it?",), True, answer=("within 15 days",), also=("a refund",))


def index() -> Index:
    builder = IndexBuilder()
    for document in (
        Document("returns", "Returns", "# Returns\n\nYou can return it within 15 days. Then you get a refund."),
        Document("care", "Care", "# Care\n\nWash a kurta cold. Iron linen while it is damp."),
    ):
        builder.add(document, split(document))
    return builder.build(None, "")


def said(text: str, mode: str = "answer", question: SiteQuestion = QUESTION) -> Said:
    return Said(question, mode, text, "You can return it within 15 days. Then you get a refund.")


def test_an_answer_that_stands_second_is_found_but_not_first() -> None:
    text = "Ask us first. [1] It goes back within 15 days. [2] You get a refund. [3]"
    figures = figures_of([said(text)], lambda one: one.text)
    assert (figures["found"], figures["first"], figures["refused"]) == (1.0, 0.0, 0.0)
    assert figures["to the point"] == pytest.approx(10 / 13)


def test_what_is_refused_was_not_found_and_what_is_not_covered_must_be() -> None:
    other = SiteQuestion("shop", ("Do you sell tea?",), False)
    both = measured([said("Nothing.", "not_covered"), said("Tea is sold.", question=other)]).systems
    assert (both["ours"]["found"], both["ours"]["refused"], both["ours"]["answered uncovered"]) == (0.0, 1.0, 1.0)
    assert (both["top fragment"]["first"], both["top fragment"]["refused"]) == (1.0, 0.0)


def test_what_a_refusal_quotes_is_counted_by_itself() -> None:
    other = SiteQuestion("shop", ("Do you sell tea?",), False)
    text = "I am not sure. It goes back within 15 days. [1]"
    told = Said(QUESTION, "not_covered", text, "", near="It goes back within 15 days.")
    others = [said("Nothing.", "not_covered"), Said(other, "not_covered", "", "")]
    figures = figures_of([told, *others], lambda one: one.text)
    assert (figures["told near"], figures["near uncovered"], figures["found"]) == (0.5, 0.0, 0.0)


def test_goods_are_told_by_name() -> None:
    asked = SiteQuestion("shop", ("Show kurtas",), True, shown=("Neel Kurta", "Bagru Kurta"), not_shown=("Tara Kurti",))
    figures = figures_of([said("- **Neel Kurta**, ₹899", question=asked)], lambda one: one.text)
    assert (figures["shown"], figures["kept out"]) == (0.5, 1.0)


def test_a_conversation_is_talked_in_one_session() -> None:
    asked = SiteQuestion("shop", ("How do I wash a kurta?", "How long can I return it?"), True, QUESTION.answer)
    (one,) = said_to([asked], {"shop": index()})
    assert one.mode == "answer"
    assert "within 15 days" in one.text
    assert one.fragment in [fragment.text for fragment in index().fragments]
    assert not one.is_wrong


def test_the_questions_are_read_or_refused(tmp_path: Path) -> None:
    for name in site_task.SPLITS:
        for question in read_site_questions(Path(__file__).parents[2] / "data" / f"site_questions_{name}.json"):
            assert question.turns
            assert question.site in ("shop", "starlette")
            assert bool(question.answer or question.shown or question.not_shown) or not question.covered
    (tmp_path / "bad.json").write_text('[{"site": "shop"}]', "utf-8")
    with pytest.raises(DocumentError, match="bad-data"):
        read_site_questions(tmp_path / "bad.json")


def test_failing_questions_are_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> None:
    rows = [
        {"site": "shop", "turns": ["How long can I return it?"], "covered": True, "answer": ["within 15 days"]},
        {"site": "shop", "turns": ["How do I wash a kurta?"], "covered": True, "answer": ["within 15 days"]},
    ]
    (tmp_path / "site_questions_tune.json").write_text(json.dumps(rows), "utf-8")
    monkeypatch.setattr(site_task, "demo_indexes", lambda: {"shop": index()})
    assert run("site", tmp_path, shows_failing=True) == 0
    shown = capsys.readouterr().out
    assert "How do I wash a kurta?" in shown
    assert "How long can I return it?" not in shown
    with pytest.raises(ConfigError, match="nothing-to-show"):
        run("cisi", tmp_path, shows_failing=True)
