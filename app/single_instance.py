"""SingleInstance: the door at which a second start hands over what it was given, and ends. Standard library
only, so that the second start needs no Qt for it.

The first window listens on a Unix socket (a named pipe on Windows) in a folder of its own that only its user
may enter; a file in Yomi's folder says where, with a token that the second start must show. Where nothing can
be written there, on a full disk say, that file lies in the user's folder for what runs. `listen`, `close` and
`hand_over`: any thread; requests are heard on the thread of the door.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import os
import secrets
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

PROTOCOL = 1
"""Raised when a message changes in a way that an older window would misunderstand."""

MOST_BYTES = 1024 * 1024
"""Of one message; ten thousand paths fit."""
ANSWER_TIMEOUT_S = 5.0
"""How long a window that has heard may take to say so: one that is busy drawing needs none of it."""
GREETING_TIMEOUT_S = 2.0
RETRY_S = 0.1

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StartRequest:
    """What a start was asked for."""

    paths: tuple[str, ...] = ()
    captures: bool = False
    activation_token: str = ""
    """What Wayland wants to see before it lets another process raise its window."""


class OtherVersionError(Exception):
    """The window that is open speaks another protocol; the text is a sentence for the user."""


class SingleInstance:
    """The first window's side."""

    def __init__(self, record: Path, version: str) -> None:
        self._record = record
        self._places = (record, _spare(record))
        self._version = version
        self._token = secrets.token_hex(16)
        self._folder: Path | None = None
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def listen(self, heard: Callable[[StartRequest], None]) -> bool:
        """Open the door; `heard` is called on its thread. False, with a log entry, where it cannot be."""
        try:
            address = self._new_address()
            self._listener = Listener(address)
            self._write_record(address)
        except OSError as error:
            log.warning("no door for a second start: %s", error)
            self._clean_up()
            return False
        self._thread = threading.Thread(
            target=self._serve, args=(self._listener, heard), name="second-start", daemon=True
        )
        self._thread.start()
        return True

    def close(self) -> None:
        """Shut the door; a start from now on becomes a window of its own."""
        self._closing.set()
        if self._listener is not None and self._thread is not None:
            with suppress(OSError, EOFError):
                # Wakes the thread, which waits for somebody to come.
                Client(self._listener.address).close()
            self._thread.join(ANSWER_TIMEOUT_S)
        self._clean_up()

    def _new_address(self) -> str:
        if sys.platform == "win32":
            return rf"\\.\pipe\yomi-{secrets.token_hex(16)}"
        # A folder of its own, for this user alone; short, since the name of a socket has 108 bytes at most.
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="yomi-", dir=_running_folder()))
        except OSError:
            self._folder = Path(tempfile.mkdtemp(prefix="yomi-"))
        return str(self._folder / "door")

    def _write_record(self, address: str) -> None:
        for place in self._places:
            self._record = place
            try:
                self._write_to(place, address)
            except OSError as error:
                with suppress(OSError):
                    # What a full disk has room for is no record.
                    place.unlink()
                if place is self._places[-1]:
                    raise
                log.warning("the door is not written down in Yomi's folder: %s", error)
            else:
                break
        for place in self._places:
            if place != self._record:
                with suppress(OSError):
                    # Of a window that crashed.
                    place.unlink()

    def _write_to(self, place: Path, address: str) -> None:
        place.unlink(missing_ok=True)
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(
                {
                    "protocol": PROTOCOL,
                    "version": self._version,
                    "pid": os.getpid(),
                    "address": address,
                    "token": self._token,
                },
                file,
            )

    def _serve(self, listener: Listener, heard: Callable[[StartRequest], None]) -> None:
        while not self._closing.is_set():
            try:
                connection = listener.accept()
            except (OSError, EOFError) as error:
                # A caller that went away again; or the door itself is gone.
                if not self._closing.wait(RETRY_S):
                    log.info("a second start did not get through: %s", error)
                continue
            with connection:
                if not self._closing.is_set():
                    self._answer(connection, heard)

    def _answer(self, connection: Connection[Any, Any], heard: Callable[[StartRequest], None]) -> None:
        try:
            if not connection.poll(GREETING_TIMEOUT_S):
                return
            answer = self._understand(connection.recv_bytes(MOST_BYTES), heard)
            connection.send_bytes(json.dumps(answer).encode("ascii"))
        except (OSError, EOFError, ValueError, RecursionError) as error:
            log.warning("a second start was not understood: %s", error)

    def _understand(self, message: bytes, heard: Callable[[StartRequest], None]) -> dict[str, object]:
        known = {"protocol": PROTOCOL, "version": self._version, "pid": os.getpid()}
        match json.loads(message.decode("utf-8")):
            case {"token": str() as token} if not hmac.compare_digest(token, self._token):
                raise ValueError("wrong token")
            case {"token": str(), "protocol": int() as protocol} if protocol != PROTOCOL:
                return {**known, "taken": False}
            case {
                "token": str(),
                "paths": list() as paths,
                "captures": bool() as captures,
                "activation_token": str() as activation,
            } if all(isinstance(path, str) for path in paths):
                heard(StartRequest(tuple(paths), captures, activation))
                return {**known, "taken": True}
        raise ValueError("not a request")

    def _clean_up(self) -> None:
        if self._listener is not None:
            with suppress(OSError):
                self._listener.close()
            self._listener = None
        with suppress(OSError, ValueError, UnicodeDecodeError):
            if json.loads(self._record.read_text("utf-8")).get("token") == self._token:
                self._record.unlink()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def hand_over(record: Path, request: StartRequest, version: str) -> bool:
    """Give `request` to the window that is open; False where there is none, or none that answers.

    Raises: OtherVersionError.
    """
    return any(_handed_to(place, request, version) for place in (record, _spare(record)))


