"""``limpet wire`` as a program of its own: every message type, broken lines in between, exit code 0."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

LINES: list[Any] = [
    {"type": "configure", "id": 1, "schema": {"size": {"values": ["S", "M", "L"]}}},
    {"type": "add_documents", "id": 2, "documents": [
        {"id": "care", "title": "Care", "text": "# Washing\n\nCotton kurtas are washed at 30 degrees."}]},
    "this is not JSON",
    {"type": "ask", "id": 3, "text": "How are cotton kurtas washed?"},
    {"type": "ask", "id": 4, "text": "What about size L?"},
    {"type": "undo", "id": 5, "ask": 4, "part": "slot:size"},
    {"type": "choose", "id": 6, "ask": 5, "option": 99},
    {"type": "stop", "id": 7, "ask": 3},
    {"type": "retrieve", "id": 8, "text": "cotton", "k": 1},
    {"type": "observe", "id": 9, "message": "And how is it dried?"},
    {"type": "retrieve", "id": 10, "contextual": True, "k": 1},
    {"type": "no such type", "id": 11},
    {"type": "ask", "id": 12},
    {"type": "consent", "id": 13, "remember": True},
    {"type": "remember", "id": 14, "session": "s1", "turns": [{"id": "t1", "message": "I wear size L."}]},
    {"type": "recall", "id": 15, "text": "size"},
    {"type": "inspect", "id": 16},
    {"type": "export", "id": 17},
    {"type": "import", "id": 18, "document": {"kind": "something"}},
    {"type": "forget", "id": 19, "what": {"text": "size L"}},
    {"type": "open", "id": 20, "document_id": "care"},
    {"type": "suggest", "id": 21},
    {"type": "reset", "id": 22},
    {"type": "recall", "id": 23, "text": "size", "depth": 0},
    {"type": "recall", "id": 24, "text": "size", "coverage": 1.5},
    {"type": "recall", "id": 25, "text": "size", "k": 0},
    {"type": "ask", "id": 26, "text": "half a sign: \ud83d"},
]  # fmt: skip
RESULTS = {3: "answered", 4: "answered", 5: "answered", 8: "hits", 9: "view", 10: "hits", 15: "recalled",
           16: "inspected", 17: "exported", 19: "receipt", 20: "opened", 21: "suggested"}  # fmt: skip
REFUSED = {6: "no-such-option", 11: "unknown-type", 12: "missing-field", 18: "not-a-memory",
           23: "wrong-field", 24: "wrong-field", 25: "wrong-field"}  # fmt: skip


def test_every_message_is_answered_with_its_result_and_one_end() -> None:
    lines = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in LINES) + "\n"
    program = [sys.executable, "-m", "limpet", "wire", "--embed", "off", "--now", "2026-03-01T12:00:00Z"]
    ended = subprocess.run(program, input=lines, capture_output=True, text=True, timeout=60, encoding="utf-8")
    assert ended.returncode == 0, ended.stderr
    events = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [event["code"] for event in events if event["id"] is None] == ["not-json"]
    for number in range(1, 27):
        own = [event for event in events if event["id"] == number]
        ends = [event for event in own if event["type"] in ("done", "error")]
        assert len(ends) == 1, (number, own)
        assert ends[0] is own[-1]
        assert ends[0].get("code") == REFUSED.get(number), own
        if number in RESULTS:
            assert RESULTS[number] in {event["type"] for event in own}
    answered = next(event for event in events if event["id"] == 4 and event["type"] == "answered")
    assert answered["slots"] == {"size": "L"}
    undone = next(event for event in events if event["id"] == 5 and event["type"] == "answered")
    assert undone["slots"] == {}
