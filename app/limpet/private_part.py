"""
The private part of a conversation: nothing of it stays once the chat is private no longer.

A private chat writes nothing. Were its turns left in the running session when the visitor turns that off, they would be
saved with it, and become blocks at its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from limpet.memory.consent import Consent

if TYPE_CHECKING:
    from limpet.chat import Chat


def consent_changed(chat: Chat, before: Consent, after: Consent) -> int:
    """
    Note where the private part begins, or take it out of session memory where it ends; the number of turns taken out.

    Args:
        chat: Whose conversation.
        before: What held until now.
        after: What holds from now on.
    """
    if before.is_private == after.is_private:
        return 0
    view = chat.session.view()
    if after.is_private:
        chat.session.private_after = view.turn_count
        return 0
    since, chat.session.private_after = chat.session.private_after or 0, None
    said = [turn for turn in view.turns if turn.number > since]
    if view.turn_count - since > len(said):  # some have left already, and what they left behind has no name
        taken = len(chat.session.reset())
    else:
        taken = len(chat.session.remove_turns(turn.number for turn in said))
        chat.session.remove_traces(turn.message for turn in said)
    chat.forget_traces()
    chat.longterm.shown.keep(chat.longterm.session_id, {turn.number for turn in chat.session.view().turns})
    return taken
