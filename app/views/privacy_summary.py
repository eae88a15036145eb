"""What was tried over the network since the start, in the settings. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.domain import PrivacyReport
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12

RECORD_PX = 96


class PrivacySummary(QFrame):
    """The count in a sentence, the operating system's own count, and the attempts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "state-note")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_8)
        column.setSpacing(SPACE_4)
        self.count = QLabel()
        self.count.setProperty("kind", "title")
        column.addWidget(self.count)
        self.details = QLabel()
        self.details.setProperty("kind", "muted")
        self.details.setWordWrap(True)
        column.addWidget(self.details)
        self.record = QPlainTextEdit()
        self.record.setReadOnly(True)
        self.record.setTabChangesFocus(True)
        self.record.setFixedHeight(RECORD_PX)
        self.record.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.record.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.record.setAccessibleName(self.tr("Refused connections"))
        column.addWidget(self.record)

    def show_report(self, report: PrivacyReport) -> None:
        """Show this instead."""
        self.count.setText(self.tr("%n connection(s) since the start", "", report.connections))
        parts = []
        if report.allowed:
            parts.append(self.tr("Connections are allowed at present."))
        else:
            parts.append(self.tr("Every connection is refused before it is made."))
        if report.refused:
            parts.append(self.tr("%n attempt(s) were refused.", "", report.refused))
        if report.sockets is not None:
            parts.append(
                self.tr("The operating system lists %n internet socket(s) of Yomi.", "", report.sockets)
            )
        self.details.setText(" ".join(parts))
        self.record.setPlainText("\n".join(report.attempts))
        self.record.setVisible(bool(report.attempts))
