"""The text of one answer, plain or with its Markdown laid out, and the change between both. GUI thread
only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain import ReadWord
from app.json_answer import indented, json_part, place_in_answer
from app.views.doubtful_words import Mark
from app.views.language import in_every_language
from app.views.message_text import MessageText
from app.views.reading_text import ReadingText
from app.views.slices import Slices
from app.views.theme import Theme

if TYPE_CHECKING:
    from app.views.formatted_text import FormattedText

_FENCE = "```json\n"


class AnswerText(QWidget):
    """Keeps the model's text to the character, whichever way it is shown."""

    link_activated = Signal(str)
    place_wanted = Signal(int)
    """Which character of the text the reader wants to see on the picture"""
    laid_out = Signal()
    """All that is finished of a formatted answer is on screen."""

    def __init__(
        self, label: Callable[[], str], theme: Theme, slices: Slices, *, formatted: bool = False
    ) -> None:
        super().__init__()
        self._label = label
        self._theme = theme
        self._slices = slices
        self._source = ""
        self._is_finished = False
        self._is_json = False
        self.has_place: Callable[[int], bool] = lambda _character: False
        """Whether it is known where on the picture a character of the text stands."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._shown: ReadingText | FormattedText = self._formatted() if formatted else self._plain()
        self._column.addWidget(self._shown)
        in_every_language(self, lambda: self._shown.setAccessibleName(self._label()))

    @property
    def source(self) -> str:
        """What the model wrote."""
        return self._source

    @property
    def is_formatted(self) -> bool:
        """Whether Markdown is laid out."""
        return not isinstance(self._shown, ReadingText)

    @property
    def widget(self) -> MessageText:
        """What shows it now."""
        return self._shown

    @property
    def marks(self) -> list[Mark]:
        """The words in doubt; none where Markdown is laid out."""
        return self._shown.marks if isinstance(self._shown, ReadingText) else []

    def set_formatted(self, formatted: bool) -> None:
        """Show the same text the other way."""
        if formatted == self.is_formatted:
            return
        had_focus = self._shown.hasFocus()
        before = self._shown
        self._shown = self._formatted() if formatted else self._plain()
        self._column.replaceWidget(before, self._shown)
        before.hide()
        before.deleteLater()
        self._show_source()
        if had_focus:
            self._shown.setFocus()

    def set_json(self, is_json: bool) -> None:
        """Whether the text is JSON, which is laid out as a block of code with a line for each value."""
        if is_json != self._is_json:
            self._is_json = is_json
            self._show_source()

    def set_text(self, text: str, *, finished: bool) -> None:
        """Show this; what is on screen already is not laid out again."""
        if text != self._source:
            self._source, self._is_finished = text, finished
            self._show_source()
        elif finished != self._is_finished:
            self._is_finished = finished
            if finished and not isinstance(self._shown, ReadingText):
                self._shown.finish()

    def append_text(self, text: str) -> None:
        """More of the answer."""
        self._source += text
        self._is_finished = False
        self._shown.append_text(text)

    def mark_words(self, words: Sequence[ReadWord], colour: str) -> None:
        """Underline words in doubt, where the text is plain."""
        if isinstance(self._shown, ReadingText) and (words or self._shown.marks):
            self._shown.mark_words(self._source, words, colour)

    def text(self) -> str:
        """What can be read on screen."""
        return self._shown.text()

    def selected_text(self) -> str:
        """The selected part."""
        return self._shown.selected_text()

    def selected_source(self) -> str:
        """The selection as Markdown where it is shown formatted, else as it is."""
        if isinstance(self._shown, ReadingText):
            return self._shown.selected_text()
        return self._shown.selected_markdown()

    def _formatted(self) -> FormattedText:
        from app.views.formatted_text import FormattedText  # noqa: PLC0415 - brings parsers

        shown = FormattedText(self._label(), self._theme, self._slices)
        shown.link_activated.connect(self.link_activated)
        shown.laid_out.connect(self.laid_out)
        shown.place_wanted.connect(lambda character: self.place_wanted.emit(self._written_at(character)))
        shown.has_place = lambda character: character >= 0 and self._has_place(self._written_at(character))
        return shown

    def _plain(self) -> ReadingText:
        shown = ReadingText(self._label())
        shown.stand_on_ground(self._theme)
        shown.link_activated.connect(self.link_activated)
        shown.place_wanted.connect(self.place_wanted)
        shown.has_place = self._has_place
        return shown

    def _written_at(self, character: int) -> int:
        """Which character the model wrote of one that is laid out: JSON is shown with other line ends."""
        if not self._is_json or _as_block(self._source) == self._source:
            return character
        return place_in_answer(character - len(_FENCE), self._source)

    def _has_place(self, character: int) -> bool:
        # Asked anew each time: the text is there before it is known whose it is.
        return self.has_place(character)

    def _show_source(self) -> None:
        if isinstance(self._shown, ReadingText):
            self._shown.set_text(self._source)
        else:
            source = _as_block(self._source) if self._is_json else self._source
            self._shown.set_text(source, finished=self._is_finished)


def _as_block(source: str) -> str:
    """JSON as Markdown shows it best; what is none stays as it is."""
    try:
        return f"{_FENCE}{indented(json_part(source))}\n```"
    except ValueError:
        return source
