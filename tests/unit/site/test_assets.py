from __future__ import annotations

import errno
import hashlib
import io
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from limpet.errors import ManifestError
from limpet.site import packages
from limpet.site.assets import Assets
from limpet.site.manifest import Asset, Source
from unit.site.faulty_server import FileServer

CONTENT = bytes(range(256)) * 400
UNREACHABLE = "http://127.0.0.1:9/thing.bin"


def asset(*sources: Source, content: bytes = CONTENT, file: str = "thing.bin") -> dict[str, Asset]:
    digest = hashlib.sha256(content).hexdigest()
    return {"thing": Asset("thing", file, len(content), digest, "MIT", "a thing", sources)}


def at(address: str) -> Source:
    return Source("address", address=address)


def assets(tmp_path: Path, *sources: Source, **more: Any) -> Assets:
    return Assets(asset(*sources), cache=tmp_path, **more)


def test_a_file_is_fetched_once_and_kept_under_its_digest(tmp_path: Path, file_server: FileServer) -> None:
    file_server.files["thing.bin"] = CONTENT
    fetched = assets(tmp_path, at(file_server.address("thing.bin")))
    place = fetched.fetch("thing")
    assert place.read_bytes() == CONTENT
    assert place == tmp_path / "assets" / hashlib.sha256(CONTENT).hexdigest() / "thing.bin"
    assert fetched.fetch("thing") == place
    assert len(file_server.asked) == 1


def test_an_interrupted_download_goes_on_where_it_stopped(tmp_path: Path, file_server: FileServer) -> None:
    file_server.files["thing.bin"] = CONTENT
    fetched = assets(tmp_path, at(file_server.address("thing.bin")))
    part = fetched.place("thing").with_name("thing.bin.part")
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[:1000])
    assert fetched.fetch("thing").read_bytes() == CONTENT
    assert file_server.asked == [("/thing.bin", "bytes=1000-")]
    assert not part.exists()


def test_a_server_without_ranges_is_read_from_the_start(tmp_path: Path, file_server: FileServer) -> None:
    file_server.files["thing.bin"] = CONTENT
    file_server.knows_ranges = False
    fetched = assets(tmp_path, at(file_server.address("thing.bin")))
    part = fetched.place("thing").with_name("thing.bin.part")
    part.parent.mkdir(parents=True)
    part.write_bytes(b"something else")
    assert fetched.fetch("thing").read_bytes() == CONTENT


def test_a_wrong_digest_leads_to_the_next_source(tmp_path: Path, file_server: FileServer) -> None:
    file_server.files["bad.bin"] = CONTENT[::-1]
    file_server.files["thing.bin"] = CONTENT
    events: list[str] = []
    fetched = assets(
        tmp_path,
        at(file_server.address("bad.bin")),
        at(file_server.address("thing.bin")),
        observe=lambda name, facts: events.append(name),
    )
    assert fetched.fetch("thing").read_bytes() == CONTENT
    assert events.count("asset-source-failed") == 1


def test_a_wrong_digest_everywhere_is_an_error_that_keeps_nothing(tmp_path: Path, file_server: FileServer) -> None:
    file_server.files["bad.bin"] = CONTENT[::-1]
    fetched = assets(tmp_path, at(file_server.address("bad.bin")))
    with pytest.raises(ManifestError) as caught:
        fetched.fetch("thing")
    assert caught.value.code == "wrong-digest"
    assert "thing.bin" in caught.value.detail
    assert file_server.address("bad.bin") in caught.value.detail
    assert not fetched.place("thing").exists()


@pytest.mark.parametrize("content", [CONTENT[:-1], CONTENT + b"x"], ids=["too short", "too long"])
def test_a_wrong_size_is_an_error(tmp_path: Path, file_server: FileServer, content: bytes) -> None:
    file_server.files["bad.bin"] = content
    with pytest.raises(ManifestError) as caught:
        assets(tmp_path, at(file_server.address("bad.bin"))).fetch("thing")
    assert caught.value.code == "wrong-size"


def test_no_network_says_what_was_wanted_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        assets(tmp_path, at(UNREACHABLE)).fetch("thing")
    assert caught.value.code == "not-reachable"
    assert UNREACHABLE in caught.value.detail
    assert "network" in caught.value.detail


@pytest.mark.parametrize("address", ["http://example.invalid/x", "file:///etc/hostname", "ftp://127.0.0.1/x"])
def test_only_https_is_fetched_from(tmp_path: Path, address: str) -> None:
    with pytest.raises(ManifestError) as caught:
        assets(tmp_path, at(address)).fetch("thing")
    assert "not an https address" in caught.value.detail


