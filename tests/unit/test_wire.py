"""Messages as JSON text: what is read, what is refused, and what is said about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from limpet import wire, wire_requests
from limpet.errors import WireError

GOLDEN = Path(__file__).parents[1] / "wire"
REQUESTS: list[dict[str, Any]] = json.loads((GOLDEN / "requests.json").read_text(encoding="utf-8"))
REFUSED: list[dict[str, str]] = json.loads((GOLDEN / "refused.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("message", REQUESTS, ids=lambda m: f"{m['type']}-{m['id']}")
def test_a_request_comes_through_with_all_of_its_fields(message: dict[str, Any]) -> None:
    request = wire.decode_request(json.dumps(message), 10_000)
    assert type(request) is wire_requests.REQUESTS[message["type"]]
    assert all(getattr(request, name) == value for name, value in message.items() if name != "type")


def test_every_request_has_a_golden_message() -> None:
    assert {message["type"] for message in REQUESTS} == set(wire_requests.REQUESTS)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["line"][:40] or "empty")
def test_a_malformed_line_is_refused_with_its_code(case: dict[str, str]) -> None:
    with pytest.raises(WireError) as caught:
        wire.decode_request(case["line"], 10_000)
    assert caught.value.code == case["code"]
    assert caught.value.detail.endswith(".")


def test_a_line_over_the_cap_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(WireError, match="too-long"):
        wire.decode_request("x" * 11, 10)


def test_a_deeply_nested_line_is_refused_and_not_a_crash() -> None:
    with pytest.raises(WireError, match="not-json"):
        wire.decode_request("[" * 100_000, 1_000_000)


def test_unknown_fields_are_passed_over() -> None:
    assert wire.decode_request('{"type": "reset", "id": "a", "colour": "red"}', 100) == wire_requests.Reset("a")


def test_a_null_stands_for_the_default_where_there_is_one() -> None:
    request = wire.decode_request('{"type": "retrieve", "id": 1, "text": "x", "mode": null, "contextual": null}', 200)
    assert request == wire_requests.Retrieve(1, "x")


def test_an_event_survives_half_a_surrogate_pair() -> None:
    assert json.loads(wire.encode_event("delta", 1, {"text": "a\ud800b"}))["text"] == "a?b"


def test_an_event_without_a_finite_number_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        wire.encode_event("hits", 1, {"score": float("nan")})
