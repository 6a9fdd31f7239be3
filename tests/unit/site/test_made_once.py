from __future__ import annotations

from pathlib import Path

import pytest

from limpet.site.made_once import KEPT, made_once, place_copy


def test_the_same_ingredients_are_made_once(tmp_path: Path) -> None:
    made: list[Path] = []
    first = made_once(tmp_path, "step", ["a", b"b"], made.append)
    assert made_once(tmp_path, "step", ["a", b"b"], made.append) == first
    assert len(made) == 1


def test_other_ingredients_give_another_folder(tmp_path: Path) -> None:
    folders = {made_once(tmp_path, "step", parts, lambda _: None) for parts in (["ab"], ["a", "b"], ["b", "a"])}
    assert len(folders) == 3


def test_what_could_not_be_made_is_not_kept(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").write_text("half")
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        made_once(tmp_path, "step", ["a"], fail)
    assert not list((tmp_path / "made").glob("*/"))


def test_only_the_newest_results_are_kept(tmp_path: Path) -> None:
    folders = [made_once(tmp_path, "step", [str(number)], lambda _: None) for number in range(KEPT + 3)]
    assert sum(folder.is_dir() for folder in folders) == KEPT
    assert folders[-1].is_dir()


def test_a_copy_has_the_same_content_and_replaces_what_was_there(tmp_path: Path) -> None:
    source, target = tmp_path / "a", tmp_path / "deep" / "b"
    source.write_text("new")
    target.parent.mkdir()
    target.write_text("old")
    place_copy(source, target)
    assert target.read_text() == "new"
