"""Builds the application: QApplication, event loop, and the objects of every room, connected. GUI thread
only.

Importing this brings neither torch nor the engine's modules that need it; `build` shows the window first and
lets the engine load once the event loop runs.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import qasync
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMessageBox

from app.application import Application
from app.branching import Branching
from app.bridge import EngineBridge
from app.capture.chain import default_chain
from app.capture.hotkey import GlobalHotkey
from app.capture.surroundings import Surroundings
from app.capturing import Capturing
from app.controllers.branches import BranchController
from app.controllers.broken_pictures import BrokenPictures
from app.controllers.capture import CaptureController
from app.controllers.chat import ChatController
from app.controllers.corrections import CorrectionController
from app.controllers.export import ExportController
from app.controllers.intake import IntakeController
from app.controllers.metrics import MetricsController
from app.controllers.model import ModelController
from app.controllers.presets import PresetController
from app.controllers.replacement import ReplacementController
from app.controllers.run_history import RunHistoryController
from app.controllers.search import SearchController
from app.correcting import Correcting
from app.costs import Costs
from app.crash_log import CrashLog
from app.desktop import Desktop
from app.domain import EngineState
from app.drafting import Drafting
from app.engine_port import EngineFactory
from app.engine_start import open_engine
from app.exporting import Exporting
from app.finding import Finding
from app.full_collections import FullCollections
from app.home_lock import HomeLock
from app.input_method import reach_fcitx_as_ibus
from app.offline_guard import guard
from app.opened_files import OpenedFiles
from app.paths import (
    history_path,
    images_dir,
    instance_path,
    lock_path,
    log_path,
    resources_dir,
    search_index_path,
    settings_path,
)
from app.picture_files import PictureFiles
from app.placing import Placing
from app.preferences import Preferences
from app.presetting import Presetting
from app.rendering.readiness import prepare_rendering
from app.reporting import Reporting
from app.run_history import RunHistoryWindow
from app.screen import opened
from app.searching import Searching
from app.settings import SettingsStore
from app.single_instance import OtherVersionError, SingleInstance, StartRequest, hand_over
from app.storage.conversations import ConversationRepository
from app.storage.images import ImageRepository
from app.termination import TerminationWatch
from app.views.input_place import InputPlace
from app.views.language import Language
from app.views.main_window import MainWindow
from app.views.pictures import Pictures
from app.views.theme import Theme

CLOSE_TIMEOUT_S = 8.0
"""How long the engine gets to end its step and its thread; then the process goes without it."""

OTHER_TIMEOUT_S = 5.0
"""How long a start waits for the window that holds the folder to answer or to go: it may just be opening or
closing."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StartOptions:
    """What the command line asks of the window. An empty folder leaves the choice to the settings."""

    paths: tuple[str, ...] = ()
    model_folder: str = ""
    captures: bool = False


