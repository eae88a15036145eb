"""The settings: one page with sections, and a search that narrows it. GUI thread only.

What is changed holds at once; there is nothing to confirm and nothing to lose by closing.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.views.clear_button import ClearButton
from app.views.page_scroll import PageScroll
from app.views.setting_rows import SettingRow
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24

FIRST_SIZE = QSize(680, 620)


class SettingsSection(QWidget):
    """A heading and its rows."""

    def __init__(self, title: str, rows: Sequence[QWidget]) -> None:
        super().__init__()
        self.rows = tuple(rows)
        self._title = title.casefold()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, SPACE_16)
        column.setSpacing(0)
        heading = QLabel(title)
        heading.setProperty("kind", "title")
        column.addWidget(heading)
        column.addSpacing(SPACE_4)
        for row in self.rows:
            column.addWidget(row)

    def narrow(self, words: Sequence[str]) -> bool:
        """Show what is searched for; False where nothing of it is here."""
        if all(word in self._title for word in words):
            for row in self.rows:
                row.show()
            return True
        found = False
        for row in self.rows:
            fits = isinstance(row, SettingRow) and row.matches(words)
            row.setVisible(fits)
            found = found or fits
        return found


class SettingsDialog(QDialog):
    """Opened with `open()`; every change leaves as `changed`."""

    changed = Signal(str, object)
    """The setting's name, its value"""
    reset_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.resize(FIRST_SIZE)
        self._sections: list[SettingsSection] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        column.setSpacing(SPACE_12)
        self.search = QLineEdit()
        self.search.setProperty("kind", "search")
        self.search.setPlaceholderText(self.tr("Search the settings"))
        self.search.setAccessibleName(self.tr("Search the settings"))
        ClearButton(self.search)
        self.search.textChanged.connect(self._on_searched)
        column.addWidget(self.search)
        column.addWidget(self._build_page(), 1)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        reset = QPushButton(self.tr("Restore all defaults"))
        reset.setAutoDefault(False)
        reset.clicked.connect(self.reset_requested)
        row.addWidget(reset)
        row.addStretch(1)
        close = QPushButton(self.tr("Close"))
        close.setProperty("kind", "primary")
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        column.addLayout(row)
        self._foot = (reset, close)
        self.search.setFocus()

    def add_section(self, title: str, rows: Sequence[QWidget]) -> None:
        """One more, at the end."""
        section = SettingsSection(title, rows)
        for row in rows:
            if isinstance(row, SettingRow):
                row.changed.connect(self.changed)
        self._sections.append(section)
        self._column.insertWidget(self._column.count() - 2, section)
        self._tab_to_foot()

    def row(self, name: str) -> SettingRow:
        """The row of a setting.

        Raises: KeyError.
        """
        for section in self._sections:
            for row in section.rows:
                if isinstance(row, SettingRow) and row.name == name:
                    return row
        raise KeyError(name)

    def shown_names(self) -> tuple[str, ...]:
        """The settings that the search has left, in order."""
        return tuple(
            row.name
            for section in self._sections
            if not section.isHidden()
            for row in section.rows
            if isinstance(row, SettingRow) and not row.isHidden()
        )

    def _build_page(self) -> PageScroll:
        page = PageScroll()
        page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        holder = QWidget()
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 0, SPACE_12, 0)
        self._column.setSpacing(SPACE_8)
        self._nothing = QLabel(self.tr("No setting is called that."))
        self._nothing.setProperty("kind", "muted")
        self._nothing.hide()
        self._column.addWidget(self._nothing)
        self._column.addStretch(1)
        page.setWidget(holder)
        return page

    def _tab_to_foot(self) -> None:
        """Tab reaches the buttons at the bottom last, not before the rows, which came later."""
        last: QWidget | None = self.previousInFocusChain()
        while last is not None and not last.focusPolicy() & Qt.FocusPolicy.TabFocus:
            last = last.previousInFocusChain()
        for button in self._foot:
            if last is not None and last is not button:
                QWidget.setTabOrder(last, button)
            last = button

    def _on_searched(self, text: str) -> None:
        words = text.casefold().split()
        found = False
        for section in self._sections:
            fits = section.narrow(words)
            section.setVisible(fits)
            found = found or fits
        self._nothing.setVisible(not found)
