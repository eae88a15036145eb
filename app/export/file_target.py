"""Where an export goes: written whole under a name of its own and renamed, so that a file that is there is
whole. Any thread."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class ExportError(Exception):
    """The file was not written. `sentence` says why and what to do, `code` is stable."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


def write_export(path: Path, data: bytes, *, replace: bool) -> Path:
    """Write the file; returns where it is, past links. Without `replace` a file that is there stays.

    Raises: ExportError.
    """
    try:
        target = path.resolve()
        if target.is_dir():
            raise ExportError(f"{path.name} is a folder; choose another name.", "export_is_folder")
        temporary = target.with_name(f".{uuid4().hex}.part")
        try:
            _write(temporary, data)
            _put(temporary, target, replace=replace)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise _refusal(path, error) from error
    return target


def _write(path: Path, data: bytes) -> None:
    # Not mkstemp: what the user exports gets the permissions of the user's other files.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _put(temporary: Path, target: Path, *, replace: bool) -> None:
    if replace:
        with suppress(OSError):
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
        return
    try:
        # Fails where the name is taken, also by one that came a moment ago.
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links (exFAT, some shares).
        if target.exists():
            raise FileExistsError(errno.EEXIST, "exists", str(target)) from None
        temporary.rename(target)


def _refusal(path: Path, error: Exception) -> ExportError:
    name, number = path.name, getattr(error, "errno", None)
    if number == errno.EEXIST:
        return ExportError(f"{name} is already there; choose another name.", "export_exists")
    if number in _FULL:
        return ExportError(
            "The disk is full, so nothing was exported; free some space or choose another folder.",
            "export_disk_full",
        )
    if number in _FORBIDDEN:
        return ExportError(f"{name} may not be written there; choose another folder.", "export_not_allowed")
    if number in (errno.ENOENT, errno.ENOTDIR):
        return ExportError("The folder is not there any more; choose another one.", "export_no_folder")
    if number == errno.ENAMETOOLONG:
        return ExportError("The file's name is too long; choose a shorter one.", "export_name_too_long")
    return ExportError(f"{name} could not be written; choose another folder.", "export_failed")
