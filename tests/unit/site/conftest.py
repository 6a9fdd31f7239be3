"""What the tests of the site share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from unit.site.faulty_server import FileServer


@pytest.fixture
def file_server() -> Iterator[FileServer]:
    server = FileServer()
    yield server
    server.close()
