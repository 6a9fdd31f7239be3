"""One file an index, and every way in which it can be wrong."""

from pathlib import Path

import numpy as np
import pytest

from limpet.errors import IndexFormatError
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Fragment, Query
from limpet.retrieval.index import Index
from limpet.retrieval.index_file import MAGIC, VERSION, decode, encode


def small(vectors: bool = True) -> Index:
    builder = IndexBuilder()
    record = Document(
        "shop/1", "Kurta", "Soft cotton \U0001f9f5", "record", {"price": 1499, "sizes": ["S", "L"]}, url="/1"
    )
    builder.add(record, [Fragment("shop/1#0", "shop/1", ("Kurta", "Fabric"), 0, 13, "Soft cotton", "definition")])
    builder.add(Document("b", "", "Silk"), [Fragment("b#0", "b", (), 0, 4, "Silk")])
    builder.add(Document("empty", "", ""), [])
    rows = np.array([[0.6, 0.8], [1.0, 0.0]], dtype=np.float32)
    return builder.build(rows if vectors else None, "axes" if vectors else "")


def test_everything_comes_back(tmp_path: Path) -> None:
    index = small()
    size = index.save(tmp_path / "a.idx")
    again = Index.load(tmp_path / "a.idx")
    assert size == (tmp_path / "a.idx").stat().st_size
    assert (again.documents, again.fragments) == (index.documents, index.fragments)
    assert (again.embedder_name, again.language) == ("axes", "en")
    assert again.postings.terms == index.postings.terms
    query = Query("cotton", np.array([1.0, 0.0], dtype=np.float32))
    assert again.retrieve(query) == index.retrieve(query)


def test_an_index_without_vectors_comes_back_without() -> None:
    assert not decode(encode(small(vectors=False))).has_vectors


def test_building_twice_gives_the_same_bytes_and_so_does_loading() -> None:
    content = encode(small())
    assert content == encode(small()) == encode(decode(content))


def test_a_loaded_index_does_not_hold_on_to_the_file() -> None:
    assert decode(encode(small())).postings.weights.base is None


def test_every_changed_byte_is_noticed() -> None:
    content = encode(small())
    for at in range(len(content)):
        damaged = bytearray(content)
        damaged[at] ^= 0x10
        with pytest.raises(IndexFormatError):
            decode(bytes(damaged))


def test_every_shorter_file_is_noticed() -> None:
    content = encode(small())
    for length in range(0, len(content), 7):
        with pytest.raises(IndexFormatError):
            decode(content[:length])


def code_of(content: bytes) -> str:
    with pytest.raises(IndexFormatError) as caught:
        decode(content)
    return caught.value.code


def test_what_is_wrong_has_a_code() -> None:
    content = encode(small())
    version = len(MAGIC)
    newer = content[:version] + (VERSION + 1).to_bytes(4, "little") + content[version + 4 :]
    older = content[:version] + (0).to_bytes(4, "little") + content[version + 4 :]
    assert code_of(b"PK\x03\x04 some archive") == "not-an-index"
    assert code_of(b"") == "not-an-index"
    assert code_of(newer) == "newer-index"
    assert code_of(older) == "older-index"
    assert code_of(content[:20]) == "truncated-index"
    assert code_of(content[:-40]) == "truncated-index"
    assert code_of(content + b"more") == "damaged-index"
    assert code_of(content[:-40] + b"\0" * 40) == "damaged-index"


def test_a_missing_file_has_a_code(tmp_path: Path) -> None:
    with pytest.raises(IndexFormatError, match="index-missing"):
        Index.load(tmp_path / "none.idx")


def test_a_half_written_index_never_replaces_a_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.idx"
    small().save(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        small(vectors=False).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
