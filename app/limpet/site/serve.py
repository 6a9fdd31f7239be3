"""A static server for built sites on this machine: right media types, compression, revalidation, isolation headers."""

from __future__ import annotations

import functools
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Final

from limpet.errors import ConfigError
from limpet.site.built_below import holds_built_site
from limpet.site.cache_folder import cache_folder
from limpet.site.compressed_copy import CODINGS, compressed_copy, is_worth_trying
from limpet.site.file_digest import sha256_of
from limpet.site.static_file import ISOLATION, accepted_coding, caching_of, file_of, folder_without_slash, mime_of

_CHUNK_BYTES: Final = 1 << 18
_SILENCE_S: Final = 30.0
_DIGESTS: Final = 4096


@dataclass(frozen=True, slots=True)
class _Served:
    """What the threads of one server share."""

    root: Path
    cache: Path
    isolation: bool


class SiteServer:
    """
    Serves one folder until it is stopped; a context manager.

    Args:
        root: A site, or a folder of sites.
        host: Address to listen on; loopback unless told.
        port: 0 takes a free one.
        isolation: Send the headers that let a page measure its memory.
        cache: Folder of compressed copies; by default the user's.

    Raises:
        ConfigError: No such folder (``no-site``), or the port is taken or not allowed (``no-port``).
    """

    def __init__(
        self, root: Path, host: str = "127.0.0.1", port: int = 0, *, isolation: bool = True, cache: Path | None = None
    ) -> None:
        if not root.is_dir():
            raise ConfigError("no-site", f"{root} is no folder; build a site with `limpet build` first.")
        self._served = _Served(root.resolve(), cache or cache_folder(), isolation)
        try:
            self._server = ThreadingHTTPServer((host, port), functools.partial(_SiteRequests, self._served))
        except (OSError, OverflowError) as error:
            raise ConfigError(
                "no-port", f"{host}:{port} cannot be listened on ({error}); try another --port."
            ) from error
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)

    @property
    def address(self) -> str:
        """Where a browser finds the root, with a slash at the end."""
        host, port = str(self._server.server_address[0]), self._server.server_address[1]
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared, not listened on
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"

    def compress_all(self) -> None:
        """Makes the compressed copies of all files, so that the first visit does not wait for them."""
        files = [file for file in self._served.root.rglob("*") if file.is_file() and is_worth_trying(file)]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda file: compressed_copy(file, digest_of(file), CODINGS[0], self._served.cache), files))

    def start(self) -> None:
        """Answers from now on, in threads of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Ends; requests under way are cut off."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()

    def __enter__(self) -> SiteServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def serve(root: Path, host: str = "127.0.0.1", port: int = 8000, *, isolation: bool = True) -> None:
    """
    Serves *root* until interrupted, after saying where.

    Raises:
        ConfigError: ``not-a-site`` where limpet has built nothing in *root* or in its folders, and as ``SiteServer``.
    """
    if root.is_dir() and not holds_built_site(root):
        said = f"{root} holds no site that limpet built; make one with `limpet build {root} -o SITE`, then serve SITE."
        raise ConfigError("not-a-site", said)
    serve_until_interrupted(SiteServer(root, host, port, isolation=isolation), [""])


def serve_until_interrupted(server: SiteServer, paths: list[str]) -> None:
    """Prints the address of each of *paths* below *server* and serves until interrupted."""
    server.compress_all()
    with server:
        for path in paths:
            sys.stdout.write(f"{server.address}{path}\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            sys.stderr.write("stopped\n")


def digest_of(file: Path) -> str:
    """The SHA-256 of *file*, computed again only when it has changed."""
    facts = file.stat()
    return _digest_of(file, facts.st_mtime_ns, facts.st_size)


@functools.lru_cache(maxsize=_DIGESTS)
def _digest_of(file: Path, _mtime_ns: int, _bytes: int) -> str:
    return sha256_of(file)


class _SiteRequests(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    timeout = _SILENCE_S
    server_version = "limpet"
    sys_version = ""

    def __init__(self, served: _Served, *connection: object) -> None:
        self._served = served
        super().__init__(*connection)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """A file, with its content."""
        self._answer(with_content=True)

    def do_HEAD(self) -> None:
        """The same without its content."""
        self._answer(with_content=False)

    def _answer(self, *, with_content: bool) -> None:
        place = folder_without_slash(self._served.root, self.path)
        file = file_of(self._served.root, self.path)
        try:
            if place is not None:
                self._head(HTTPStatus.MOVED_PERMANENTLY, {"Location": place, "Content-Length": "0"})
            elif file is None:
                self._text(HTTPStatus.NOT_FOUND, "There is no such file.\n", with_content=with_content)
            else:
                self._file(file, with_content=with_content)
        except (ConnectionError, TimeoutError):
            self.close_connection = True  # the browser has left

    def _file(self, file: Path, *, with_content: bool) -> None:
        name = file.relative_to(self._served.root).as_posix()
        digest = digest_of(file)
        coding, content = self._content(file, digest)
        tag = f'"{digest[:24]}{f"-{coding}" if coding else ""}"'
        headers = {"ETag": tag, "Cache-Control": caching_of(name), "Vary": "Accept-Encoding"}
        if tag in self.headers.get("If-None-Match", ""):
            self._head(HTTPStatus.NOT_MODIFIED, headers)
            return
        if coding:
            headers["Content-Encoding"] = coding
        size = content.stat().st_size
        self._head(HTTPStatus.OK, {**headers, "Content-Type": mime_of(file.name), "Content-Length": str(size)})
        if with_content:
            with content.open("rb") as stream:
                while chunk := stream.read(_CHUNK_BYTES):
                    self.wfile.write(chunk)

    def _content(self, file: Path, digest: str) -> tuple[str | None, Path]:
        coding = accepted_coding(self.headers.get("Accept-Encoding", ""), CODINGS)
        if coding and is_worth_trying(file):
            packed = compressed_copy(file, digest, coding, self._served.cache)
            if packed is not None:
                return coding, packed
        return None, file

    def _text(self, status: HTTPStatus, text: str, *, with_content: bool) -> None:
        content = text.encode()
        self._head(status, {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(content))})
        if with_content:
            self.wfile.write(content)

    def _head(self, status: HTTPStatus, headers: dict[str, str]) -> None:
        self.send_response(status)
        isolation = ISOLATION if self._served.isolation else {}
        for name, value in {**headers, **isolation, "X-Content-Type-Options": "nosniff"}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *_facts: object) -> None:  # noqa: A002 - the name is the standard library's
        """Says nothing: a page loads dozens of files."""
