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
        self._unsaved: set[str] = set()  # of those in memory
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
            self._unsaved.discard(self._ledgers.popitem(last=False)[0])
        return ledger

    def known(self, user: str) -> Ledger | None:
        """The ledger as it was read last; None when it is not in memory."""
        return self._ledgers.get(user)

    async def save(self, user: str) -> None:
        """Write the ledger of *user* down."""
        await self._store.save_ledger(user, (await self.of(user)).to_text())
        self._unsaved.discard(user)

    async def save_if_room(self, user: str) -> bool:
        """The same; without room for it the ledger is kept in memory until there is. Whether it was written."""
        try:
            await self.save(user)
        except StoreError as error:
            if error.code != "quota":
                raise
            self._unsaved.add(user)
        return user not in self._unsaved

    async def save_consent(self, user: str, before: Consent) -> None:
        """
        Write a choice down that took the place of *before*. Without room a yes is taken back; for a no, what is written
        goes, which needs no room: it then reads as a no.

        Raises:
            StoreError: The store refused; the choice is as before.
        """
        ledger = await self.of(user)
        try:
            if ledger.consent.remembers:
                await self.save(user)
            elif not await self.save_if_room(user):
                await self._store.save_ledger(user, "")
        except StoreError:
            await self.allow(user, before)
            raise

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
        """Read the ledger of *user* anew when it is needed; one that could not be written down yet stays."""
        if user not in self._unsaved:
            self._ledgers.pop(user, None)

    def forget(self, user: str) -> None:
        """Everything of *user* was erased."""
        self._unsaved.discard(user)
        self._ledgers.pop(user, None)
