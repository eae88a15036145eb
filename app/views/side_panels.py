"""The list of conversations at the left and the live figures at the right, beside what is read: who is there,
and how wide. GUI thread only.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.views.saved_state import read_state, written_state

PANEL_FITS_FROM_PX = 900
SIDEBAR_FITS_FROM_PX = 680
"""A narrower window gives all its room to the messages; the panels come back with the width."""
MESSAGES_LINES = 25
"""The room of the messages beside both panels, in heights of a line: large letters need more."""

FIRST_WIDTHS_PX = [232, 700, 260]


class SidePanels(QSplitter):
    """Three columns, of which the outer two give way."""

    panel_switched = Signal(bool)
    """The reader wants the figures, or not."""
    wishes_changed = Signal(bool, bool)
    """Whether list and figures are wanted, room for them or not"""

    def __init__(self, sidebar: QWidget, centre: QWidget, panel: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._sidebar = sidebar
        self._panel = panel
        self._wants_sidebar = True
        self._wants_panel = True
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for widget in (sidebar, centre, panel):
            self.addWidget(widget)
        self.setStretchFactor(1, 1)
        self.setSizes(FIRST_WIDTHS_PX)

    def state(self) -> str:
        """The widths, to be kept."""
        return written_state(self.saveState())

    def restore(self, state: str, *, panel_visible: bool) -> None:
        """Divide the room as it was; what Qt does not accept is ignored."""
        if state:
            self.restoreState(read_state(state))
        self._wants_panel = panel_visible
        self.fit()

    def fit(self) -> None:
        """Show what is wanted and has room."""
        width = self.window().width()
        messages = MESSAGES_LINES * self.fontMetrics().height()
        beside_list = messages + _narrowest_px(self._sidebar)
        beside_both = beside_list + _narrowest_px(self._panel)
        self._panel.setVisible(self._wants_panel and width >= max(PANEL_FITS_FROM_PX, beside_both))
        self._sidebar.setVisible(self._wants_sidebar and width >= max(SIDEBAR_FITS_FROM_PX, beside_list))
        self.wishes_changed.emit(self._wants_sidebar, self._wants_panel)

    def switch_panel(self, wanted: bool) -> None:
        """Show the figures, also where there is little room, or put them away."""
        self._wants_panel = wanted
        self.fit()
        self._panel.setVisible(wanted)
        self.panel_switched.emit(wanted)

    def switch_sidebar(self, wanted: bool) -> None:
        """The same for the list."""
        self._wants_sidebar = wanted
        self.fit()
        self._sidebar.setVisible(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the messages what they need."""
        super().resizeEvent(event)
        self.fit()


def _narrowest_px(side: QWidget) -> int:
    return max(side.minimumWidth(), side.minimumSizeHint().width())
