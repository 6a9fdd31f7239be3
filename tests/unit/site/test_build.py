"""``limpet build`` up to the index: the same bytes twice, a report, one build at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from limpet.errors import ConfigError, DocumentError
from limpet.retrieval.index import Index
from limpet.site.build import alone, build_index, build_site


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMPET_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "care.md").write_text("# Care\n\n## Silk\n\nDry-clean silk.\n\n## Linen\n\nIron it damp.\n", "utf-8")
    (folder / "broken.json").write_text("{", "utf-8")
    return folder


def test_the_same_folder_gives_the_same_bytes(docs: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        build_index(docs, embed=False).index.save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert len(Index.load(tmp_path / "one").fragments) == 2


def test_the_report_counts_and_names_what_was_left_out(docs: Path) -> None:
    report = build_index(docs, embed=False).report
    assert (report.documents, report.fragments, report.embedded) == (1, 2, 0)
    assert [entry["code"] for entry in report.as_json()["skipped"]] == ["malformed-json"]
    assert "broken.json, line 1" in report.as_text()


def test_a_folder_with_nothing_to_read_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as error:
        build_index(tmp_path, embed=False)
    assert error.value.code == "no-documents"


def test_a_second_build_into_the_same_folder_is_refused_while_the_first_runs(docs: Path, tmp_path: Path) -> None:
    with alone(tmp_path / "site"), pytest.raises(ConfigError) as error:
        build_site(docs, tmp_path / "site", embed=False)
    assert error.value.code == "site-busy"
    with alone(tmp_path / "site"):
        pass  # and is free again


def test_a_site_among_its_own_documents_is_refused(docs: Path) -> None:
    with pytest.raises(ConfigError) as error:
        build_site(docs, docs, embed=False)
    assert error.value.code == "same-folder"


@pytest.mark.parametrize(
    "given", ["https://example.org/docs/", "../docs", "/a b/", "/docs/?x", "/a//b/", "/a/./b/", "/%zz/"]
)
def test_a_base_path_that_is_none_is_refused_before_any_work(docs: Path, tmp_path: Path, given: str) -> None:
    with pytest.raises(ConfigError) as error:
        build_site(docs, tmp_path / "site", base_path=given, embed=False)
    assert error.value.code == "bad-base-path"
    assert not (tmp_path / "site").exists()


def test_a_page_of_all_chapters_and_a_copy_are_left_out(tmp_path: Path) -> None:
    chapters = {
        "soil.md": "# Soil\n\nLoam keeps water for three days after a rain.\n",
        "seeds.md": "# Seeds\n\nSow peas two fingers deep, in rows, from March on.\n",
        "frost.md": "# Frost\n\nCover young plants with fleece when frost is forecast.\n",
    }
    for name, text in {**chapters, "print.md": "".join(chapters.values()), "soil-copy.md": chapters["soil.md"]}.items():
        (tmp_path / name).write_text(text)
    built = build_index(tmp_path, embed=False)
    assert sorted(document.document_id for document in built.index.documents) == sorted(chapters)
    assert built.report.documents == 3
    told = {entry.path: entry.reason for entry in built.report.skipped if entry.code == "repeats-others"}
    assert told == {
        "print.md": "print.md: what it says stands in 4 other documents too",
        "soil-copy.md": "soil-copy.md: what it says stands in another document too",
    }


@pytest.mark.parametrize("policy", ["", "rules", "network"])
def test_a_site_keeps_who_decides_in_it(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    kept: dict[str, object] = {}

    def assemble(*_: object, settings: dict[str, object], **__: object) -> dict[str, int]:
        kept.update(settings)
        return {"bytes": 0}

    monkeypatch.setattr("limpet.site.build.assemble", assemble)
    build_site(docs, tmp_path / "site", embed=False, policy=policy)
    assert kept.get("policy", "") == policy
    assert "suggested" in kept


def test_a_policy_that_there_is_not_is_refused_before_any_work(docs: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        build_site(docs, tmp_path / "site", embed=False, policy="dice")
    assert error.value.code == "bad-policy"
    assert not (tmp_path / "site").exists()
