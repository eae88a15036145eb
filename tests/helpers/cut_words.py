"""Which words on screen are cut: wider or higher than their room, or outside of it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from app.views.elided_label import ElidedLabel

SLACK_PX = 2
"""Of rounding, and of what a font draws outside of its own box"""


def cut_words(window: QWidget) -> list[str]:
    """A line for each label, button and field in `window` whose words are not all to be seen.

    What is shortened with an ellipsis on purpose, and what can be scrolled to, is not cut.
    """
    return [
        f"{type(widget).__name__} {_words(widget)[:60]!r}: {fault}"
        for kind in (QLabel, QAbstractButton, QComboBox, QLineEdit)
        for widget in window.findChildren(kind)
        if _stands_there(widget, window)
        for fault in _faults(widget, window)
    ]


def _stands_there(widget: QWidget, window: QWidget) -> bool:
    own = not isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox, QLineEdit))
    return own and widget.isVisibleTo(window) and widget.window() is window and bool(_words(widget).strip())


def _words(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QLineEdit):
        return widget.text() or widget.placeholderText()
    text = widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else ""
    return text or (widget.accessibleName() if isinstance(widget, QAbstractButton) else "")


def _faults(widget: QWidget, window: QWidget) -> Iterator[str]:
    yield from _too_small(widget)
    across = down = False
    for above in _above(widget, window):
        place = QRect(widget.mapTo(above, QPoint()), widget.size())
        room = above.rect()
        scrolls_across, scrolls_down = _scrolls(above)
        across, down = across or scrolls_across, down or scrolls_down
        if not across and (place.left() < -SLACK_PX or place.right() > room.right() + SLACK_PX):
            yield f"from {place.left()} to {place.right()} px in {_kind(above)} of {room.width()} px"
            return
        if not down and (place.top() < -SLACK_PX or place.bottom() > room.bottom() + SLACK_PX):
            yield f"from {place.top()} down to {place.bottom()} px in {_kind(above)} of {room.height()} px"
            return


def _too_small(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLineEdit):
        words = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
        margins = widget.textMargins()
        room = widget.contentsRect().width() - margins.left() - margins.right()
        if not widget.text() and words > room:
            yield f"{words} px wide, {room} px of room"
        return
    if isinstance(widget, QLabel) and widget.wordWrap():
        needed = widget.heightForWidth(widget.width()) - widget.fontMetrics().leading()
        if needed > widget.height() + SLACK_PX:
            yield f"{needed} px high, {widget.height()} px of room"
        longest = max(widget.fontMetrics().horizontalAdvance(word) for word in _breakable(widget.text()))
        if longest > widget.contentsRect().width() + SLACK_PX:
            yield f"a word {longest} px wide, {widget.contentsRect().width()} px of room"
        return
    if isinstance(widget, QAbstractButton) and not widget.text():
        return
    wanted = widget.minimumSizeHint() if isinstance(widget, ElidedLabel) else widget.sizeHint()
    if wanted.width() > widget.width() + SLACK_PX and not isinstance(widget, ElidedLabel):
        yield f"{wanted.width()} px wide, {widget.width()} px of room"
    if wanted.height() > widget.height() + SLACK_PX:
        yield f"{wanted.height()} px high, {widget.height()} px of room"


def _breakable(text: str) -> list[str]:
    """Words that no line break parts; signs of Chinese and Japanese stand alone."""
    if any(ord(sign) >= 0x3000 for sign in text):
        return [text[:1]]
    return text.replace("\u00ad", " ").replace("\u200b", " ").split() or [""]


def _above(widget: QWidget, window: QWidget) -> Iterator[QWidget]:
    above = widget.parentWidget()
    while above is not None:
        yield above
        if above is window:
            return
        above = above.parentWidget()


def _scrolls(above: QWidget) -> tuple[bool, bool]:
    """Whether what is out of sight of this viewport is reached by scrolling, across and down."""
    area = above.parentWidget()
    if not isinstance(area, QAbstractScrollArea) or area.viewport() is not above:
        return False, False
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return area.horizontalScrollBarPolicy() != off, area.verticalScrollBarPolicy() != off


def _kind(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.property('kind') or widget.objectName()}".strip()
