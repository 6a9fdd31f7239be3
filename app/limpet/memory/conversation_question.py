"""Questions about the running conversation itself: "what did I ask first?", "what did you say about refunds?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Which: TypeAlias = Literal["first", "last", "all", "about"]
Speaker: TypeAlias = Literal["visitor", "chatbot"]

_SAID: Final = r"(?:ask|say|said|tell|told|mention|write|wrote|answer|suggest|recommend|want(?:ed)? to know)(?:ed|d)?"
_WHO: Final = r"(?P<who>i|you|we)"
_EARLIER_VISIT: Final = re.compile(
    r"\b(?:last (?:time|visit|session|week|month|year|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|spring|summer|autumn|winter)|yesterday|the other day|ago|previous (?:visit|session|conversation|chat)"
    r"|earlier (?:visit|session|conversation|chat)s?)\b",
    re.IGNORECASE,
)
_WORDED: Final[tuple[tuple[Which, str], ...]] = (
    ("first", rf"what (?:did|have) {_WHO} (?:first )?{_SAID}(?: you| me)?(?: about)?(?: at)?(?: the| very)*"
              r" (?:first|at the (?:start|beginning)|(?:start|beginning))"),
    ("first", rf"what did {_WHO} first {_SAID}(?: you| me)?"),
    ("first", r"what was my (?:very )?first (?:question|message)|(?:tell me )?my first question(?: again)?"),
    ("last", rf"what (?:did|have) {_WHO} (?:just|last) {_SAID}(?: you| me)?(?: about)?"),
    ("last", rf"what did {_WHO} {_SAID}(?: you| me)? (?:last|just now|just before|before(?: that| this)?|a moment"
             r" ago|previously|most recently)"),
    ("last", r"what was (?P<whose>my|your) (?:last|previous|latest) (?:question|message|answer|reply|response)"),
    ("all", rf"what (?:have|did) {_WHO} (?:already |all )?(?:talk(?:ed)?|discuss(?:ed)?|chat(?:ted)?"
            r"|spoke(?:n)?|speak|cover(?:ed)?|ask(?:ed)?)(?: you)?(?: about)?"
            r"(?: so far| today| until now| up to now| here)*"),
    ("all", r"(?:(?:can|could|would) you )?(?:please )?(?:summari[sz]e|recap|sum up|give me a (?:summary|recap) of)"
            r" (?:our|this|the|my) (?:whole |entire )?(?:conversation|chat|discussion|talk|session|questions?)"
            r"(?: so far)?"),
    ("all", r"(?:list|show)(?: me)? (?:all )?(?:of )?my (?:questions|messages)(?: so far)?"),
    ("about", rf"what (?:else )?(?:did|have|had) {_WHO} (?:just )?{_SAID}(?: you| me)?"
              r" (?:about|regarding|on|concerning) (?P<about>.+)"),
    ("about", rf"(?:do|did|can) you (?:still )?(?:remember|recall) (?:what )?{_WHO} {_SAID}(?: you| me)?"
              r"(?: about| regarding)? (?P<about>.+)"),
    ("about", r"(?:did|have) (?P<who>i) (?:already )?(?:mention|tell you|told you|mentioned|ask(?:ed)?(?: you)?"
              r"|say|said)(?: anything| something)?(?: about)? (?P<about>.+)"),
)  # fmt: skip
_FORMS: Final = tuple((which, re.compile(pattern, re.IGNORECASE)) for which, pattern in _WORDED)
_LEAD: Final = re.compile(
    r"^\W*(?:(?:so|and|ok(?:ay)?|hey|hi|wait|sorry|please|again|(?:can|could) you tell me|tell me|remind me)\b\W*)*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ConversationQuestion:
    """
    What of the conversation is asked for.

    Attributes:
        which: The first or the last message, all of them, or those about something.
        speaker: Whose words.
        about: What they are to be about; empty unless ``which`` says so.
    """

    which: Which
    speaker: Speaker = "visitor"
    about: str = ""


def conversation_question(message: str) -> ConversationQuestion | None:
    """
    The question about this very conversation that *message* is; None when it is about anything else.

    What was said on an earlier visit is not meant: persistent memory knows that.

    >>> conversation_question("What did you say about refunds?")
    ConversationQuestion(which='about', speaker='chatbot', about='refunds')
    >>> conversation_question("What did I ask last week?") is conversation_question("What is a refund?") is None
    True
    """
    text = _LEAD.sub("", message.strip().replace("’", "'"))[:200].rstrip(" ?.!")
    text = text.removesuffix(" again")
    if _EARLIER_VISIT.search(text):
        return None
    for which, pattern in _FORMS:
        if found := pattern.fullmatch(text):
            said = found.groupdict()
            is_ours = (said.get("who") or "").lower() == "you" or (said.get("whose") or "").lower() == "your"
            return ConversationQuestion(which, "chatbot" if is_ours else "visitor", (said.get("about") or "").strip())
    return None
