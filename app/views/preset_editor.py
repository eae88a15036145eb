"""One preset, to be written: its name, what it asks for, the prompt, and what belongs to the kind. GUI thread
only.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
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
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24

FIRST_SIZE = QSize(560, 600)
NARROWEST_PX = 400
FIELD_LINES = 5


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
        self.setMinimumWidth(NARROWEST_PX)
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

    def _build_form(self) -> QVBoxLayout:
        form = QVBoxLayout()
        form.setSpacing(SPACE_4)
        named = self._preset.name or self._preset.is_built_in
        self.name_field = self._line(preset_name(self._preset) if named else "")
        self._add(form, self.tr("Name"), self.name_field)
        self.kind_box = ChoiceBox()
        for kind in KINDS:
            self.kind_box.addItem(kind_name(kind), str(kind))
        self.kind_box.setCurrentIndex(KINDS.index(self._preset.kind))
        self.kind_box.currentIndexChanged.connect(self._show_kind)
        self._add(form, self.tr("Asks for"), self.kind_box)
        self.prompt_field = self._field(self._preset.prompt)
        known = ", ".join("{" + name + "}" for name in VARIABLES)
        said = self.tr("What the model is told. It may hold {names}").replace("{names}", known)
        self._prompt_rows = self._add(form, said, self.prompt_field)
        self.language_field = self._line(self._preset.language)
        self.language_field.setPlaceholderText(self.tr("The language of the window"))
        words = self.tr("Language of the answer, for {language}").format(language="{language}")
        self._language_rows = self._add(form, words, self.language_field)
        self.schema_field = self._field(self._preset.schema)
        wanted = self.tr("JSON Schema that the answer is to fit; empty for any JSON")
        self._schema_rows = self._add(form, wanted, self.schema_field)
        # Only where no field is left that would rather have the room.
        form.addStretch(0)
        return form

    def _add(self, form: QVBoxLayout, words: str, field: QWidget) -> tuple[QWidget, QWidget]:
        label = QLabel(words)
        label.setProperty("kind", "caption")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setBuddy(field)
        field.setAccessibleName(words)
        form.addWidget(label)
        form.addWidget(field, 1 if isinstance(field, QPlainTextEdit) else 0)
        form.addSpacing(SPACE_4)
        return label, field

    def _line(self, text: str) -> QLineEdit:
        line = QLineEdit(text)
        line.setProperty("kind", "search")
        line.setMaxLength(LONGEST_NAME)
        line.textChanged.connect(self.complaint.hide)
        return line

    def _field(self, text: str) -> QPlainTextEdit:
        field = QPlainTextEdit(text)
        field.setProperty("kind", "field")
        field.setTabChangesFocus(True)
        field.setMinimumHeight(FIELD_LINES * field.fontMetrics().lineSpacing())
        field.textChanged.connect(self.complaint.hide)
        return field

    def _show_kind(self) -> None:
        """Show the fields that the kind has."""
        kind = RequestKind(self.kind_box.currentData())
        asks = kind not in WITHOUT_WORDS
        for rows, wanted in (
            (self._prompt_rows, asks),
            (self._language_rows, asks),
            (self._schema_rows, kind is RequestKind.JSON),
        ):
            for widget in rows:
                widget.setVisible(wanted)
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
