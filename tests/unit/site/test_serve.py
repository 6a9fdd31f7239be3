from __future__ import annotations

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import brotli
import pytest

from limpet.errors import ConfigError
from limpet.site.serve import SiteServer
from limpet.site.static_file import ISOLATION

TEXT = ("A page of a site, long enough to be worth packing. " * 100).encode()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "runtime").mkdir(parents=True)
    (root / "assets").mkdir()
    (root / "index.html").write_bytes(TEXT)
    (root / "assets" / "page-abc123.js").write_bytes(TEXT)
    for name in ("a.mjs", "a.wasm", "a.json", "a.onnx", "a.whl", "a.css", "a.svg", "a.limpet", "b.bin.gz"):
        (root / "runtime" / name).write_bytes(TEXT)
    (tmp_path / "secret.txt").write_text("not yours")
    return root


@pytest.fixture
def server(site: Path, tmp_path: Path) -> Iterator[SiteServer]:
    with SiteServer(site, cache=tmp_path / "cache") as running:
        yield running


def ask(server: SiteServer, path: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=10)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.json", "application/json"),
        ("a.onnx", "application/octet-stream"),
        ("a.whl", "application/octet-stream"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.svg", "image/svg+xml"),
        ("a.limpet", "application/octet-stream"),
        ("b.bin.gz", "application/gzip"),
    ],
)
def test_each_file_has_its_media_type(server: SiteServer, name: str, media_type: str) -> None:
    answer, content = ask(server, f"/runtime/{name}")
    assert answer.status == 200
    assert answer.getheader("Content-Type") == media_type
    assert content == TEXT


def test_the_isolation_headers_are_sent(server: SiteServer) -> None:
    answer, _ = ask(server, "/")
    assert {name: answer.getheader(name) for name in ISOLATION} == ISOLATION


def test_the_isolation_headers_can_be_left_out(site: Path, tmp_path: Path) -> None:
    with SiteServer(site, isolation=False, cache=tmp_path / "cache") as plain:
        answer, _ = ask(plain, "/")
    assert [answer.getheader(name) for name in ISOLATION] == [None, None, None]


def test_a_file_comes_packed_when_the_browser_allows_it(server: SiteServer) -> None:
    answer, content = ask(server, "/runtime/a.wasm", Accept_Encoding="gzip, deflate, br")
    assert answer.getheader("Content-Encoding") == "br"
    assert brotli.decompress(content) == TEXT
    answer, content = ask(server, "/runtime/a.wasm", Accept_Encoding="gzip")
    assert answer.getheader("Content-Encoding") == "gzip"
    assert gzip.decompress(content) == TEXT


@pytest.mark.parametrize("name", ["a.whl", "b.bin.gz"])
def test_what_is_packed_already_is_sent_as_it_is(server: SiteServer, name: str) -> None:
    answer, content = ask(server, f"/runtime/{name}", Accept_Encoding="br")
    assert answer.getheader("Content-Encoding") is None
    assert content == TEXT


def test_an_unchanged_file_is_not_sent_again(server: SiteServer, site: Path) -> None:
    first, _ = ask(server, "/runtime/a.json")
    again, content = ask(server, "/runtime/a.json", If_None_Match=first.getheader("ETag") or "")
    assert (again.status, content) == (304, b"")
    (site / "runtime" / "a.json").write_bytes(b"{}")
    changed, content = ask(server, "/runtime/a.json", If_None_Match=first.getheader("ETag") or "")
    assert (changed.status, content) == (200, b"{}")


def test_only_files_named_by_their_digest_are_kept_without_asking(server: SiteServer) -> None:
    assert "immutable" in (ask(server, "/assets/page-abc123.js")[0].getheader("Cache-Control") or "")
    assert ask(server, "/")[0].getheader("Cache-Control") == "no-cache"
    assert ask(server, "/runtime/a.wasm")[0].getheader("Cache-Control") == "no-cache"


def test_head_tells_the_size_and_sends_nothing(server: SiteServer) -> None:
    answer, content = ask(server, "/runtime/a.json", method="HEAD")
    assert answer.getheader("Content-Length") == str(len(TEXT))
    assert content == b""


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/runtime/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/hostname",
        "/runtime/a.json%00.html",
        "/none.html",
        "/runtime/",
        "/" + "x" * 5000,
    ],
)
def test_nothing_outside_the_folder_exists(server: SiteServer, path: str) -> None:
    answer, content = ask(server, path)
    assert answer.status == 404
    assert b"not yours" not in content


def test_a_link_that_leads_out_does_not_exist(server: SiteServer, site: Path) -> None:
    (site / "link.txt").symlink_to(site.parent / "secret.txt")
    assert ask(server, "/link.txt")[0].status == 404


def test_a_folder_without_its_slash_is_sent_to_the_one_with_it(server: SiteServer, site: Path) -> None:
    (site / "part").mkdir()
    (site / "part" / "index.html").write_bytes(b"here")
    answer, _ = ask(server, "/part")
    assert (answer.status, answer.getheader("Location")) == (301, "/part/")
    assert ask(server, "/part/")[1] == b"here"


def test_other_methods_are_refused(server: SiteServer) -> None:
    assert ask(server, "/", method="POST")[0].status == 501


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no-site"):
        SiteServer(tmp_path / "none")


def test_a_taken_port_is_an_error(server: SiteServer, site: Path) -> None:
    with pytest.raises(ConfigError, match="no-port"):
        SiteServer(site, port=urlsplit(server.address).port or 0)


def test_a_stopped_server_has_let_its_port_go(site: Path, tmp_path: Path) -> None:
    with SiteServer(site, cache=tmp_path) as first:
        port = urlsplit(first.address).port or 0
    with SiteServer(site, port=port, cache=tmp_path) as second:
        assert ask(second, "/")[0].status == 200
