"""An index as one file: a header that names its parts, the parts, and a digest of all of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.errors import IndexFormatError
from limpet.retrieval.bm25 import Postings
from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.index import Index
from limpet.retrieval.sentence_signs import SentenceSigns
from limpet.retrieval.vectors import Int8Rows

MAGIC: Final = b"limpetix"
VERSION: Final = 2
_PREFIX_BYTES: Final = len(MAGIC) + 16
_DIGEST_BYTES: Final = 32
_FRAGMENT_FIELDS: Final = (
    "fragment_id", "heading_path", "start", "end", "text", "kind", "difficulty", "self_containedness", "entities",
)  # fmt: skip


def save(index: Index, path: Path) -> int:
    """
    Write *index*; the same index gives the same bytes.

    Layout: magic (8 bytes), version (u32), size of the file (u64), size of the header (u32), header (JSON), parts,
    SHA-256 of all before; numbers are little-endian. It appears under its name only when it is whole.
    """
    content = encode(index)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return len(content)


def load(path: Path) -> Index:
    """
    Read an index.

    Raises:
        IndexFormatError: ``not-an-index``, ``newer-index``, ``older-index``, ``truncated-index``, ``damaged-index``,
            ``bad-sentences`` or, when there is no such file, ``index-missing``.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise IndexFormatError("index-missing", f"The index {path} cannot be read: {error.strerror}.") from None
    return decode(content)


def encode(index: Index) -> bytes:
    """The bytes of an index file."""
    parts = _arrays(index)
    texts = json.dumps(_texts(index), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    terms = json.dumps(list(index.postings.terms), ensure_ascii=False, separators=(",", ":")).encode()
    blobs = {"texts": texts, "terms": terms, **{name: array.tobytes() for name, array in parts.items()}}
    header = {
        "embedder": index.embedder_name,
        "dimensions": 0 if index.vectors is None else int(index.vectors.codes.shape[1]),
        "language": index.language,
        "fragments": len(index.fragments),
        "parts": [[name, len(blob)] for name, blob in blobs.items()],
        "arrays": {name: [array.dtype.str, list(array.shape)] for name, array in parts.items()},
    }
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-(len(head) + _PREFIX_BYTES) % 8)
    size = _PREFIX_BYTES + len(head) + sum(len(blob) for blob in blobs.values()) + _DIGEST_BYTES
    prefix = MAGIC + VERSION.to_bytes(4, "little") + size.to_bytes(8, "little") + len(head).to_bytes(4, "little")
    content = prefix + head + b"".join(blobs.values())
    return content + hashlib.sha256(content).digest()


def decode(content: bytes) -> Index:
    """An index from the bytes of its file; errors as for :func:`load`."""
    header, at = _header(content)
    blobs: dict[str, memoryview] = {}
    for name, size in header["parts"]:
        blobs[name] = memoryview(content)[at : at + size]
        at += size
    arrays = {name: _array(blobs[name], *spec) for name, spec in header["arrays"].items()}
    documents, fragments = _from_texts(json.loads(bytes(blobs["texts"]).decode("utf-8", "surrogatepass")))
    terms = {term: number for number, term in enumerate(json.loads(bytes(blobs["terms"])))}
    postings = Postings(terms, arrays["starts"], arrays["rows"], arrays["weights"], arrays["idfs"], len(fragments))
    vectors = Int8Rows(arrays["codes"], arrays["scales"]) if "codes" in arrays else None
    index = Index(documents, fragments, postings, vectors, header["embedder"], header["language"])
    return index.with_sentences(_sentences(arrays, fragments)) if "sentence_signs" in arrays else index


def _sentences(arrays: Mapping[str, NDArray[Any]], fragments: list[Fragment]) -> SentenceSigns:
    rows = arrays["sentence_rows"].tolist()
    if strange := [row for row in rows if not 0 <= row < len(fragments)]:
        told = f"The sentences of the index name fragment {strange[0]} of {len(fragments)}; build it again."
        raise IndexFormatError("bad-sentences", told)
    numbers = {fragments[row].fragment_id: number for number, row in enumerate(rows)}
    return SentenceSigns(numbers, arrays["sentence_starts"], arrays["sentence_offsets"], arrays["sentence_signs"])


def _header(content: bytes) -> tuple[dict[str, Any], int]:
    if not content.startswith(MAGIC):
        raise IndexFormatError("not-an-index", "This file is no index of limpet; build one with `limpet build`.")
    if len(content) < _PREFIX_BYTES + _DIGEST_BYTES:
        raise IndexFormatError("truncated-index", "The index file is cut short; build or fetch it again.")
    version = int.from_bytes(content[8:12], "little")
    if version != VERSION:
        code = "newer-index" if version > VERSION else "older-index"
        raise IndexFormatError(code, f"The index has format {version}, this program reads {VERSION}; build it again.")
    size = int.from_bytes(content[12:20], "little")
    if len(content) < size:
        raise IndexFormatError(
            "truncated-index", f"The index file has {len(content)} of {size} bytes; build or fetch it again."
        )
    body = memoryview(content)[:-_DIGEST_BYTES]
    if hashlib.sha256(body).digest() != content[-_DIGEST_BYTES:]:
        raise IndexFormatError("damaged-index", "The index file is damaged; build or fetch it again.")
    end = _PREFIX_BYTES + int.from_bytes(content[20:24], "little")
    header: dict[str, Any] = json.loads(content[_PREFIX_BYTES:end])
    return header, end


def _array(blob: memoryview, dtype: str, shape: list[int]) -> NDArray[Any]:
    # a copy, so that the bytes of the whole file can be freed
    return np.frombuffer(blob, dtype=dtype).reshape(shape).copy()


def _arrays(index: Index) -> dict[str, NDArray[Any]]:
    postings = index.postings
    arrays: dict[str, NDArray[Any]] = {
        "starts": postings.starts, "rows": postings.rows, "weights": postings.weights, "idfs": postings.idfs,
    }  # fmt: skip
    if index.vectors is not None:
        arrays |= {"scales": index.vectors.scales, "codes": index.vectors.codes}
    if (sentences := index.sentences) is not None:  # a reader that does not know these parts leaves them out
        rows = {fragment.fragment_id: row for row, fragment in enumerate(index.fragments)}
        arrays |= {
            "sentence_rows": np.array([rows[name] for name in sentences.numbers], dtype=np.int32),
            "sentence_starts": sentences.starts, "sentence_offsets": sentences.offsets,
            "sentence_signs": sentences.signs,
        }  # fmt: skip
    return arrays


def _texts(index: Index) -> list[Any]:
    """Every document with its fragments next to it, so that compression sees the same words close together."""
    by_document: dict[str, list[list[Any]]] = {}
    for fragment in index.fragments:
        values = [getattr(fragment, name) for name in _FRAGMENT_FIELDS]
        by_document.setdefault(fragment.document_id, []).append(values)
    return [[_document(d), by_document.get(d.document_id, [])] for d in index.documents]


def _document(document: Document) -> Mapping[str, Any]:
    return {**asdict(document), "fields": dict(document.fields)}


def _from_texts(texts: list[Any]) -> tuple[list[Document], list[Fragment]]:
    documents, fragments = [], []
    for values, pieces in texts:
        document = Document(**values)
        documents.append(document)
        for name, path, start, end, text, kind, difficulty, alone, entities in pieces:
            fragments.append(
                Fragment(
                    name, document.document_id, tuple(path), start, end, text, kind, difficulty, alone, tuple(entities)
                )
            )
    return documents, fragments
