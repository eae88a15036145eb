"""The presets, over the field where a question is typed: opened by `/`, narrowed by typing on. GUI thread
only.

The keyboard stays in the field, so that an input method works as ever; the keys that choose are taken from it
while the list is open, and a screen reader is told what they choose.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QPlainTextEdit, QVBoxLayout, QWidget

from app.presets import Preset
from app.views.announcing import announce
from app.views.language import in_every_language
from app.views.preset_names import about, preset_name
from app.views.tokens import SPACE_4, SPACE_8
from app.views.tooltip import plain_tip

OPENING = "/"
MOST_ROWS = 8
WIDTH_PX = 420


class PresetChooser(QFrame):
    """A list that comes up over the composer."""

    chosen = Signal(str)
    """preset id"""

    def __init__(
        self, host: QWidget, field: QPlainTextEdit, presets: Callable[[], tuple[Preset, ...]]
    ) -> None:
        super().__init__(host)
        self._host = host
        self._field = field
        self._presets = presets
        self._typed = False
        self.setProperty("kind", "chooser")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        self.list_view = QListWidget()
        self.list_view.setFrameShape(QFrame.Shape.NoFrame)
        self.list_view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list_view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list_view.itemClicked.connect(self._take)
        column.addWidget(self.list_view)
        in_every_language(self, lambda: self.list_view.setAccessibleName(self.tr("Presets")))
        self.hide()
        field.installEventFilter(self)
        field.textChanged.connect(self._on_typed)

    @property
    def names(self) -> tuple[str, ...]:
        """What can be chosen now, in order."""
        rows = range(self.list_view.count())
        return tuple(self.list_view.item(row).text().split("\n")[0] for row in rows)

    def open_all(self) -> None:
        """Offer every preset, whatever is typed."""
        self._typed = False
        self._field.setFocus()
        self._show("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that choose; the others go on to the field."""
        if self.isHidden() or watched is not self._field:
            return super().eventFilter(watched, event)
        if event.type() is QEvent.Type.FocusOut:
            self.hide()
        elif isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.KeyPress:
                return self._on_key(event.key())
            if event.key() == Qt.Key.Key_Escape:
                # Else a shortcut of the window would get it.
                event.accept()
        return super().eventFilter(watched, event)

    def _on_key(self, key: int) -> bool:
        keys = Qt.Key
        step = -1 if key == keys.Key_Up else 1 if key == keys.Key_Down else None
        if step is not None:
            count = self.list_view.count()
            self.list_view.setCurrentRow((self.list_view.currentRow() + step) % count)
            self._say_current(self.tr("{name}, {place} of {count}"))
        elif key in (keys.Key_Return, keys.Key_Enter, keys.Key_Tab):
            self._take(self.list_view.currentItem())
        elif key == keys.Key_Escape:
            self.hide()
        else:
            return False
        return True

    def _on_typed(self) -> None:
        text = self._field.toPlainText()
        if text.startswith(OPENING) and "\n" not in text:
            self._typed = True
            self._show(text[len(OPENING) :])
        else:
            self.hide()

    def _show(self, words: str) -> None:
        """Offer what holds each of `words`; where nothing does, what is typed is a question."""
        wanted = words.casefold().split()
        fitting = [
            preset
            for preset in self._presets()
            if all(word in f"{preset_name(preset)} {preset.kind}".casefold() for word in wanted)
        ]
        self.list_view.clear()
        for preset in fitting:
            item = QListWidgetItem(preset_name(preset))
            item.setData(Qt.ItemDataRole.UserRole, preset.id)
            item.setToolTip(plain_tip(about(preset)))
            self.list_view.addItem(item)
        if not fitting:
            self.hide()
            return
        self.list_view.setCurrentRow(0)
        self._place()
        self.show()
        self.raise_()
        self._say_current(self.tr("Presets: {name}, {place} of {count}"))

    def _place(self) -> None:
        row_px = max(24, self.list_view.sizeHintForRow(0))
        rows = min(self.list_view.count(), MOST_ROWS)
        over = self._field.parentWidget() or self._field
        above = over.mapTo(self._host, QPoint(0, 0))
        height = min(rows * row_px + 2 * SPACE_4 + 2, above.y() - SPACE_8)
        width = min(WIDTH_PX, over.width())
        self.setGeometry(above.x(), above.y() - height - SPACE_4, width, height)

    def _say_current(self, words: str) -> None:
        name, place = self.list_view.currentItem().text(), self.list_view.currentRow() + 1
        announce(self._field, words.format(name=name, place=place, count=self.list_view.count()))

    def _take(self, item: QListWidgetItem) -> None:
        announce(self._field, self.tr("{name} is chosen").format(name=item.text()))
        self.hide()
        if self._typed:
            self._field.clear()
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
