"""The clock on understanding runs over a full session, and its made conversation has follow-ups in it."""

from __future__ import annotations

import asyncio

from limpet.evaluation.understanding_bench import bench_understanding, made_messages


def test_every_stage_of_a_message_is_timed_and_many_messages_get_words_of_the_history() -> None:
    figures = asyncio.run(bench_understanding(24))
    assert {"understand", "embed_context", "retrieve", "compose", "record"} <= set(figures)
    assert 0 < figures["understand"]["p50_ms"] <= figures["understand"]["p95_ms"]
    assert figures["shape"]["turns"] == 24
    assert figures["shape"]["with_words"] >= 12


def test_the_made_messages_differ_so_that_no_answer_comes_from_a_cache() -> None:
    messages = made_messages(60)
    assert len(set(messages)) >= 40
