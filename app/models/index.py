"""How Qt names a row to a model: what every model and delegate takes. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex

ROOT = QModelIndex()
"""What the rows of a list are below."""
