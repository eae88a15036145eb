"""Asks before a link of an answer is opened, with the whole address on show. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from app.rendering.links import is_link
from app.views.language import translate


def ask_about_link(parent: QWidget, address: str) -> QMessageBox | None:
    """Offer to open an address in the browser or to copy it; None for one that may not be opened.

    A picture can put words into an answer, so the words of a link say nothing about where it leads.
    """
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    if not is_link(address) or not url.isValid():
        return None
    # Encoded, so that letters that only look like others are told apart.
    shown = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
    box = QMessageBox(parent)
    box.setWindowTitle("Yomi")
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(translate("LinkQuestion", "Open this address outside Yomi?"))
    box.setInformativeText(shown)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    opening = box.addButton(translate("LinkQuestion", "Open"), QMessageBox.ButtonRole.AcceptRole)
    copying = box.addButton(translate("LinkQuestion", "Copy address"), QMessageBox.ButtonRole.ActionRole)
    keeping = box.addButton(translate("LinkQuestion", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keeping)
    box.setEscapeButton(keeping)
    opening.clicked.connect(lambda: QDesktopServices.openUrl(url))
    copying.clicked.connect(lambda: QGuiApplication.clipboard().setText(shown))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box
