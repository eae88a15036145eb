"""The first thing a new conversation shows: what to do, with a picture to try it on. GUI thread only.

At the very first start it says welcome, and afterwards whenever the first steps are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.views.flow_layout import FlowLayout
from app.views.icons import app_icon, icon, pixmap
from app.views.language import in_every_language
from app.views.page_scroll import PageScroll
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24

MARK_PX = 64
SAMPLE_PX = QSize(160, 170)
STEPS_WIDTH_PX = 440


class EmptyState(QWidget):
    """Drop, capture, paste, open, or try the sample."""

    open_requested = Signal()
    paste_requested = Signal()
    capture_requested = Signal()
    sample_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, sample: Path | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._welcomes = False
        self._keys: dict[str, str] = {}
        self._icons: list[tuple[QLabel, str]] = []
        self.setProperty("kind", "surface")
        column = QVBoxLayout(self._build_ground())
        column.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_24)
        column.setSpacing(SPACE_12)
        column.addStretch(4)
        self._mark = QLabel()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._mark)
        column.addSpacing(SPACE_8)
        self._title = _centred("display")
        column.addWidget(self._title)
        self._sentence = _centred("muted")
        column.addWidget(self._sentence)
        column.addSpacing(SPACE_12)
        column.addLayout(self._build_buttons())
        column.addSpacing(SPACE_12)
        around = QHBoxLayout()
        around.addStretch(1)
        # As wide as it may be: the layout alone would break the lines early.
        around.addWidget(self._build_steps(sample), 1000)
        around.addStretch(1)
        column.addLayout(around)
        column.addStretch(5)
        theme.changed.connect(self._retint)
        self._retint()
        in_every_language(self, self._say)

    @property
    def sample_button(self) -> QPushButton:
        return self._sample

    @property
    def sample_picture(self) -> QToolButton:
        """The sample itself, to be clicked."""
        return self._picture

    @property
    def welcomes(self) -> bool:
        """Whether the first steps are shown."""
        return self._welcomes

    @property
    def title(self) -> str:
        return self._title.text()

    def set_welcome(self, *, welcomes: bool) -> None:
        """Show the first steps, or only what can be done."""
        self._welcomes = welcomes
        self._steps.setVisible(welcomes)
        self._mark.setVisible(not welcomes)
        self._sample.setVisible(not welcomes)
        self._say()

    def set_keys(self, keys: dict[str, str]) -> None:
        """The keys of capture, paste and open, as the user has set them."""
        self._keys = keys
        self._say()

    def _build_ground(self) -> QWidget:
        """What all stands on; in a low window it scrolls, so that no words are cut."""
        self._scroll = PageScroll(self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        ground.setProperty("kind", "surface")
        self._scroll.setWidget(ground)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._scroll)
        return ground

    def _build_buttons(self) -> FlowLayout:
        row = FlowLayout(spacing_px=SPACE_8, align=Qt.AlignmentFlag.AlignHCenter)
        self._open = self._button(row, self.open_requested.emit)
        self._open.setProperty("kind", "primary")
        self._capture = self._button(row, self.capture_requested.emit)
        self._paste = self._button(row, self.paste_requested.emit)
        self._sample = self._button(row, self.sample_requested.emit)
        return row

    def _build_steps(self, sample: Path | None) -> QFrame:
        self._steps = QFrame()
        self._steps.setProperty("kind", "state-note")
        self._steps.setMaximumWidth(SAMPLE_PX.width() + STEPS_WIDTH_PX)
        row = QHBoxLayout(self._steps)
        row.setContentsMargins(SPACE_16, SPACE_16, SPACE_16, SPACE_16)
        row.setSpacing(SPACE_16)
        self._picture = QToolButton()
        self._picture.setProperty("kind", "thumbnail")
        self._picture.setCursor(Qt.CursorShape.PointingHandCursor)
        self._picture.setIconSize(SAMPLE_PX)
        self._picture.clicked.connect(self.sample_requested)
        image = QImage(str(sample)) if sample is not None else QImage()
        if not image.isNull():
            self._picture.setIcon(QPixmap.fromImage(image))
            self._picture.setIconSize(image.size().scaled(SAMPLE_PX, Qt.AspectRatioMode.KeepAspectRatio))
        row.addWidget(self._picture)
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_12)
        grid.setVerticalSpacing(SPACE_12)
        self._step_words: list[QLabel] = []
        for place, name in enumerate(("image", "capture", "drop", "paste")):
            mark = QLabel()
            self._icons.append((mark, name))
            words = QLabel()
            words.setWordWrap(True)
            self._step_words.append(words)
            grid.addWidget(mark, place, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(words, place, 1)
        grid.setColumnStretch(1, 1)
        # Between stretches, not by alignment: that gives no line more height than the words take in one.
        words_column = QVBoxLayout()
        words_column.addStretch(1)
        words_column.addLayout(grid)
        words_column.addStretch(1)
        row.addLayout(words_column, 1)
        self._steps.hide()
        return self._steps

    def _button(self, row: FlowLayout, clicked: Callable[[], object]) -> QPushButton:
        button = QPushButton()
        button.setIconSize(QSize(16, 16))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda _checked=False: clicked())
        row.addWidget(button)
        return button

    def _say(self) -> None:
        keys = {name: QKeySequence(text) for name, text in self._keys.items()}
        native = {
            name: sequence.toString(QKeySequence.SequenceFormat.NativeText) for name, sequence in keys.items()
        }
        if self._welcomes:
            self._title.setText(self.tr("Welcome to Yomi"))
            self._sentence.setText(
                self.tr("It reads what is in your pictures. Everything stays on this machine.")
            )
        else:
            self._title.setText(self.tr("Drop a picture to read it"))
            self._sentence.setText(
                self.tr(
                    "Screenshots, photos, scans. Type a question first to ask about it instead.\n"
                    "Everything stays on this machine."
                )
            )
        self._scroll.setAccessibleName(self._title.text())
        for button, name, words in (
            (self._open, "open", self.tr("Open pictures…")),
            (self._capture, "capture", self.tr("Capture")),
            (self._paste, "paste", self.tr("Paste")),
            (self._sample, "", self.tr("Try a sample")),
        ):
            button.setText(words)
            with_keys = f"{words.rstrip('…')} ({native[name]})" if native.get(name) else words
            button.setToolTip(with_keys)
        self._picture.setAccessibleName(self.tr("Read the sample picture"))
        self._picture.setToolTip(self.tr("Read the sample picture"))
        steps = (
            self.tr("Click the receipt to see it read."),
            _with_keys(
                self.tr("Capture any region of the screen: {keys}."),
                self.tr("Capture any region of the screen."),
                native.get("capture", ""),
            ),
            self.tr("Drop pictures anywhere on this window."),
            _with_keys(
                self.tr("Paste a picture you have copied: {keys}."),
                self.tr("Paste a picture you have copied."),
                native.get("paste", ""),
            ),
        )
        for label, words in zip(self._step_words, steps, strict=True):
            label.setText(words)

    def _retint(self) -> None:
        tokens = self._theme.tokens
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(app_icon().pixmap(QSize(MARK_PX, MARK_PX), ratio))
        self._open.setIcon(icon("folder", tokens.on_accent))
        self._capture.setIcon(icon("capture", tokens.text_muted))
        self._paste.setIcon(icon("paste", tokens.text_muted))
        self._sample.setIcon(icon("image", tokens.text_muted))
        side = self._theme.icon_px()
        for label, name in self._icons:
            label.setPixmap(pixmap(name, tokens.accent, side, ratio))
            label.setContentsMargins(0, SPACE_4 // 2, 0, 0)


def _with_keys(with_keys: str, without: str, keys: str) -> str:
    """A command may have no keys any more."""
    return with_keys.format(keys=keys) if keys else without


def _centred(kind: str) -> QLabel:
    label = QLabel()
    label.setProperty("kind", kind)
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    label.setWordWrap(True)
    return label
