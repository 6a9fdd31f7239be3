"""Which composer phrases the answers: limpet itself unless the user has named a model's endpoint."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import aclosing
from typing import Any, Final
from urllib.parse import urlsplit

from limpet.answer.chat_completions import ChatCompletions, Endpoint
from limpet.answer.prompted import PromptedComposer
from limpet.errors import ComposerError, ConfigError
from limpet.limits import Limits
from limpet.ports import Composer, Transport

SETTING: Final = "composer"
"""Name of the setting: ``{"base_url", "model", "key"?, "prompt_tokens"?, "timeout_s"?}``, or null for none."""
_COMPLETIONS: Final = "/chat/completions"
_FEWEST_TOKENS: Final = 400
_TRIED: Final = ({"role": "user", "content": "Answer with the single word: ready"},)
_TRIED_TOKENS: Final = 64


class Composers:
    """
    The composer in force, and how another takes its place.

    Args:
        current: The composer to begin with; limpet itself when None.
        limits: Caps of what a model is given and may take.

    Attributes:
        current: The composer in force; None for limpet itself.
        transport: How the host reaches endpoints; None where it does not.
    """

    def __init__(self, current: Composer | None, limits: Limits) -> None:
        self.current = current
        self.transport: Transport | None = None
        self._limits = limits

    def configured(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """
        Take what *settings* say about the composer; gives the others, without the key.

        Raises:
            ConfigError: As ``endpoint_from``, or ``no-transport``; the composer in force stays.
        """
        if SETTING not in settings:
            return dict(settings)
        wanted = settings[SETTING]
        if wanted is None:
            self.current = None
        else:
            model = self._model(wanted)
            tokens = _number(wanted, "prompt_tokens", self._limits.model_prompt_tokens, _FEWEST_TOKENS)
            self.current = PromptedComposer(model, int(tokens), self._limits.model_reply_chars)
        return {name: value for name, value in settings.items() if name != SETTING}

    async def try_out(self, wanted: Any) -> str:
        """
        Ask the model of *wanted* for one word; gives what it wrote. The composer in force stays.

        Raises:
            ConfigError: As in ``configured``.
            ComposerError: Why the model cannot be used.
        """
        said = ""
        async with aclosing(self._model(wanted).stream(_TRIED, _TRIED_TOKENS, 0.0)) as stream:
            async for piece in stream:
                said += piece.text
                if len(said) > self._limits.model_reply_chars:
                    break
        if not said.strip():
            raise ComposerError("model-empty", "The model was reached and wrote nothing.")
        return said.strip()[:_TRIED_TOKENS]

    def _model(self, wanted: Any) -> ChatCompletions:
        endpoint = endpoint_from(wanted, self._limits)
        if self.transport is None:
            raise ConfigError("no-transport", "This program cannot reach a model's endpoint.")
        return ChatCompletions(endpoint, self.transport)


def endpoint_from(wanted: Any, limits: Limits) -> Endpoint:
    """
    The endpoint that a setting names.

    Raises:
        ConfigError: ``bad-endpoint``, ``bad-model``, ``bad-key`` or ``bad-setting``; the key is in none of the texts.

    >>> endpoint_from({"base_url": "http://127.0.0.1:11434/", "model": "qwen3"}, Limits()).address
    'http://127.0.0.1:11434/v1/chat/completions'
    """
    if not isinstance(wanted, Mapping):
        raise ConfigError("bad-setting", "The composer is an object with base_url and model, or null.")
    address = _address(wanted.get("base_url"))
    model, key = wanted.get("model"), wanted.get("key") or ""
    if not isinstance(model, str) or not model.strip():
        raise ConfigError("bad-model", "The composer needs the name of a model.")
    if not isinstance(key, str) or not key.isascii() or not key.strip().isprintable():
        raise ConfigError("bad-key", "The key has characters that no key has.")
    wait_s = _number(wanted, "timeout_s", limits.model_wait_s, 0.0)
    silence_s = min(limits.model_silence_s, wait_s)
    return Endpoint(address, model.strip(), key.strip(), wait_s, silence_s, limits.model_total_s)


def _address(base: Any) -> str:
    """
    Where ``chat/completions`` is, for a base address with or without it.

    >>> _address("https://models.example/openai/v1/chat/completions")
    'https://models.example/openai/v1/chat/completions'
    """
    shown = str(base)[:80]
    try:
        parts = urlsplit(base.strip() if isinstance(base, str) else "")
        has_place = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ConfigError("bad-endpoint", f'"{shown}" is no http or https address.') from None
    if parts.scheme not in ("http", "https") or not has_place:
        raise ConfigError("bad-endpoint", f'"{shown}" is no http or https address.')
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError("bad-endpoint", "The address has a user name, a query or a fragment; give it without.")
    path = parts.path.rstrip("/").removesuffix(_COMPLETIONS) or "/v1"
    return f"{parts.scheme}://{parts.netloc}{path}{_COMPLETIONS}"


def _number(wanted: Mapping[str, Any], name: str, default: float, least: float) -> float:
    value = wanted.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least < value < 1e6:
        raise ConfigError("bad-setting", f'"{name}" of the composer must be a number above {least:g}.')
    return value
