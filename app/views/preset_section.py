"""The list of presets in the settings: add, edit, duplicate, delete, restore. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain import RequestKind, new_id
from app.presets import Preset, copied
from app.views.flow_layout import FlowLayout
from app.views.preset_editor import PresetEditor
from app.views.preset_names import about, preset_name
from app.views.tokens import SPACE_8
from app.views.tooltip import plain_tip

ROWS_SHOWN = 7


class PresetSection(QWidget):
    """What is changed leaves as a signal; `show_presets` shows what became of it."""

    saved = Signal(object)
    """Preset, new or changed"""
    deleted = Signal(str)
    deletion_undone = Signal()
    restore_requested = Signal()

    def __init__(
        self, presets: tuple[Preset, ...], *, restorable: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presets: tuple[Preset, ...] = ()
        self.editor: PresetEditor | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_8, 0, SPACE_8)
        column.setSpacing(SPACE_8)
        hint = QLabel(self.tr("Type / at the start of a question to choose one."))
        hint.setProperty("kind", "caption")
        hint.setWordWrap(True)
        column.addWidget(hint)
        self.list_view = QListWidget()
        self.list_view.setProperty("kind", "lines")
        self.list_view.setProperty("framed", "true")
        self.list_view.setAccessibleName(self.tr("Presets"))
        self.list_view.currentRowChanged.connect(self._show_buttons)
        self.list_view.itemActivated.connect(lambda _item: self._edit())
        column.addWidget(self.list_view)
        column.addLayout(self._build_buttons())
        column.addLayout(self._build_undo())
        self.show_presets(presets, restorable=restorable)

    def show_presets(self, presets: tuple[Preset, ...], *, restorable: bool) -> None:
        """Show these; the one that was chosen stays so, by its id."""
        chosen = self._chosen()
        self._presets = presets
        self.list_view.clear()
        for preset in presets:
            item = QListWidgetItem(preset_name(preset))
            item.setToolTip(plain_tip(about(preset)))
            self.list_view.addItem(item)
        ids = [preset.id for preset in presets]
        self.list_view.setCurrentRow(ids.index(chosen.id) if chosen and chosen.id in ids else 0)
        row_px = max(24, self.list_view.sizeHintForRow(0))
        self.list_view.setFixedHeight(ROWS_SHOWN * row_px + 2 * SPACE_8)
        self.restore_button.setEnabled(restorable)
        self._show_buttons()

    def _build_buttons(self) -> FlowLayout:
        row = FlowLayout(spacing_px=SPACE_8)
        self.add_button = QPushButton(self.tr("Add…"))
        self.edit_button = QPushButton(self.tr("Edit…"))
        self.copy_button = QPushButton(self.tr("Duplicate"))
        self.delete_button = QPushButton(self.tr("Delete"))
        self.restore_button = QPushButton(self.tr("Restore Yomi's own"))
        for button, act in (
            (self.add_button, self._add),
            (self.edit_button, self._edit),
            (self.copy_button, self._copy),
            (self.delete_button, self._delete),
            (self.restore_button, self._restore),
        ):
            button.setAutoDefault(False)
            button.clicked.connect(act)
            row.addWidget(button)
        return row

    def _build_undo(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        self.gone = QLabel()
        self.gone.setProperty("kind", "muted")
        self.gone.setTextFormat(Qt.TextFormat.PlainText)
        self.undo_button = QPushButton(self.tr("Undo"))
        self.undo_button.setShortcut(QKeySequence.StandardKey.Undo)
        self.undo_button.setAutoDefault(False)
        self.undo_button.clicked.connect(self._undo)
        self.gone.hide()
        self.undo_button.hide()
        row.addWidget(self.gone, 1)
        row.addWidget(self.undo_button)
        return row

    def _chosen(self) -> Preset | None:
        row = self.list_view.currentRow()
        return self._presets[row] if 0 <= row < len(self._presets) else None

    def _show_buttons(self) -> None:
        chosen = self._chosen() is not None
        for button in (self.edit_button, self.copy_button, self.delete_button):
            button.setEnabled(chosen)

    def _add(self) -> None:
        self._open(Preset(new_id(), RequestKind.ASK))

    def _edit(self) -> None:
        preset = self._chosen()
        if preset is not None:
            self._open(preset)

    def _copy(self) -> None:
        preset = self._chosen()
        if preset is not None:
            self._save(copied(preset, self.tr("Copy of {name}").format(name=preset_name(preset))))

    def _delete(self) -> None:
        preset = self._chosen()
        if preset is not None:
            self.deleted.emit(preset.id)
            self._offer_undo(self.tr("Deleted “{name}”.").format(name=preset_name(preset)))

    def _restore(self) -> None:
        self._offer_undo("")
        self.restore_requested.emit()

    def _undo(self) -> None:
        self._offer_undo("")
        self.deletion_undone.emit()

    def _save(self, preset: Preset) -> None:
        self._offer_undo("")
        self.saved.emit(preset)
        ids = [each.id for each in self._presets]
        if preset.id in ids:
            self.list_view.setCurrentRow(ids.index(preset.id))

    def _open(self, preset: Preset) -> None:
        self.editor = PresetEditor(preset, self)
        self.editor.saved.connect(self._save)
        self.editor.destroyed.connect(self._on_editor_gone)
        self.editor.open()

    def _on_editor_gone(self) -> None:
        self.editor = None

    def _offer_undo(self, sentence: str) -> None:
        self.gone.setText(sentence)
        self.gone.setVisible(bool(sentence))
        self.undo_button.setVisible(bool(sentence))
