"""
Labelled first messages over four catalogues: does each ask for goods, of which a list is wanted, or for the pages?

``goods_or_pages.json`` holds the messages, half of them fitted on (``models/goods``), and the catalogues but for the
demo shop's. What asks about one record alone is in neither class and is not counted.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from limpet.chat import Chat
from limpet.errors import DocumentError
from limpet.evaluation.readers import required
from limpet.evaluation.task import Figures, Measured, Task
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.demo import SHOP, SHOP_DOCUMENTS

LABELS: Final = "goods_or_pages.json"
HALVES: Final = ("fit", "held")


@dataclass(frozen=True, slots=True)
class LabelledMessage:
    """
    A first message over one catalogue.

    Attributes:
        catalogue: Name of the catalogue.
        text: The message.
        wants: ``goods``, ``pages`` or ``record``.
        half: ``fit`` or ``held``.
    """

    catalogue: str
    text: str
    wants: str
    half: str


def read_messages(directory: Path) -> tuple[list[LabelledMessage], Mapping[str, Any]]:
    """
    The messages, and the catalogues: by name ``pages`` (file to text) and ``records``.

    Raises:
        DocumentError: ``bad-data``.
    """
    path = required(LABELS, directory)
    try:
        data = json.loads(path.read_text("utf-8"))
        rows = [LabelledMessage(*(row[key] for key in _KEYS)) for row in data["messages"]]
        return rows, data["catalogues"]
    except (ValueError, KeyError, TypeError) as error:
        raise DocumentError("bad-data", f"{path} is not of the expected shape: {error!r}.") from None


_KEYS: Final = ("catalogue", "message", "wants", "half")


def indexes_of(catalogues: Mapping[str, Any]) -> dict[str, Index]:
    """An index of words alone for each catalogue, and for the demo shop."""
    found = {SHOP: build_index(SHOP_DOCUMENTS, embed=False).index}
    for name, content in catalogues.items():
        with tempfile.TemporaryDirectory() as folder:
            for file, text in content["pages"].items():
                Path(folder, file).write_text(text, "utf-8")
            Path(folder, "records.json").write_text(json.dumps(content["records"]), "utf-8")
            found[name] = build_index(Path(folder), embed=False).index
    return found


def decisions(messages: Sequence[LabelledMessage], indexes: Mapping[str, Index]) -> list[bool]:
    """Whether each message, said first, is taken to ask for goods."""

    async def decide() -> list[bool]:
        chats = {name: Chat(index) for name, index in indexes.items()}
        views = {name: chat.session.view() for name, chat in chats.items()}
        thoughts = [await chats[one.catalogue].thinker.understand(one.text, views[one.catalogue]) for one in messages]
        return [thought.searches_catalogue for thought in thoughts]

    return asyncio.run(decide())


def figures_of(pairs: Sequence[tuple[LabelledMessage, bool]]) -> Figures:
    """Share that is told right, and shares of each class."""
    right = {want: [is_goods is (want == "goods") for one, is_goods in pairs if one.wants == want] for want in _CLASSES}
    every = [one for some in right.values() for one in some]
    return {"acc": sum(every) / max(1, len(every))} | {
        want: sum(some) / max(1, len(some)) for want, some in right.items()
    }


_CLASSES: Final = ("goods", "pages")


def goods(directory: Path, _corpus: Path | None) -> Measured:
    """The task ``goods``: the half that nothing was fitted on; both halves by catalogue as parts."""
    pairs = _decided(directory)
    parts = {}
    for half in HALVES:
        some = [pair for pair in pairs if pair[0].half == half]
        parts[half] = Measured(len(some), {"ours": figures_of(some)})
        for name in dict.fromkeys(one.catalogue for one, _ in some):
            of_one = [pair for pair in some if pair[0].catalogue == name]
            parts[f"{name}, {half}"] = Measured(len(of_one), {"ours": figures_of(of_one)})
    held = [pair for pair in pairs if pair[0].half == "held"]
    return Measured(len(held), {"ours": figures_of(held)}, parts)


def _decided(directory: Path) -> list[tuple[LabelledMessage, bool]]:
    rows, catalogues = read_messages(directory)
    rows = [row for row in rows if row.wants in _CLASSES]
    return list(zip(rows, decisions(rows, indexes_of(catalogues)), strict=True))


def show(directory: Path) -> None:
    """Print the messages of the half for fitting that are told wrong."""
    for one, is_goods in _decided(directory):
        if one.half == "fit" and is_goods is not (one.wants == "goods"):
            sys.stdout.write(f"{one.catalogue}\t{one.wants}\t{one.text}\n")


TASKS: Final[dict[str, Task]] = {"goods": goods}
SHOWN: Final[dict[str, Callable[[Path], None]]] = {"goods": show}
