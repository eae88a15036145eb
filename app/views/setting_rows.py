"""One setting a row: its name, what it does, and the control for it. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.views.choice_box import ChoiceBox
from app.views.keys_field import KeysField
from app.views.language import translate
from app.views.restyling import restyle
from app.views.switch import Switch
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12
from app.views.unbroken import unbroken

CONTROL_PX = 220


class SettingRow(QWidget):
    """Name and help at the left, control at the right; `changed` carries the setting's new value."""

    changed = Signal(str, object)

    def __init__(self, name: str, label: str, help_text: str, control: QWidget) -> None:
        super().__init__()
        self.name = name
        self.control = control
        self._words = f"{label} {help_text} {name}".casefold()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, SPACE_8, 0, SPACE_8)
        row.setSpacing(SPACE_12)
        column = QVBoxLayout()
        column.setSpacing(SPACE_4)
        title = QLabel(label)
        title.setWordWrap(True)
        title.setBuddy(control)
        column.addWidget(title)
        if help_text:
            about = QLabel(unbroken(help_text))
            about.setProperty("kind", "caption")
            about.setWordWrap(True)
            column.addWidget(about)
        self.complaint = QLabel()
        self.complaint.setProperty("kind", "danger-caption")
        self.complaint.setWordWrap(True)
        self.complaint.hide()
        column.addWidget(self.complaint)
        row.addLayout(column, 1)
        control.setAccessibleName(label)
        control.setAccessibleDescription(help_text)
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def matches(self, words: Sequence[str]) -> bool:
        """Whether each word of a search is found here."""
        return all(word in self._words for word in words)

    def complain(self, sentence: str) -> None:
        """Say why a value was not taken; empty takes it back."""
        self._say(sentence, "danger-caption")

    def tell(self, sentence: str) -> None:
        """Say what came of a value."""
        self._say(sentence, "caption")

    def _say(self, sentence: str, kind: str) -> None:
        self.complaint.setText(unbroken(sentence))
        restyle(self.complaint, "kind", kind)
        self.complaint.setVisible(bool(sentence))

    def add_words(self, words: str) -> None:
        """More that a search may find it by."""
        self._words += " " + words.casefold()


def choice_row(
    name: str, label: str, help_text: str, options: Sequence[tuple[str, str]], value: str
) -> SettingRow:
    """One of several; options are (value, words)."""
    box = ChoiceBox()
    box.setMinimumWidth(CONTROL_PX)
    for each, words in options:
        box.addItem(words, each)
    box.setCurrentIndex(max(0, box.findData(value)))
    # A wheel over the list is meant for the page.
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    row = SettingRow(name, label, help_text, box)
    row.add_words(" ".join(words for _, words in options))
    box.currentIndexChanged.connect(lambda _index: row.changed.emit(name, box.currentData()))
    return row


def switch_row(name: str, label: str, help_text: str, *, value: bool) -> SettingRow:
    """On or off."""
    box = Switch()
    box.setChecked(value)
    row = SettingRow(name, label, help_text, box)
    box.toggled.connect(lambda on: row.changed.emit(name, on))
    return row


def number_row(
    name: str, label: str, help_text: str, *, limits: tuple[int, int], value: int, zero_words: str = ""
) -> SettingRow:
    """A whole number; `zero_words` stands for the least one."""
    box = QSpinBox()
    box.lineEdit().setTextMargins(SPACE_4, 0, SPACE_4, 0)
    box.setMinimumWidth(CONTROL_PX)
    box.setRange(*limits)
    box.setSingleStep(max(1, limits[1] // 256))
    box.setSpecialValueText(zero_words)
    box.setGroupSeparatorShown(True)
    # Its words begin where those of other fields do, which a style sheet cannot say of the field in it.
    box.lineEdit().setTextMargins(SPACE_8 + 1, 0, 0, 0)
    box.setValue(value)
    # Half a number is not meant: it counts when it is finished.
    box.setKeyboardTracking(False)
    row = SettingRow(name, label, help_text, box)
    box.valueChanged.connect(lambda number: row.changed.emit(name, number))
    return row


def keys_row(
    name: str,
    label: str,
    help_text: str,
    *,
    keys: QKeySequence,
    default: QKeySequence,
    take: Callable[[QKeySequence], str],
) -> SettingRow:
    """Keys that are pressed to be set; `take` says why they cannot be, or takes them."""
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(SPACE_4)
    field = KeysField(keys)
    field.setMinimumWidth(CONTROL_PX - 70)
    field.setAccessibleName(label)
    reset = QPushButton(translate("SettingRow", "Default"))
    reset.setAutoDefault(False)
    # It is there only where it would do something, and leaves its place to nothing else.
    room = reset.sizePolicy()
    room.setRetainSizeWhenHidden(True)
    reset.setSizePolicy(room)
    reset.setAccessibleName(translate("SettingRow", "Default keys for {command}").format(command=label))
    # The fields of all rows end on one line, whether there is a way back or not.
    line.addWidget(reset)
    line.addWidget(field)
    row = SettingRow(name, label, help_text, holder)
    holder.setFocusProxy(field)
    row.add_words(keys.toString(QKeySequence.SequenceFormat.NativeText))
    in_use = [keys]

    def on_edited() -> None:
        wanted = field.keySequence()
        if wanted == in_use[0]:
            return
        refusal = take(wanted)
        row.complain(refusal)
        if refusal:
            field.setKeySequence(in_use[0])
            return
        in_use[0] = wanted
        reset.setVisible(wanted != default)
        row.changed.emit(name, wanted.toString(QKeySequence.SequenceFormat.PortableText))

    def on_reset() -> None:
        field.setKeySequence(default)
        on_edited()

    reset.setVisible(keys != default)
    field.editingFinished.connect(on_edited)
    reset.clicked.connect(on_reset)
    return row
