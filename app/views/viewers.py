"""Viewers: opens pictures large, and keeps how the reader wants them shown. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain import Attachment, PictureCost, ReadLine
from app.views.image_viewer import ImageViewerDialog
from app.views.message_view import MessageView
from app.views.pictures import Pictures
from app.views.theme import Theme


class Viewers(QObject):
    """Makes a viewer for each picture that is opened."""

    part_requested = Signal(object, object, int)
    """Attachment, its part or None, quarter turns: to be read by itself"""
    frame_wanted = Signal(object, int)
    """Attachment, which frame of it: to be read by itself"""
    frame_chosen = Signal(str, int)
    """attachment id of a picture that waits, which frame of it is to be looked at"""
    arrangement_chosen = Signal(bool)

    def __init__(self, window: QWidget, messages: MessageView, pictures: Pictures, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._messages = messages
        self._pictures = pictures
        self._theme = theme
        self._side_by_side = False
        self._cost_of: Callable[[Attachment], PictureCost | None] = lambda _attachment: None

    def set_costs(self, cost_of: Callable[[Attachment], PictureCost | None]) -> None:
        """Where to ask what a picture becomes for the model."""
        self._cost_of = cost_of

    def set_side_by_side(self, beside: bool) -> None:
        """Whether a viewer shows text beside the picture; else below it."""
        self._side_by_side = beside

    def open_waiting(self, attachment: Attachment, siblings: tuple[Attachment, ...]) -> ImageViewerDialog:
        """Open a picture that waits to be sent: which frame of it that is can be chosen."""
        return self.open(attachment, siblings, waits=True)

    def open(
        self,
        attachment: Attachment,
        siblings: tuple[Attachment, ...],
        line: ReadLine | None = None,
        *,
        waits: bool = False,
    ) -> ImageViewerDialog:
        """Open a picture large, at a line where one is named; the arrow keys lead to its siblings."""
        viewer = ImageViewerDialog(
            attachment,
            siblings,
            self._pictures,
            self._theme,
            self._window,
            lines_on=self._messages.lines_on,
            cost_of=self._cost_of,
            side_by_side=self._side_by_side,
            waits=waits,
        )
        viewer.frame_wanted.connect(self.frame_wanted)
        viewer.frame_chosen.connect(self.frame_chosen)
        viewer.part_requested.connect(self.part_requested)
        viewer.arrangement_chosen.connect(self._on_arranged)
        self._messages.lines_changed.connect(viewer.refresh_lines)
        viewer.open()
        if line is not None:
            viewer.seek(line)
        return viewer

    def _on_arranged(self, beside: bool) -> None:
        self._side_by_side = beside
        self.arrangement_chosen.emit(beside)
