"""HomeLock: whether this window is the only one that uses Yomi's folder. GUI thread; QtCore only."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile


class HomeLock:
    """Held from start to end by the first window; the lock of a process that crashed counts as free."""

    def __init__(self, path: Path) -> None:
        self._file = QLockFile(str(path))
        # Age says nothing: a window may stay open for weeks. Whether its process lives is asked in any case.
        self._file.setStaleLockTime(0)

    def acquire(self) -> bool:
        """Take the lock; False where another window has it, or where the folder cannot be written to."""
        return self._file.isLocked() or self._file.tryLock(0)

    @property
    def is_held_elsewhere(self) -> bool:
        """Whether the last try failed because another window has it, and for no reason of the folder's."""
        return self._file.error() is QLockFile.LockError.LockFailedError

    def release(self) -> None:
        """Give the lock back; harmless where it is not held."""
        self._file.unlock()
