"""Slots through a conversation: WOZ 2.0, Schema-Guided Dialogue and SIMMC 2.0, by the product's own ``observe``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from limpet.chat import Chat
from limpet.evaluation.metrics import f1
from limpet.evaluation.readers import find, read_lines, required
from limpet.evaluation.task import Figures, Measured, Task
from limpet.memory.slot_schema import schema_from
from limpet.memory.slot_words import ValueFinder, pieces_of

Gold = Mapping[str, Sequence[str]]
"""Slot to the values that count as right."""


@dataclass(frozen=True, slots=True)
class SlotTurn:
    """
    A message, what the bot said after it, and the slots that hold after the message.

    Attributes:
        message: Of the visitor.
        answer: Of the bot.
        gold: Slot to its accepted values.
    """

    message: str
    answer: str
    gold: Gold


@dataclass(frozen=True, slots=True)
class SlotDialogue:
    """A dialogue with its schema, as ``configure`` takes it."""

    schema: Mapping[str, Any]
    turns: Sequence[SlotTurn]


def tracked(dialogue: SlotDialogue) -> list[dict[str, str]]:
    """The filters of each message, as ``observe`` tells them: none when it only speaks of what was shown."""

    async def follow() -> list[dict[str, Any]]:
        chat = Chat()
        await chat.configure(dialogue.schema, {})
        return [await chat.observe(turn.message, turn.answer) for turn in dialogue.turns]

    return [{} if view["is_about_shown"] else _plain(view["slots"]) for view in asyncio.run(follow())]


def word_list(dialogue: SlotDialogue) -> list[dict[str, str]]:
    """The baseline: values of the schema that stand in the messages so far, the last of each slot."""
    finder = ValueFinder(schema_from(dialogue.schema))
    state: dict[str, str] = {}
    states = []
    for turn in dialogue.turns:
        state = state | {one.slot: one.value for one in finder.find(pieces_of(turn.message)) if one.is_exact}
        states.append(state)
    return states


def figures_of(dialogues: Sequence[SlotDialogue], track: Callable[[SlotDialogue], list[dict[str, str]]]) -> Figures:
    """Joint goal accuracy over turns, and micro F1 of (slot, value)."""
    right = total = hits = told = wanted = 0
    for dialogue in dialogues:
        for turn, state in zip(dialogue.turns, track(dialogue), strict=True):
            agreed = sum(_is_right(value, turn.gold.get(slot, ())) for slot, value in state.items())
            hits, told, wanted = hits + agreed, told + len(state), wanted + len(turn.gold)
            right += agreed == len(state) == len(turn.gold)
            total += 1
    return {"joint": right / max(1, total), "F1": f1(hits, told - hits, wanted - hits)}


def measured(dialogues: Sequence[SlotDialogue]) -> Measured:
    """The word list beside ours."""
    count = sum(len(dialogue.turns) for dialogue in dialogues)
    return Measured(count, {"word_list": figures_of(dialogues, word_list), "ours": figures_of(dialogues, tracked)})


def _woz2(directory: Path, corpus: Path | None) -> Measured:
    ontology = find("ontology.json", directory, corpus, "woz2")
    values = read_json(ontology)["informable"]
    schema = {slot: {"values": some} for slot, some in values.items() if slot != "request"}
    rows = read_lines(required("dialogues.jsonl", directory))
    return measured([SlotDialogue(schema, list(_woz_turns(row["turns"]))) for row in rows])


def _woz_turns(turns: Sequence[Mapping[str, Any]]) -> Iterator[SlotTurn]:
    answers = [*(turn["system"] for turn in turns[1:]), ""]
    for turn, answer in zip(turns, answers, strict=True):
        yield SlotTurn(turn["user"], answer, {slot: [value] for slot, value in turn["state"].items()})


def _sgd(directory: Path, corpus: Path | None) -> Measured:
    services = {row["service"]: row["slots"] for row in read_lines(find("schema.jsonl", directory, corpus, "sgd"))}
    rows = read_lines(required("dialogues.jsonl", directory))
    return measured([_sgd_dialogue(row, services) for row in rows])


def _sgd_dialogue(row: Mapping[str, Any], services: Mapping[str, Sequence[Mapping[str, Any]]]) -> SlotDialogue:
    schema = {}
    for service in row["services"]:
        for slot in services[service]:
            entry: dict[str, Any] = {"description": slot["description"]}
            if slot["is_categorical"]:
                entry["values"] = slot["possible_values"]
            schema[f"{service}.{slot['name']}"] = entry
    turns = row["turns"]
    said = [
        SlotTurn(
            turn["text"],
            turns[place + 1]["text"] if place + 1 < len(turns) else "",
            {
                f"{service}.{slot}": values
                for service, state in (turn.get("state") or {}).items()
                for slot, values in state["slots"].items()
            },
        )
        for place, turn in enumerate(turns)
        if turn["speaker"].startswith("u")
    ]
    return SlotDialogue(schema, said)


_SIMMC_SIZES: Final = ("XS", "S", "M", "L", "XL", "XXL")


def _simmc2(directory: Path, corpus: Path | None) -> Measured:
    rows = read_lines(required("dialogues.jsonl", directory))
    known = read_lines(find("dialogues.jsonl", directory, corpus, "simmc2"))
    schema = _simmc_schema([turn["slots"] for row in [*known, *rows] for turn in row["turns"]])
    return measured([SlotDialogue(schema, [_simmc_turn(turn) for turn in row["turns"]]) for row in rows])


def _simmc_schema(all_slots: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The shop's own vocabulary: the values that its records and labels use, without what was said where."""
    values: dict[str, dict[str, None]] = {}
    for slots in all_slots:
        for name, value in slots.items():
            if name != "availableSizes" and isinstance(value, str) and value:
                values.setdefault(name, {})[value] = None
    return {name: {"values": sorted(some)} for name, some in values.items()} | {"size": {"values": list(_SIMMC_SIZES)}}


def _simmc_turn(turn: Mapping[str, Any]) -> SlotTurn:
    gold = {name: [str(value)] for name, value in turn["slots"].items() if value != "" and not isinstance(value, list)}
    return SlotTurn(turn["user"], turn["system"], gold)


def read_json(path: Path) -> Any:
    """One JSON document."""
    import json

    return json.loads(path.read_text(encoding="utf-8"))


def _is_right(value: str, accepted: Sequence[str]) -> bool:
    return any(value.casefold() == one.casefold() for one in accepted)


def _plain(slots: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in slots.items() if not name.startswith("not ")}


TASKS: Final[dict[str, Task]] = {"woz2": _woz2, "sgd": _sgd, "simmc2": _simmc2}
