"""Desktop: connects the window with the controllers, and decides nothing else than what a gesture means. GUI
thread only.

A picture that comes by drop, paste, dialog or argument while nothing is typed is read at once; one that is
dropped on a typed question is asked about at once; the paper clip only adds, for those who want several
pictures in one question.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QGuiApplication, QImage

from app.bridge import EngineBridge
from app.controllers.chat import ChatController
from app.controllers.drafts import DraftController
from app.controllers.intake import IntakeController
from app.controllers.metrics import MetricsController
from app.controllers.model import ModelController
from app.controllers.offered import named_files
from app.controllers.outbox import Prepare
from app.domain import Attachment, PictureCost
from app.paths import sample_path
from app.settings import SettingsStore
from app.views.composer_text import is_plain_text
from app.views.main_window import MainWindow
from app.views.theme import Theme, ThemeMode

CLIPBOARD_RETRY_MS = 100
CLIPBOARD_LOOKS = 15
"""How often at most: a desktop takes a while to bring a window to the front, or does not do it at all."""

log = logging.getLogger(__name__)


class Desktop(QObject):
    """The window's other half."""

    def __init__(
        self,
        window: MainWindow,
        theme: Theme,
        settings: SettingsStore,
        *,
        bridge: EngineBridge,
        chat: ChatController,
        intake: IntakeController,
        model: ModelController,
        metrics: MetricsController,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._settings = settings
        self._chat = chat
        self._intake = intake
        self._model = model
        self._prepare: Callable[[str, str], Prepare | None] = lambda _text, _preset_id: None
        self._arm: Callable[[str], bool] = lambda _preset_id: False
        self._drafts: DraftController | None = None
        self._sends_when_read: set[str] = set()
        """Conversations that what is being read for them is to be sent in by itself"""
        self._waiting: tuple[Attachment, ...] = ()
        self._left_out: tuple[Attachment, ...] = ()
        self._bridge = bridge
        self._connect_chat(chat, bridge)
        self._connect_intake(intake)
        self._connect_model(model)
        self._connect_settings()
        metrics.sampled.connect(window.show_snapshot)

    def set_presets(self, prepare: Callable[[str, str], Prepare | None], arm: Callable[[str], bool]) -> None:
        """Where to get what makes a request of what is typed, and how to choose a preset."""
        self._prepare, self._arm = prepare, arm

    def set_drafts(self, drafts: DraftController) -> None:
        """Where to get what is typed in conversations that are not on show."""
        self._drafts = drafts

    def open_paths(self, paths: Sequence[str]) -> None:
        """Read these files in a conversation of their own."""
        if paths:
            self._chat.new_conversation()
            self._add_paths(list(paths))

    def cost_of(self, attachment: Attachment) -> PictureCost | None:
        """What a picture becomes for the loaded model, asked about where a question is typed, else read."""
        return self._bridge.cost_of(
            attachment.width_px,
            attachment.height_px,
            asks=self._window.composer.asks,
            budget_tokens=self._settings.settings.image_budget_tokens,
        )

    def read_image(self, image: QImage) -> None:
        """Read a captured region, or ask about it where a question is typed."""
        self._send_when_read(only_reading=False)
        self._intake.add_image(image, self.tr("Screen region"))

    def read_part(
        self, attachment: Attachment, part: tuple[int, int, int, int] | None, quarter_turns: int
    ) -> None:
        """Read a part of a picture by itself, or ask about it where a question is typed."""
        self._send_when_read(only_reading=False)
        words = self.tr("Part of {name}") if part is not None else self.tr("{name}, turned")
        self._intake.add_part(attachment, part, quarter_turns, words.format(name=attachment.name))

    def read_frame(self, attachment: Attachment, frame: int) -> None:
        """Read another frame of an animated picture, or ask about it where a question is typed."""
        self._send_when_read(only_reading=False)
        self._intake.add_frame(attachment, frame)

    def show_first_steps(self) -> None:
        """Say welcome in an empty conversation."""
        self._on_new_requested()
        self._window.empty.set_welcome(welcomes=True)

    def read_clipboard(self, preset_id: str = "") -> None:
        """Read the picture on the clipboard, or ask about it with a preset; say so where it is none."""
        mime = _clipboard()
        if mime.formats():
            self._take_clipboard(mime, preset_id)
        else:
            # Wayland shows the clipboard to the program in front alone, and the tray may have asked.
            in_front = self._window.isActiveWindow()
            self._window.come_forward()
            self._await_clipboard(preset_id, 1 if in_front else CLIPBOARD_LOOKS)

    def _await_clipboard(self, preset_id: str, looks: int) -> None:
        """Look again, once where the window is in front: a large picture may come a moment later
        (https://bugreports.qt.io/browse/QTBUG-56595), else until it is.
        """

        def look() -> None:
            mime = _clipboard()
            in_front = self._window.isActiveWindow()
            if mime.formats() or (in_front and looks <= 1):
                self._take_clipboard(mime, preset_id)
            elif looks <= 1:
                self._window.say(
                    self.tr(
                        "The desktop shows the clipboard to the window in front alone; click here and paste."
                    )
                )
            else:
                self._await_clipboard(preset_id, 1 if in_front else looks - 1)

        QTimer.singleShot(CLIPBOARD_RETRY_MS, self, look)

    def _take_clipboard(self, mime: QMimeData, preset_id: str) -> None:
        self._window.come_forward()
        if is_plain_text(mime) and not named_files(mime.text()):
            self._window.say(
                self.tr("The clipboard holds text, not a picture; copy a picture, or paste the text.")
            )
            return
        if preset_id and not self._window.composer.text.strip() and not self._arm(preset_id):
            return
        self._on_mime_dropped(mime)

    def save_layout(self) -> None:
        """Remember where the window was."""
        geometry, splitter = self._window.layout_state()
        self._settings.update(window_geometry=geometry, splitter=splitter)

    # -- connections

    def _connect_chat(self, chat: ChatController, bridge: EngineBridge) -> None:
        window = self._window
        chat.listing.changed.connect(window.show_conversations)
        chat.listing.one_changed.connect(window.update_conversation)
        chat.conversation_left.connect(self._on_conversation_left)
        chat.conversation_opened.connect(window.show_conversation)
        chat.branch.prepended.connect(window.messages.prepend)
        chat.branch.message_added.connect(window.add_message)
        chat.branch.message_added.connect(lambda _message: self._end_welcome())
        chat.message_text_appended.connect(window.messages.append_text)
        chat.branch.message_updated.connect(window.update_message)
        chat.branch.replaced.connect(window.show_branch)
        chat.branch.branches_changed.connect(window.messages.versions.set_branches)
        chat.running_changed.connect(lambda running: window.set_running(running=running))
        chat.notice_raised.connect(window.say)
        bridge.progress_changed.connect(window.messages.show_progress)
        bridge.tokens_heard.connect(window.messages.count_tokens)
        window.new_requested.connect(self._on_new_requested)
        window.conversation_opened.connect(chat.open_conversation)
        window.rename_requested.connect(chat.rename_conversation)
        window.delete_requested.connect(chat.delete_conversation)
        window.send_requested.connect(self._on_send_requested)
        window.stop_requested.connect(chat.stop)
        window.continue_requested.connect(chat.continue_message)
        window.copy_requested.connect(self._on_copy_requested)

    def _connect_intake(self, intake: IntakeController) -> None:
        window = self._window
        intake.replaced.connect(self._on_attachment_replaced)
        intake.attachments_changed.connect(self._on_attachments_changed)
        intake.reading_changed.connect(lambda reading: window.composer.set_reading(reading=reading))
        intake.reading_ended.connect(self._on_reading_ended)
        intake.notice_raised.connect(window.say)
        window.open_requested.connect(lambda: window.choose_pictures(intake.accepted_suffixes()))
        window.attach_requested.connect(
            lambda: window.choose_pictures(intake.accepted_suffixes(), to_attach=True)
        )
        window.paths_chosen.connect(self._add_paths)
        window.paths_attached.connect(intake.add_paths)
        window.mime_dropped.connect(self._on_mime_dropped)
        window.mime_pasted.connect(self._on_mime_pasted)
        window.paste_requested.connect(lambda: window.offer_paste(_clipboard()))
        window.clipboard_requested.connect(self.read_clipboard)
        window.caption_requested.connect(lambda: self.read_clipboard("caption"))
        window.viewers.part_requested.connect(self.read_part)
        window.viewers.frame_wanted.connect(self.read_frame)
        window.viewers.frame_chosen.connect(self._intake.choose_frame)
        window.first_steps_requested.connect(self.show_first_steps)
        window.sample_requested.connect(self._on_sample_requested)
        window.attachment_removed.connect(self._on_attachment_removed)
        window.attachment_moved.connect(intake.move)
        window.attachments_removed.connect(self._on_attachments_removed)
        window.composer.mend_requested.connect(self._on_mend_requested)

    def _connect_model(self, model: ModelController) -> None:
        window = self._window
        model.status_changed.connect(window.show_status)
        model.model_changed.connect(window.show_model)
        model.model_failed.connect(window.show_model_failure)
        window.model_folder_requested.connect(
            lambda: window.choose_model_folder(self._settings.settings.model_folder)
        )
        window.model_folder_chosen.connect(model.choose_folder)
        window.model_note.model_folder_requested.connect(window.model_folder_requested)
        window.bundled_model_requested.connect(model.choose_bundled)
        window.restart_requested.connect(model.restart_engine)

    def _connect_settings(self) -> None:
        settings = self._settings.settings
        self._theme.set_mode(settings.theme)
        self._window.menus.show_theme(ThemeMode(settings.theme))
        self._window.restore_layout(
            settings.window_geometry, settings.splitter, panel_visible=settings.panels_visible
        )
        self._window.empty.set_welcome(welcomes=not settings.welcomed)
        self._window.model_note.set_wanted(wanted=not settings.model_note_dismissed)
        self._window.model_note.dismissed.connect(lambda: self._settings.update(model_note_dismissed=True))
        self._window.viewers.set_side_by_side(settings.side_by_side)
        self._window.viewers.arrangement_chosen.connect(
            lambda beside: self._settings.update(side_by_side=beside)
        )
        self._window.theme_chosen.connect(self._on_theme_chosen)
        self._window.panels.panel_switched.connect(
            lambda visible: self._settings.update(panels_visible=visible)
        )

    # -- what gestures mean

    def _on_conversation_left(self) -> None:
        self._waiting, self._left_out = (), ()

    def _on_new_requested(self) -> None:
        self._chat.new_conversation()
        self._window.composer.setFocus()

    def _on_send_requested(self, text: str) -> None:
        composer = self._window.composer
        self._sends_when_read.discard(self._place())
        self._forget_left_out()
        if self._chat.send(text, self._prepare(text, composer.preset_id)):
            composer.clear_preset()
            composer.clear_text()

    def _on_attachments_changed(self, attachments: tuple[Attachment, ...]) -> None:
        """Show what waits, and what was not sent because it cannot be read, until that is seen."""
        kept = {attachment.id for attachment in attachments}
        gone = (each for each in self._waiting if not each.is_readable and each.id not in kept)
        self._left_out = (*self._left_out, *gone)
        self._waiting = attachments
        self._show_attachments()

    def _on_attachment_replaced(self, attachment_id: str) -> None:
        """It is not left out: something stands in its place."""
        self._waiting = tuple(each for each in self._waiting if each.id != attachment_id)

    def _on_attachment_removed(self, attachment_id: str) -> None:
        self._waiting = tuple(each for each in self._waiting if each.id != attachment_id)
        self._left_out = tuple(each for each in self._left_out if each.id != attachment_id)
        self._intake.remove(attachment_id)
        self._show_attachments()

    def _on_mend_requested(self, attachment_id: str, name: str) -> None:
        self._left_out = tuple(each for each in self._left_out if each.id != attachment_id)
        self._intake.mend(attachment_id, name)
        self._show_attachments()

    def _on_attachments_removed(self) -> None:
        self._waiting = ()
        aside = self._intake.set_aside()
        self._forget_left_out()
        if aside.attachments:
            self._window.offer_undo(
                self.tr("Removed %Ln picture(s).", "", len(aside.attachments)),
                lambda: self._intake.bring_back(aside),
                lambda: self._intake.let_go(aside),
            )

    def _forget_left_out(self) -> None:
        self._left_out = ()
        self._show_attachments()

    def _show_attachments(self) -> None:
        self._window.composer.set_attachments((*self._left_out, *self._waiting), self._intake.mendable)

    def _add_paths(self, paths: list[str]) -> None:
        self._send_when_read(only_reading=True)
        self._intake.add_paths(paths)

    def _on_mime_dropped(self, mime: QMimeData) -> None:
        self._send_when_read(only_reading=False)
        if not self._intake.add_mime(mime):
            self._sends_when_read.discard(self._place())

    def _on_mime_pasted(self, mime: QMimeData) -> None:
        self._send_when_read(only_reading=True)
        if not self._intake.add_mime(mime):
            self._sends_when_read.discard(self._place())

    def _end_welcome(self) -> None:
        """A picture came: who has seen it read needs no first steps."""
        if self._window.empty.welcomes:
            self._window.empty.set_welcome(welcomes=False)
            self._settings.update(welcomed=True)

    def _on_sample_requested(self) -> None:
        path = sample_path()
        if path.is_file():
            self._add_paths([str(path)])
        else:
            log.error("the sample picture is missing: %s", path)
            self._window.say(
                "The sample picture is missing from this installation; open a picture of yours instead."
            )

    def _send_when_read(self, *, only_reading: bool) -> None:
        """Send what is being added by itself, unless it joins pictures that wait or an open question."""
        self._forget_left_out()
        waiting = self._intake.attachments or self._intake.is_reading
        typed = bool(self._window.composer.text.strip())
        if not (waiting or (typed and only_reading)):
            self._sends_when_read.add(self._place())

    def _on_reading_ended(self, place: str) -> None:
        if place not in self._sends_when_read:
            return
        self._sends_when_read.discard(place)
        if not any(attachment.is_readable for attachment in self._intake.attachments_in(place)):
            return
        if place == self._place():
            self._on_send_requested(self._window.composer.text)
        elif self._drafts is not None:
            # Another conversation was opened meanwhile; what is typed there stays there.
            draft = self._drafts.of(place)
            if self._chat.send(draft.text, self._prepare(draft.text, draft.preset_id), place):
                self._drafts.put_words(place, "", "")

    def _place(self) -> str:
        """The conversation on show; empty where there is none."""
        shown = self._chat.conversation
        return "" if shown is None else shown.id

    def _on_copy_requested(self, message_id: str) -> None:
        self._chat.copy_message(message_id)
        self._window.messages.show_copied(message_id)

    def _on_theme_chosen(self, name: str) -> None:
        self._theme.set_mode(name)
        self._settings.update(theme=name)


def _clipboard() -> QMimeData:
    """What the clipboard offers; nothing at all where the platform gives no answer."""
    offered: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return QMimeData() if offered is None else offered
