"""What Yomi is, which version, and what the loaded model is for. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.domain import ModelCard
from app.views.figures import model_detail, model_line
from app.views.icons import app_icon
from app.views.tokens import SPACE_8, SPACE_12, SPACE_24

WIDTH_PX = 420


class AboutDialog(QDialog):
    """Opened with `open()`, closed with Esc."""

    def __init__(self, version: str, card: ModelCard | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Yomi"))
        self.setFixedWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_12)
        column.setSpacing(SPACE_8)
        mark = QLabel()
        mark.setPixmap(app_icon().pixmap(QSize(56, 56), self.devicePixelRatioF()))
        column.addWidget(mark)
        column.addSpacing(SPACE_8)
        column.addWidget(_words("Yomi", "title"))
        column.addWidget(_words(self.tr("Version {version}").format(version=version), "caption"))
        column.addWidget(
            _words(
                self.tr(
                    "Reads your pictures on your own machine. Nothing is sent anywhere: "
                    "no account, no telemetry, no network."
                ),
                "muted",
            )
        )
        column.addSpacing(SPACE_12)
        if card is None:
            column.addWidget(_words(self.tr("No model is loaded yet."), "muted"))
        else:
            column.addWidget(_words(model_line(card), ""))
            column.addWidget(_words(model_detail(card), "caption"))
            if card.bundled:
                # What it is for stands in its own note, above.
                column.addWidget(
                    _words(
                        self.tr("It ships with Yomi; File › Choose model folder… takes any dense Qwen3-VL."),
                        "muted",
                    )
                )
        column.addSpacing(SPACE_12)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        # Left to itself, the layout asks for the height that wrapped words would have in a narrower box.
        self.ensurePolished()
        self.setFixedHeight(column.heightForWidth(WIDTH_PX))


def _words(text: str, kind: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if kind:
        label.setProperty("kind", kind)
    return label
