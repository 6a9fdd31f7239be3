"""Content stems of fragments, found once an answer."""

from __future__ import annotations

from limpet.retrieval.document import Hit


class HitStems:
    """
    Stems of a fragment with its headings; remembers those of one answer, and is dropped with it.

    >>> from limpet.retrieval.document import Fragment
    >>> sorted(HitStems()(Hit(Fragment("a#1", "a", ("Silk",), 0, 6, "Wash it."), 1.0)))
    ['silk', 'wash']
    """

    def __init__(self) -> None:
        self._known: dict[str, frozenset[str]] = {}  # as many as there are hits

    def __call__(self, hit: Hit) -> frozenset[str]:
        """The stems of *hit*."""
        name = hit.fragment.fragment_id
        if name not in self._known:
            self._known[name] = hit.stems
        return self._known[name]
