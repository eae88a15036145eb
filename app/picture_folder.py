"""The pictures that lie in a folder, in the order in which a reader numbers them. Any thread; no Qt.

By their names, since opening every file of a folder would take long; and those of the folder alone, since
whoever names a folder may not know how much lies below it.
"""

from __future__ import annotations

import re
from pathlib import Path

from app.engine_port import accepted_suffixes

_NUMBER = re.compile(r"(\d+)")


def pictures_in(folder: Path) -> list[Path]:
    """Its files that are called as pictures are, hidden ones left out: page2 before page10.

    Raises: OSError where it cannot be looked into.
    """
    suffixes = frozenset(accepted_suffixes())
    files = (path for path in folder.iterdir() if path.suffix.lower() in suffixes)
    return sorted((path for path in files if path.name[0] != "." and path.is_file()), key=_order)


def _order(path: Path) -> list[tuple[int, str]]:
    """Numbers as numbers, words without regard to case."""
    return [
        (int(part), "") if part.isascii() and part.isdigit() else (-1, part.casefold())
        for part in _NUMBER.split(path.name)
        if part
    ]
