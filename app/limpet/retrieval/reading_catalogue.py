"""Catalogues: JSON, JSON lines and tables of comma-separated values, one document a record."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final

from limpet.errors import DocumentError
from limpet.retrieval.document import Document, FieldValue
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.records import (
    ID_FIELDS,
    LINK_FIELDS,
    facet_name,
    facet_values,
    flat_fields,
    record_name,
    record_text,
    with_lacking_facets,
)
from limpet.retrieval.splitting import slug

_MAX_DEPTH: Final = 4
_PROBLEMS: Final = 20
"""Problems of one file that are told; a hopeless file would flood the report."""
_DELIMITERS: Final = ",;\t|"
_TELLS_NOTHING: Final = frozenset("products items records rows entries goods documents pages files things".split())
"""Names of files that say of any records that they are some."""


@dataclass(slots=True)
class Catalogue:
    """The records of one file, and what was wrong with the others."""

    documents: list[Document] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def catalogue_documents(text: str, name: str, suffix: str, language: str = "en") -> Catalogue:
    """
    One document a record of the file *name*; ``fields`` hold the record, ``text`` says it in lines.

    Raises:
        DocumentError: ``malformed-json`` or ``malformed-csv`` with the line, or ``no-records``.

    >>> found = catalogue_documents('[{"id": "P1", "name": "Neem", "price": 9}]', "p.json", ".json")
    >>> found.documents[0].document_id, found.documents[0].text
    ('p.json/P1', 'Neem\\nPrice: 9')
    """
    found = Catalogue()
    rows = _READERS.get(suffix, _json_lines)(text, name, found)
    used: set[str] = set()
    flat = with_lacking_facets([flat_fields(record) for record in rows])
    kind = "" if any(facet_name(key) in KIND_FIELDS for fields in flat for key in fields) else kind_of_file(name)
    for number, fields in enumerate(flat, start=1):
        if not fields:
            found.problems.append(f"{name}, record {number}: no field with a text or a number.")
            continue
        fields = {**fields, "kind": kind} if kind else fields
        found.documents.append(_document(fields, name, number, used, language))
    if not found.documents and not found.problems:
        raise DocumentError("no-records", f"{name} holds no list of records (objects with names and values).")
    if len(found.problems) > _PROBLEMS:
        left = len(found.problems) - _PROBLEMS
        found.problems[_PROBLEMS:] = [f"{name}: {left} more records are malformed."]
    return found


def _document(fields: dict[str, FieldValue], name: str, number: int, used: set[str], language: str) -> Document:
    by_name = {facet_name(key): value for key, value in fields.items()}
    given = next((facet_values(by_name[key])[0] for key in ID_FIELDS if facet_values(by_name.get(key))), "")
    title = record_name(fields)
    record_id = slug_id(given) or slug(title) or str(number)
    while record_id in used:
        record_id = f"{record_id}.{number}"
    used.add(record_id)
    link = next((by_name[key] for key in LINK_FIELDS if isinstance(by_name.get(key), str)), "")
    return Document(
        f"{name}/{record_id}", title or f"{name} {number}", record_text(fields), "record", fields, language, str(link)
    )


def kind_of_file(name: str) -> str:
    """
    What the records of a file are, where no field says it: ``events.csv`` holds events. Empty for a name that tells
    nothing.

    >>> kind_of_file("data/classes.csv"), kind_of_file("products.json"), kind_of_file("export-7.csv")
    ('class', '', '')
    """
    stem = PurePosixPath(name).stem.lower()
    single = facet_name(stem)
    return single if stem.isalpha() and single != stem and stem not in _TELLS_NOTHING else ""


def slug_id(given: str) -> str:
    """An identifier as it is, when it is short and plain; otherwise nothing."""
    return given if 0 < len(given) <= 80 and not any(sign.isspace() or sign in "#/" for sign in given) else ""


def _json(text: str, name: str, found: Catalogue) -> Iterable[Any]:
    try:
        data = json.loads(text)
    except RecursionError:
        raise DocumentError("malformed-json", f"{name} is nested too deeply.") from None
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise DocumentError("malformed-json", f"{name}, line {line}: {getattr(error, 'msg', error)}.") from None
    entries = _records_in(data, 0)
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, dict):
            yield entry
        else:
            found.problems.append(f"{name}, entry {number}: not an object.")


def _records_in(data: Any, depth: int) -> list[Any]:
    """A list with objects in it, found at the top or as the longest such list inside; else the object itself."""
    if isinstance(data, list):
        return data if any(isinstance(entry, dict) for entry in data) else []
    if not isinstance(data, dict) or depth > _MAX_DEPTH:
        return []
    inside = [_records_in(value, depth + 1) for value in data.values() if isinstance(value, list)]
    best = max(inside, key=lambda entries: sum(isinstance(entry, dict) for entry in entries), default=[])
    nested = [value for value in data.values() if isinstance(value, dict)]
    if best:
        return best
    if len(nested) > 1 and len(nested) == len(data):
        return [{"id": key, **value} for key, value in data.items()]
    return [data] if data else []


def _json_lines(text: str, name: str, found: Catalogue) -> Iterable[Any]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            found.problems.append(f"{name}, line {number}: {getattr(error, 'msg', 'nested too deeply')}.")
            continue
        if isinstance(record, dict):
            yield record
        else:
            found.problems.append(f"{name}, line {number}: not an object.")


def _rows(text: str, name: str, found: Catalogue) -> Iterable[Any]:
    sample = text[:4096].split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=sample.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        head = [cell.strip() for cell in next(reader, [])]
        if len([cell for cell in head if cell]) < 1 or len(set(head)) < len(head):
            raise DocumentError("malformed-csv", f"{name}, line 1: every column needs a name of its own.")
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(head):
                found.problems.append(f"{name}, line {reader.line_num}: {len(row)} values for {len(head)} columns.")
                continue
            yield {key: _typed(cell.strip()) for key, cell in zip(head, row, strict=True) if key}
    except csv.Error as error:
        raise DocumentError("malformed-csv", f"{name}, line {reader.line_num}: {error}.") from None


def _typed(cell: str) -> FieldValue:
    """A cell that is a plain number as a number; several values between bars or semicolons as a list."""
    digits = cell.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 16 and (digits == "0" or not digits.startswith("0")):
        return int(cell)
    whole, point, part = digits.partition(".")
    if point and whole.isascii() and whole.isdigit() and part.isascii() and part.isdigit() and len(digits) < 16:
        return float(cell)
    for sign in ("|", ";"):
        members = [member.strip() for member in cell.split(sign)]
        if len(members) > 1 and all(0 < len(member) <= 40 for member in members):
            return members
    return cell


_READERS: Final[Mapping[str, Callable[[str, str, Catalogue], Iterable[Any]]]] = {
    ".json": _json, ".csv": _rows, ".tsv": _rows,
}  # fmt: skip
