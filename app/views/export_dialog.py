"""What is exported, and as what. GUI thread only; opened, never waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.views.language import QT_TRANSLATE_NOOP, translate
from app.views.setting_rows import SettingRow, choice_row
from app.views.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_24

WIDTH_PX = 520


@dataclass(frozen=True, slots=True)
class FormatWords:
    """How a format is called, and what it is good for."""

    title: str
    help_text: str


FORMATS = {
    "text": FormatWords(
        QT_TRANSLATE_NOOP("ExportDialog", "Plain text"),
        QT_TRANSLATE_NOOP("ExportDialog", "The text and nothing else, for every program."),
    ),
    "markdown": FormatWords(
        "Markdown", QT_TRANSLATE_NOOP("ExportDialog", "Headings, lists and tables, for notes and wikis.")
    ),
    "html": FormatWords(
        QT_TRANSLATE_NOOP("ExportDialog", "Web page"),
        QT_TRANSLATE_NOOP("ExportDialog", "One file with the pictures inside; it loads nothing."),
    ),
    "docx": FormatWords(
        QT_TRANSLATE_NOOP("ExportDialog", "Word document"),
        QT_TRANSLATE_NOOP("ExportDialog", "With the pictures, to be edited in Word or LibreOffice."),
    ),
    "json": FormatWords(
        "JSON",
        QT_TRANSLATE_NOOP(
            "ExportDialog",
            "Places, confidences, model and settings: enough for a program to repeat the reading.",
        ),
    ),
}
"""By the format's name, in the order in which they are offered."""

SCOPES = {
    "conversation": QT_TRANSLATE_NOOP("ExportDialog", "The whole conversation"),
    "answer": QT_TRANSLATE_NOOP("ExportDialog", "This answer"),
    "selection": QT_TRANSLATE_NOOP("ExportDialog", "The selected text"),
}


class ExportDialog(QDialog):
    """Two choices, three where there are versions; `export_requested` follows."""

    export_requested = Signal(str, str, bool)
    """scope, format, whether the versions that are not shown are wanted too"""

    def __init__(
        self,
        scopes: Sequence[str],
        scope: str,
        format_name: str,
        parent: QWidget | None = None,
        *,
        has_versions: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export"))
        self.setMinimumWidth(WIDTH_PX)
        self._scope, self._format = scope, format_name
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        column.setSpacing(SPACE_8)
        self.scope_row = choice_row(
            "scope",
            self.tr("What"),
            "",
            [(name, translate("ExportDialog", SCOPES[name])) for name in scopes],
            scope,
        )
        self.scope_row.changed.connect(self._on_changed)
        column.addWidget(self.scope_row)
        self.format_row: SettingRow = choice_row(
            "format",
            self.tr("Format"),
            "",
            [(name, translate("ExportDialog", words.title)) for name, words in FORMATS.items()],
            format_name,
        )
        self.format_row.changed.connect(self._on_changed)
        column.addWidget(self.format_row)
        self._help = QLabel()
        self._help.setProperty("kind", "caption")
        self._help.setWordWrap(True)
        column.addWidget(self._help)
        self._has_versions = has_versions
        self._says_all = False
        self.versions_row = choice_row(
            "versions",
            self.tr("Versions"),
            "",
            [("shown", self.tr("Those that are shown")), ("all", self.tr("All of each message"))],
            "shown",
        )
        self.versions_row.changed.connect(self._on_changed)
        column.addWidget(self.versions_row)
        column.addSpacing(SPACE_12)
        column.addLayout(self._build_buttons())
        self._show_help()

    @property
    def help_text(self) -> str:
        """What the chosen format is good for."""
        return self._help.text()

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addStretch(1)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row.addWidget(cancel)
        self.save_button = QPushButton(self.tr("Save as…"))
        self.save_button.setProperty("kind", "primary")
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self._on_save)
        row.addWidget(self.save_button)
        return row

    def _on_changed(self, name: str, value: object) -> None:
        if name == "scope":
            self._scope = str(value)
        elif name == "versions":
            self._says_all = value == "all"
        else:
            self._format = str(value)
        self._show_help()

    def _show_help(self) -> None:
        words = translate("ExportDialog", FORMATS[self._format].help_text)
        self._help.setText(words)
        self.format_row.control.setAccessibleDescription(words)
        # JSON holds them all in any case.
        chooses = self._has_versions and self._scope == "conversation" and self._format != "json"
        self.versions_row.setVisible(chooses)

    def _on_save(self) -> None:
        says_all = self._says_all and not self.versions_row.isHidden()
        self.accept()
        self.export_requested.emit(self._scope, self._format, says_all)