class App(QObject):
    """Everything that lives as long as the window."""

    finished = Signal()
    """The window is closed and nothing runs any more."""

    _said = Signal(str)
    _start_asked = Signal(object)
    """StartRequest, on the thread of the door"""

    def __init__(
        self,
        qt: QApplication,
        options: StartOptions,
        engine_factory: EngineFactory = open_engine,
        lock: HomeLock | None = None,
    ) -> None:
        super().__init__()
        self.qt = qt
        self._options = options
        self._is_closing = False
        self.crash_log = CrashLog(log_path())
        self.crash_log.install()
        self.settings = SettingsStore(settings_path())
        self.lock = lock or HomeLock(lock_path())
        self._is_alone = self.lock.acquire()
        self.instance = SingleInstance(instance_path(), own_version())
        self.repository = ConversationRepository.open(history_path(), alone=self._is_alone)
        self.images = ImageRepository(images_dir())
        self.bridge = EngineBridge(engine_factory, self)
        self.intake = IntakeController(self.images, self)
        self.replacing = IntakeController(self.images, self)
        self.chat = ChatController(
            self.bridge,
            repository=self.repository,
            images=self.images,
            intake=self.intake,
            settings=self.settings,
            others=(self.replacing,),
            parent=self,
        )
        self.branches = BranchController(self.chat, self.repository, self)
        self.broken_pictures = BrokenPictures(self.chat, self.repository, self.images, self)
        self.model = ModelController(self.bridge, self.settings, self)
        self.metrics = MetricsController(self.bridge, self)
        self.theme = Theme(qt, self)
        self.language = Language(qt, resources_dir() / "translations", self)
        self.picture_files = PictureFiles(self.images.read)
        self.pictures = Pictures(self.intake.picture_png, self, carried=self.picture_files.carried)
        self.window = MainWindow(self.pictures, self.theme, own_version())
        self.desktop = Desktop(
            self.window,
            self.theme,
            self.settings,
            bridge=self.bridge,
            chat=self.chat,
            intake=self.intake,
            model=self.model,
            metrics=self.metrics,
        )
        self.input_place = InputPlace(self)
        self._surround()
        self._connect()

    def _surround(self) -> None:
        """What puts rooms together around the window."""
        self.branching = Branching(
            self.window,
            self.branches,
            ReplacementController(self.replacing, self.branches, self),
            self.intake.accepted_suffixes,
        )
        self.correcting = Correcting(self.window, CorrectionController(self.chat, self.repository, self))
        self.placing = Placing(self.window, self.chat)
        self.search = SearchController(self.repository, search_index_path(), self)
        self.finding = Finding(self.window, self.theme, self.chat)
        self.searching = Searching(self.window, self.search, chat=self.chat, branches=self.branches)
        self.runs = RunHistoryController(self.bridge, self.repository.runs, self.chat.guard, self)
        self.costs = Costs(
            self.window,
            self.settings,
            bridge=self.bridge,
            intake=self.intake,
            runs=self.runs,
            cost_of=self.desktop.cost_of,
        )
        self.preferences = Preferences(
            self.window,
            self.theme,
            self.language,
            self.settings,
            model=self.model,
            guard=guard,
            hotkey=GlobalHotkey(Surroundings.found(self.qt.platformName()), self),
        )
        self.presets = PresetController(self.settings, lambda: self.bridge.card, self)
        self.presetting = Presetting(self.window, self.presets, self.language, self.settings)
        self.desktop.set_presets(self.presetting.prepare, self.presetting.arm)
        self.drafting = Drafting(self.window, self.chat, self.intake, self.repository, self.presetting)
        self.desktop.set_drafts(self.drafting.drafts)
        self.preferences.add_section(
            lambda: QCoreApplication.translate("Preferences", "Presets"), self.presetting.section
        )
        self.exporting = Exporting(
            self.window,
            self.chat,
            ExportController(self.intake.picture_to_share, own_version(), self),
            settings=self.settings,
            language=self.language,
        )
        self.metrics.set_queue(lambda: self.chat.waiting_runs)
        self.run_history = RunHistoryWindow(self.window, self.theme, self.runs)
        self.reporting = Reporting(self.window, self.bridge, self.runs, own_version())
        self.capture = CaptureController(lambda: default_chain(self, self.capturing), self.settings, self)
        self.capturing = Capturing(
            self.window, self.theme, self.capture, self.settings, self.desktop.read_image
        )

    def _connect(self) -> None:
        self.opened_files = OpenedFiles(self.qt, self._on_files_opened, self)
        self.preferences.changed.connect(self.costs.settings_changed)
        self.window.close_requested.connect(self.close)
        self.bridge.shut_down.connect(self._on_shut_down)
        # Other threads may have something to say; a signal brings it to this one.
        self._said.connect(self.window.say)
        self.crash_log.say_with(self._said.emit)
        self._start_asked.connect(self._on_start_asked)

    def start(self) -> None:
        """Show the window; the engine starts once the event loop turns."""
        self.chat.open_latest_or_new()
        self._show_window()
        shared = ("Yomi is open in another window too; both share one history.",)
        other = shared if self.lock.is_held_elsewhere else ()
        for sentences in (self.settings.notices, self.repository.notices, other):
            if sentences:
                self.window.say(*sentences)
        if not self.lock.is_held_elsewhere:
            # Also where the folder cannot be locked, on a full disk say: two windows would be worse there.
            self.instance.listen(self._start_asked.emit)
        QTimer.singleShot(0, self, self._start_engine)

    def _show_window(self) -> None:
        if self._options.captures:
            # It comes with what was captured, or when nothing was.
            return
        if not self.preferences.starts_hidden or self._options.paths:
            self.window.show()
        elif not self.preferences.tray.is_there:
            self.window.showMinimized()

    def save(self) -> None:
        """Keep what is typed and how the window stands: the session may end, and not wait."""
        _each(self.desktop.save_layout, self.drafting.write)

    def follow_session(self, qt: QApplication) -> None:
        """End with the session, or where the desktop says so, as when the window is closed for good."""
        qt.commitDataRequest.connect(lambda _session: self.save())
        if isinstance(qt, Application):
            qt.asks_before_quitting = True
            qt.quit_requested.connect(self.window.quit)

    def close(self) -> None:
        """Keep what is shown, end the engine, then let the window go; `finished` follows."""
        if self._is_closing:
            return
        self._is_closing = True
        _each(
            self.instance.close,
            self.capturing.close,
            self.exporting.close,
            self.window.show_closing,
            self.desktop.save_layout,
            self.chat.close,
            self.drafting.close,
        )
        self.bridge.begin_shutdown(CLOSE_TIMEOUT_S)

    def _start_engine(self) -> None:
        if self._is_closing:
            return
        self.bridge.start()
        prepare_rendering(lambda: import_module("app.views.formatted_text"))
        self.model.load_initial(self._options.model_folder or None)
        self.desktop.open_paths(self._options.paths)
        if self._options.captures:
            self.capturing.start()

    def _on_start_asked(self, request: StartRequest) -> None:
        """A second start handed over what it was given."""
        if self._is_closing:
            return
        if request.activation_token:
            # Qt's Wayland plug-in looks for it here when a window asks to come to the front.
            os.environ["XDG_ACTIVATION_TOKEN"] = request.activation_token
        if request.captures:
            self.capturing.start()
        else:
            self.window.come_forward()
        self.desktop.open_paths(request.paths)

    def _on_files_opened(self, paths: Sequence[str]) -> None:
        if not self._is_closing:
            self.window.come_forward()
            self.desktop.open_paths(paths)

    def _on_shut_down(self, in_time: bool) -> None:
        if not in_time:
            log.warning("the engine did not end in %s s", CLOSE_TIMEOUT_S)
        _each(
            self.metrics.close,
            self.broken_pictures.close,
            self.intake.close,
            self.replacing.close,
            self.pictures.close,
            self.picture_files.close,
            self.search.close,
            self.runs.close,
            self.repository.close,
            self.lock.release,
        )
        self.window.finish_close()
        self.crash_log.close()
        self.finished.emit()


