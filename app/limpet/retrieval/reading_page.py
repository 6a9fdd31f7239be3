"""One page (Markdown, HTML or plain text) as a document: its title, language and front matter."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

from limpet.retrieval.document import Document, FieldValue, Format
from limpet.retrieval.reading_html import html_blocks
from limpet.retrieval.reading_html_pieces import html_title
from limpet.retrieval.reading_markdown import front_matter_end, markdown_blocks
from limpet.text.language import language_of

_ENTRY: Final = re.compile(r"([A-Za-z_][\w .-]{0,60}?)\s*[:=]\s*(.*)$")
_LANGUAGE: Final = re.compile(r"<html\b[^>]{0,400}\blang\s*=\s*[\"']?([a-zA-Z]{2})\b", re.IGNORECASE)
_LOOKED_AT_CHARS: Final = 4000


def page_document(name: str, text: str, shape: Format, language: str = "en") -> Document:
    """
    A page as a document; *name* is its path below the folder.

    >>> document = page_document("guide/set-up.md", "---\\ntags: [a, b]\\n---\\nText.", "markdown")
    >>> document.title, document.fields
    ('Set up', {'tags': ['a', 'b']})
    """
    fields = front_matter(text) if shape == "markdown" else {}
    stated = fields.get("lang") or fields.get("language") or _html_language(text, shape)
    spoken = str(stated)[:2].lower() if stated and str(stated)[:2].isalpha() else language_of(text, language)
    link = fields.get("permalink") or fields.get("url")
    return Document(
        name, _title(name, text, shape, fields), text, shape, fields, spoken, link if isinstance(link, str) else ""
    )


def front_matter(text: str) -> dict[str, FieldValue]:
    """
    The simple part of YAML or TOML front matter: names with a text, number, truth value or list; the rest is left out.

    >>> front_matter("---\\ntitle: 'A: b'\\nweight: 3\\ndraft: false\\nsizes:\\n  - S\\n  - M\\n---\\n")
    {'title': 'A: b', 'weight': 3, 'draft': False, 'sizes': ['S', 'M']}
    """
    fields: dict[str, FieldValue] = {}
    opened = ""
    for line in text[: front_matter_end(text)].split("\n")[1:]:
        item = re.match(r"\s*-\s+(.*)$", line)
        if item and opened:
            members = fields.get(opened)
            fields[opened] = [*members, _plain(item.group(1))] if isinstance(members, list) else [_plain(item.group(1))]
            continue
        entry = _ENTRY.match(line)
        if entry is None:
            opened = "" if line.strip() and not line.startswith((" ", "\t")) else opened
            continue
        opened = entry.group(1).strip()
        value = entry.group(2).strip()
        if value and value not in ("|", ">", "|-", ">-", "{}"):
            fields[opened] = _value(value)
    return fields


def _value(text: str) -> FieldValue:
    if text.startswith("[") and text.endswith("]"):
        return [_plain(member) for member in text[1:-1].split(",") if member.strip()]
    plain = _plain(text)
    if plain != text.strip():
        return plain
    if plain.lower() in ("true", "false"):
        return plain.lower() == "true"
    if re.fullmatch(r"-?\d{1,15}", plain):
        return int(plain)
    return float(plain) if re.fullmatch(r"-?\d{1,15}\.\d{1,15}", plain) else plain


def _plain(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return re.sub(r"\s+#.*$", "", text)


def _html_language(text: str, shape: Format) -> str:
    match = _LANGUAGE.search(text[:_LOOKED_AT_CHARS]) if shape == "html" else None
    return match.group(1).lower() if match else ""


def _title(name: str, text: str, shape: Format, fields: dict[str, FieldValue]) -> str:
    """Front matter, else the first heading of level 1 when nothing stands before it, else the name of the file."""
    stated = fields.get("title")
    if isinstance(stated, str) and stated.strip():
        return " ".join(stated.split())
    if shape in ("markdown", "html"):
        blocks = markdown_blocks(text[:_LOOKED_AT_CHARS]) if shape == "markdown" else html_blocks(text)
        heads = [block for block in blocks if block.kind == "heading" and block.level == 1]
        if heads and (len(heads) == 1 or blocks[0] is heads[0]):
            return heads[0].text
        found = html_title(text) if shape == "html" else ""
        if found:
            return found
    path = PurePosixPath(name)
    is_index = path.stem.lower() in ("index", "readme", "_index") and len(path.parts) > 1
    stem = path.parts[-2] if is_index else path.stem
    words = re.sub(r"[-_]+", " ", stem).strip()
    return words[:1].upper() + words[1:]
