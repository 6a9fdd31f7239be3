"""The page's own database of sessions, in a real Chromium, for the contract that all session stores keep."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(__file__).resolve().parent / "chromium_database.mjs"


class ChromiumSessions:
    """
    The functions that the worker hands in, called in a page of an empty site.

    Args:
        folder: For the bundled module.
    """

    def __init__(self, folder: Path) -> None:
        module = folder / "session-db.js"
        rolldown = ROOT / "node_modules/.bin/rolldown"
        bundle = [rolldown, "web/core-worker/session-db.ts", "--file", module, "--format", "iife", "--name", "bundled"]
        subprocess.run([str(part) for part in bundle], check=True, capture_output=True, timeout=120, cwd=ROOT)
        self._process = subprocess.Popen(
            ["node", str(PROGRAM), str(module)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self._opened = 0

    def begin(self, quota_bytes: int = 0) -> None:
        """A site of its own for the next check, with *quota_bytes* of room; 0 for what there is."""
        self._opened += 1
        self._send({"visit": f"http://site-{self._opened}.localhost", "quota_bytes": quota_bytes})

    def visit_again(self) -> None:
        """What the next visit of the page finds."""
        self._send({"visit": f"http://site-{self._opened}.localhost", "quota_bytes": 0})

    def close(self) -> None:
        """End the browser."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

    async def load(self, name: str, now_s: float) -> Any:
        return self._call("load", name, now_s)

    async def save(self, name: str, text: str, expires_s: float, now_s: float, seen: str | None) -> Any:
        return self._call("save", name, text, expires_s, now_s, seen)

    async def delete(self, name: str) -> Any:
        return self._call("delete", name)

    async def expired(self, now_s: float) -> Any:
        return json.dumps(self._call("expired", now_s))

    async def others(self, name: str) -> Any:
        return json.dumps(self._call("others", name))

    def _call(self, *call: Any) -> Any:
        reply = self._send({"call": call})
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply["value"]

    def _send(self, request: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the browser has ended"
        return json.loads(line)
