"""The composer: pictures that wait, a question, and the button that reads or asks. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain import Attachment
from app.views.activity import ActivityWidget
from app.views.attachment_chip import AttachmentChip
from app.views.chip_tray import ChipTray
from app.views.composer_text import ComposerText
from app.views.cost_bar import CostBar
from app.views.facts_label import FactsLabel
from app.views.icon_button import IconButton
from app.views.icons import icon
from app.views.language import in_every_language
from app.views.numerals import decimal
from app.views.pasted_chip import MOST_CHARS, PastedChip, joined, parted
from app.views.pictures import Pictures
from app.views.preset_chip import PresetChip
from app.views.restyling import restyle
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12
from app.views.tray_head import TrayHead

BUTTON_ICON_SHARE = 0.9


class ComposerWidget(QFrame):
    """Setters in, signals out; decides nothing but what its button is called."""

    send_requested = Signal(str)
    stop_requested = Signal()
    attach_requested = Signal()
    capture_requested = Signal()
    picture_pasted = Signal(QMimeData)
    attachment_removed = Signal(str)
    all_removed = Signal()
    """Every picture is to be taken off."""
    mend_requested = Signal(str, str)
    """attachment id and name: of a damaged picture what is left is to be taken"""
    attachment_moved = Signal(str, int)
    """attachment id, how many places further on it is wanted"""
    picture_opened = Signal(object, object)
    """Attachment, tuple of all readable attachments"""
    text_changed = Signal()
    cleared = Signal()
    """The question was sent."""
    refused = Signal(str)
    """A sentence: why something cannot be put here."""
    edit_requested = Signal()
    presets_requested = Signal()
    preset_changed = Signal()

    def __init__(self, pictures: Pictures, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_history = False
        self.setProperty("kind", "composer")
        self.setProperty("active", "false")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_12, SPACE_8 + 2, SPACE_8, SPACE_8)
        column.setSpacing(SPACE_8)
        self._text = ComposerText()
        self._tray = ChipTray(pictures, theme, self._text)
        self._tray.removed.connect(self.attachment_removed)
        self._tray.moved.connect(self.attachment_moved)
        self._tray.mend_requested.connect(self.mend_requested)
        self._tray.opened.connect(self.picture_opened)
        self.tray_head = TrayHead()
        self.tray_head.remove_all_requested.connect(self._on_remove_all)
        column.addWidget(self.tray_head)
        column.addWidget(self._tray)
        self.costs = CostBar()
        self.costs.hide()
        column.addWidget(self.costs)
        self._preset = PresetChip(theme)
        self._preset.removed.connect(self.clear_preset)
        column.addWidget(self._preset, 0, Qt.AlignmentFlag.AlignLeft)
        self._pasted = PastedChip(theme)
        self._pasted.removed.connect(lambda: self._set_pasted(""))
        column.addWidget(self._pasted, 0, Qt.AlignmentFlag.AlignLeft)
        self._text.keeps_long_apart = True
        self._text.long_pasted.connect(self._on_long_pasted)
        self._text.erased.connect(self._on_erased)
        self._text.textChanged.connect(self._show_state)
        self._text.textChanged.connect(self.text_changed)
        self._text.submitted.connect(self._on_submitted)
        self._text.picture_pasted.connect(self.picture_pasted)
        self._text.recalled.connect(self.edit_requested)
        self._text.focused.connect(lambda: restyle(self, "active", "true"))
        self._text.unfocused.connect(lambda: restyle(self, "active", "false"))
        column.addWidget(self._text)
        column.addLayout(self._build_foot())
        self.setFocusProxy(self._text)
        # Tab comes to the question first, whatever lies over it, and would never reach that.
        QWidget.setTabOrder(self._text, self.costs.slider)
        QWidget.setTabOrder(self.costs.slider, self._preset.remove_button)
        QWidget.setTabOrder(self._preset.remove_button, self._attach)
        theme.changed.connect(self._retint)
        self._retint()
        self.set_running(running=False)
        self.set_reading(reading=False)
        in_every_language(self, self._show_state)

    @property
    def text(self) -> str:
        """What is typed, and the long text that goes with it."""
        return joined(self._text.toPlainText(), self._pasted.text)

    @property
    def field(self) -> ComposerText:
        """Where the question is typed."""
        return self._text

    @property
    def asks(self) -> bool:
        """Whether the next message asks something; else its pictures are read."""
        if self._preset.preset_id:
            return self._preset.takes_words
        return self._says_something()

    @property
    def preset_id(self) -> str:
        """The preset that the next message is asked with; empty without one."""
        return self._preset.preset_id

    @property
    def preset_chip(self) -> PresetChip:
        return self._preset

    @property
    def pasted_chip(self) -> PastedChip:
        """The long text that goes with the question."""
        return self._pasted

    @property
    def send_button(self) -> QPushButton:
        return self._send

    @property
    def stop_button(self) -> QPushButton:
        return self._stop

    @property
    def chips(self) -> tuple[AttachmentChip, ...]:
        """The pictures on show, in order."""
        return self._tray.chips

    def set_attachments(
        self, attachments: tuple[Attachment, ...], mendable: frozenset[str] = frozenset()
    ) -> None:
        """Show these pictures and no others; of those that are `mendable` what is left is offered."""
        self._tray.set_attachments(attachments, mendable)
        self.tray_head.set_count(len(attachments))
        if attachments:
            QWidget.setTabOrder(self.chips[-1].remove_button, self.tray_head.button)
        self._show_state()

    def set_running(self, *, running: bool) -> None:
        """Offer Stop while an answer is being made."""
        self._stop.setVisible(running)

    def set_reading(self, *, reading: bool) -> None:
        """Say that files are still being looked at."""
        self._reading.setVisible(reading)

    def set_has_history(self, *, has_history: bool) -> None:
        """Whether a question without a new picture has one to be about."""
        self._has_history = has_history
        self._show_state()

    def set_preset(self, preset_id: str, name: str, *, takes_words: bool = True) -> None:
        """Ask the next message with this preset."""
        self._preset.set_preset(preset_id, name, takes_words=takes_words)
        self._show_state()
        self.preset_changed.emit()

    def clear_preset(self) -> None:
        """Ask without one."""
        if self._preset.preset_id:
            self.set_preset("", "")

    def clear_text(self) -> None:
        """The question was sent."""
        self._text.clear()
        self._set_pasted("")
        self.cleared.emit()

    def set_text(self, text: str) -> None:
        """Show what was typed in another conversation, with the cursor at its end."""
        typed, pasted = parted(text)
        self._text.setPlainText(typed)
        self._set_pasted(pasted)
        self._text.moveCursor(QTextCursor.MoveOperation.End)

    def insert_text(self, text: str) -> None:
        """Type `text` where the cursor is; long text goes with what is there."""
        if self._text.is_too_long(text):
            self._on_long_pasted(text)
        else:
            self._text.insertPlainText(text)
        self._text.setFocus()

    def _on_long_pasted(self, text: str) -> None:
        together = joined(self._pasted.text, text)
        if len(together) > MOST_CHARS:
            words = self.tr(
                "That text has {count} characters; no more than {most} can be asked about at once."
            )
            self.refused.emit(words.format(count=decimal(len(together)), most=decimal(MOST_CHARS)))
            return
        self._set_pasted(together)

    def _set_pasted(self, text: str) -> None:
        if text != self._pasted.text:
            self._pasted.set_text(text)
            self._show_state()
            self.text_changed.emit()

    def _on_erased(self) -> None:
        """Backspace in the empty field takes away what stands before it."""
        if self._pasted.text:
            self._set_pasted("")
        else:
            self.clear_preset()

    def _on_remove_all(self) -> None:
        # The button goes with the pictures, and the keyboard with it.
        self._text.setFocus()
        self.all_removed.emit()

    def _says_something(self) -> bool:
        return bool(self._pasted.text) or bool(self._text.toPlainText().strip())

    def _build_foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_4)
        self._attach = IconButton(self._theme, "attach", lambda: self.tr("Add pictures"))
        self._attach.clicked.connect(self.attach_requested)
        row.addWidget(self._attach)
        presets = IconButton(self._theme, "preset", lambda: self.tr("Choose a preset"))
        presets.clicked.connect(self.presets_requested)
        row.addWidget(presets)
        capture = IconButton(self._theme, "capture", lambda: self.tr("Capture a region of the screen"))
        capture.clicked.connect(self.capture_requested)
        row.addWidget(capture)
        self._reading = QWidget()
        reading_row = QHBoxLayout(self._reading)
        reading_row.setContentsMargins(0, 0, 0, 0)
        reading_row.addWidget(ActivityWidget(self._theme))
        words = QLabel()
        in_every_language(self, lambda: words.setText(self.tr("Looking at the files…")))
        words.setProperty("kind", "caption")
        reading_row.addWidget(words)
        row.addWidget(self._reading)
        self._hint = FactsLabel()
        self._hint.setProperty("kind", "caption")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight)
        row.addWidget(self._hint, 1)
        row.addSpacing(SPACE_8)
        self._stop = QPushButton()
        in_every_language(
            self,
            lambda: self._stop.setText(self.tr("Stop")),
            lambda: self._stop.setAccessibleDescription(
                self.tr("Stop the answer and keep what it says so far")
            ),
        )
        self._stop.clicked.connect(self.stop_requested)
        row.addWidget(self._stop)
        self._send = QPushButton()
        self._send.setProperty("kind", "primary")
        self._send.clicked.connect(self._on_submitted)
        row.addWidget(self._send)
        return row

    def _on_submitted(self) -> None:
        if self._send.isEnabled():
            self.send_requested.emit(self.text)

    def _show_state(self) -> None:
        typed = self._says_something()
        pictures = sum(attachment.is_readable for attachment in self._tray.attachments)
        preset = bool(self._preset.preset_id)
        self._send.setEnabled(typed or pictures > 0 or (preset and self._has_history))
        self.costs.setVisible(pictures > 0)
        asks = self.asks
        self._send.setText(self.tr("Ask") if asks else self.tr("Read"))
        what = self.tr("Send the question") if asks else self.tr("Read the text of the pictures")
        self._send.setAccessibleName(what)
        self._send.setToolTip(what)
        if preset and self._preset.takes_words:
            placeholder = self.tr("Add words to the preset, or press Enter")
        elif preset:
            placeholder = self.tr("Press Enter to read with the preset")
        elif pictures:
            placeholder = self.tr("Press Enter to read, or type a question first")
        elif self._has_history:
            placeholder = self.tr("Ask about the pictures, or drop another one")
        else:
            placeholder = self.tr("Drop, paste or open a picture")
        self._text.set_hint(placeholder)
        if typed:
            self._hint.setText(self.tr("Enter to ask  ·  Shift+Enter for a new line"))
        elif preset and self._send.isEnabled():
            self._hint.setText(self.tr("Enter to ask") if asks else self.tr("Enter to read"))
        else:
            self._hint.setText(self.tr("Enter to read") if pictures else self.tr("/ for presets"))

    def _retint(self) -> None:
        tokens = self._theme.tokens
        side = self._theme.icon_px(BUTTON_ICON_SHARE)
        self._send.setIcon(icon("send", tokens.on_accent, tokens.text_disabled, side))
        self._stop.setIcon(icon("stop", tokens.text, tokens.text_disabled, side))
        for button in (self._send, self._stop):
            button.setIconSize(QSize(side, side))