def _each(*steps: Callable[[], object]) -> None:
    """Do every step, whatever one of them meets: a window that cannot be closed is worse than any of it."""
    for step in steps:
        try:
            step()
        except Exception:
            log.exception("a step of closing failed")


def build(
    options: StartOptions | None = None,
    engine_factory: EngineFactory = open_engine,
    qt: QApplication | None = None,
    lock: HomeLock | None = None,
) -> App:
    """The application, connected and not yet shown; nothing is executed."""
    return App(qt or _qt_application(), options or StartOptions(), engine_factory, lock)


def run(options: StartOptions | None = None) -> int:
    """Show the window and stay until it is closed; returns the exit status.

    Where a window is open already, it gets what this start was asked for, and this start ends.
    """
    options = options or StartOptions()
    qt = _qt_application()
    lock = HomeLock(lock_path())
    try:
        if handed_over(lock, StartRequest(options.paths, options.captures), OTHER_TIMEOUT_S):
            return 0
    except OtherVersionError as error:
        QMessageBox.warning(None, "Yomi", str(error))
        return 1
    app = build(options, qt=qt, lock=lock)
    loop = qasync.QEventLoop(qt)
    watch = TerminationWatch()
    watch.requested.connect(app.window.quit)
    app.follow_session(qt)
    app.finished.connect(loop.stop)
    collections = FullCollections(lambda: app.bridge.state is EngineState.BUSY, app)
    app.model.model_changed.connect(lambda _card: collections.hold_back())
    watch.start()
    try:
        with loop:
            app.start()
            loop.run_forever()
    finally:
        watch.stop()
    return 0


def handed_over(lock: HomeLock, request: StartRequest, timeout_s: float) -> bool:
    """Whether another window took `request`; False once `lock` is ours or can be nobody's, or where nobody
    answers in time.

    Raises: OtherVersionError.
    """
    end_s = time.monotonic() + timeout_s
    while not lock.acquire():
        if hand_over(instance_path(), request, own_version()):
            return True
        if not lock.is_held_elsewhere or time.monotonic() >= end_s:
            return False
        time.sleep(0.1)
    return False


def own_version() -> str:
    """The installed version; empty in a folder that was never installed."""
    try:
        return version("yomi")
    except PackageNotFoundError:
        return ""


def _qt_application() -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if sys.platform.startswith("linux"):
        reach_fcitx_as_ibus(os.environ, Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)))
    QApplication.setApplicationName("Yomi")
    QApplication.setDesktopFileName("yomi")
    qt = opened(lambda: Application([Path(sys.argv[0]).name]))
    qt.setQuitOnLastWindowClosed(False)
    return qt
