"""The path of an address that a site is served under."""

from __future__ import annotations

import re
from typing import Final

from limpet.errors import ConfigError

_PATH_PART: Final = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-Fa-f]{2})+")
"""What stands between two slashes of an address (RFC 3986, section 3.3), without the colon of a scheme."""


def base_path_from(given: str) -> str:
    """
    A base path with slashes at both ends.

    Raises:
        ConfigError: ``bad-base-path``: a whole address, or signs that a path in an address does not have.

    >>> base_path_from("handbook"), base_path_from("/")
    ('/handbook/', '/')
    """
    inside = given.strip().strip("/")
    if not inside:
        return "/"
    parts = inside.split("/")
    if not all(_PATH_PART.fullmatch(part) and part.strip(".") for part in parts):
        raise ConfigError(
            "bad-base-path", f'"{given[:80]}" is no path of an address; give the part after the host, such as /docs/.'
        )
    return f"/{inside}/"
