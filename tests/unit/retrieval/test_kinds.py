"""What a fragment does for a reader, told by cues that can be shown."""

from __future__ import annotations

import pytest

from limpet.retrieval.document import Document, Kind
from limpet.retrieval.kinds import cues_of, kind_of
from limpet.retrieval.reading_markdown import markdown_blocks

PAGE = Document("a.md", "A", "")


@pytest.mark.parametrize(
    ("heading", "text", "kind"),
    [
        ("Cotton", "Cotton is a fibre that grows on a plant.", "definition"),
        ("Install", "1. Fetch it.\n2. Unpack it.\n3. Run it.", "procedure"),
        ("Sizes", "| Size | Hip |\n|---|---|\n| L | 41 |", "reference"),
        ("Options", "- `a` - first\n- `b` - second", "reference"),
        ("Colours", "For example, indigo fades where natural dye was used.", "example"),
        ("Snippet", "So:\n\n```py\nx = 1\ny = 2\nz = x + y\nprint(x, y, z)\n```", "example"),
        ("Why wool?", "Wool keeps warm because it holds air.", "intuition"),
        ("Bound", "Then $a^2 + b^2 \\leq c^2$ if and only if the angle is right.", "formal"),
        ("Hours", "We open at ten.", "other"),
    ],
)
def test_the_kind_follows_from_heading_shape_and_words(heading: str, text: str, kind: Kind) -> None:
    blocks = markdown_blocks(text)
    assert kind_of(PAGE, [heading], blocks) == kind


def test_every_kind_is_explained_by_its_cues() -> None:
    cues = cues_of(PAGE, ["How to install"], markdown_blocks("1. Fetch it.\n2. Run it."))
    assert ("procedure", 3, "heading: How to install") in cues
    assert ("procedure", 3, "2 numbered steps") in cues


def test_a_record_of_a_catalogue_is_for_reference() -> None:
    assert kind_of(Document("p/1", "P", "P", "record"), [], []) == "reference"
