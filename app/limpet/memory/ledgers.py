"""The ledgers of the users served last, and which of them have a private chat now."""

from __future__ import annotations

from collections import OrderedDict

from limpet.errors import StoreError
from limpet.limits import Limits
from limpet.memory.consent import Consent
from limpet.memory.ledger import Ledger
from limpet.ports import LedgerStore


class Ledgers:
    """
    Ledgers in memory; the least recently used leaves and is read again when needed.

    That a chat is private is written down nowhere, so it is kept here beside the ledgers and outlasts their leaving
    and any change by another tab.

    Args:
        store: Where ledgers lie.
        limits: ``users`` and ``private_users``.
    """

    def __init__(self, store: LedgerStore, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._ledgers: OrderedDict[str, Ledger] = OrderedDict()
        self._private: dict[str, bool] = {}  # whether the private chat reads

    @property
    def size(self) -> int:
        """Ledgers in memory."""
        return len(self._ledgers)

    async def of(self, user: str) -> Ledger:
        """
        The ledger of *user*.

        Raises:
            StoreError: The store refused, or its text is damaged or newer.
        """
        ledger = self._ledgers.get(user)
        if ledger is None:
            ledger = Ledger.from_text(await self._store.load_ledger(user))
            if user in self._private:
                ledger.consent = ledger.consent.changed(ledger.consent.remembers, True, self._private[user])
            self._ledgers[user] = ledger
        self._ledgers.move_to_end(user)
        while len(self._ledgers) > self._limits.users:
            self._ledgers.popitem(last=False)
        return ledger

    def known(self, user: str) -> Ledger | None:
        """The ledger as it was read last; None when it is not in memory."""
        return self._ledgers.get(user)

    async def save(self, user: str) -> None:
        """Write the ledger of *user* down."""
        await self._store.save_ledger(user, (await self.of(user)).to_text())

    async def allow(self, user: str, consent: Consent) -> None:
        """
        The choice of *user*, from now on.

        Raises:
            StoreError: ``too-many-private``: one more private chat could not be kept apart; nothing has changed.
        """
        ledger = await self.of(user)
        if not consent.is_private:
            self._private.pop(user, None)
        elif user not in self._private and len(self._private) >= self._limits.private_users:
            raise StoreError("too-many-private", "Too many chats are private at once; this one is not yet. Try later.")
        else:
            self._private[user] = consent.reads_in_private
        ledger.consent = consent

    def drop(self, user: str) -> None:
        """Read the ledger of *user* anew when it is needed."""
        self._ledgers.pop(user, None)
