"""
MiniLM on the native onnxruntime: the embedder of the command line, the site build and the evaluation.

The page runs the same file on onnxruntime-web; both agree to about 1e-8, because the graph's int8 weights are
expanded to float32 before any arithmetic, so a vector depends on neither batch nor host.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from limpet.embed.inner_layer import with_output
from limpet.errors import ManifestError
from limpet.ports import Vector, Vectors

MINILM: Final = "all-MiniLM-L6-v2-int8"
"""Name of the embedder that limpet brings along."""
_INPUTS: Final = {"input_ids", "attention_mask", "token_type_ids"}
_OUTPUT: Final = "last_hidden_state"
MAX_TOKENS: Final = 256
"""Texts are cut here, the length that the model was trained for (sentence-transformers' model card)."""


class OnnxEmbedder:
    """
    Mean-pooled, unit-length sentence vectors of all-MiniLM-L6-v2, or of another model of the same shape.

    Args:
        model_file: The ONNX graph: a BERT-like encoder with the output ``last_hidden_state``, 384 numbers a token.
        tokenizer_file: The model's ``tokenizer.json``; its padding and truncation settings are ignored.
        threads: Threads inside one run; 1 is as fast as 2 on a busy machine.
        name: Of the model; vectors of different names are never compared.
        inner_layer: A tensor inside the graph that :meth:`vector_and_layer` gives as well; none when empty.

    Raises:
        ManifestError: One of the files is missing (``model-missing``), cannot be read (``model-unreadable``), or has
            another shape (``unexpected-model``).
    """

    dimensions: Final = 384
    is_ready: Final = True

    def __init__(
        self, model_file: Path, tokenizer_file: Path, threads: int = 1, name: str = MINILM, inner_layer: str = ""
    ) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        self.name: Final = name
        self._wanted: Final = [_OUTPUT, inner_layer] if inner_layer else [_OUTPUT]
        for file in (model_file, tokenizer_file):
            if not file.is_file():
                raise ManifestError("model-missing", f"The file {file} is not there; run `make setup` to fetch it.")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        with _readable(model_file):
            model = with_output(model_file.read_bytes(), inner_layer) if inner_layer else str(model_file)
            self._session: Any = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        with _readable(tokenizer_file):
            self._tokenizer = Tokenizer.from_file(str(tokenizer_file))
        self._check_shape(model_file)
        self._tokenizer.no_padding()  # the file asks for padding to 128, which would make a query ten times dearer
        self._tokenizer.enable_truncation(MAX_TOKENS)

    def _check_shape(self, file: Path) -> None:
        inputs = {one.name for one in self._session.get_inputs()}
        numbers = next((one.shape[-1] for one in self._session.get_outputs() if one.name == _OUTPUT), None)
        if inputs != _INPUTS or numbers is None:
            wanted = f"{', '.join(sorted(_INPUTS))} and gives {_OUTPUT}"
            raise ManifestError("unexpected-model", f"{file} is no model that takes {wanted}.")
        if isinstance(numbers, int) and numbers != self.dimensions:
            raise ManifestError(
                "unexpected-model", f"{file} gives {numbers} numbers a text; limpet remembers {self.dimensions}."
            )

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
        return self._states(text)[0]

    def vector_and_layer(self, text: str) -> tuple[Vector, Vector]:
        """The unit-length vector of *text* and the mean state of its tokens after the inner layer, from one run."""
        last, inner = self._states(text)
        return _pool(last), inner.mean(axis=0)

    def _states(self, text: str) -> list[Vectors]:
        whole = text.encode("utf-8", "replace").decode()  # half a surrogate pair is no text to the tokenizer
        ids = np.array([self._tokenizer.encode(whole).ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return [states[0] for states in self._session.run(self._wanted, feed)]


@contextlib.contextmanager
def _readable(file: Path) -> Iterator[None]:
    """What the two libraries say of a file that is none of theirs, as an error of ours; they have no class for it."""
    try:
        yield
    except Exception as error:
        reason = " ".join(str(error).split())[:200]
        raise ManifestError("model-unreadable", f"The file {file} cannot be read: {reason}.") from error


def _pool(states: Vectors) -> Vectors:
    mean: Vectors = states.mean(axis=0)
    return mean / np.float32(np.linalg.norm(mean))
