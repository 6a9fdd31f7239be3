"""A first question to a catalogue: the commonest kind of goods with the value that most of them share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from limpet.retrieval.document import Document
from limpet.retrieval.facets import slot_schema
from limpet.retrieval.records import facet_name

FEWEST_ALIKE: Final = 3
"""With fewer records to list, the question is hardly worth asking."""
_NAMED_SHARE: Final = 0.5


def catalogue_question(documents: Iterable[Document]) -> str:
    """
    "Which cotton kurtas do you have?", or nothing where no kind of goods is named by the records' titles.

    >>> fields = [{"name": f"{n} Mug", "kind": "mug", "glaze": "blue", "price": n} for n in ("One", "Two", "Three")]
    >>> catalogue_question(Document(each["name"], each["name"], "", "record", each) for each in fields)
    'Which blue mugs do you have?'
    """
    records = [document for document in documents if document.format == "record" and document.fields]
    facets = [name for name, spec in slot_schema(records).items() if "values" in spec]
    rows = [{facet_name(key): value for key, value in record.fields.items()} for record in records]
    titles = [record.title.casefold() for record in records]
    kind_of = max(facets, key=lambda facet: _named(facet, rows, titles), default="")
    if not kind_of or _named(kind_of, rows, titles) < _NAMED_SHARE * len(records):
        return ""
    pairs = Counter(
        (str(row[facet]), str(row[kind_of]))
        for row in rows
        for facet in facets
        if facet != kind_of and _is_word(row.get(facet)) and _is_word(row.get(kind_of))
    )
    (value, kind), times = max(pairs.items(), key=lambda pair: pair[1], default=(("", ""), 0))
    return f"Which {value} {_several(kind)} do you have?" if times >= FEWEST_ALIKE else ""


def _named(facet: str, rows: list[dict[str, Any]], titles: list[str]) -> int:
    return sum(
        _is_word(row.get(facet)) and row[facet].casefold() in title for row, title in zip(rows, titles, strict=True)
    )


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and value.replace(" ", "").isalpha()


def _several(thing: str) -> str:
    """
    >>> [_several(one) for one in ("kurta", "dress", "battery", "tray", "trousers")]
    ['kurtas', 'dresses', 'batteries', 'trays', 'trousers']
    """
    if thing.endswith(("ss", "sh", "ch", "x")):
        return f"{thing}es"
    if thing.endswith("y") and thing[-2:-1] not in "aeiou":
        return f"{thing[:-1]}ies"
    return thing if thing.endswith("s") else f"{thing}s"
