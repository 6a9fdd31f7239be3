"""Documents that come while a chat is running: what is split, and what their fragments are taken for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest

from limpet import knowledge as module
from limpet.knowledge import Knowledge
from limpet.limits import Limits
from limpet.ports import Vectors
from limpet.retrieval.document import KINDS, Document, Fragment
from limpet.retrieval.kinds import shipped_weights
from limpet.retrieval.splitting import split

FIRST = Document("a.md", "A", "# A\n\n## Silk\n\nDry clean.")
SECOND = Document("b.md", "B", "# B\n\n## Wool\n\nWash cold.")


class Pointing:
    """Every vector points to one kind."""

    name = shipped_weights().embedder
    dimensions = 384
    is_ready = True

    async def embed(self, texts: Sequence[str]) -> Vectors:
        row = shipped_weights().vector[KINDS.index("intuition")]
        return np.tile(row / np.linalg.norm(row) * 30, (len(texts), 1)).astype(np.float32)


@pytest.fixture
def split_ids(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []

    def watched(document: Document) -> list[Fragment]:
        seen.append(document.document_id)
        return split(document)

    monkeypatch.setattr(module, "split", watched)
    return seen


def test_only_new_and_replaced_documents_are_split(split_ids: list[str]) -> None:
    knowledge = Knowledge(Limits())
    asyncio.run(knowledge.add([FIRST]))
    asyncio.run(knowledge.add([SECOND]))
    assert split_ids == ["a.md", "b.md"]
    changed = Document("a.md", "A", "# A\n\n## Silk\n\nWash by hand.\n\n## Linen\n\nIron it.")
    assert asyncio.run(knowledge.add([changed])) == 3
    assert split_ids == ["a.md", "b.md", "a.md"]
    assert knowledge.index is not None
    assert [one.text for one in knowledge.index.fragments] == ["Wash by hand.", "Iron it.", "Wash cold."]


def test_kinds_by_cues_become_kinds_by_vectors_when_the_embedder_is_there() -> None:
    lexical, dense = Knowledge(Limits()), Knowledge(Limits(), Pointing())
    for one in (lexical, dense):
        asyncio.run(one.add([FIRST, SECOND]))
    assert lexical.index is not None
    assert dense.index is not None
    assert {one.kind for one in dense.index.fragments} == {"intuition"}
    assert "intuition" not in {one.kind for one in lexical.index.fragments}
    assert all(one.cue_scores for one in lexical.index.fragments)
    assert not any(one.cue_scores for one in dense.index.fragments)
