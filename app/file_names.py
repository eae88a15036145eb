"""Names of files that every system takes. Pure functions; any thread."""

from __future__ import annotations

import re

FORBIDDEN = '<>:"/\\|?*'
"""In the name of a file, on one system or another"""

_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:[.].*)?", re.IGNORECASE | re.DOTALL
)
"""Names that Windows keeps for devices, whatever ending they have"""


def unreserved(name: str) -> str:
    """The name, or one like it where Windows would open a device instead of the file."""
    return f"Yomi {name}" if _RESERVED.fullmatch(name) else name
