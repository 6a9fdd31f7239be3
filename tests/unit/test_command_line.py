"""The command line: exit codes, and what goes where when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from limpet.__main__ import main


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text("# Tea\n\nGreen tea is steeped at 75 degrees.\n", "utf-8")
    return folder


@pytest.fixture(autouse=True)
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limpet.host.native.native_embedders", lambda _place, _index: (None, None))


def index_of(docs: Path) -> Path:
    from limpet.site.build import build_index

    file = docs.parent / "index.limpet"
    build_index(docs, embed=False).index.save(file)
    return file


def test_a_question_is_answered_with_exit_code_0(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "--index", str(index_of(docs)), "How", "is", "green", "tea", "steeped?"]) == 0
    assert "75 degrees" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ask", "--index", "INDEX", "--json", " "], "empty-message"),
        (["ask", "--index", "NOWHERE", "--json", "hi"], "no-index"),
        (["inspect", "NOWHERE", "--json"], "no-index"),
        (["build", "NOWHERE", "-o", "SITE", "--json"], "no-folder"),
        (["build", "DOCS", "-o", "DOCS", "--json"], "same-folder"),
        (["build", "DOCS", "-o", "SITE", "--base-path", "https://example.org/", "--json"], "bad-base-path"),
        (["build", "DOCS", "-o", "SITE", "--policy", "dice", "--json"], "bad-policy"),
        (["ask", "--index", "INDEX", "--policy", "dice", "--json", "hi"], "bad-policy"),
        (["eval", "nothing", "DOCS", "--json"], "unknown-task"),
    ],
)
def test_an_error_is_exit_code_1_a_sentence_and_json_for_scripts(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: str
) -> None:
    places = {"INDEX": index_of(docs), "NOWHERE": tmp_path / "none", "DOCS": docs, "SITE": tmp_path / "site"}
    assert main([str(places.get(one, one)) for one in arguments]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["error"] == code
    assert f"limpet: {code}: " in told.err


@pytest.mark.parametrize(
    "arguments", [[], ["sing"], ["build"], ["bench", "--fragments", "0"], ["serve", "x", "--port", "a"]]
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["serv", "x"], "serve"),
        (["build", "DOCS", "-o", "SITE", "--embedd", "off"], "--embed"),
        (["build", "DOCS", "--outputs", "SITE"], "--output"),
        (["ask", "--idnex", "SITE", "hi"], "--index"),
    ],
)
def test_what_was_mistyped_is_answered_with_the_nearest(
    arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.rstrip().endswith(f"(did you mean {meant}?)")
    assert "usage: limpet" in told
    assert len(arguments) == 2 or f"usage: limpet {arguments[0]}" in told


def test_a_folder_that_is_no_built_site_is_not_served(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", str(docs), "--port", "0"]) == 1
    assert "limpet: not-a-site: " in capsys.readouterr().err


def test_a_single_file_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goods = tmp_path / "goods.csv"
    goods.write_text('name,price\nTea Mug,"€4,80"\nTea Pot,€12\n', "utf-8")
    assert main(["ask", "--index", str(goods), "What does the tea mug cost?"]) == 0
    assert "€4,80" in capsys.readouterr().out


def test_a_single_file_is_built_and_named_after(tmp_path: Path) -> None:
    from limpet.site.build import build_index

    goods = tmp_path / "goods.csv"
    goods.write_text('name,price\nTea Mug,"€4,80"\nTea Pot,€12\n', "utf-8")
    assert [one.title for one in build_index(goods, embed=False).index.documents] == ["Tea Mug", "Tea Pot"]
