"""The other end of the prices is asked of what was spoken of, be it of a page or of the catalogue."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from limpet.chat import Chat
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.model import open_embedder

BREAD = (
    "# Bread\n\n## Our breads\n\nThe rye bread costs £4.80. The white bread costs £4.10. The spelt bread costs £5.20.\n"
)
GOODS = [
    {"name": "Neem saree", "type": "saree", "price": 1299, "currency": "GBP", "fabric": "silk"},
    {"name": "Rose saree", "type": "saree", "price": 2299, "currency": "GBP", "fabric": "cotton"},
    {"name": "Blue kurta", "type": "kurta", "price": 999, "currency": "GBP", "fabric": "linen"},
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder: Path = tmp_path_factory.mktemp("shop")
    (folder / "bread.md").write_text(BREAD, encoding="utf-8")
    (folder / "catalogue.json").write_text(json.dumps(GOODS), encoding="utf-8")
    return build_index(folder).index


@pytest.mark.parametrize(
    ("messages", "begins"),
    [
        (["Which bread is the cheapest?", "and the dearest?"], "The spelt bread costs £5.20."),
        (["show me sarees", "Which bread is the cheapest?", "and the dearest?"], "The spelt bread costs £5.20."),
        (["Which saree is the cheapest?", "and the dearest?"], "- **Rose saree**"),
        (["Which bread is the cheapest?", "and the dearest saree?"], "- **Rose saree**"),
    ],
)
def test_the_other_end_is_of_what_was_spoken_of(shop: Index, messages: list[str], begins: str) -> None:
    async def told() -> str:
        chat = Chat(shop, open_embedder())
        return [await chat.answer(message) for message in messages][-1].text

    assert asyncio.run(told()).startswith(begins)
