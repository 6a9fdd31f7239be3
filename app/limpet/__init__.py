"""
limpet: a chatbot for static pages that remembers.

Start reading at ``limpet.chat``; the seams are in ``limpet.ports``, every cap is in ``limpet.limits``.
"""

from typing import Final

__version__: Final = "0.1.0"

__all__ = ["__version__"]
