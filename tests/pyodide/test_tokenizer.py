"""The page's tokenizer against the one that made the index's vectors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from varied_texts import varied_texts

MAX_TOKENS = 256


@pytest.fixture(scope="module")
def both(
    runtime: Path, manifest: dict[str, Any], run_node: Callable[..., Any], bundled: Callable[[str], str]
) -> list[tuple[str, list[int], list[int]]]:
    from tokenizers import Tokenizer

    file = runtime / manifest["tokenizer"]
    native = Tokenizer.from_file(str(file))
    native.no_padding()
    native.enable_truncation(MAX_TOKENS)
    texts = varied_texts(600)
    task = {"tokenizer_module": bundled("embedder-worker/tokenizer.ts"), "tokenizer_file": str(file), "texts": texts}
    return [
        (text, native.encode(text).ids, ids)
        for text, ids in zip(texts, run_node("encode_texts.mjs", task), strict=True)
    ]


def test_every_varied_text_gets_the_ids_of_the_rust_tokenizer(both: list[tuple[str, list[int], list[int]]]) -> None:
    wrong = [text for text, expected, actual in both if expected != actual]
    assert wrong == []
    assert len({tuple(ids) for _, ids, _ in both}) > 500


def test_long_texts_are_cut_with_both_end_tokens_kept(both: list[tuple[str, list[int], list[int]]]) -> None:
    longest = [ids for _, _, ids in both if len(ids) == MAX_TOKENS]
    assert longest
    assert {(101, 102)} == {(ids[0], ids[-1]) for ids in longest}
    assert max(len(ids) for _, _, ids in both) == MAX_TOKENS


def test_short_texts_are_not_padded(both: list[tuple[str, list[int], list[int]]]) -> None:
    assert next(ids for text, _, ids in both if text == "") == [101, 102]
