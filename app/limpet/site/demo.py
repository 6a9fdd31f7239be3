"""The two demo sites: Starlette's documentation, and a small fashion shop that this repository makes up."""

from __future__ import annotations

import tarfile
from pathlib import Path, PurePosixPath
from typing import Final

from limpet.errors import ConfigError
from limpet.ports import Observer
from limpet.site.assets import Assets, ignore_events
from limpet.site.base_path import base_path_from
from limpet.site.build import BuildReport, build_site
from limpet.site.cache_folder import cache_folder
from limpet.site.file_digest import write_atomically
from limpet.site.made_once import made_once
from limpet.site.notice import Notice
from limpet.site.serve import SiteServer, serve_until_interrupted

STARLETTE: Final = "starlette"
SHOP: Final = "shop"
_ARCHIVE: Final = "demo/starlette"
_START_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>limpet: two sites to try</title>
<body style="font: 1.1rem/1.6 system-ui; max-width: 40rem; margin: 10vh auto; padding: 0 1rem">
<h1>Two sites to try</h1>
<p><a href="starlette/">Starlette's documentation</a>: ask how to add middleware, or what a lifespan is.</p>
<p><a href="shop/">A fashion shop</a>: ask for cotton kurtas under ₹2,000, then about size L.</p>
</html>
"""
SHOP_DOCUMENTS: Final = Path(__file__).parents[3] / "demo" / "shop"


def build_demo(
    output: Path, *, base_path: str = "/", embed: bool = True, observer: Observer = ignore_events
) -> dict[str, BuildReport]:
    """
    Builds both sites as folders of *output*.

    Args:
        output: Gets the folders ``starlette`` and ``shop``.
        base_path: Path that *output* is served under.
        embed: False for words alone, without the model.
        observer: Hears how far the building is.

    Returns:
        The report of each site by its folder's name.

    Raises:
        ConfigError: This installation has no shop (``no-demo``); it comes with the source checkout. ``bad-base-path``.
        ManifestError: A file cannot be had or made.
    """
    if not SHOP_DOCUMENTS.is_dir():
        raise ConfigError("no-demo", "The demo's documents come with the source checkout of limpet; run it from there.")
    below = base_path_from(base_path)
    documents, notice = starlette_documents(observer=observer)
    reports = {
        STARLETTE: build_site(
            documents,
            output / STARLETTE,
            title="Starlette documentation",
            base_path=f"{below}{STARLETTE}/",
            embed=embed,
            notices=[notice],
            observer=observer,
        ),
        SHOP: build_site(
            SHOP_DOCUMENTS,
            output / SHOP,
            title="Rangrez",
            base_path=f"{below}{SHOP}/",
            embed=embed,
            observer=observer,
        ),
    }
    write_atomically(output / "index.html", _START_PAGE.encode())
    return reports


def serve_demo(output: Path, host: str = "127.0.0.1", port: int = 8000, *, isolation: bool = True) -> None:
    """Serves the demo sites below *output* and prints their addresses; ends when interrupted."""
    server = SiteServer(output, host, port, isolation=isolation)
    serve_until_interrupted(server, [f"{STARLETTE}/", f"{SHOP}/"])


def starlette_documents(
    assets: Assets | None = None, cache: Path | None = None, observer: Observer = ignore_events
) -> tuple[Path, Notice]:
    """The folder of Starlette's documentation as Markdown, and its licence."""
    source = assets or Assets(cache=cache, observe=observer)
    archive, asset = source.fetch(_ARCHIVE), source.manifest[_ARCHIVE]

    def unpack(folder: Path) -> None:
        with tarfile.open(archive) as opened:
            for member in opened.getmembers():
                place = PurePosixPath(*PurePosixPath(member.name).parts[1:])
                content = opened.extractfile(member) if member.isfile() else None
                if content is not None and (_is_document(place) or str(place) == "LICENSE.md"):
                    target = folder / ("LICENSE.md" if place.name == "LICENSE.md" else f"docs/{place.name}")
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content.read())

    folder = made_once(cache or cache_folder(), "starlette-documents", [asset.sha256], unpack)
    licence = (folder / "LICENSE.md").read_text("utf-8")
    version = next(origin.version for origin in asset.sources if origin.version)
    return folder / "docs", Notice("Starlette documentation", version, asset.licence, "unchanged", (licence,))


def _is_document(place: PurePosixPath) -> bool:
    return len(place.parts) == 2 and place.parts[0] == "docs" and place.suffix == ".md"
