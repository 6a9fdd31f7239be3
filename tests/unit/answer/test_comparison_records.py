"""Records of the last answer's list, put side by side."""

from __future__ import annotations

from limpet.answer.comparison_records import records_compared, records_shown
from limpet.answer.evidence import Evidence
from limpet.answer.repeated import session_key
from limpet.errors import DocumentError
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView
from limpet.retrieval.document import Document
from limpet.retrieval.splitting import split


def kurta(name: str, price: int) -> Document:
    fields = {"name": name, "price": price, "fabric": "cotton"}
    return Document(name.lower(), name, f"{name}\nPrice: ₹{price}\nFabric: cotton", "record", fields)


NEEM, ASHA, LILA = kurta("Neem", 1299), kurta("Asha", 999), kurta("Lila", 1499)


def listing(*records: Document) -> MemoryView:
    """A session whose last answer listed *records*."""
    names = tuple(split(record)[0].fragment_id for record in records)
    memory = SessionMemory()
    offer = {"shown": [{"label": record.title, "price": None, "words": ""} for record in records]}
    memory.record(Turn("Any kurtas?", "Yes.", fragment_ids=names), conversation=Conversation(offer=offer))
    return memory.view()


def evidence(view: MemoryView, *there: Document) -> Evidence:
    documents = {document.document_id: document for document in there}

    def source(name: str) -> Document:
        if name not in documents:
            raise DocumentError("unknown-document", f'There is no document "{name}".')
        return documents[name]

    return Evidence("compare them", "", [], source, view=view)


def test_what_was_listed_is_compared_in_its_order() -> None:
    shown = records_shown(evidence(listing(NEEM, ASHA), NEEM, ASHA, LILA), 4)
    assert [document.title for document, _ in shown] == ["Neem", "Asha"]
    table = records_compared(shown, 0.9)
    assert table is not None
    assert "| Neem [1] | Asha [2] |" in table.text
    assert "₹1299 | ₹999 |" in table.text


def test_a_record_that_is_not_there_any_more_is_left_out() -> None:
    shown = records_shown(evidence(listing(NEEM, ASHA, LILA), NEEM, LILA), 4)
    assert [document.title for document, _ in shown] == ["Neem", "Lila"]


def test_a_comparison_of_other_things_is_not_answered_from_the_cache() -> None:
    first, second = (session_key("compare them", listing(*pair)) for pair in ((NEEM, ASHA), (ASHA, LILA)))
    assert first != second
    assert first == session_key("compare them", listing(NEEM, ASHA))
