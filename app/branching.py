"""Branching: puts the other versions of a message together with the window. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtWidgets import QWidget

from app.controllers.branches import BranchController
from app.controllers.replacement import ReplacementController
from app.domain import Attachment
from app.views.file_dialogs import open_pictures_dialog
from app.views.main_window import MainWindow


class Branching(QObject):
    """Between the controllers, which know no widgets, and the window, which knows no controller."""

    def __init__(
        self,
        window: MainWindow,
        branches: BranchController,
        replacement: ReplacementController,
        accepted_suffixes: Callable[[], tuple[str, ...]],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._branches = branches
        self._replacement = replacement
        self._accepted_suffixes = accepted_suffixes
        messages, menus = window.messages, window.menus
        window.regenerate_requested.connect(branches.regenerate)
        messages.edited.connect(self._on_edited)
        messages.version_stepped.connect(self._on_stepped)
        messages.delete_requested.connect(branches.delete)
        messages.replace_requested.connect(self._choose_pictures)
        messages.pictures_dropped.connect(self._on_pictures_dropped)
        branches.notice_raised.connect(window.say)
        branches.deletion_announced.connect(self._on_deletion_announced)
        replacement.notice_raised.connect(window.say)
        menus.edit_question.triggered.connect(self._edit_last)
        window.composer.edit_requested.connect(self._edit_last)
        menus.version_before.triggered.connect(lambda: self._step(-1))
        menus.version_after.triggered.connect(lambda: self._step(1))

    def _edit_last(self) -> None:
        question = self._window.messages.last_question()
        if question is None:
            self._window.say(self.tr("There is no question to edit yet."))
            return
        self._window.messages.ensureWidgetVisible(question)
        question.edit()

    def _on_edited(self, message_id: str, text: str, pictures: tuple[Attachment, ...]) -> None:
        # Where it is refused the field stays, and so does what is kept of it.
        if self._branches.edit(message_id, text, pictures):
            self._window.messages.edits.forget(message_id)

    def _on_stepped(self, message_id: str, by: int) -> None:
        """The keyboard that was at the switcher of a version is at that of the next."""
        messages = self._window.messages
        before = messages.widget_of(message_id)
        focused: QWidget | None = self._window.focusWidget()
        follows = before is not None and focused is not None and before.switcher.isAncestorOf(focused)
        row = messages.widgets_in_order().index(before) if before is not None else 0
        self._branches.step(message_id, by)
        after = messages.widgets_in_order()[row : row + 1]
        if follows and after:
            after[0].switcher.take_keyboard(by)

    def _step(self, by: int) -> None:
        message_id = self._window.messages.versions.last()
        if message_id is None:
            self._window.say(self.tr("There is only one version of each message here."))
        else:
            self._branches.step(message_id, by)

    def _choose_pictures(self, message_id: str) -> None:
        open_pictures_dialog(
            self._window,
            "",
            self._accepted_suffixes(),
            lambda paths: self._replacement.add_paths(message_id, paths),
        )

    def _on_pictures_dropped(self, message_id: str, mime: QMimeData) -> None:
        self._window.hide_drop()
        self._replacement.add_mime(message_id, mime)

    def _on_deletion_announced(self, message_id: str, others: bool) -> None:
        words = self.tr("Deleted this version.") if others else self.tr("Deleted from there on.")
        self._window.offer_undo(
            words,
            lambda: self._branches.undo_deletion(message_id),
            lambda: self._branches.commit_deletion(message_id),
        )
