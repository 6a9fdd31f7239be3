"""
Real fragments, queries and vectors for the bench, made by the product's own splitter, index and embedder.

    python make_data.py FOLDER [--reuse]

With --reuse nothing is done where an earlier run has made everything and this program can still read its index.

With evaluation data (EVAL_DATA, see `limpet eval`) its corpora are the documents; without, the documentation of
Starlette and the documentation strings of the packages that are installed beside limpet. Nothing is copied into the
repository: FOLDER lies below ``build/``.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from limpet.embed.disk_cached import DiskCachedEmbedder
from limpet.embed.onnx_native import MINILM, OnnxEmbedder
from limpet.errors import IndexFormatError
from limpet.evaluation.readers import data_folder, read_lines
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.index import Index
from limpet.retrieval.splitting import split
from limpet.site.assets import Assets
from limpet.site.cache_folder import cache_folder

MADE = ("fragments.json", "queries.json", "vectors.f32", "index.limpet", "facts.json")
FRAGMENTS = 10_000
QUERIES = 200
FEW_VECTORS = 2_000
"""Vectors that are made where no evaluation has filled the cache; they are repeated for timing."""
SHORTEST_CHARS = 80


def main(folder: Path) -> None:
    """Writes ``fragments.json``, ``queries.json``, ``index.limpet``, ``vectors.f32`` and ``facts.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    texts, queries, source = (*_evaluation_texts(), "evaluation data")
    if len(texts) < FRAGMENTS // 2:
        sys.stderr.write(f"bench: no evaluation data at {data_folder()}; real texts of installed packages instead\n")
        texts, queries, source = _documentation(), [], "documentation of installed packages"
    builder = IndexBuilder()
    fragments = _fragments(texts, builder)
    is_whole = bool(queries)
    queries = queries or [" ".join(fragment.text.split()[:6]) for fragment in fragments]
    asked_texts = queries[:: max(1, len(queries) // QUERIES)][:QUERIES]
    rows = [f"{title}\n{text}" if title else text for title, text in texts]
    rows = [*rows, *sorted(set(queries) - set(asked_texts))] if is_whole else rows[:FEW_VECTORS]
    vectors, asked = _vectors(rows), _vectors(asked_texts)
    queries = asked_texts
    repeated = np.resize(vectors, (len(fragments), vectors.shape[1]))
    index = builder.build(repeated, MINILM)
    index.save(folder / "index.limpet")
    postings = index.postings
    facts = {
        "source": source,
        "fragments": len(fragments),
        "mean_chars": round(sum(len(fragment.text) for fragment in fragments) / len(fragments)),
        "queries": len(queries),
        "vectors": len(vectors),
        "postings": len(postings.rows),
        "index_bytes": postings.starts.nbytes + postings.rows.nbytes + postings.weights.nbytes + postings.idfs.nbytes
        + len(json.dumps(list(postings.terms), ensure_ascii=False).encode()),
    }  # fmt: skip
    (folder / "fragments.json").write_text(
        json.dumps([{"id": f.fragment_id, "title": f.heading, "text": f.text} for f in fragments], ensure_ascii=False)
    )
    (folder / "queries.json").write_text(json.dumps(queries, ensure_ascii=False))
    np.concatenate([vectors, asked]).astype("<f4").tofile(folder / "vectors.f32")
    (folder / "facts.json").write_text(json.dumps(facts))
    sys.stdout.write(json.dumps(facts) + "\n")


def is_made(folder: Path) -> bool:
    """Whether everything is there and the index has today's format; facts.json is written last."""
    if not all((folder / name).is_file() for name in MADE):
        return False
    try:
        return bool(Index.load(folder / "index.limpet").fragments)
    except IndexFormatError as error:
        sys.stderr.write(f"bench: what is there cannot be used again: {error}\n")
        return False


def _evaluation_texts() -> tuple[list[tuple[str, str]], list[str]]:
    corpora = sorted(data_folder().glob("*/corpus*.jsonl*"))
    texts = [
        (str(row.get("title") or "").strip(), str(row.get("text") or "").strip())
        for file in corpora
        for row in read_lines(file)
    ]
    asked = [
        str(row.get("query") or "").strip()
        for file in sorted(data_folder().glob("*/queries*.jsonl"))
        for row in read_lines(file)
    ]
    long_enough = [(title, text) for title, text in dict.fromkeys(texts) if len(text) >= SHORTEST_CHARS]
    return long_enough, [text for text in dict.fromkeys(asked) if text]


def _documentation() -> list[tuple[str, str]]:
    packages = Path(np.__file__).parents[1]
    files = [*sorted(packages.rglob("*.py")), *sorted(Path(ast.__file__).parent.glob("*.py"))]
    found: dict[str, None] = {}
    for file in files:
        found.update(dict.fromkeys(_docstrings(file)))
        if len(found) >= FRAGMENTS * 2:
            break
    return [("", text) for text in found][: FRAGMENTS * 2]


def _docstrings(file: Path) -> Iterator[str]:
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text and len(text) >= SHORTEST_CHARS:
                yield text


def _fragments(texts: list[tuple[str, str]], builder: IndexBuilder) -> list[Fragment]:
    gathered: list[Fragment] = []
    step = max(1, len(texts) // FRAGMENTS)
    for number, (title, text) in enumerate(texts[::step] + texts[1::step]):
        document = Document(f"d{number}", title, text, "text")
        pieces = split(document)[: FRAGMENTS - len(gathered)]
        if pieces:
            builder.add(document, pieces)
            gathered += pieces
        if len(gathered) == FRAGMENTS:
            break
    return gathered


def _vectors(texts: list[str]) -> np.ndarray:
    assets = Assets()
    model, tokenizer = assets.fetch("model/minilm-int8"), assets.fetch("model/tokenizer")
    return DiskCachedEmbedder(OnnxEmbedder(model, tokenizer), cache_folder() / "vectors.sqlite", _tell).embed_now(texts)


def _tell(done: int, total: int) -> None:
    if done % 100 == 0:
        sys.stderr.write(f"\rvectors {done} of {total} ")


if __name__ == "__main__":
    if "--reuse" not in sys.argv or not is_made(Path(sys.argv[1])):
        main(Path(sys.argv[1]))
