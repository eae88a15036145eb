"""OfflineGuard: refuses and records what would leave this machine through a socket of Python's. Any thread.

Installed by `app.__main__` before anything else is imported; standard library only. An audit hook (PEP 578)
hears every use of a socket before it happens and cannot be taken off again, only told to let things pass. It
does not see sockets that C code opens by itself: Qt's network module is therefore never loaded, and
`open_internet_sockets` asks the operating system, which sees them all.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import FrameType

MOST_KEPT = 200
"""Refusals kept for the list; all are counted."""

_TO_AN_ADDRESS = frozenset({"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"})
_BY_NAME = frozenset(
    {
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.gethostbyaddr",
        "socket.getnameinfo",
        "http.client.connect",
        "ftplib.connect",
        "smtplib.connect",
        "imaplib.open",
        "nntplib.connect",
        "poplib.connect",
        "telnetlib.Telnet.open",
        "urllib.Request",
    }
)

log = logging.getLogger(__name__)


class OfflineError(PermissionError):
    """A connection was refused. An OSError, so that whoever tried it takes it for a network that is down."""

    code = "offline"

    def __init__(self, target: str) -> None:
        super().__init__(
            f"Yomi works offline and refused a connection to {target}; "
            "the settings under Privacy can allow connections."
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """One connection that was not made. `caller` is the module that wanted it."""

    at: str
    """ISO 8601 in UTC, seconds."""
    kind: str
    target: str
    caller: str


class OfflineGuard:
    """What has been tried since the start, and whether it is refused."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._refusals: deque[Refusal] = deque(maxlen=MOST_KEPT)
        self._refused = 0
        self._let_through = 0
        self._installed = False
        self._listener: Callable[[], None] | None = None
        self.allows_connections = False
        """Set by the user alone; what is let through is counted all the same."""

    @property
    def is_installed(self) -> bool:
        """Whether this process is watched at all."""
        return self._installed

    @property
    def refused_count(self) -> int:
        """How many attempts were refused since the start."""
        return self._refused

    @property
    def connection_count(self) -> int:
        """How many attempts were let through since the start; 0 unless the user allowed them."""
        return self._let_through

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The last of them, oldest first."""
        with self._lock:
            return tuple(self._refusals)

    def install(self) -> None:
        """Watch this process from now on, until it ends."""
        if not self._installed:
            self._installed = True
            sys.addaudithook(self._hook)

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Call `listener` after each attempt, on whatever thread made it; one listener at a time."""
        self._listener = listener

    def check(self, event: str, args: tuple[object, ...], caller: FrameType | None = None) -> None:
        """Judge one audit event.

        Raises: OfflineError where it would leave the machine.
        """
        target = _target(event, args)
        if target is None or _is_socket_pair(caller):
            return
        allowed = self.allows_connections
        with self._lock:
            if allowed:
                self._let_through += 1
            else:
                self._refused += 1
                now = datetime.now(UTC).isoformat(timespec="seconds")
                self._refusals.append(Refusal(now, event, target, _module_of(caller)))
        if not allowed:
            log.warning("refused %s to %s, wanted by %s", event, target, _module_of(caller))
        if self._listener is not None:
            self._listener()
        if not allowed:
            raise OfflineError(target)

    def _hook(self, event: str, args: tuple[object, ...]) -> None:
        if event in _TO_AN_ADDRESS or event in _BY_NAME:
            self.check(event, args, sys._getframe(1))  # noqa: SLF001 - the only way to know who asks


guard = OfflineGuard()
"""The one of this process: an audit hook belongs to a process, not to an object."""


def open_internet_sockets() -> int | None:
    """How many internet sockets the operating system lists for this process, whoever opened them; None where
    it does not say.
    """
    import psutil  # noqa: PLC0415 - the guard itself needs nothing but the standard library

    try:
        return len(psutil.Process().net_connections(kind="inet"))
    except (psutil.Error, OSError, RuntimeError):
        # RuntimeError: what psutil raises where it has no such function.
        return None


def _target(event: str, args: tuple[object, ...]) -> str | None:
    """Where an event leads, in words; None where it stays within this machine."""
    if event in _BY_NAME:
        host = args[0] if args else None
        if event == "http.client.connect" and len(args) > 1:
            host = args[1]
        # Without a host it is this machine's own address that is asked for.
        return None if host in (None, "", b"") else _worded(host)
    address = args[1] if len(args) > 1 else None
    if not isinstance(address, tuple):
        # A path (AF_UNIX) or, of a datagram on a connected socket, nothing: what matters was its connect.
        return None
    return _worded(address)


def _worded(target: object) -> str:
    if isinstance(target, bytes):
        return target.decode("ascii", "replace")
    if isinstance(target, tuple):
        return ":".join(_worded(part) for part in target[:2])
    return str(target)


def _is_socket_pair(caller: FrameType | None) -> bool:
    """Whether the standard library makes a pair of sockets, which on Windows goes over the loopback."""
    if caller is None or caller.f_globals.get("__name__") != "socket":
        return False
    return caller.f_code.co_name in ("socketpair", "_fallback_socketpair")


def _module_of(caller: FrameType | None) -> str:
    """The nearest module outside the standard library's own network modules."""
    frame = caller
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if name.split(".", maxsplit=1)[0] not in ("socket", "http", "urllib", "ssl", "asyncio", "logging"):
            return name
        frame = frame.f_back
    return ""
