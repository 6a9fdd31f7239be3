"""Whether anything may be remembered across visits, and whether this chat is private."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

SENTENCE: Final = (
    "May I remember our conversations in this browser, so that you can come back to them?"
    " You can erase them at any time."
)
"""The one question that the page puts to the visitor."""


@dataclass(frozen=True, slots=True)
class Consent:
    """
    What the visitor has allowed; nothing until they say so.

    Attributes:
        remembers: Conversations may be kept across visits.
        is_private: This chat writes nothing.
        reads_in_private: A private chat may still use what earlier ones left.

    >>> Consent().may_write, Consent(remembers=True).may_write, Consent(remembers=True, is_private=True).may_write
    (False, True, False)
    """

    remembers: bool = False
    is_private: bool = False
    reads_in_private: bool = False

    @property
    def may_write(self) -> bool:
        """Whether evicted turns become blocks."""
        return self.remembers and not self.is_private

    @property
    def may_read(self) -> bool:
        """Whether answers may use earlier conversations."""
        return self.remembers and (not self.is_private or self.reads_in_private)

    def changed(self, remembers: bool, is_private: bool | None = None, reads_in_private: bool | None = None) -> Consent:
        """The consent after the visitor's choice; None leaves a part as it was."""
        return replace(
            self,
            remembers=remembers,
            is_private=self.is_private if is_private is None else is_private,
            reads_in_private=self.reads_in_private if reads_in_private is None else reads_in_private,
        )
