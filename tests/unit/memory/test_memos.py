"""Memos of texts hold nothing of what was forgotten."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

from limpet import custody
from limpet.chat import Chat
from limpet.memory import memos
from limpet.retrieval.document import Document
from limpet.retrieval.records import facet_name

APP = Path(memos.__file__).parents[1]
TEXT_PARAMETERS = {"text", "message"}


def test_forgetting_empties_them() -> None:
    async def forgotten() -> None:
        chat = Chat()
        await chat.add_documents([Document("care", "Care", "Cotton is washed at 30 degrees.")])
        await chat.answer("My sister Quixotica lives in Pune.")
        await chat.answer("Where does my sister live?")
        assert any(memo.cache_info().currsize for memo in memos.TEXT_MEMOS)
        await custody.forget(chat, {"text": "Quixotica"})

    asyncio.run(forgotten())
    assert all(memo.cache_info().currsize == 0 for memo in memos.TEXT_MEMOS)


def test_every_memo_of_a_text_is_known() -> None:
    found = set()
    for part in ("memory", "text"):
        for file in (APP / part).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.FunctionDef)
                    and any("cache" in ast.unparse(one) for one in node.decorator_list)
                    and {argument.arg for argument in node.args.args} & TEXT_PARAMETERS
                ):
                    found.add(node.name)
    assert found == {memo.__name__ for memo in memos.TEXT_MEMOS}


def test_the_memo_of_names_of_fields_is_bounded() -> None:
    """It holds no words of visitors, only names of fields of catalogues and of filters."""
    assert 0 < facet_name.cache_parameters()["maxsize"] <= 4096
    assert facet_name("Sizes") == facet_name("Sizes") == "size"
    assert facet_name.cache_info().currsize <= 4096
