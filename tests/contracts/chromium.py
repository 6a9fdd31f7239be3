"""The page's own databases in a real Chromium, for the contracts that all stores keep."""

from __future__ import annotations

import asyncio
import base64
import json
import subprocess
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from limpet.store.indexed_db import IndexedDbFunctions

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(__file__).resolve().parent / "chromium_database.mjs"


class Chromium:
    """
    A database of the worker, called in a page of an empty site.

    Args:
        folder: For the bundled module.
        module: Of the core worker.
        name: Of its class.
    """

    def __init__(self, folder: Path, module: str, name: str) -> None:
        bundled = folder / f"{module}.js"
        rolldown = ROOT / "node_modules/.bin/rolldown"
        source = f"web/core-worker/{module}.ts"
        bundle = [rolldown, source, "--file", bundled, "--format", "iife", "--name", "bundled"]
        subprocess.run([str(part) for part in bundle], check=True, capture_output=True, timeout=120, cwd=ROOT)
        program = ["node", str(PROGRAM), str(bundled), name]
        self._process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self._opened = self._sent = 0
        self._waiting: dict[int, Future[Any]] = {}
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def begin(self, quota_bytes: int = 0) -> None:
        """A site of its own for the next check, with *quota_bytes* of room; 0 for what there is."""
        self._opened += 1
        self._send({"visit": f"http://site-{self._opened}.localhost", "quota_bytes": quota_bytes}).result(60)

    def visit_again(self) -> None:
        """What the next visit of the page finds."""
        self._send({"visit": f"http://site-{self._opened}.localhost", "quota_bytes": 0}).result(60)

    def close(self) -> None:
        """End the browser."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._reader.join(30)
        self._process.stdout.close()

    async def call(self, *call: Any) -> Any:
        """What the function *call[0]* gives; its error as one of Python."""
        taken = [{"base64": base64.b64encode(one).decode()} if isinstance(one, bytes) else one for one in call]
        reply = await asyncio.wrap_future(self._send({"call": taken}))
        if "error" in reply:
            raise RuntimeError(reply["error"])
        value = reply["value"]
        return base64.b64decode(value["base64"]) if isinstance(value, dict) else value

    def _send(self, request: dict[str, Any]) -> Future[Any]:
        assert self._process.stdin is not None
        self._sent += 1
        waiting = self._waiting[self._sent] = Future()
        self._process.stdin.write(json.dumps({**request, "number": self._sent}) + "\n")
        self._process.stdin.flush()
        return waiting

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            reply = json.loads(line)
            self._waiting.pop(reply["number"]).set_result(reply)


class ChromiumSessions(Chromium):
    """The database of sessions, as the functions that the worker hands in."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "session-db", "SessionDb")

    async def load(self, name: str, now_s: float) -> Any:
        return await self.call("load", name, now_s)

    async def save(self, name: str, text: str, expires_s: float, now_s: float, seen: str | None) -> Any:
        return await self.call("save", name, text, expires_s, now_s, seen)

    async def delete(self, name: str) -> Any:
        return await self.call("delete", name)

    async def expired(self, now_s: float) -> Any:
        return json.dumps(await self.call("expired", now_s))

    async def others(self, name: str) -> Any:
        return json.dumps(await self.call("others", name))


class ChromiumBlocks(Chromium):
    """The database of blocks."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "block-db", "BlockDb")

    def functions(self) -> IndexedDbFunctions:
        """As the worker hands them in."""

        def named(name: str) -> Any:
            return partial(self.call, name)

        names = ("put", "get", "newest", "delete", "clear", "size", "loadLedger", "saveLedger", "version", "hold")
        return IndexedDbFunctions(*map(named, names), let_go=lambda ticket: self._send({"call": ["letGo", ticket]}))
