"""Documents as a message gives them, checked."""

from __future__ import annotations

from typing import cast, get_args

from limpet.errors import WireError
from limpet.limits import Limits
from limpet.retrieval.document import Document, Format
from limpet.retrieval.records import flat_fields, record_text
from limpet.text.language import language_of


def document_from(given: object, limits: Limits) -> Document:
    """
    A document of an ``add_documents`` message.

    Raises:
        WireError: ``bad-document``: which document, and what about it.
    """
    if not isinstance(given, dict):
        raise WireError("bad-document", "A document is an object with id, title and text.")
    document_id, text = given.get("id"), given.get("text", "")
    if not isinstance(document_id, str) or not document_id.strip():
        raise WireError("bad-document", 'A document needs an "id", a text that is not empty.')
    title, shape, fields = given.get("title") or "", given.get("format") or "markdown", given.get("fields") or {}
    checks = (("text", text, str), ("title", title, str), ("format", shape, str), ("fields", fields, dict))
    wrong = [name for name, value, kind in checks if not isinstance(value, kind)]
    if wrong:
        raise WireError("bad-document", f'"{wrong[0]}" of the document "{document_id[:80]}" has the wrong type.')
    if shape not in get_args(Format):
        raise WireError("bad-document", f'The format "{shape[:20]}" is unknown; known: markdown, html, text, record.')
    if len(text) > limits.document_bytes:
        raise WireError("bad-document", f'The document "{document_id[:80]}" has over {limits.document_bytes} bytes.')
    fields = flat_fields(fields)
    if shape == "record" and not text.strip():
        text = record_text(fields)
    if "text" not in given and not text:
        raise WireError("bad-document", f'The document "{document_id[:80]}" has neither a "text" nor "fields" to read.')
    language, url = str(given.get("language") or language_of(text)), str(given.get("url") or "")
    return Document(document_id, title, text, cast(Format, shape), fields, language, url)
