"""A model's endpoint asked by the page's Python and the core worker's own functions, with Node for the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from answer.scripted_endpoint import TEXT, Endpoint, Script, serving, streamed

OWN = "Silk is dry-cleaned only. [1]"
PHRASED = "Silk is dry-cleaned only. [1] It fades in the sun. [2]"
STEPS: dict[str, tuple[Script, float, float]] = {
    "answers": (Script(), 30.0, 0.0),
    "letters cut in two": (Script([bytes([b]) for b in b"".join(streamed("A wash costs ₹99. [1]", 9))]), 30.0, 0.0),
    "refuses the key": (Script([b"{}"], 401, "application/json"), 30.0, 0.0),
    "web page": (Script([b"<!doctype html>"], 200, "text/html"), 30.0, 0.0),
    "hangs before its head": (Script(hangs="head"), 0.5, 0.0),
    "hangs between words": (Script(streamed(TEXT)[:8], hangs="body"), 0.5, 0.0),
    "breaks off": (Script(streamed(TEXT)[:9], breaks=True), 30.0, 0.0),
    "redirects": (Script([b""], 302, "text/plain"), 30.0, 0.0),
    "is stopped": (Script(streamed(TEXT)[:11], hangs="body"), 60.0, 1.0),
    "is stopped before its head": (Script(hangs="head"), 60.0, 0.5),
}


def test_the_page_copes_with_an_endpoint_as_the_terminal_does(
    runtime: Path, run_node: Callable[..., Any], bundled: Callable[[str], str]
) -> None:
    async def run() -> tuple[list[dict[str, Any]], list[Endpoint]]:
        async with AsyncExitStack() as stack:
            served = [await stack.enter_async_context(serving(script)) for script, _, _ in STEPS.values()]
            steps = [
                {"base_url": endpoint.base_url, "wait_s": wait_s, "stop_s": stop_s}
                for endpoint, (_, wait_s, stop_s) in zip(served, STEPS.values(), strict=True)
            ]
            task = {"runtime": str(runtime), "endpoints": bundled("core-worker/endpoints.ts"), "steps": steps}
            return await asyncio.to_thread(run_node, "phrase.mjs", task), served

    found, served = asyncio.run(run())
    told = dict(zip(STEPS, found, strict=True))
    endpoints = dict(zip(STEPS, served, strict=True))
    assert (told["answers"]["text"], told["answers"]["by"], told["answers"]["deltas"]) == (PHRASED, "small", 2)
    assert endpoints["answers"].came[0]["headers"]["authorization"] == "Bearer sesame"
    assert told["letters cut in two"]["text"] == "A wash costs ₹99. [1]"
    codes = {
        "refuses the key": "model-refused-key", "web page": "model-not-an-api", "redirects": "model-unreachable",
        "hangs before its head": "model-timeout", "hangs between words": "model-timeout", "breaks off": "model-cut-off",
    }  # fmt: skip
    for what, code in codes.items():
        assert told[what]["notices"] == [code], what
        assert (told[what]["by"], told[what]["text"][: len(OWN)]) == (None, OWN), what
        assert told[what]["kept"] == [told[what]["text"]], what
    assert (told["is stopped"]["text"], told["is stopped"]["was_stopped"]) == (OWN, True)
    assert told["is stopped"]["kept"] == [OWN]
    assert told["is stopped before its head"]["text"] == ""
    for what in ("hangs before its head", "hangs between words", "is stopped", "is stopped before its head"):
        assert endpoints[what].were_left >= 1, what  # Node keeps a spare connection
