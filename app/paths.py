"""Where Yomi's files lie: one folder of its own, moved whole by `YOMI_HOME`. Any thread; creates nothing but
folders."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import platformdirs

HOME_VARIABLE = "YOMI_HOME"
_FILE_ADDRESS = "file://"


class NoHomeError(OSError):
    """Yomi's own folder cannot be made. `sentence` tells the user why and what to do."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(cause.errno, str(cause))
        self.sentence = (
            f"Yomi's own folder cannot be made ({cause}); set {HOME_VARIABLE} to one that can be written."
        )


def data_dir() -> Path:
    """The folder of everything that Yomi writes; made when missing.

    Raises: NoHomeError when it cannot be made.
    """
    moved = os.environ.get(HOME_VARIABLE, "").strip()
    try:
        folder = (
            Path(moved).expanduser() if moved else Path(platformdirs.user_data_dir("yomi", appauthor=False))
        )
        folder = folder.absolute()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except RuntimeError as error:
        # A user that the system does not know, as in a container, or `~name` of one who is not there.
        raise NoHomeError(OSError(errno.ENOENT, f"no home folder: {error}")) from error
    except OSError as error:
        raise NoHomeError(error) from error
    return folder


def named_by_user(path: str) -> Path:
    """A path as it was typed: `~` and `~name` are the folders that they stand for, and an address of a file,
    as a file manager copies it, is that file.
    """
    if path.casefold().startswith(_FILE_ADDRESS):
        path = _of_address(path)
    try:
        return Path(path).expanduser()
    except RuntimeError:
        # `~name` of one who is not there: a file may be called so.
        return Path(path)


def _of_address(address: str) -> str:
    """The path that an address of a file names; of a file of another machine not one of this machine's."""
    from urllib.request import url2pathname  # noqa: PLC0415 - rarely needed, and brings much

    host, _, where = address[len(_FILE_ADDRESS) :].partition("/")
    try:
        return url2pathname(f"/{where}" if host.casefold() in ("", "localhost") else f"//{host}/{where}")
    except OSError:
        # What Windows says of a drive that is none.
        return address


def history_path() -> Path:
    """The database of conversations."""
    return data_dir() / "history.sqlite3"


def search_index_path() -> Path:
    """The index over the history; made anew from it when missing."""
    return data_dir() / "search.sqlite3"


def lock_path() -> Path:
    """The lock that the first window holds."""
    return data_dir() / "yomi.lock"


def instance_path() -> Path:
    """Where the first window says how a second start reaches it."""
    return data_dir() / "instance.json"


def kernels_dir() -> Path:
    """Where compiled kernels are kept; made by whoever writes there."""
    return data_dir() / "kernels"


def images_dir() -> Path:
    """The folder of the pictures in the history, named by the hash of their content."""
    return data_dir() / "images"


def settings_path() -> Path:
    """The settings file."""
    return data_dir() / "settings.json"


def log_path() -> Path:
    """The log file; it holds no text and no picture of the user's."""
    return data_dir() / "yomi.log"


def resources_dir() -> Path:
    """The read-only data that ships with Yomi, in a source tree and in a frozen bundle alike."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return root / "resources"


def sample_path() -> Path:
    """The picture that ships with Yomi to try it on."""
    return resources_dir() / "samples" / "receipt.png"


def bundled_model_dir() -> Path:
    """The folder of the model that ships with Yomi."""
    return resources_dir() / "models" / "starter"
