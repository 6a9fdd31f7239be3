"""The measure of the check of a model's sentences."""

from __future__ import annotations

import json
from pathlib import Path

from limpet.evaluation.grounding_task import TASKS

PASSAGES = {"a": "Silk is dry-cleaned by hand.", "b": "Delivery takes three days in Delhi."}


def test_sentences_are_borne_out_by_their_own_passages_and_not_by_others(tmp_path: Path) -> None:
    replies = ("Silk is dry-cleaned by hand. It likes moonlight.", "Delivery takes three days in Delhi.")
    asked = ("How is silk cleaned?", "How long does delivery take?", "Thanks, and wool?")
    turns, history = [], []
    for number, (question, name) in enumerate(zip(asked, ("a", "b", "a"), strict=True), start=1):
        turns.append(
            {"qid": f"c-{number}", "conv_id": "c", "turn": number, "domain": "shop", "query": question,
             "rewrite": question, "history": list(history), "relevant": [name]}
        )  # fmt: skip
        if number <= len(replies):
            history += [{"role": "user", "text": question}, {"role": "agent", "text": replies[number - 1]}]
    lines = {
        "queries.jsonl": turns,
        "corpus_shop.jsonl": [{"id": k, "title": "", "text": v} for k, v in PASSAGES.items()],
    }
    for name, rows in lines.items():
        (tmp_path / name).write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    measured = TASKS["grounding"](tmp_path, None)
    assert measured.count == 3
    assert measured.systems["ours"] == {"own passages": 2 / 3, "other passages": 0.0}
