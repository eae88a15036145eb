"""The buttons that copy the listings and tables of one formatted answer, made where these come in sight. GUI
thread only.

While text comes in, a listing gets its button when it has stood in sight for a while: of an answer that
rushes by each would cost a millisecond and a half, for nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.copies import mime_of
from app.rendering.copies import copy_of_code, copy_of_table
from app.views.answer_ground import AnswerGround
from app.views.piece_writer import PieceWriter, Snippet
from app.views.slices import Slices
from app.views.snippet_button import SnippetButton
from app.views.theme import Theme

STOOD_MS = 200
"""What has been in sight for so long is being looked at."""


class SnippetButtons(QObject):
    """Lie over the viewport of one text."""

    def __init__(
        self, theme: Theme, slices: Slices, viewport: QWidget, writer: PieceWriter, ground: AnswerGround
    ) -> None:
        super().__init__(viewport)
        self._theme = theme
        self._slices = slices
        self._viewport = viewport
        self._writer = writer
        self._ground = ground
        self._made: dict[int, SnippetButton] = {}
        self._watched = range(0)
        """Those that were in sight when the clock was started."""
        self._wanted = range(0)
        """Those that are to get theirs, if they are in sight still."""
        self._clock = QTimer(self, singleShot=True, interval=STOOD_MS)
        self._clock.timeout.connect(self._on_stood)

    @property
    def made(self) -> list[SnippetButton]:
        """Those that there are, in the order of their places."""
        return [self._made[index] for index in sorted(self._made)]

    def want(self, *, at_once: bool) -> None:
        """Make those that are missing and in sight, now or when they have stood there for a while."""
        if len(self._made) == len(self._ground.snippets):
            return
        if at_once:
            self._wanted = self._in_sight()
            self._slices.add_later(self._make_next)
        elif not self._clock.isActive():
            self._watched = self._in_sight()
            self._clock.start()

    def follow(self, first: int) -> None:
        """Stand where the listings and tables from the `first` on are now."""
        for index, button in self._made.items():
            if index >= first:
                button.stand_at(self._ground.snippets[index].toRect())

    def forget(self) -> None:
        """The document is empty again."""
        self._clock.stop()
        self._watched = self._wanted = range(0)
        for button in self._made.values():
            button.hide()
            button.deleteLater()
        self._made.clear()

    def _in_sight(self) -> range:
        seen = self._viewport.visibleRegion().boundingRect()
        return range(0) if seen.isEmpty() else self._ground.snippets_in(QRectF(seen))

    def _on_stood(self) -> None:
        now = self._in_sight()
        stood = range(max(self._watched.start, now.start), min(self._watched.stop, now.stop))
        if any(index not in self._made for index in stood):
            self._wanted = stood
            self._slices.add_later(self._make_next)
        if any(index not in self._made and index not in stood for index in now):
            self.want(at_once=False)

    def _make_next(self) -> bool:
        """Make one that is wanted and still in sight; whether there may be more."""
        if not isValid(self):
            return False
        now = self._in_sight()
        lacking = (index for index in self._wanted if index in now and index not in self._made)
        index = next(lacking, None)
        if index is None:
            return False
        snippet = self._writer.snippets[index]
        button = SnippetButton(self._theme, self._viewport, is_table=snippet.is_table)
        button.clicked.connect(lambda: _copy(snippet, button))
        button.stand_at(self._ground.snippets[index].toRect())
        button.show()
        self._made[index] = button
        return True


def _copy(snippet: Snippet, button: SnippetButton) -> None:
    copy = copy_of_table(snippet.text) if snippet.is_table else copy_of_code(snippet.text, snippet.language)
    QGuiApplication.clipboard().setMimeData(mime_of(copy))
    button.show_copied()
