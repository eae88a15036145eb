"""Nothing leaves the machine through Python, and what tried is on record."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.offline_guard import MOST_KEPT, OfflineError, OfflineGuard

ROOT = Path(__file__).resolve().parents[2]


def run_guarded(code: str) -> str:
    """What a process prints that is guarded as the command is."""
    start = "from app.offline_guard import guard, OfflineError, open_internet_sockets\nguard.install()\n"
    done = subprocess.run(
        [sys.executable, "-c", start + code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.create_connection(('203.0.113.7', 443), timeout=1)",
        "import socket; socket.socket().connect(('203.0.113.7', 443))",
        "import socket; socket.socket().connect_ex(('127.0.0.1', 9))",
        "import socket; socket.socket(socket.AF_INET6).connect(('2001:db8::1', 443))",
        "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('203.0.113.7', 53))",
        "import socket; socket.socket(type=socket.SOCK_DGRAM).sendmsg([b'x'], [], 0, ('203.0.113.7', 53))",
        "import socket; socket.socket().bind(('0.0.0.0', 0))",
        "import socket; socket.getaddrinfo('example.org', 443)",
        "import socket; socket.gethostbyname('example.org')",
        "import urllib.request; urllib.request.urlopen('https://example.org/')",
        "import http.client; http.client.HTTPSConnection('example.org').request('GET', '/')",
        "import asyncio; asyncio.run(asyncio.open_connection('203.0.113.7', 443))",
    ],
)
def test_every_way_out_is_refused_and_recorded(attempt: str) -> None:
    code = (
        f"try:\n    {attempt}\n    print('went through')\n"
        "except OSError as error:\n    print(isinstance(error, OfflineError) or 'offline' in str(error))\n"
        "print(guard.refused_count > 0, guard.connection_count, bool(guard.refusals[0].target))"
    )
    assert run_guarded(code).split() == ["True", "True", "0", "True"]


def test_what_stays_on_the_machine_is_let_be(tmp_path: Path) -> None:
    code = (
        "import socket, asyncio\n"
        f"server = socket.socket(socket.AF_UNIX); server.bind({str(tmp_path / 'door')!r}); server.listen()\n"
        f"socket.socket(socket.AF_UNIX).connect({str(tmp_path / 'door')!r})\n"
        "a, b = socket.socketpair(); a.send(b'x'); b.recv(1)\n"
        "asyncio.run(asyncio.sleep(0))\n"
        "print(guard.refused_count, guard.connection_count, open_internet_sockets())"
    )
    assert run_guarded(code) == "0 0 0"


def test_the_pair_of_sockets_that_windows_makes_over_the_loopback_is_let_be() -> None:
    # CPython's own stand-in, which Windows uses; here it is called by its name.
    code = (
        "import socket\n"
        "pair = getattr(socket, '_fallback_socketpair', None)\n"
        "if pair is not None:\n"
        "    a, b = pair(socket.AF_INET); a.send(b'x'); assert b.recv(1) == b'x'\n"
        "print(guard.refused_count)"
    )
    assert run_guarded(code) == "0"


def test_what_the_user_allows_goes_through_and_is_counted() -> None:
    guard = OfflineGuard()
    with pytest.raises(OfflineError):
        guard.check("socket.connect", (None, ("203.0.113.7", 443)))
    guard.allows_connections = True
    guard.check("socket.connect", (None, ("203.0.113.7", 443)))
    assert (guard.refused_count, guard.connection_count) == (1, 1)
    assert [refusal.target for refusal in guard.refusals] == ["203.0.113.7:443"]


def test_the_operating_system_is_asked_what_python_does_not_see() -> None:
    code = (
        "import socket\nguard.allows_connections = True\n"
        "kept = socket.socket(); kept.bind(('127.0.0.1', 0)); kept.listen()\n"
        "print(open_internet_sockets(), guard.connection_count)"
    )
    assert run_guarded(code) == "1 1"


def test_the_record_is_bounded_and_the_count_is_not() -> None:
    guard = OfflineGuard()
    for port in range(MOST_KEPT + 5):
        with pytest.raises(OfflineError):
            guard.check("socket.connect", (None, ("203.0.113.7", port)))
    assert len(guard.refusals) == MOST_KEPT
    assert guard.refused_count == MOST_KEPT + 5
    assert guard.refusals[-1].target == f"203.0.113.7:{MOST_KEPT + 4}"


def test_a_listener_hears_of_each_attempt_and_the_caller_is_named() -> None:
    guard = OfflineGuard()
    heard: list[int] = []
    guard.listen(lambda: heard.append(guard.refused_count))
    with pytest.raises(OfflineError):
        guard.check("socket.getaddrinfo", ("example.org", 443), sys._getframe())
    assert heard == [1]
    assert guard.refusals[0].caller == __name__
    assert guard.refusals[0].kind == "socket.getaddrinfo"


def test_the_command_is_guarded_before_anything_else_is_imported() -> None:
    code = (
        "import sys\nsys.argv = ['yomi', '--version']\nimport app.__main__ as start\n"
        "before = set(sys.modules)\ntry:\n    start.main()\nexcept SystemExit:\n    pass\n"
        "from app.offline_guard import guard as g\n"
        "names = [n for n in sys.modules if n.startswith('app.')]\n"
        "print(names.index('app.offline_guard') < names.index('app.cli'), g.is_installed)"
    )
    assert run_guarded(code).splitlines()[-1] == "True True"


def test_the_whole_window_loads_no_network_module_of_qts() -> None:
    code = (
        "import sys, pathlib\nimport app.bootstrap, app.views.main_window\n"
        "from PySide6.QtWidgets import QApplication\nqt = QApplication([])\n"
        "maps = pathlib.Path('/proc/self/maps')\n"
        "loaded = maps.read_text() if maps.exists() else ''\n"
        "print('PySide6.QtNetwork' in sys.modules, 'Qt6Network' in loaded, guard.refused_count)"
    )
    assert run_guarded(code) == "False False 0"


def test_a_socket_of_this_test_run_is_not_watched() -> None:
    # The guard belongs to the command; imported alone it changes nothing.
    pair = socket.socketpair()
    for end in pair:
        end.close()
    from app.offline_guard import guard

    assert not guard.is_installed
