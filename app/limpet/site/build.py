"""
``limpet build``: a folder of documents becomes an index, and the index a static site.

::

    files ── read ── documents ── split ── fragments ── index ─┐
                                     └── embed (cached by text) ┴─ index file ── assemble ── site

The same folder gives the same bytes; a fragment whose text has not changed is not embedded again.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from limpet.answer.near_sentences import sentence_texts
from limpet.errors import ConfigError, DocumentError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.policy.standing_in import policy_named
from limpet.ports import Observer
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Fragment
from limpet.retrieval.index import Index
from limpet.retrieval.reading_files import Reading, Skipped, read_folder
from limpet.retrieval.repeating import repeating
from limpet.retrieval.sentence_signs import sentence_signs
from limpet.retrieval.splitting import split
from limpet.site.asked_first import asked_first
from limpet.site.assemble import assemble, refuse_foreign, refuse_unwritable
from limpet.site.assets import ignore_events
from limpet.site.base_path import base_path_from
from limpet.site.cache_folder import cache_folder, scratch_folder
from limpet.site.document_vectors import DocumentVectors, embed_documents
from limpet.site.model import open_embedder
from limpet.site.notice import Notice

INDEX_FILE: Final = "index.limpet"


@dataclass(frozen=True, slots=True)
class BuildReport:
    """
    What a build did.

    Attributes:
        documents: Documents in the index; each record of a catalogue is one.
        fragments: Fragments in the index.
        embedded: Fragments and sentences whose vectors were not known yet.
        read_bytes: Size of the files that were read.
        index_bytes: Size of the index file; 0 when none was written.
        site_bytes: Size of the finished site; 0 when none was made.
        seconds: Time that it took.
        skipped: What was left out and why.
    """

    documents: int
    fragments: int
    embedded: int
    read_bytes: int
    index_bytes: int
    site_bytes: int
    seconds: float
    skipped: tuple[Skipped, ...]

    def as_json(self) -> dict[str, Any]:
        """The report for a script."""
        numbers = {
            name: getattr(self, name)
            for name in ("documents", "fragments", "embedded", "read_bytes", "index_bytes", "site_bytes")
        }
        skipped = [{"path": entry.path, "code": entry.code, "reason": entry.reason} for entry in self.skipped]
        return {**numbers, "seconds": round(self.seconds, 2), "skipped": skipped}

    def as_text(self) -> str:
        """The report for people."""
        lines = [
            f"{self.documents} documents, {self.fragments} fragments ({self.embedded} newly embedded)",
            f"{_size(self.read_bytes)} read, index {_size(self.index_bytes)}, site {_size(self.site_bytes)}, "
            f"{self.seconds:.1f} s",
        ]
        if self.skipped:
            lines.append(f"{len(self.skipped)} left out:")
            lines.extend(f"  {entry.reason} ({entry.code})" for entry in self.skipped)
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class BuiltIndex:
    """An index and how it came about."""

    index: Index
    report: BuildReport


def build_index(
    docs: Path,
    *,
    model: Path | None = None,
    embed: bool = True,
    language: str = "en",
    limits: Limits = DEFAULT_LIMITS,
    observer: Observer = ignore_events,
) -> BuiltIndex:
    """
    Read *docs* and index what it holds.

    Args:
        docs: Folder of Markdown, HTML, text, JSON, JSONL and CSV files, or one of them.
        model: Another folder with ``model.onnx`` and ``tokenizer.json``.
        embed: False for words alone.
        language: ISO 639-1 of documents that neither say theirs nor show it.
        limits: Cap of a document.
        observer: Hears ``read`` {documents, skipped} and ``embed`` {done, total}.

    Raises:
        DocumentError: ``no-folder``, or ``no-documents`` when nothing in it could be read.
        ManifestError: The model is not to be had.
    """
    began_s = time.monotonic()
    reading = read_folder(docs, limits, language)
    observer("read", {"documents": len(reading.documents), "skipped": len(reading.skipped)})
    builder = IndexBuilder(language)
    documents = [(document, split(document)) for document in reading.documents]
    repeats = repeating(documents)
    for document, fragments in documents:
        if document.document_id not in repeats:
            builder.add(document, fragments)
    if not builder.fragments:
        raise DocumentError("no-documents", _nothing_to_read(docs, reading))
    texts = [fragment.embedding_text for fragment in builder.fragments]
    sentences = [(fragment, sentence_texts(builder.document(fragment), fragment)) for fragment in builder.fragments]
    texts += [text for _, told in sentences for _, text in told]
    found = embed_documents(texts, model, observer) if embed else None
    index = _with_vectors(builder, found, sentences) if found else builder.build(None, "")
    report = BuildReport(
        len(documents) - len(repeats), len(index.fragments), found.embedded if found else 0, reading.read_bytes, 0, 0,
        time.monotonic() - began_s, (*reading.skipped, *map(_repeat, repeats.items())),
    )  # fmt: skip
    return BuiltIndex(index, report)


def build_site(
    docs: Path,
    output: Path,
    *,
    title: str = "",
    base_path: str = "/",
    model: Path | None = None,
    embed: bool = True,
    language: str = "en",
    policy: str = "",
    notices: Sequence[Notice] = (),
    limits: Limits = DEFAULT_LIMITS,
    observer: Observer = ignore_events,
) -> BuildReport:
    """
    Make or renew the site *output* from the documents in *docs*.

    *policy* decides how its questions are answered: ``rules`` or ``network``; when empty, what was found better.

    Raises:
        ConfigError: ``site-busy`` when another build writes there now; ``not-a-site`` when it is a folder of something
            else; ``not-writable``; ``same-folder`` when the site would be the folder of its own documents;
            ``bad-base-path``; ``bad-policy``.
        DocumentError: As for ``build_index``.
        ManifestError: A file that every site needs is not to be had.
    """
    began_s = time.monotonic()
    path = base_path_from(base_path)
    policy_named(policy, observer=observer)  # an owner learns here of a network that the page will have to refuse
    if output.resolve() == docs.resolve():
        raise ConfigError("same-folder", f"The site cannot be written into {docs}, where its documents are.")
    with alone(output):
        refuse_foreign(output)
        refuse_unwritable(output)
        built = build_index(docs, model=model, embed=embed, language=language, limits=limits, observer=observer)
        with scratch_folder(cache_folder() / "making") as scratch:
            file = scratch / INDEX_FILE
            index_bytes = built.index.save(file)
            shown = title or (docs.resolve().stem if docs.is_file() else docs.resolve().name)
            questions = asked_first(built.index, open_embedder(model, observer) if embed else None)
            settings = {"suggested": questions, **({"policy": policy} if policy else {})}
            made = assemble(
                output, file, title=shown, base_path=path, settings=settings, notices=notices, observe=observer,
                model=model,
            )  # fmt: skip
    found = built.report
    return BuildReport(
        found.documents, found.fragments, found.embedded, found.read_bytes, index_bytes, made["bytes"],
        time.monotonic() - began_s, found.skipped,
    )  # fmt: skip


def _with_vectors(
    builder: IndexBuilder, found: DocumentVectors, sentences: Sequence[tuple[Fragment, Sequence[tuple[int, str]]]]
) -> Index:
    """The rows of *found* are those of the fragments, and behind them those of their sentences."""
    count = len(builder.fragments)
    means = None if found.layer_means is None else found.layer_means[:count]
    index = builder.build(found.vectors[:count], found.embedder_name, means)
    places = [(fragment, [start for start, _ in told]) for fragment, told in sentences if told]
    return index.with_sentences(sentence_signs(places, found.vectors[count:])) if places else index


@contextlib.contextmanager
def alone(output: Path) -> Iterator[None]:
    """
    Nobody else builds into *output* meanwhile; where the platform has no file locks nothing is held.

    Raises:
        ConfigError: ``site-busy``.
    """
    folder = cache_folder() / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(str(output.resolve()).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    with (folder / f"build-{name}.lock").open("a") as file:
        try:
            import fcntl
        except ImportError:
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ConfigError(
                "site-busy", f"Another build is writing to {output}; wait for it, or choose another folder."
            ) from None
        yield


def _repeat(found: tuple[str, int]) -> Skipped:
    name, others = found
    where = "another document" if others == 1 else f"{others} other documents"
    return Skipped(name, "repeats-others", f"{name}: what it says stands in {where} too")


def _nothing_to_read(docs: Path, reading: Reading) -> str:
    if not reading.skipped:
        return f"{docs} holds no Markdown, HTML, text, JSON, JSONL or CSV file."
    first = reading.skipped[0]
    return f"Nothing in {docs} could be read; {len(reading.skipped)} left out, the first: {first.reason}"


def _size(count: int) -> str:
    return f"{count / 1_048_576:.1f} MB" if count >= 1_048_576 else f"{count / 1024:.0f} KB"
