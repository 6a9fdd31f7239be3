"""A folder is served where a build has put a site into it, however deep; one without a site is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from limpet.site import built_below
from limpet.site.built_below import holds_built_site


def build_in(folder: Path) -> None:
    for mark in ("site.json", "precache.json", "runtime/runtime.json"):
        (folder / mark).parent.mkdir(parents=True, exist_ok=True)
        (folder / mark).write_text("{}", "utf-8")


@pytest.mark.parametrize("place", ["", "chat", "docs/en/chat", "a/b/c/d/e/f"])
def test_a_site_is_found_at_any_depth(place: str, tmp_path: Path) -> None:
    (tmp_path / "other" / "pages").mkdir(parents=True)
    assert not holds_built_site(tmp_path)
    build_in(tmp_path / place)
    assert holds_built_site(tmp_path)


def test_half_a_site_and_one_behind_a_link_are_none(tmp_path: Path) -> None:
    website, elsewhere = tmp_path / "website", tmp_path / "elsewhere"
    build_in(elsewhere)
    (website / "chat").mkdir(parents=True)
    (website / "chat" / "site.json").write_text("{}", "utf-8")
    (website / "link").symlink_to(elsewhere, target_is_directory=True)
    (website / "round").symlink_to(website, target_is_directory=True)
    assert not holds_built_site(website)


def test_where_the_tree_is_too_large_to_look_through_there_may_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built_below, "_MOST_FOLDERS", 3)
    for name in "abc":
        (tmp_path / name).mkdir()
    assert holds_built_site(tmp_path)
