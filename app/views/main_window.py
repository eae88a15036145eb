"""The main window: puts the parts together, passes what they ask for on, and shows what it is told. GUI
thread only.

Setters in, signals out: it knows neither controllers nor the engine; `app.bootstrap` connects both sides.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QSize, QStandardPaths, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.domain import (
    Conversation,
    EngineState,
    Message,
    MetricsSnapshot,
    ModelCard,
)
from app.models.conversation_list import shown_title
from app.paths import sample_path
from app.views import tab_order
from app.views.about_dialog import AboutDialog
from app.views.banner import BannerWidget
from app.views.composer import ComposerWidget
from app.views.composer_text import is_plain_text
from app.views.conversation_header import ConversationHeader
from app.views.conversation_list import ConversationListWidget
from app.views.drop_overlay import DropOverlay
from app.views.drop_target import DropTarget
from app.views.empty_state import EmptyState
from app.views.file_dialogs import open_model_folder_dialog, open_pictures_dialog
from app.views.icons import app_icon
from app.views.language import in_every_language
from app.views.live_panel import LivePanel
from app.views.menus import Menus
from app.views.message_view import MessageView
from app.views.model_note import ModelNote
from app.views.notice_stack import NoticeStack, NoticeWidget
from app.views.pictures import Pictures
from app.views.saved_state import read_state, written_state
from app.views.side_panels import SidePanels
from app.views.spoken import spoken
from app.views.status_line import StatusLine
from app.views.theme import Theme
from app.views.tokens import READING_WIDTH_PX, SPACE_8, SPACE_16
from app.views.tooltip import plain_tip
from app.views.viewers import Viewers

FIRST_SIZE = QSize(1200, 780)
LONGEST_TITLE_PX = 320
"""Of a title within a sentence"""


class MainWindow(QMainWindow):
    """The one window."""

    new_requested = Signal()
    conversation_opened = Signal(str)
    rename_requested = Signal(str, str)
    delete_requested = Signal(str)
    send_requested = Signal(str)
    stop_requested = Signal()
    open_requested = Signal()
    attach_requested = Signal()
    paths_chosen = Signal(object)
    """list[str], to be read"""
    paths_attached = Signal(object)
    """list[str], to wait for a question"""
    paste_requested = Signal()
    mime_dropped = Signal(QMimeData)
    mime_pasted = Signal(QMimeData)
    """Both only valid during the call."""
    sample_requested = Signal()
    attachment_removed = Signal(str)
    attachment_moved = Signal(str, int)
    attachments_removed = Signal()
    """All of them"""
    copy_requested = Signal(str)
    regenerate_requested = Signal(str)
    continue_requested = Signal(str)
    model_folder_requested = Signal()
    model_folder_chosen = Signal(str)
    bundled_model_requested = Signal()
    restart_requested = Signal()
    theme_chosen = Signal(str)
    close_requested = Signal()
    hidden_to_tray = Signal()
    settings_requested = Signal()
    privacy_requested = Signal()
    clipboard_requested = Signal()
    caption_requested = Signal()
    first_steps_requested = Signal()

    def __init__(self, pictures: Pictures, theme: Theme, version: str = "") -> None:
        super().__init__()
        self._version = version
        self._card: ModelCard | None = None
        self._title = ""
        self._last_folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        self._may_close = False
        self._closing = False
        self._hides_on_close: Callable[[], bool] = lambda: False
        self._had_focus: QWidget | None = None
        self.setWindowTitle("Yomi")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(480, 420)
        room = self.screen().availableSize()
        self.resize(min(FIRST_SIZE.width(), room.width()), min(FIRST_SIZE.height(), room.height()))
        self.sidebar = ConversationListWidget(theme)
        self.header = ConversationHeader(theme)
        self.banner = BannerWidget(theme)
        self.messages = MessageView(pictures, theme)
        self.empty = EmptyState(theme, sample=sample_path())
        self.composer = ComposerWidget(pictures, theme)
        self.model_note = ModelNote(theme)
        self.panel = LivePanel(theme)
        self.status = StatusLine(theme)
        self.menus = Menus(self)
        self.viewers = Viewers(self, self.messages, pictures, theme)
        self._build()
        self.notices = NoticeStack(self._centre, theme, self._stack)
        self.drop_overlay = DropOverlay(self, theme)
        self._drops = DropTarget(self, self.drop_overlay, self._welcome_words)
        self._connect()
        in_every_language(self, lambda: self._show_title(self._title))
        self.panels.fit()
        self.composer.setFocus()

    # -- what is shown

    def show_conversations(self, conversations: tuple[Conversation, ...]) -> None:
        """The list at the left."""
        self.sidebar.set_conversations(conversations)
        for conversation in conversations:
            if conversation.id == self.sidebar.current_id:
                self._show_title(conversation.title)

    def update_conversation(self, conversation: Conversation) -> None:
        """One that is listed has changed and keeps its place."""
        self.sidebar.update_conversation(conversation)
        if conversation.id == self.sidebar.current_id:
            self._show_title(conversation.title)

    def show_conversation(self, conversation: Conversation, messages: tuple[Message, ...]) -> None:
        """Another conversation; the keyboard does not go with what it was in."""
        if self._keyboard_is_in(self.messages):
            self.composer.setFocus()
        self.sidebar.set_current(conversation.id)
        self._show_title(conversation.title)
        self.messages.set_messages(messages)
        self._show_emptiness()

    def add_message(self, message: Message) -> None:
        """A message at the end."""
        self.messages.add_message(message)
        self._show_emptiness()

    def update_message(self, message: Message) -> None:
        """A message changed."""
        self.messages.update_message(message)

    def show_branch(self, removed_ids: tuple[str, ...], messages: tuple[Message, ...]) -> None:
        """Another end of the conversation."""
        if any(self._keyboard_is_in(self.messages.widget_of(each)) for each in removed_ids):
            self.composer.setFocus()
        self.messages.show_branch(removed_ids, messages)
        self._show_emptiness()

    def set_running(self, *, running: bool) -> None:
        """Whether an answer is being made."""
        self.composer.set_running(running=running)
        self.menus.stop.setEnabled(running)

    def show_status(self, state: EngineState, sentence: str) -> None:
        """What the engine is doing; a fault offers the way out."""
        self.status.set_state(state, sentence)
        if state is EngineState.FAULTED:
            self.banner.say(
                sentence or self.tr("The engine stopped."),
                "danger",
                self.tr("Restart engine"),
                self.restart_requested.emit,
                dismissable=False,
            )
        elif self.banner.tone == "danger":
            self.banner.hide()

    def show_model(self, card: ModelCard) -> None:
        """The model that is loaded now."""
        self._card = card
        self.status.set_model(card)
        self.model_note.show_model(card)
        self.messages.show_model(card)
        self.menus.bundled_model.setEnabled(not card.bundled)
        if self.banner.tone == "warning":
            self.banner.hide()

    def show_model_failure(self, sentence: str) -> None:
        """A model folder could not be loaded; the one before stays in use."""
        kept = ""
        if self._card is not None:
            kept = " " + self.tr("{name} stays in use.").format(name=self._card.name)
        self.banner.say(
            spoken(sentence) + kept,
            "warning",
            self.tr("Choose another folder…"),
            self.model_folder_requested.emit,
        )

    def show_snapshot(self, snapshot: MetricsSnapshot) -> None:
        """The live figures."""
        self.panel.show_snapshot(snapshot)

    def say(self, *sentences: str) -> None:
        """A passing notice."""
        self.notices.say(" ".join(spoken(sentence) for sentence in sentences))

    def offer_undo(self, sentence: str, undo: Callable[[], None], commit: Callable[[], None]) -> NoticeWidget:
        """A passing notice of what can be taken back; `commit` is called when it goes without that."""
        return self.notices.say(sentence, self.tr("Undo"), undo, on_end=commit)

    def come_forward(self) -> None:
        """Show the window before all others, also one that is minimised or hidden."""
        self.setWindowState(
            (self.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive
        )
        self.show()
        self.raise_()
        self.activateWindow()

    def hide_drop(self) -> None:
        """Nothing is dragged over the window any more."""
        self.drop_overlay.hide()

    # -- dialogs

    def choose_pictures(self, suffixes: tuple[str, ...], *, to_attach: bool = False) -> QFileDialog:
        """Open the file dialog; `paths_chosen`, or `paths_attached`, follows."""
        chosen = self.paths_attached if to_attach else self.paths_chosen
        dialog = open_pictures_dialog(self, self._last_folder, suffixes, chosen.emit)
        dialog.directoryEntered.connect(self._remember_folder)
        return dialog

    def choose_model_folder(self, start: str = "") -> QFileDialog:
        """Open the folder dialog; `model_folder_chosen` follows."""
        return open_model_folder_dialog(self, start, self.model_folder_chosen.emit)

    def show_about(self) -> AboutDialog:
        """Say what this is."""
        dialog = AboutDialog(self._version, self._card, self)
        dialog.open()
        return dialog

    # -- geometry

    def layout_state(self) -> tuple[str, str]:
        """(geometry, splitter), to be kept."""
        return written_state(self.saveGeometry()), self.panels.state()

    def restore_layout(self, geometry: str, splitter: str, *, panel_visible: bool) -> None:
        """Put the window where it was; what Qt does not accept is ignored."""
        if geometry:
            self.restoreGeometry(read_state(geometry))
        self.panels.restore(splitter, panel_visible=panel_visible)

    # -- closing

    def show_closing(self) -> None:
        """Say that the window goes as soon as the engine has let go."""
        self._closing = True
        self.sidebar.commit_deletion()
        self.notices.end_all()
        self.status.set_state(EngineState.STARTING, self.tr("Closing…"))
        self._centre.setEnabled(False)

    def set_hides_on_close(self, hides: Callable[[], bool]) -> None:
        """Whom to ask whether closing only hides the window: the tray that brings it back comes and goes."""
        self._hides_on_close = hides

    def quit(self) -> None:
        """Close for good, tray or not."""
        self._hides_on_close = lambda: False
        self.close()

    def finish_close(self) -> None:
        """Let the window go."""
        self._may_close = True
        self.close()

    # -- events

    def focusNextPrevChild(self, following: bool) -> bool:  # noqa: N802 - Qt's name
        """Tab goes through the messages where they stand, not where Qt made them."""

        def step_of_qt() -> bool:
            return super(MainWindow, self).focusNextPrevChild(following)

        every = QGuiApplication.styleHints().tabFocusBehavior() == Qt.TabFocusBehavior.TabFocusAllControls
        if not every or self._may_close:
            return step_of_qt()
        return tab_order.step(self.messages, step_of_qt, following=following)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Z, where no field has a use for it: what was announced last is taken back."""
        if not (event.matches(QKeySequence.StandardKey.Undo) and self.notices.undo()):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first: running answers end properly, then the window goes."""
        if self._may_close:
            event.accept()
            return
        event.ignore()
        if not self._closing and self._hides_on_close():
            self.hide()
            self.hidden_to_tray.emit()
            return
        if not self._closing:
            self.close_requested.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remember where the keyboard was: hidden from the menu of a tray, Qt would put it elsewhere."""
        super().hideEvent(event)
        self._had_focus = self.focusWidget()

    def showEvent(self, event: QShowEvent) -> None:
        """The keyboard is where it was."""
        super().showEvent(event)
        had, self._had_focus = self._had_focus, None
        if had is not None and isValid(had) and had.isVisible():
            had.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep covering it all."""
        super().resizeEvent(event)
        if self.drop_overlay.isVisible():
            self.drop_overlay.cover()

    def offer_paste(self, mime: QMimeData) -> None:
        """Paste, wherever the keyboard is: plain text is typed, everything else goes to the intake."""
        if is_plain_text(mime):
            self.composer.insert_text(mime.text())
        else:
            self.mime_pasted.emit(mime)

    # -- putting together

    def _build(self) -> None:
        self._centre = QWidget()
        self._centre.setProperty("kind", "surface")
        self._column = column = QVBoxLayout(self._centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.banner)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.messages)
        # In a low window they give way, since they scroll: the words of a banner do not.
        self._stack.setMinimumHeight(1)
        column.addWidget(self._stack, 1)
        column.addWidget(self.model_note)
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(SPACE_16, SPACE_8, SPACE_16, SPACE_16)
        self.composer.setMaximumWidth(READING_WIDTH_PX + 2 * SPACE_16)
        row.addStretch(1)
        row.addWidget(self.composer, 1000)
        row.addStretch(1)
        column.addWidget(foot)
        self.panels = SidePanels(self.sidebar, self._centre, self.panel)
        self.setCentralWidget(self.panels)
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        menus = self.menus
        menus.new.triggered.connect(self.new_requested)
        menus.open.triggered.connect(self.open_requested)
        menus.choose_model.triggered.connect(self.model_folder_requested)
        menus.bundled_model.triggered.connect(self.bundled_model_requested)
        menus.quit.triggered.connect(self.quit)
        menus.settings.triggered.connect(self.settings_requested)
        menus.clipboard.triggered.connect(lambda _checked=False: self.clipboard_requested.emit())
        menus.caption.triggered.connect(self.caption_requested)
        menus.first_steps.triggered.connect(self.first_steps_requested)
        self.status.privacy_requested.connect(self.privacy_requested)
        menus.paste.triggered.connect(self.paste_requested)
        menus.find.triggered.connect(self._on_find)
        menus.copy_answer.triggered.connect(self._on_copy_answer)
        menus.stop.triggered.connect(self.stop_requested)
        menus.stop.setEnabled(False)
        menus.sidebar.triggered.connect(self.panels.switch_sidebar)
        menus.panel.triggered.connect(self.panels.switch_panel)
        menus.about.triggered.connect(self.show_about)
        menus.on_theme(self.theme_chosen.emit)
        self.panels.wishes_changed.connect(self._on_wishes_changed)
        self.header.sidebar_toggled.connect(lambda: self.panels.switch_sidebar(not self.sidebar.isVisible()))
        self.header.panel_toggled.connect(lambda: self.panels.switch_panel(not self.panel.isVisible()))
        self._drops.dropped.connect(self.mime_dropped)
        self._drops.text_dropped.connect(self.composer.insert_text)
        self.sidebar.new_requested.connect(self.new_requested)
        self.sidebar.opened.connect(self.conversation_opened)
        self.sidebar.rename_requested.connect(self.rename_requested)
        self.sidebar.delete_requested.connect(self.delete_requested)
        self.sidebar.deletion_announced.connect(self._on_deletion_announced)
        self.empty.open_requested.connect(self.open_requested)
        self.empty.paste_requested.connect(self.paste_requested)
        self.empty.capture_requested.connect(menus.capture.trigger)
        self.empty.sample_requested.connect(self.sample_requested)
        self.messages.copy_requested.connect(self.copy_requested)
        self.messages.regenerate_requested.connect(self.regenerate_requested)
        self.messages.continue_requested.connect(self.continue_requested)
        self.messages.stop_requested.connect(lambda _message_id: self.stop_requested.emit())
        self.messages.picture_opened.connect(self.viewers.open)
        self.composer.send_requested.connect(self.send_requested)
        self.composer.refused.connect(self.notices.say)
        self.composer.stop_requested.connect(self.stop_requested)
        self.composer.attach_requested.connect(self.attach_requested)
        self.composer.capture_requested.connect(menus.capture.trigger)
        self.composer.picture_pasted.connect(self.mime_pasted)
        self.composer.attachment_removed.connect(self.attachment_removed)
        self.composer.attachment_moved.connect(self.attachment_moved)
        self.composer.all_removed.connect(self.attachments_removed)
        self.composer.picture_opened.connect(self.viewers.open_waiting)

    def put_under_header(self, strip: QWidget) -> None:
        """Place a strip between the title and the messages."""
        self._column.insertWidget(1, strip)

    def _keyboard_is_in(self, widget: QWidget | None) -> bool:
        focused: QWidget | None = self.focusWidget()
        return widget is not None and focused is not None and widget.isAncestorOf(focused)

    def _on_find(self) -> None:
        self.panels.switch_sidebar(wanted=True)
        self.sidebar.start_search()

    def _welcome_words(self) -> str:
        if self._closing:
            return ""
        return self.tr("Drop to ask about it") if self.composer.asks else self.tr("Drop to read it")

    def _remember_folder(self, folder: str) -> None:
        self._last_folder = folder

    def _show_title(self, title: str) -> None:
        self._title, shown = title, shown_title(title)
        self.header.set_title(shown)
        self.setWindowTitle(f"{shown} – Yomi" if title else "Yomi")

    def _show_emptiness(self) -> None:
        has_messages = self.messages.message_count > 0
        self._stack.setCurrentWidget(self.messages if has_messages else self.empty)
        self.composer.set_has_history(has_history=has_messages)

    def _on_wishes_changed(self, sidebar: bool, panel: bool) -> None:
        self.menus.sidebar.setChecked(sidebar)
        self.menus.panel.setChecked(panel)

    def _on_copy_answer(self) -> None:
        message_id = self.messages.last_answer_id()
        if message_id is None:
            self.say(self.tr("There is no answer to copy yet."))
        else:
            self.copy_requested.emit(message_id)

    def _on_deletion_announced(self, title: str) -> None:
        short = self.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, LONGEST_TITLE_PX)
        notice = self.offer_undo(
            self.tr("Deleted “{title}”.").format(title=short),
            self.sidebar.undo_deletion,
            self.sidebar.commit_deletion,
        )
        if short != title:
            notice.setToolTip(plain_tip(title))
