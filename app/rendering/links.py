"""Which addresses of an answer a click may open. Pure functions, any thread, no Qt."""

from __future__ import annotations

from urllib.parse import urlsplit

LINK_SCHEMES = frozenset({"http", "https", "mailto"})
"""Everything else (file:, javascript:, data:, a bare name) stays text."""


def is_link(address: str) -> bool:
    """Whether an address may be opened at all: by its scheme, and only where it parses."""
    try:
        return urlsplit(address.strip()).scheme.lower() in LINK_SCHEMES
    except ValueError:
        return False
