"""Each desktop gets the ways that it knows, in order; one that fails makes room for the next."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.capture import portal_handler, program_handler
from app.capture.chain import CaptureChain, default_chain
from app.capture.handler import Done, Failed
from app.capture.portal_permission import is_permitted
from app.capture.program_handler import ProgramHandler, desktop_programs
from app.capture.qt_handler import QtHandler
from app.capture.screens import ScreenLayout, Shot
from app.capture.surroundings import Surroundings
from tests.helpers.bus import EMPTY_BUS, private_bus
from tests.helpers.patience import PATIENCE_S
from tests.helpers.permission_store import permission_store

ROOT = Path(__file__).resolve().parents[2]


class FakeHandler:
    """A way that does what it is told."""

    def __init__(
        self, name: str, *, compatible: bool = True, installed: bool = True, works: bool = True
    ) -> None:
        self.name = name
        self._compatible, self._installed, self._works = compatible, installed, works
        self.taken = 0

    def is_compatible(self) -> bool:
        return self._compatible

    def is_installed(self) -> bool:
        return self._installed

    def what_to_install(self) -> str:
        return f"Install {self.name}."

    def take(self, done: Done, failed: Failed) -> None:
        self.taken += 1
        if self._works:
            done(())
        else:
            failed("broken")


class Answer:
    def __init__(self) -> None:
        self.shots: tuple[Shot, ...] | None = None
        self.refusal = ""

    def done(self, shots: tuple[Shot, ...]) -> None:
        self.shots = shots

    def failed(self, why: str) -> None:
        self.refusal = why


def test_a_way_that_fails_makes_room_for_the_next(qapp: QApplication) -> None:
    ways = [
        FakeHandler("foreign", compatible=False),
        FakeHandler("absent", installed=False),
        FakeHandler("broken", works=False),
        FakeHandler("good"),
        FakeHandler("spare"),
    ]
    answer = Answer()
    CaptureChain(ways).take(answer.done, answer.failed)
    assert answer.shots == ()
    assert [way.taken for way in ways] == [0, 0, 1, 1, 0]


def test_where_none_is_installed_the_first_that_would_fit_is_named(qapp: QApplication) -> None:
    answer = Answer()
    ways = [FakeHandler("foreign", compatible=False), FakeHandler("grim", installed=False)]
    CaptureChain(ways).take(answer.done, answer.failed)
    assert "paste" in answer.refusal
    assert answer.refusal.endswith("Install grim.")


def test_where_all_fail_the_way_out_is_named(qapp: QApplication) -> None:
    answer = Answer()
    CaptureChain([FakeHandler("a", works=False)]).take(answer.done, answer.failed)
    assert answer.shots is None
    assert "desktop's own tool" in answer.refusal


@pytest.mark.parametrize(
    ("platform", "desktop", "wanted"),
    [
        ("xcb", "XFCE", {"Qt"}),
        ("xcb", "ubuntu:GNOME", {"Qt", "GNOME Screenshot"}),
        ("wayland", "ubuntu:GNOME", {"GNOME Screenshot"}),
        ("wayland", "KDE", {"Spectacle"}),
        ("wayland", "sway", {"grim"}),
        ("windows", "", {"Qt"}),
        ("cocoa", "", {"Qt"}),
    ],
)
def test_each_desktop_gets_the_ways_that_it_knows(platform: str, desktop: str, wanted: set[str]) -> None:
    here = Surroundings(platform, frozenset(desktop.lower().split(":")), platform in ("xcb", "wayland"))
    ways = [QtHandler(here), *desktop_programs(here)]
    assert {way.name for way in ways if way.is_compatible()} == wanted


def test_a_program_under_xwayland_knows_that_the_desktop_is_wayland() -> None:
    variables = {"WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "KDE"}
    assert Surroundings.found("xcb", variables).is_wayland
    assert Surroundings.found("xcb", variables).is_kde
    assert not Surroundings.found("xcb", {}).is_wayland


def script(folder: Path, body: str, screen_option: str = "") -> ProgramHandler:
    """A program that stands in for the desktop's."""
    path = folder / "shooter"
    path.write_text(f"#!{sys.executable}\nimport sys\n{body}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return ProgramHandler("shooter", str(path), ("--file",), lambda: True, screen_option=screen_option)


TWO_SCREENS = (
    ScreenLayout("LEFT", (-960, 0, 960, 540), 2.0),
    ScreenLayout("RIGHT", (0, 0, 1280, 800), 1.0),
)


def test_a_program_that_knows_screens_gives_each_in_its_own_pixels(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_handler, "layouts", lambda: TWO_SCREENS)
    body = (
        "from PIL import Image\n"
        "size = {'LEFT': (1920, 1080), 'RIGHT': (1280, 800)}[sys.argv[3]]\n"
        "assert sys.argv[2] == '-o'\nImage.new('RGB', size).save(sys.argv[4])"
    )
    answer = Answer()
    handler = script(tmp_path, body, "-o")
    handler.take(answer.done, answer.failed)
    qtbot.waitUntil(lambda: answer.shots is not None or bool(answer.refusal))
    assert answer.shots is not None, answer.refusal
    assert [(shot.screen.name, shot.image.width()) for shot in answer.shots] == [
        ("LEFT", 1920),
        ("RIGHT", 1280),
    ]


def test_a_program_that_does_not_know_the_name_of_a_screen_is_asked_for_the_whole_desktop(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_handler, "layouts", lambda: TWO_SCREENS)
    body = (
        "from PIL import Image\n"
        "if '-o' in sys.argv: sys.exit('unknown output')\n"
        "Image.new('RGB', (4480, 1600)).save(sys.argv[2])"
    )
    answer = Answer()
    handler = script(tmp_path, body, "-o")
    handler.take(answer.done, answer.failed)
    qtbot.waitUntil(lambda: answer.shots is not None or bool(answer.refusal))
    assert answer.shots is not None, answer.refusal
    assert [(shot.screen.name, shot.image.width()) for shot in answer.shots] == [
        ("LEFT", 1920),
        ("RIGHT", 2560),
    ]


def test_a_program_writes_the_desktop_and_its_file_is_taken_apart(qtbot: QtBot, tmp_path: Path) -> None:
    screen = QApplication.primaryScreen().geometry()
    body = (
        "from PIL import Image\n"
        f"assert sys.argv[1] == '--file'\nsize = {screen.width()}, {screen.height()}\n"
        "Image.new('RGB', size).save(sys.argv[2])"
    )
    answer = Answer()
    handler = script(tmp_path, body)
    assert handler.is_installed()
    handler.take(answer.done, answer.failed)
    qtbot.waitUntil(lambda: answer.shots is not None or bool(answer.refusal))
    assert answer.shots is not None, answer.refusal
    assert answer.shots[0].image.size() == screen.size()


@pytest.mark.parametrize(
    "body", ["sys.stderr.write('no display'); sys.exit(3)", "pass", "open(sys.argv[2], 'w').write('text')"]
)
def test_a_program_that_fails_or_writes_no_picture_says_so(qtbot: QtBot, tmp_path: Path, body: str) -> None:
    answer = Answer()
    handler = script(tmp_path, body)
    handler.take(answer.done, answer.failed)
    qtbot.waitUntil(lambda: answer.shots is not None or bool(answer.refusal))
    assert answer.shots is None
    assert "shooter" in answer.refusal


def test_a_program_that_is_not_there_says_so(qtbot: QtBot) -> None:
    answer = Answer()
    handler = ProgramHandler("gone", "/no/such/program", (), lambda: True)
    assert not handler.is_installed()
    assert "/no/such/program" in handler.what_to_install()
    handler.take(answer.done, answer.failed)
    qtbot.waitUntil(lambda: bool(answer.refusal))
    assert answer.shots is None


def test_qt_takes_every_screen_at_its_own_size(qapp: QApplication) -> None:
    answer = Answer()
    QtHandler(Surroundings("offscreen")).take(answer.done, answer.failed)
    assert answer.shots is not None
    assert [shot.screen.name for shot in answer.shots] == [screen.name() for screen in qapp.screens()]
    first = answer.shots[0]
    assert first.image.width() == round(first.screen.rect[2] * first.screen.ratio)


def test_this_desktop_has_a_chain(qapp: QApplication) -> None:
    assert [handler.name for handler in default_chain().compatible][:1] == ["Qt"]


PORTAL = """
import sys
from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, QTimer, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusObjectPath
from PySide6.QtGui import QColor, QGuiApplication, QImage
from app.capture.portal import PATH, SERVICE
from app.capture.portal_handler import PortalHandler
from app.capture.surroundings import Surroundings
from tests.helpers.patience import PATIENCE_MS

MODE, FILE = sys.argv[1:]
application = QGuiApplication([])
bus = QDBusConnection.sessionBus()
kept = []

@ClassInfo({"D-Bus Interface": "org.freedesktop.portal.Request"})
class Request(QObject):
    Response = Signal("uint", "QVariantMap")

@ClassInfo({"D-Bus Interface": "org.freedesktop.portal.Screenshot"})
class Portal(QObject):
    @Slot(str, dict, result=QDBusObjectPath)
    def Screenshot(self, parent, options):
        path = PATH + "/request/" + bus.baseService()[1:].replace(".", "_") + "/" + options["handle_token"]
        assert options["interactive"] is False
        request = Request()
        kept.append(request)
        bus.registerObject(path, request, QDBusConnection.RegisterOption.ExportAllSignals)
        QTimer.singleShot(0, lambda: self.answer(request))
        return QDBusObjectPath(path)

    def answer(self, request):
        if MODE == "refuses":
            request.Response.emit(1, {})
        elif MODE == "remote":
            request.Response.emit(0, {"uri": "https://example.org/x.png"})
        else:
            size = application.primaryScreen().geometry().size()
            image = QImage(size, QImage.Format.Format_RGB32)
            image.fill(QColor("teal"))
            image.save(FILE)
            request.Response.emit(0, {"uri": "file://" + FILE})

here = Surroundings("wayland", frozenset(), True)
handler = PortalHandler(here)
print("before", handler.is_compatible(), handler.is_installed(), flush=True)
portal = Portal()
assert bus.registerObject(PATH, portal, QDBusConnection.RegisterOption.ExportAllSlots)
if MODE != "absent":
    assert bus.registerService(SERVICE)
print("after", handler.is_installed(), flush=True)
def done(shots):
    print("done", len(shots), shots[0].image.pixelColor(3, 3).name(), flush=True)
    application.quit()
def failed(why):
    print("failed", why, flush=True)
    application.quit()
handler.take(done, failed)
QTimer.singleShot(PATIENCE_MS // 2, application.quit)
application.exec()
"""


@pytest.mark.parametrize(
    ("mode", "installed", "end"),
    [
        ("answers", "True", "done 1 #008080"),
        ("refuses", "True", "failed portal: the user said no"),
        ("remote", "True", "failed portal: the portal named no local file"),
        ("absent", "False", "failed portal:"),
    ],
)
def test_the_portal_is_asked_over_the_bus_and_its_file_is_taken_away(
    tmp_path: Path, mode: str, installed: str, end: str
) -> None:
    file = tmp_path / "portal.png"
    bus = tmp_path / "bus.conf"
    bus.write_text(EMPTY_BUS, "utf-8")
    done = subprocess.run(
        ["dbus-run-session", "--config-file", str(bus), "--", sys.executable, "-c", PORTAL, mode, str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert lines[:2] == ["before True False", f"after {installed}"], done.stderr
    assert lines[2].startswith(end)
    assert not file.exists()


class Window:
    """The program's, which the desktop lets to the front or does not."""

    def __init__(self, happened: list[str], *, comes: bool = True) -> None:
        self._happened = happened
        self._comes = comes

    def come_forward(self, then: Callable[[bool], None]) -> None:
        self._happened.append("forward")
        then(self._comes)

    def step_aside(self, then: Callable[[], None]) -> None:
        self._happened.append("aside")
        then()


@pytest.mark.parametrize(
    ("desktop", "permitted", "comes", "wanted"),
    [
        ("gnome", False, True, ["forward", "asked at leisure", "aside", "asked"]),
        ("gnome", False, False, ["forward"]),
        ("gnome", True, True, ["asked"]),
        ("kde", False, True, ["asked"]),
    ],
)
def test_where_the_window_in_front_alone_may_ask_for_permission_it_comes_to_the_front_first(
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    desktop: str,
    permitted: bool,
    comes: bool,
    wanted: list[str],
) -> None:
    happened: list[str] = []

    class Request:
        def __init__(self, _parent: object, done: Done, _failed: Failed) -> None:
            self.done = done

        def send(self, timeout_ms: int = 1) -> None:
            happened.append("asked" if timeout_ms == 1 else "asked at leisure")
            self.done(())

    monkeypatch.setattr(portal_handler, "_Request", Request)
    monkeypatch.setattr(portal_handler, "is_permitted", lambda: permitted)
    here = Surroundings("wayland", frozenset({desktop}), is_linux=True)
    answer = Answer()
    portal_handler.PortalHandler(here, None, Window(happened, comes=comes)).take(answer.done, answer.failed)
    assert happened == wanted
    assert (answer.shots == ()) == (wanted[-1] == "asked")
    assert bool(answer.refusal) != (answer.shots == ())


@pytest.mark.parametrize(
    ("kept", "permitted"),
    [
        ({"yomi": ["yes"]}, True),
        ({"yomi": ["no"], "": ["yes"]}, False),
        ({"": ["yes"]}, True),
        ({"org.other.Program": ["yes"]}, False),
        (None, False),
    ],
)
def test_a_permission_is_looked_up_where_the_portal_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: dict[str, list[str]] | None, permitted: bool
) -> None:
    with private_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        assert not is_permitted()
        with permission_store(kept):
            assert is_permitted() == permitted
