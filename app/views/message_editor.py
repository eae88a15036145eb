"""A question that is being put in other words, where it stands. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.domain import Attachment, Message
from app.views.chip_tray import ChipTray
from app.views.composer_text import ComposerText
from app.views.flush_link import flush_row
from app.views.inline_editor import InlineEditor
from app.views.language import in_every_language
from app.views.pasted_chip import PastedChip, joined, parted
from app.views.pictures import Pictures
from app.views.theme import Theme
from app.views.tray_head import TrayHead

UNDOES = QKeySequence.StandardKey.Undo


class MessageEditor(InlineEditor):
    """Enter asks, Escape leaves everything as it was; pictures can be taken off and put in another order."""

    confirmed = Signal(str, object)
    """the new words, tuple[Attachment, ...]: the pictures that are left, in their order"""
    picture_opened = Signal(object, object)
    """Attachment, tuple of all readable attachments"""

    def __init__(
        self, message: Message, pictures: Pictures, theme: Theme, parent: QWidget | None = None
    ) -> None:
        self.field = ComposerText()
        super().__init__(self.field, parent)
        self._message = message
        column = self.column
        self.tray = ChipTray(pictures, theme, self.field)
        self.tray.removed.connect(self._on_removed)
        self.tray.moved.connect(self._on_moved)
        self.tray.opened.connect(self.picture_opened)
        self.tray_head = TrayHead()
        self.tray_head.remove_all_requested.connect(self._on_all_removed)
        column.addWidget(self.tray_head)
        column.addWidget(self.tray)
        self.back_button = QPushButton()
        self.back_button.setProperty("size", "caption")
        self.back_button.clicked.connect(self._on_put_back)
        column.addLayout(flush_row(self.back_button))
        typed, pasted = parted(message.text)
        self.field.setPlainText(typed)
        self.pasted = PastedChip(theme)
        self.pasted.set_text(pasted)
        self.pasted.removed.connect(self._on_pasted_removed)
        column.addWidget(self.pasted, 0, Qt.AlignmentFlag.AlignLeft)
        self.field.textChanged.connect(self._show_state)
        self.field.submitted.connect(self._on_confirmed)
        column.addWidget(self.field)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self.ask_button = QPushButton()
        self.ask_button.clicked.connect(self._on_confirmed)
        self.add_foot(self._about, self.cancel_button, self.ask_button)
        self.field.selectAll()
        self._show(message.attachments)
        in_every_language(self, self._set_words, self._show_state)

    def resume(self, text: str, picture_ids: tuple[str, ...]) -> None:
        """Go on where the reader was: with these words, and of the question's pictures with these."""
        typed, pasted = parted(text)
        self.field.setPlainText(typed)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.pasted.set_text(pasted)
        own = {each.id: each for each in self._message.attachments}
        self._show(tuple(own[picture_id] for picture_id in picture_ids if picture_id in own))

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """The pictures that are left, in their order."""
        return self.tray.attachments

    @property
    def words(self) -> str:
        """The question as it is now."""
        return joined(self.field.toPlainText(), self.pasted.text)

    @property
    def is_changed(self) -> bool:
        """Whether there is anything to ask that was not asked."""
        return self.words.strip() != self._message.text or self.attachments != self._message.attachments

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Z puts the pictures back."""
        if event.matches(UNDOES) and not self.back_button.isHidden():
            self._on_put_back()
            return
        super().keyPressEvent(event)

    def _set_words(self) -> None:
        self.field.setAccessibleName(self.tr("Your words"))
        self.field.set_hint(self.tr("Ask about the pictures"))
        self.back_button.setText(self.tr("Put the pictures back"))
        self.back_button.setToolTip(QKeySequence(UNDOES).toString(QKeySequence.SequenceFormat.NativeText))
        self._about.setText(self.tr("The question as it was stays beside this one."))

    def _show(self, attachments: tuple[Attachment, ...]) -> None:
        self.tray.set_attachments(attachments)
        self.tray_head.set_count(len(attachments))
        self.back_button.setVisible(bool(self._message.attachments) and not attachments)
        self._show_state()

    def _show_state(self) -> None:
        asks = bool(self.pasted.text) or bool(self.field.toPlainText().strip())
        self.ask_button.setText(self.tr("Ask") if asks else self.tr("Read"))
        self.ask_button.setEnabled(asks or any(each.is_readable for each in self.attachments))
        self.changed.emit()

    def _on_pasted_removed(self) -> None:
        self.pasted.set_text("")
        self._show_state()

    def _on_removed(self, attachment_id: str) -> None:
        self._show(tuple(each for each in self.attachments if each.id != attachment_id))

    def _on_all_removed(self) -> None:
        self._show(())
        self.back_button.setFocus()

    def _on_put_back(self) -> None:
        self._show(self._message.attachments)
        self.field.setFocus()

    def _on_moved(self, attachment_id: str, by: int) -> None:
        order = list(self.attachments)
        place = next(index for index, each in enumerate(order) if each.id == attachment_id)
        order.insert(max(0, place + by), order.pop(place))
        self._show(tuple(order))

    def _on_confirmed(self) -> None:
        if self.ask_button.isEnabled():
            self.confirmed.emit(self.words, self.attachments)
