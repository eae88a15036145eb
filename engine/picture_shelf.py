"""What was made of the last pictures on their way to the model, so that a second question makes none of it
again.

Decoded pages, the parts that are asked about, their patches. Engine thread only.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.api import ImageInput

T = TypeVar("T")

MOST_BYTES = 64 * 1024 * 1024
"""Two pages of 300 dpi, or twenty screens with their patches."""

Key = tuple[bytes, int, tuple[int, int, int, int] | None]


@dataclass(slots=True)
class _Shelved:
    made: dict[Hashable, Any] = field(default_factory=dict)
    size_bytes: int = 0


class PictureShelf:
    """By the file's bytes, the page and the part: all that was made of them, the least used going first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._shelved: OrderedDict[Key, _Shelved] = OrderedDict()
        self.size_bytes = 0

    def once(
        self, source: ImageInput, what: Hashable, make: Callable[[], T], size_of: Callable[[T], int]
    ) -> T:
        """`what` was made of `source`, or `make` it now and keep it. Nobody may change it afterwards.

        Raises: what `make` raises; nothing is kept then.
        """
        key = (source.data, source.page, source.part)
        entry = self._shelved.get(key)
        if entry is not None and what in entry.made:
            self._shelved.move_to_end(key)
            kept: T = entry.made[what]
            return kept
        value = make()
        held_bytes = len(source.data) if entry is None else entry.size_bytes
        size_bytes = held_bytes + size_of(value)
        if size_bytes > self._most_bytes:
            return value
        entry = entry or _Shelved()
        self.size_bytes += size_bytes - entry.size_bytes
        entry.made[what], entry.size_bytes = value, size_bytes
        self._shelved[key] = entry
        self._shelved.move_to_end(key)
        while self.size_bytes > self._most_bytes:
            _, gone = self._shelved.popitem(last=False)
            self.size_bytes -= gone.size_bytes
        return value

    def kept(self, source: ImageInput, what: Hashable, kind: type[T]) -> T | None:
        """`what` was made of `source`, where it is still kept."""
        entry = self._shelved.get((source.data, source.page, source.part))
        made = entry.made.get(what) if entry is not None else None
        return made if isinstance(made, kind) else None

    def clear(self) -> None:
        """Forget all."""
        self._shelved.clear()
        self.size_bytes = 0
