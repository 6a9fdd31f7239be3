"""
MiniLM on the native onnxruntime: the embedder of the command line, the site build and the evaluation.

The page runs the same file on onnxruntime-web; both agree to about 1e-8, because the graph's int8 weights are
expanded to float32 before any arithmetic, so a vector depends on neither batch nor host.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from limpet.errors import ManifestError
from limpet.ports import Vectors

MAX_TOKENS: Final = 256
"""Texts are cut here, the length that the model was trained for (sentence-transformers' model card)."""


class OnnxEmbedder:
    """
    Mean-pooled, unit-length sentence vectors of all-MiniLM-L6-v2.

    Args:
        model_file: The ONNX graph: int8 weights, output ``last_hidden_state``.
        tokenizer_file: The model's ``tokenizer.json``; its padding and truncation settings are ignored.
        threads: Threads inside one run; 1 is as fast as 2 on a busy machine.

    Raises:
        ManifestError: One of the files is missing or unreadable (``model-missing``).
    """

    name: Final = "all-MiniLM-L6-v2-int8"
    dimensions: Final = 384
    is_ready: Final = True

    def __init__(self, model_file: Path, tokenizer_file: Path, threads: int = 1) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        for file in (model_file, tokenizer_file):
            if not file.is_file():
                raise ManifestError("model-missing", f"The file {file} is not there; run `make setup` to fetch it.")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(str(model_file), options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(tokenizer_file))
        self._tokenizer.no_padding()  # the file asks for padding to 128, which would make a query ten times dearer
        self._tokenizer.enable_truncation(MAX_TOKENS)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of *texts*, one row each, float32, unit length."""
        return self.embed_now(texts)

    def embed_now(self, texts: Sequence[str]) -> Vectors:
        """
        The same without an event loop, for builds.

        One text a run: batches are no faster on a CPU, and a row then never depends on its neighbours' padding.
        """
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            rows[row] = _pool(self.token_states(text))
        return rows

    def token_states(self, text: str) -> Vectors:
        """The last layer's state of every token of *text*, ``[CLS]`` and ``[SEP]`` included; (tokens, 384)."""
        whole = text.encode("utf-8", "replace").decode()  # half a surrogate pair is no text to the tokenizer
        ids = np.array([self._tokenizer.encode(whole).ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        states: Vectors = self._session.run(["last_hidden_state"], feed)[0][0]
        return states


def _pool(states: Vectors) -> Vectors:
    mean: Vectors = states.mean(axis=0)
    return mean / np.float32(np.linalg.norm(mean))