def test_a_full_disk_is_told_at_once_and_leaves_nothing(
    tmp_path: Path, file_server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    file_server.files["thing.bin"] = CONTENT

    def full(*_facts: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    fetched = assets(tmp_path, at(file_server.address("thing.bin")), at(file_server.address("thing.bin")))
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ManifestError) as caught:
        fetched.fetch("thing")
    assert caught.value.code == "no-space"
    assert "LIMPET_CACHE" in caught.value.detail
    assert len(file_server.asked) == 1
    assert [file.name for file in fetched.place("thing").parent.iterdir()] == ["thing.bin.lock"]


def test_several_at_once_fetch_once(tmp_path: Path, file_server: FileServer) -> None:
    file_server.files["thing.bin"] = CONTENT
    source = at(file_server.address("thing.bin"))
    with ThreadPoolExecutor(6) as pool:
        places = list(pool.map(lambda _: assets(tmp_path, source).fetch("thing"), range(6)))
    assert {place.read_bytes() for place in places} == {CONTENT}
    assert len(file_server.asked) == 1


def test_a_file_damaged_in_the_cache_is_fetched_again(tmp_path: Path, file_server: FileServer) -> None:
    file_server.files["thing.bin"] = CONTENT
    fetched = assets(tmp_path, at(file_server.address("thing.bin")))
    fetched.fetch("thing").write_bytes(CONTENT[::-1])
    assert fetched.fetch("thing").read_bytes() == CONTENT


def test_an_unknown_asset_is_named() -> None:
    with pytest.raises(ManifestError, match=r"unknown-asset.*nothing-of-the-kind"):
        Assets().fetch("nothing-of-the-kind")


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Archives by package, which a stand-in for the registries' clients brings; the clients are not ours to test."""
    archives: dict[str, bytes] = {}

    def bring(_command: list[str], source: Source, folder: Path) -> None:
        if source.package not in archives:
            raise ManifestError("not-reachable", f"{source} could not be had: no such package")
        (folder / "archive").write_bytes(archives[source.package])

    monkeypatch.setattr(packages, "_run_client", bring)
    return archives


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(name: str, content: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def test_a_member_of_a_member_of_a_wheel_is_found(tmp_path: Path, brought: dict[str, bytes]) -> None:
    brought["outer"] = zipped(inner=zipped(thing=CONTENT))
    source = Source("wheel", "outer", "1.0", ("inner", "thing"))
    assert assets(tmp_path, source).fetch("thing").read_bytes() == CONTENT


def test_a_member_of_a_tar_archive_is_found(tmp_path: Path, brought: dict[str, bytes]) -> None:
    brought["page"] = tarred("package/thing.bin", CONTENT)
    source = Source("npm", "page", "1.0", ("package/thing.bin",))
    assert assets(tmp_path, source).fetch("thing").read_bytes() == CONTENT


def test_an_archive_can_be_the_asset_itself(tmp_path: Path, brought: dict[str, bytes]) -> None:
    brought["page"] = CONTENT
    assert assets(tmp_path, Source("sdist", "page", "1.0")).fetch("thing").read_bytes() == CONTENT


@pytest.mark.parametrize("archive", [zipped(other=b""), b"no archive at all"], ids=["no member", "no archive"])
def test_an_archive_without_the_file_is_an_error(tmp_path: Path, brought: dict[str, bytes], archive: bytes) -> None:
    brought["outer"] = archive
    with pytest.raises(ManifestError) as caught:
        assets(tmp_path, Source("wheel", "outer", "1.0", ("thing",))).fetch("thing")
    assert caught.value.code == "not-in-archive"


def test_a_package_that_cannot_be_had_leads_to_the_next_source(tmp_path: Path, brought: dict[str, bytes]) -> None:
    brought["second"] = zipped(thing=CONTENT)
    fetched = assets(
        tmp_path, Source("wheel", "first", "1.0", ("thing",)), Source("wheel", "second", "1.0", ("thing",))
    )
    assert fetched.fetch("thing").read_bytes() == CONTENT


def test_archives_go_when_everything_is_there(tmp_path: Path, brought: dict[str, bytes]) -> None:
    brought["outer"] = zipped(thing=CONTENT)
    assets(tmp_path, Source("wheel", "outer", "1.0", ("thing",))).fetch_all()
    assert [entry.name for entry in (tmp_path / "archives").iterdir() if entry.is_dir()] == []


def test_a_missing_client_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ManifestError) as caught:
        assets(tmp_path, Source("npm", "page", "1.0", ("thing",))).fetch("thing")
    assert caught.value.code == "no-client"
    assert "npm" in caught.value.detail
