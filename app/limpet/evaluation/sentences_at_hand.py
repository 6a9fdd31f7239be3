"""How near sentences are to a message, where a corpus has too many to embed them all: those that are looked at."""

from __future__ import annotations

from collections.abc import Callable

from limpet.answer.near_sentences import sentence_texts
from limpet.embed.disk_cached import DiskCachedEmbedder
from limpet.retrieval.index import Index
from limpet.retrieval.nearness import Nearness
from limpet.retrieval.sentence_signs import sentence_signs


def near_at_hand(index: Index, message: str, embedder: DiskCachedEmbedder) -> Callable[[str], Nearness]:
    """What ``near_to`` tells of a built site: the sentences of a fragment are embedded when they are asked for."""
    fragments = {fragment.fragment_id: fragment for fragment in index.fragments}

    def near(fragment_id: str) -> Nearness:
        fragment = fragments[fragment_id]
        told = sentence_texts(index.document(fragment.document_id), fragment)
        if not told:
            return ()
        rows = embedder.embed_now([message, *(text for _, text in told)])
        return sentence_signs([(fragment, [start for start, _ in told])], rows[1:]).near(fragment_id, rows[0])

    return near
