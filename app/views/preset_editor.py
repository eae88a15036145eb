"""One preset, to be written: its name, what it asks for, the prompt, and what belongs to the kind. GUI thread
only.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain import RequestKind
from app.presets import LONGEST_NAME, LONGEST_TEXT, VARIABLES, WITHOUT_WORDS, Preset, problem_of
from app.views.choice_box import ChoiceBox
from app.views.preset_names import KINDS, kind_name, preset_name
from app.views.spoken import spoken
from app.views.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_24

FIRST_SIZE = QSize(560, 520)
FIELD_LINES = 6


class PresetEditor(QDialog):
    """Opened with `open()`; what is written leaves as `saved`, once it can be used."""

    saved = Signal(object)
    """Preset"""

    def __init__(self, preset: Preset, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preset = preset
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Preset"))
        self.resize(FIRST_SIZE)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        column.setSpacing(SPACE_12)
        self.complaint = QLabel()
        self.complaint.setProperty("kind", "danger-caption")
        self.complaint.setTextFormat(Qt.TextFormat.PlainText)
        self.complaint.setWordWrap(True)
        self.complaint.hide()
        column.addLayout(self._build_form(), 1)
        column.addWidget(self.complaint)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addStretch(1)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row.addWidget(cancel)
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setProperty("kind", "primary")
        self.save_button.setAutoDefault(False)
        self.save_button.clicked.connect(self._on_saved)
        row.addWidget(self.save_button)
        column.addLayout(row)
        self._show_kind()
        self.name_field.setFocus()

    @property
    def preset(self) -> Preset:
        """What is written now."""
        kind = RequestKind(self.kind_box.currentData())
        name = " ".join(self.name_field.text().split())
        if self._preset.is_built_in and name == preset_name(replace(self._preset, name="")):
            # It goes on following the language.
            name = ""
        return replace(
            self._preset,
            kind=kind,
            name=name,
            prompt=self.prompt_field.toPlainText() if kind not in WITHOUT_WORDS else "",
            language=" ".join(self.language_field.text().split()),
            schema=self.schema_field.toPlainText() if kind is RequestKind.JSON else "",
        )

    def _build_form(self) -> QFormLayout:
        self._form = form = QFormLayout()
        form.setSpacing(SPACE_8)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        named = self._preset.name or self._preset.is_built_in
        self.name_field = QLineEdit(preset_name(self._preset) if named else "")
        self.name_field.setMaxLength(LONGEST_NAME)
        form.addRow(self.tr("Name"), self.name_field)
        self.kind_box = ChoiceBox()
        for kind in KINDS:
            self.kind_box.addItem(kind_name(kind), str(kind))
        self.kind_box.setCurrentIndex(KINDS.index(self._preset.kind))
        self.kind_box.currentIndexChanged.connect(self._show_kind)
        form.addRow(self.tr("Asks for"), self.kind_box)
        self.prompt_field = self._field(self._preset.prompt)
        known = ", ".join("{" + name + "}" for name in VARIABLES)
        self.prompt_field.setToolTip(known)
        self._prompt_label = QLabel(
            self.tr("What the model is told. It may hold {names}").replace("{names}", known)
        )
        self._prompt_label.setWordWrap(True)
        form.addRow(self._prompt_label, self.prompt_field)
        self.language_field = QLineEdit(self._preset.language)
        self.language_field.setPlaceholderText(self.tr("The language of the window"))
        self.language_field.setMaxLength(LONGEST_NAME)
        form.addRow(
            self.tr("Language of the answer, for {language}").format(language="{language}"),
            self.language_field,
        )
        self.schema_field = self._field(self._preset.schema)
        form.addRow(self.tr("JSON Schema that the answer is to fit; empty for any JSON"), self.schema_field)
        for field in (self.name_field, self.language_field):
            field.textChanged.connect(self.complaint.hide)
        return form

    def _field(self, text: str) -> QPlainTextEdit:
        field = QPlainTextEdit(text)
        field.setTabChangesFocus(True)
        field.setMinimumHeight(FIELD_LINES * field.fontMetrics().lineSpacing())
        field.textChanged.connect(self.complaint.hide)
        return field

    def _show_kind(self) -> None:
        """Show the fields that the kind has."""
        kind = RequestKind(self.kind_box.currentData())
        asks = kind not in WITHOUT_WORDS
        self._form.setRowVisible(self.prompt_field, asks)
        self._form.setRowVisible(self.language_field, asks)
        self._form.setRowVisible(self.schema_field, kind is RequestKind.JSON)
        self.complaint.hide()

    def _on_saved(self) -> None:
        preset = self.preset
        problem = problem_of(preset)
        if not preset.name and not preset.is_built_in:
            problem = self.tr("The preset needs a name to be chosen by.")
        elif len(preset.prompt) > LONGEST_TEXT or len(preset.schema) > LONGEST_TEXT:
            problem = self.tr("The prompt is too long; leave something out.")
        if problem:
            self.complaint.setText(spoken(problem))
            self.complaint.show()
            return
        self.saved.emit(preset)
        self.accept()
