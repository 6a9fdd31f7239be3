"""
numpy's blocks for small arrays, taken at once instead of one by one over hundreds of turns.

numpy keeps freed blocks for the next array of exactly their size. Nothing gives them back, so that a program whose
arrays have ever other lengths seems to lose memory until every size has been there.
"""

from __future__ import annotations

import asyncio
from typing import Final

import numpy as np

LARGEST_BYTES: Final = 1_023
"""Larger blocks are not kept (``NBUCKETS`` in numpy's ``alloc.c``)."""
KEPT_BLOCKS: Final = 7
"""Blocks kept of each size (``NCACHE`` there); of all sizes 3.7 MB. With fewer of odd sizes memory still grew."""
_AT_ONCE: Final = 32
"""Sizes between two looks at the event loop."""


async def take_array_blocks() -> None:
    """
    Let numpy keep as many blocks as it ever will, so that memory is flat from then on.

    >>> asyncio.run(take_array_blocks())
    """
    for size_bytes in range(1, LARGEST_BYTES + 1):
        held = [np.empty(size_bytes, dtype=np.uint8) for _ in range(KEPT_BLOCKS)]
        del held
        if size_bytes % _AT_ONCE == 0:
            await asyncio.sleep(0)
