"""Chooses one frame of an animated picture. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.theme import Theme
from app.views.tokens import SPACE_8, SPACE_12


class FramePicker(QWidget):
    """A slider from the first frame to the last, and a step each way; hidden where there is one frame."""

    chosen = Signal(int)
    """Which frame, from 0"""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, 0)
        row.setSpacing(SPACE_8)
        self._before = IconButton(theme, "previous", lambda: self.tr("Frame before (,)"))
        self._after = IconButton(theme, "next", lambda: self.tr("Next frame (.)"))
        for button, by in ((self._before, -1), (self._after, 1)):
            button.setProperty("kind", "on-window")
            button.clicked.connect(lambda _checked=False, step=by: self.step(step))
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.valueChanged.connect(self._on_moved)
        self._label = QLabel()
        self._label.setProperty("kind", "caption")
        row.addWidget(self._before)
        row.addWidget(self._slider, 1)
        row.addWidget(self._after)
        row.addWidget(self._label)
        in_every_language(
            self,
            lambda: self._slider.setAccessibleName(self.tr("Frame of the animated picture")),
            self._show,
        )
        self.hide()

    @property
    def frame(self) -> int:
        """The chosen one, from 0."""
        return self._slider.value()

    @property
    def slider(self) -> QSlider:
        return self._slider

    @property
    def words(self) -> str:
        """Which of how many it is."""
        return self._label.text()

    def set_frames(self, frame: int, count: int) -> None:
        """Be at one of `count` frames, from 0, without telling."""
        self._slider.blockSignals(True)  # noqa: FBT003 - Qt's own argument
        self._slider.setRange(0, count - 1)
        self._slider.setValue(frame if count > 1 else 0)
        self._slider.blockSignals(False)  # noqa: FBT003 - Qt's own argument
        self._show()
        self.setVisible(count > 1)

    def step(self, by: int) -> None:
        """Go so many frames on."""
        self._slider.setValue(self._slider.value() + by)

    def _on_moved(self, frame: int) -> None:
        self._show()
        self.chosen.emit(frame)

    def _show(self) -> None:
        frame, last = self._slider.value(), self._slider.maximum()
        self._label.setText(self.tr("Frame {frame} of {count}").format(frame=frame + 1, count=last + 1))
        self._before.setEnabled(frame > 0)
        self._after.setEnabled(frame < last)
