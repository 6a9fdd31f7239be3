"""``limpet wire`` and ``limpet ask`` with a model's endpoint, as programs of their own."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from answer.scripted_endpoint import Endpoint, Script, serving

CARE = "# Care\n\n## Silk\n\nSilk is dry-cleaned only. It fades in the sun.\n"


async def run(*words: str, lines: list[dict[str, Any]] | None = None, key: str = "") -> tuple[int, str, str]:
    text = "".join(json.dumps(line) + "\n" for line in lines or [])
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "limpet", *words,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "LIMPET_LLM_KEY": key},
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate(text.encode()), 120.0)
    return process.returncode or 0, out.decode(), err.decode()


def test_wire_asks_the_model_with_the_key_of_the_environment_until_it_is_turned_off() -> None:
    ask = {"type": "ask", "text": "How is silk cleaned?"}
    lines = [
        {"type": "add_documents", "id": 1, "documents": [{"id": "care", "title": "Care", "text": CARE}]},
        {**ask, "id": 2},
        {"type": "configure", "id": 3, "settings": {"composer": None}},
        {**ask, "id": 4},
        {"type": "configure", "id": 5, "settings": {"composer": {"base_url": "nowhere", "model": "m"}}},
    ]

    async def both() -> tuple[int, str, Endpoint]:
        async with serving(Script()) as endpoint:
            options = ("--embed", "off", "--llm", endpoint.base_url, "--model", "small")
            code, out, _ = await run("wire", *options, lines=lines, key="sesame")
            return code, out, endpoint

    code, out, endpoint = asyncio.run(both())
    events = [json.loads(line) for line in out.splitlines()]
    answered = {event["id"]: event for event in events if event["type"] == "answered"}
    assert code == 0
    assert answered[2]["composed_by"] == "small"
    assert answered[2]["text"] == "Silk is dry-cleaned only. [1] It fades in the sun. [2]"
    assert "composed_by" not in answered[4]
    assert [event["code"] for event in events if event["type"] == "error"] == ["bad-endpoint"]
    assert [one["headers"]["authorization"] for one in endpoint.came] == ["Bearer sesame"]
    assert "sesame" not in out


def test_ask_shows_the_answer_that_takes_the_models_place(tmp_path: Path) -> None:
    (tmp_path / "care.md").write_text(CARE, encoding="utf-8")

    async def asked() -> tuple[int, str, str]:
        async with serving(Script([b""], 429)) as endpoint:
            options = ("--index", str(tmp_path), "--llm", endpoint.base_url, "--model", "small")
            return await run("ask", *options, "How", "is", "silk", "cleaned?")

    code, out, _ = asyncio.run(asked())
    assert code == 0
    assert "too many requests (429)" in out
    assert "Silk is dry-cleaned only. [1]" in out


@pytest.mark.parametrize(("options", "code"), [(("--llm", "x"), "bad-endpoint"), (("--llm", "http://h"), "bad-model")])
def test_a_wrong_option_is_a_sentence_and_an_exit_code(options: tuple[str, ...], code: str) -> None:
    status, _, err = asyncio.run(run("wire", "--embed", "off", *options))
    assert status == 1
    assert f"limpet: {code}: " in err
