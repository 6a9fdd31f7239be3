from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from limpet.errors import ConfigError, ManifestError
from limpet.site import assemble as assembling
from limpet.site.assemble import assemble, refuse_unwritable
from limpet.site.notice import Notice
from limpet.site.precache import VERSION_MARK, write_precache
from limpet.site.runtime import Runtime


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small page, runtime and index instead of the 60 MB of the real ones."""
    page, runtime = tmp_path / "page", tmp_path / "runtime"
    (page / "assets").mkdir(parents=True)
    runtime.mkdir()
    (page / "index.html").write_text("<!doctype html>")
    (page / "sw.js").write_text(f'const VERSION = "{VERSION_MARK}";')
    (page / "assets" / "page-1.js").write_text("1")
    (page / "npm-notices.txt").write_text("lit 3\n")
    (runtime / "runtime.json").write_text("{}")
    (tmp_path / "index.limpet").write_bytes(b"index")
    monkeypatch.setattr(assembling, "page_bundle", lambda _cache: page)
    monkeypatch.setattr(assembling.RuntimeBuilder, "build", lambda _self: Runtime(runtime, {}))
    monkeypatch.setattr(assembling, "write_notices", write_short_notices)
    return tmp_path


def write_short_notices(site: Path, _assets: object, npm_part: str, documents: list[Notice]) -> None:
    (site / "THIRD_PARTY_NOTICES.txt").write_text(npm_part + "".join(notice.name for notice in documents))


def build(parts: Path, site: Path, title: str = "Trial") -> None:
    assemble(site, parts / "index.limpet", title=title, base_path="/trial/", settings={"questions": ["Why?"]})


def test_a_site_has_its_page_runtime_index_and_settings(parts: Path) -> None:
    site = parts / "site"
    build(parts, site)
    described = json.loads((site / "site.json").read_text("utf-8"))
    assert described == {
        "format": 1,
        "title": "Trial",
        "base_path": "/trial/",
        "index": {"path": "index/index.limpet", "bytes": 5, "sha256": hashlib.sha256(b"index").hexdigest()},
        "questions": ["Why?"],
    }
    assert (site / "runtime" / "runtime.json").is_file()
    assert (site / "THIRD_PARTY_NOTICES.txt").read_text() == "lit 3\n"


def test_the_precache_lists_every_file_of_the_page_with_its_digest(parts: Path) -> None:
    site = parts / "site"
    build(parts, site)
    files = json.loads((site / "precache.json").read_text("utf-8"))["files"]
    assert [file["path"] for file in files] == [
        "assets/page-1.js",
        "index.html",
        "index/index.limpet",
        "runtime/runtime.json",
        "site.json",
    ]
    for file in files:
        content = (site / file["path"]).read_bytes()
        assert (file["bytes"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())


def test_the_service_worker_changes_with_the_site(parts: Path) -> None:
    site = parts / "site"
    build(parts, site)
    first = (site / "sw.js").read_text()
    build(parts, site)
    assert (site / "sw.js").read_text() == first
    build(parts, site, title="Another")
    assert VERSION_MARK not in first
    assert (site / "sw.js").read_text() != first


def test_files_of_an_earlier_build_go_and_the_owners_own_stay(parts: Path) -> None:
    site = parts / "site"
    build(parts, site)
    (site / "CNAME").write_text("docs.example.org")
    (site / "assets" / "page-0.js").write_text("old")
    build(parts, site)
    assert not (site / "assets" / "page-0.js").exists()
    assert (site / "CNAME").read_text() == "docs.example.org"


def test_a_folder_of_something_else_is_left_alone(parts: Path) -> None:
    site = parts / "thesis"
    site.mkdir()
    (site / "index.html").write_text("my thesis")
    with pytest.raises(ConfigError) as caught:
        build(parts, site)
    assert caught.value.code == "not-a-site"
    assert (site / "index.html").read_text() == "my thesis"


def test_changing_a_file_of_a_site_leaves_what_it_was_made_from(parts: Path) -> None:
    site = parts / "site"
    build(parts, site)
    (site / "runtime" / "runtime.json").write_text("damaged")
    assert (parts / "runtime" / "runtime.json").read_text() == "{}"


def test_a_service_worker_without_a_mark_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sw.js").write_text("const VERSION = 1;")
    with pytest.raises(ManifestError, match="no-version-mark"):
        write_precache(tmp_path, ["sw.js"])


def test_a_place_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    below_a_file = tmp_path / "file" / "site"
    (tmp_path / "file").write_text("no folder")
    for place in (below_a_file, Path("/proc/limpet-site")):
        with pytest.raises(ConfigError) as refused:
            refuse_unwritable(place)
        assert refused.value.code == "not-writable"


def test_asking_whether_a_place_can_be_written_leaves_nothing_there(tmp_path: Path) -> None:
    refuse_unwritable(tmp_path / "new")
    assert not (tmp_path / "new").exists()
    (tmp_path / "old").mkdir()
    refuse_unwritable(tmp_path / "old")
    assert list((tmp_path / "old").iterdir()) == []
