"""Dynamic properties of a widget, which the style sheet chooses by. GUI thread only."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def restyle(widget: QWidget, name: str, value: str) -> None:
    """Set a dynamic property and let the style sheet look at it again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
