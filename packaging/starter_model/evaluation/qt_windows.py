"""Real Qt windows of several styles and themes, grabbed offscreen. Build-time tool; a process of its own.

    QT_QPA_PLATFORM=offscreen python -m starter_model.evaluation.qt_windows SPECS.json OUT

draws `OUT/N.png` and writes `OUT/N.json`, its text in reading order, for entry N of the specification.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

ROLES = {
    "Window": 0,
    "WindowText": 1,
    "Base": 2,
    "Text": 1,
    "Button": 0,
    "ButtonText": 1,
    "Highlight": 3,
    "AlternateBase": 0,
}


def palette(colours: list[str]) -> QPalette:
    """Window, text, field and accent colours as a palette."""
    made = QPalette()
    for role, index in ROLES.items():
        made.setColor(getattr(QPalette.ColorRole, role), QColor(colours[index]))
    made.setColor(QPalette.ColorRole.HighlightedText, QColor("#ffffff"))
    return made


def _buttons(names: list[str]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch(1)
    for name in names:
        row.addWidget(QPushButton(name))
    return row


def preferences(words: list[str]) -> tuple[QWidget, list[str]]:
    """Tabs, a group of check boxes, a group of radio buttons, buttons."""
    window, tabs, inside = QWidget(), QTabWidget(), QWidget()
    boxes, radios = QGroupBox(words[3]), QGroupBox(words[7])
    column, first, second = QVBoxLayout(inside), QVBoxLayout(boxes), QVBoxLayout(radios)
    for index, name in enumerate(words[4:7]):
        box = QCheckBox(name)
        box.setChecked(index != 1)
        first.addWidget(box)
    for index, name in enumerate(words[8:11]):
        radio = QRadioButton(name)
        radio.setChecked(index == 0)
        second.addWidget(radio)
    column.addWidget(boxes)
    column.addWidget(radios)
    tabs.addTab(inside, words[0])
    for name in words[1:3]:
        tabs.addTab(QWidget(), name)
    outer = QVBoxLayout(window)
    outer.addWidget(tabs)
    outer.addLayout(_buttons(["Restore Defaults", "Cancel", "OK"]))
    window.resize(560, 400)
    return window, [" ".join(words[:3]), *words[3:11], "Restore Defaults Cancel OK"]


def files(words: list[str]) -> tuple[QWidget, list[str]]:
    """A list of places beside a table of files."""
    window, places = QWidget(), QListWidget()
    places.addItems(words[:5])
    places.setFixedWidth(180)
    head = ["Name", "Size", "Modified"]
    table = QTableWidget(5, 3)
    table.setHorizontalHeaderLabels(head)
    table.verticalHeader().hide()
    rows = [[f"{words[5 + i].lower().replace(' ', '_')}.pdf", words[20 + i], words[25 + i]] for i in range(5)]
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            table.setItem(y, x, QTableWidgetItem(cell))
    table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in (1, 2):
        table.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    line = QHBoxLayout(window)
    line.addWidget(places)
    line.addWidget(table, 1)
    window.resize(720, 260)
    return window, [*words[:5], " ".join(head), *(" ".join(row) for row in rows)]


def login(words: list[str]) -> tuple[QWidget, list[str]]:
    """Labelled fields, a check box and two buttons."""
    window = QWidget()
    fields = [(f"{words[i]}:", words[20 + i]) for i in range(4)]
    form = QFormLayout(window)
    form.addRow(QLabel(words[10]))
    for label, value in fields:
        form.addRow(label, QLineEdit(value))
    remember = QCheckBox(words[11])
    remember.setChecked(True)
    form.addRow("", remember)
    form.addRow(_buttons(["Cancel", "Sign in"]))
    window.resize(440, 260)
    return window, [words[10], *(f"{a} {b}" for a, b in fields), words[11], "Cancel Sign in"]


def writer(words: list[str]) -> tuple[QWidget, list[str]]:
    """A text editor with a menu and a status bar."""
    window, text = QMainWindow(), QPlainTextEdit()
    menus = ["File", "Edit", "View", "Help"]
    for name in menus:
        window.menuBar().addMenu(name)
    text.setPlainText("\n".join(words[12:16]))
    window.setCentralWidget(text)
    window.statusBar().showMessage(words[0])
    window.resize(560, 300)
    return window, [" ".join(menus), *words[12:16], words[0]]


KINDS = {"preferences": preferences, "files": files, "login": login, "writer": writer}


def main() -> None:
    """Command line: a specification and a folder."""
    specs: list[dict[str, Any]] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    out, app = Path(sys.argv[2]), QApplication([])
    for number, spec in enumerate(specs):
        app.setStyle(spec["style"])
        app.setPalette(palette(spec["colours"]))
        font = QFont(spec["family"])
        font.setPixelSize(spec["size_px"])
        app.setFont(font)
        window, lines = KINDS[spec["kind"]](spec["words"])
        window.show()
        app.processEvents()
        if focused := app.focusWidget():
            focused.clearFocus()  # a text cursor is no letter
        window.grab().save(str(out / f"{number}.png"))
        (out / f"{number}.json").write_text(json.dumps(lines), encoding="utf-8")
        window.close()


if __name__ == "__main__":
    main()
