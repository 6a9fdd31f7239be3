"""What lies beside a user's blocks: consent, and the marks of what was forgotten."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from limpet.errors import StoreError
from limpet.memory.consent import Consent
from limpet.memory.tombstones import Tombstones

LEDGER_VERSION = 1


@dataclass(slots=True)
class Ledger:
    """Consent and tombstones of one user."""

    consent: Consent = field(default_factory=Consent)
    tombstones: Tombstones = field(default_factory=Tombstones)

    def to_text(self) -> str:
        """As JSON text. A private chat is a matter of this visit and is not written down."""
        body = {"version": LEDGER_VERSION, "remembers": self.consent.remembers, "tombstones": self.tombstones.to_json()}
        return json.dumps(body, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Ledger:
        """
        From JSON text; empty text is a new ledger.

        Raises:
            StoreError: ``damaged-ledger``, or ``newer-ledger`` when another version wrote it.
        """
        if not text:
            return cls()
        try:
            body = json.loads(text)
            if body["version"] != LEDGER_VERSION:
                raise StoreError("newer-ledger", f"The memory was written by version {body['version']}; update limpet.")
            return cls(Consent(remembers=bool(body["remembers"])), Tombstones.from_json(body["tombstones"]))
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError("damaged-ledger", f"The memory's settings cannot be read ({error}).") from None