def _handed_to(record: Path, request: StartRequest, version: str) -> bool:
    try:
        if not _is_own(record):
            return False
        there = json.loads(record.read_text("utf-8"))
        address, token, protocol = there["address"], there["token"], there["protocol"]
        pid = int(there.get("pid", 0))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return False
    if not isinstance(address, str) or not isinstance(token, str):
        return False
    if protocol != PROTOCOL:
        raise OtherVersionError(_other_version(str(there.get("version", ""))))
    message = {
        "protocol": PROTOCOL,
        "version": version,
        "token": token,
        "paths": list(request.paths),
        "captures": request.captures,
        "activation_token": request.activation_token,
    }
    _let_come_forward(pid)
    try:
        # ASCII: the name of a file may hold bytes that are no UTF-8, which come through as escapes.
        return _ask(address, json.dumps(message).encode("ascii"))
    except (OSError, EOFError, ValueError) as error:
        log.info("no window behind the record: %s", error)
        return False


def _running_folder() -> Path:
    """Where a user's sockets and the like lie, which ends with the session; else where all that is passing
    does.
    """
    return Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())


def _spare(record: Path) -> Path:
    """Where the record of this folder lies when there is no room in it."""
    home = hashlib.sha256(os.fsencode(record.absolute())).hexdigest()[:16]
    return _running_folder() / f"yomi-{home}.json"


def _is_own(record: Path) -> bool:
    """Whether nobody else can have written it: others may write where what is passing lies."""
    told = record.lstat()
    return stat.S_ISREG(told.st_mode) and _own_id() in (None, told.st_uid)


def _own_id() -> int | None:
    """The user's number; None on Windows, where each has a folder of their own for what is passing."""
    return None if sys.platform == "win32" else os.getuid()


def _ask(address: str, message: bytes) -> bool:
    with Client(address) as connection:
        connection.send_bytes(message)
        if not connection.poll(ANSWER_TIMEOUT_S):
            return False
        match json.loads(connection.recv_bytes(MOST_BYTES)):
            case {"taken": True}:
                return True
            case {"taken": False, "version": str() as other}:
                raise OtherVersionError(_other_version(other))
    return False


def _other_version(version: str) -> str:
    named = f"Yomi {version}" if version else "Another version of Yomi"
    return f"{named} is open; close its window first, then start this one again."


def _let_come_forward(pid: int) -> None:
    """Windows lets a window raise itself only where the process in front says so."""
    if sys.platform == "win32" and pid > 0:
        import ctypes  # noqa: PLC0415 - one call on one system

        ctypes.windll.user32.AllowSetForegroundWindow(pid)
