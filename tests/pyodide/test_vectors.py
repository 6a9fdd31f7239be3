"""Vectors of the page against vectors of the site build: the same model file on two runtimes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from varied_texts import varied_texts

TOLERANCE = 1e-5


def test_the_page_and_the_build_agree_on_every_vector(
    runtime: Path, manifest: dict[str, Any], run_node: Callable[..., Any], bundled: Callable[[str], str]
) -> None:
    from limpet.embed.onnx_native import OnnxEmbedder

    texts = ["how do I add middleware", *varied_texts(120)[::11]]
    native = OnnxEmbedder(runtime / manifest["model"], runtime / manifest["tokenizer"]).embed_now(texts)
    task = {
        "session_module": bundled("embedder-worker/session.ts"),
        "runtime": str(runtime),
        "model": manifest["model"],
        "tokenizer": manifest["tokenizer"],
        "texts": texts,
    }
    page = np.array(run_node("embed_texts.mjs", task), dtype=np.float32)
    assert native.shape == page.shape
    assert np.abs(native - page).max() < TOLERANCE
    np.testing.assert_allclose(np.linalg.norm(page, axis=1), 1.0, atol=TOLERANCE)
