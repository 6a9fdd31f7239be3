"""The chat on a machine with files: what a memory file keeps."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from limpet.chat import Chat
from limpet.errors import ConfigError, PolicyError
from limpet.host.native import (
    inspect_path,
    kept_session,
    load_index,
    open_chat,
    open_chat_with_memory,
    policy_of_site,
    reach_models,
)


def chat_with(file: Path) -> Chat:
    return open_chat_with_memory(None, file, now="2026-03-01T10:00:00Z", embed=False)


def test_a_session_goes_on_from_its_file_also_after_a_talk_that_was_broken_off(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"

    async def broken_off() -> None:
        chat = chat_with(file)
        async with kept_session(chat, file):
            await chat.answer("My name is Sam.")
            raise KeyboardInterrupt

    async def go_on() -> str:
        chat = chat_with(file)
        async with kept_session(chat, file):
            return (await chat.answer("What did I say first?")).text

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(broken_off())
    assert "My name is Sam." in asyncio.run(go_on())


def test_a_private_chat_leaves_no_session_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"

    async def talk(*, is_private: bool) -> int:
        chat = chat_with(file)
        async with kept_session(chat, file):
            before = chat.session.view().turn_count
            await chat.longterm.memory.set_consent(False, is_private)
            await chat.answer("My name is Sam.")
            return before

    assert asyncio.run(talk(is_private=False)) == 0
    assert asyncio.run(talk(is_private=True)) == 1
    assert asyncio.run(talk(is_private=True)) == 0


def test_a_memory_file_can_be_inspected(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"
    chat_with(file)
    assert inspect_path(file)["blocks"] == 0


def test_where_nothing_is_there_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no-index"):
        load_index(tmp_path / "absent")


def test_an_endpoint_that_cannot_be_right_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match="bad-endpoint"):
        reach_models(Chat(), "ftp://models.example", "m")


def site_with(folder: Path, settings: str) -> Path:
    (folder / "docs").mkdir()
    (folder / "docs" / "tea.md").write_text("# Tea\n\nGreen tea is steeped at 75 degrees.\n", "utf-8")
    (folder / "site" / "index").mkdir(parents=True)
    load_index(folder / "docs", embed=False).save(folder / "site" / "index" / "index.limpet")
    (folder / "site" / "site.json").write_text(settings, "utf-8")
    return folder / "site"


@pytest.mark.parametrize(
    ("settings", "given", "name"),
    [
        ('{"title": "Tea", "policy": "network"}', "", "network"),
        ('{"title": "Tea", "policy": "network"}', "rules", "heuristic"),
        ('{"title": "Tea", "policy": "rules"}', "network", "network"),
        ('{"title": "Tea", "policy": "rules"}', "", "heuristic"),
        ('{"title": "Tea", "policy": null}', "network", "network"),
        ("no JSON", "rules", "heuristic"),
        ("[]", "network", "network"),
    ],
)
def test_a_site_says_who_decides_unless_it_is_told(tmp_path: Path, settings: str, given: str, name: str) -> None:
    chat = open_chat(site_with(tmp_path, settings), embed=False, policy=given)
    assert chat.policy.name == name


@pytest.mark.parametrize("wanted", ['"dice"', "3"])
def test_a_site_that_names_a_policy_that_there_is_not_is_a_clear_error(tmp_path: Path, wanted: str) -> None:
    with pytest.raises(ConfigError) as refused:
        open_chat(site_with(tmp_path, f'{{"title": "Tea", "policy": {wanted}}}'), embed=False)
    assert refused.value.code == "bad-policy"


def test_a_folder_of_documents_is_no_site_that_says_who_decides(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_text('{"policy": "network"}', "utf-8")
    assert policy_of_site(tmp_path) == ""


def test_a_network_that_cannot_be_used_is_told_where_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> None:
        raise PolicyError("policy-missing", "There is none.")

    monkeypatch.setattr("limpet.policy.standing_in.load", missing)
    assert open_chat(None, embed=False, policy="network").policy.name == "heuristic"
    assert "rules decide how to answer: policy-missing: There is none." in capsys.readouterr().err
    assert open_chat(None, embed=False).policy.name == "heuristic"
    assert capsys.readouterr().err == ""
