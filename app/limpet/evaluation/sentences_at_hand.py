"""The sentences of those fragments of a large corpus that can be found: a built site has the vectors of all."""

from __future__ import annotations

from collections.abc import Iterable

from limpet.answer.near_sentences import sentence_texts
from limpet.embed.disk_cached import DiskCachedEmbedder
from limpet.retrieval.document import Fragment
from limpet.retrieval.index import Index
from limpet.retrieval.sentence_signs import sentence_signs


def with_sentences_of(index: Index, fragments: Iterable[Fragment], embedder: DiskCachedEmbedder) -> Index:
    """*index* with the sentences of *fragments*, and of no others."""
    told = {one.fragment_id: sentence_texts(index.document(one.document_id), one) for one in fragments}
    places = [
        (one, [start for start, _ in told[one.fragment_id]]) for one in index.fragments if told.get(one.fragment_id)
    ]
    texts = [text for one, _ in places for _, text in told[one.fragment_id]]
    return index.with_sentences(sentence_signs(places, embedder.embed_now(texts)) if texts else None)
