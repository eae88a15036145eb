"""The column of messages of one conversation. GUI thread only.

Only some messages in a row have widgets; others get theirs bit by bit as the reader comes near, those far
away lose theirs. The view follows the end while the reader is at the end, and never moves otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.domain import Message, MessageState, ModelCard, ReadLine
from app.models.message_list import MessageList
from app.views.assistant_message import AssistantMessageWidget
from app.views.end_button import EndButton
from app.views.first_sight import MOST as AT_ONCE
from app.views.first_sight import filling
from app.views.found_marks import FoundMarks
from app.views.hover_upkeep import HoverUpkeep
from app.views.kept_edits import KeptEdits
from app.views.language import in_every_language
from app.views.message_flash import MessageFlash
from app.views.message_making import MessageMaker, MessageWidget
from app.views.pictures import Pictures
from app.views.reading_place import ReadingPlace
from app.views.row_window import RowWindow
from app.views.settling import settle_layouts
from app.views.shown_versions import ShownVersions
from app.views.taking_apart import TakingApart
from app.views.theme import Theme
from app.views.tokens import READING_WIDTH_PX, SPACE_24
from app.views.user_message import UserMessageWidget

WINDOW = 30
"""Messages that get widgets, slice by slice, when a conversation is opened, and whenever more are wanted."""

MOST = 4 * WINDOW
"""Messages that have widgets; those farthest from the reader lose theirs."""

FOLLOW_SLACK_PX = 40
"""As near to the end as this counts as being at the end."""


class MessageView(QScrollArea):
    """Shows messages; all it asks for leaves as signals."""

    copy_requested = Signal(str)
    regenerate_requested = Signal(str)
    continue_requested = Signal(str)
    stop_requested = Signal(str)
    export_requested = Signal(str)
    details_requested = Signal(str)
    place_wanted = Signal(str, int)
    lines_changed = Signal()
    edited = Signal(str, str, object)
    """message id, the new words"""
    replace_requested = Signal(str)
    pictures_dropped = Signal(str, QMimeData)
    """message id, what is to take the place of its pictures; only valid during the call."""
    formatting_chosen = Signal(bool)
    """Whether the reader wants Markdown laid out."""
    delete_requested = Signal(str)
    version_stepped = Signal(str, int)
    """message id, how many versions on"""
    picture_opened = Signal(object, object)
    """Attachment, tuple of all attachments of its message"""

    def __init__(self, pictures: Pictures, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._widgets: dict[str, MessageWidget] = {}
        self._messages = MessageList()
        self.versions = ShownVersions(self.widgets_in_order)
        self.edits = KeptEdits(self.widgets_in_order, self)
        self._maker = MessageMaker(self, pictures, theme)
        self._gone = TakingApart(self)
        self._rows = RowWindow()
        self._following = True
        self.found = FoundMarks(theme, self.widgets_in_order, self)
        self._goes_to: tuple[str, int] | None = None
        """Message and place that were asked for, until all around them is laid out."""
        self.has_place: Callable[[str, int], bool] = lambda _message_id, _character: False
        self._place = ReadingPlace(self, self.widgets_in_order)
        self._growing = QTimer(self, interval=0)
        self._growing.timeout.connect(self._grow)
        self._awaited = QTimer(self, singleShot=True, interval=0)
        """Runs while the last message is to get its widget in the next turn of the loop."""
        self._awaited.timeout.connect(self._add_below)
        self.setProperty("kind", "surface")
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Messages")))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._page = QWidget()
        # Opaque, so that scrolling moves what is painted.
        self._page.setAutoFillBackground(True)
        self._page.setBackgroundRole(QPalette.ColorRole.Base)
        self._column = QVBoxLayout(self._page)
        self._column.setSpacing(SPACE_24)
        self._more, self._later = QPushButton(), QPushButton()
        self._more.clicked.connect(self.show_earlier)
        self._later.clicked.connect(self.show_later)
        for link in (self._more, self._later):
            link.setProperty("kind", "link")
            self._column.addWidget(link, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(self._page)
        HoverUpkeep(self, self._page)
        self._to_end = EndButton(self, theme)
        self._to_end.clicked.connect(self.scroll_to_end)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range_changed)
        bar.valueChanged.connect(self._on_scrolled)
        bar.actionTriggered.connect(lambda _action: self._let_go())
        self._set_margins()
        in_every_language(self, self._show_more_buttons)

    @property
    def is_following(self) -> bool:
        """Whether new text keeps the end in sight."""
        return self._following

    @property
    def message_count(self) -> int:
        """All messages of the conversation, with or without a widget."""
        return len(self._messages)

    @property
    def to_end_button(self) -> EndButton:
        return self._to_end

    @property
    def more_button(self) -> QPushButton:
        return self._more

    @property
    def is_growing(self) -> bool:
        """Whether messages are still getting their widgets."""
        return self._growing.isActive() or self._awaited.isActive() or self._place.is_held

    def widgets_in_order(self) -> list[MessageWidget]:
        """The widgets as they stand on screen, from the top."""
        items = (self._column.itemAt(index) for index in range(self._column.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [
            widget for widget in widgets if isinstance(widget, AssistantMessageWidget | UserMessageWidget)
        ]

    def widget_of(self, message_id: str) -> MessageWidget | None:
        """The widget of a message; None while it has none, though one that is about to come comes now."""
        if self._awaited.isActive() and message_id not in self._widgets:
            self._make_awaited()
        return self._widgets.get(message_id)

    def last_answer_id(self) -> str | None:
        """The newest answer that says something."""
        return self._messages.last_answer_id()

    def selection(self) -> tuple[str, str]:
        """The answer in which text is selected and that text; both empty where none is."""
        for message_id, widget in reversed(self._widgets.items()):
            if isinstance(widget, AssistantMessageWidget) and (text := widget.selected_text()):
                return message_id, text
        return "", ""

    def lines_on(self, attachment_id: str) -> tuple[ReadLine, ...]:
        """The lines that were read on a picture of a message."""
        return self._messages.lines_on(attachment_id)

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show another conversation, from its end."""
        self._messages.set_messages(messages)
        self._following = True
        self._begin_at(len(messages) - self._fill(reversed(range(len(messages)))), len(messages))
        self._grow_to(len(messages) - WINDOW, len(messages))
        QTimer.singleShot(0, self, self._go_on_following)

    def add_message(self, message: Message) -> None:
        """Add a message at the end and go there: it is the answer to what the reader just did.

        An answer that says nothing yet comes a turn later, when the question is on screen.
        """
        if message.id not in self._widgets:
            self._append(message, soon=message.state is MessageState.QUEUED)
            self.scroll_to_end()

    def show_model(self, card: ModelCard) -> None:
        """The model whose answers come now, which may write no Markdown."""
        self._maker.show_model(card)
        self._maker.reformat(self.widgets_in_order())

    def set_formats_answers(self, formats: bool) -> None:
        """Whether Markdown is laid out in the answers that are asked for in it."""
        self._maker.formats_answers = formats
        self._maker.reformat(self.widgets_in_order())

    def ids_from_sight_on(self) -> set[str]:
        """The topmost message in sight and all after it."""
        seen = self._place.topmost()
        first = self._rows.first + self.widgets_in_order().index(seen) if seen else self.message_count
        rows = range(first, self.message_count)
        return {message.id for row in rows if (message := self._messages.message_at(row)) is not None}

    def prepend(self, messages: tuple[Message, ...]) -> None:
        """Older messages of the conversation are known now."""
        self._messages.prepend(messages)
        self._rows.shift(len(messages))
        self._show_more_buttons()

    def reveal(self, message_id: str, place: int = 0, *, flashes: bool = False) -> bool:
        """Go to a message, to that one of its found places; False where it is not in the conversation."""
        row = self._messages.row_of(message_id)
        if row < 0:
            return False
        if self.widget_of(message_id) is None:
            self._begin_at(row, row + self._fill(range(row, self.message_count)))
            self._grow_to(row - WINDOW // 2, row + WINDOW // 2)
        self._following = False
        self._goes_to = (message_id, place)
        self._point_at(message_id, place)
        if flashes:
            MessageFlash(self._widgets[message_id], self._theme)
        QTimer.singleShot(0, self, self._end_growth)
        return True

    def append_text(self, message_id: str, text: str) -> None:
        """More of an answer."""
        widget = self._answer(message_id)
        self._messages.append_text(message_id, text)
        if widget is not None:
            widget.append_text(text)

    def count_tokens(self, message_id: str, tokens: int) -> None:
        """More tokens of an answer."""
        if widget := self._answer(message_id):
            widget.count_tokens(tokens)

    def show_progress(self, message_id: str, sentence: str, done: int, total: int) -> None:
        """What happens before an answer's first word."""
        if widget := self._answer(message_id):
            widget.show_progress(sentence, done, total)

    def update_message(self, message: Message) -> None:
        """A message changed."""
        widget = self.widget_of(message.id)
        self._messages.update(message)
        self.lines_changed.emit()
        if widget is not None:
            widget.update_message(message)

    def remove_messages(self, message_ids: tuple[str, ...]) -> None:
        """Messages are gone."""
        self._make_awaited()
        # The last one first: that is where the model begins to look.
        for message_id in reversed(message_ids):
            row = self._messages.row_of(message_id)
            if row < 0:
                continue
            self._drop(message_id)
            self._messages.remove(row)
            self._rows.remove(row)
        self._show_more_buttons()

    def show_branch(self, removed_ids: tuple[str, ...], messages: tuple[Message, ...]) -> None:
        """Show another end of the conversation, from where it differs."""
        self._make_awaited()
        self.setUpdatesEnabled(False)
        self.remove_messages(removed_ids)
        kept = len(self._messages)
        if len(messages) > AT_ONCE or self._rows.last < kept or (kept and not self._widgets):
            rows = (self._messages.message_at(row) for row in range(kept))
            self.set_messages((*(message for message in rows if message is not None), *messages))
        else:
            for message in messages:
                self._append(message)
        self.setUpdatesEnabled(True)
        first = self._widgets.get(messages[0].id) if messages else None
        if first is None or any(message.state.is_running for message in messages):
            QTimer.singleShot(0, self, self.scroll_to_end)
        else:
            self._following = False
            QTimer.singleShot(0, first, lambda: self.ensureWidgetVisible(first, 0, SPACE_24))

    def last_question(self) -> UserMessageWidget | None:
        """The newest question on show."""
        for widget in reversed(self.widgets_in_order()):
            if isinstance(widget, UserMessageWidget):
                return widget
        return None

    def show_copied(self, message_id: str) -> None:
        """Confirm that a message was copied."""
        if widget := self._answer(message_id):
            widget.show_copied()

    def show_earlier(self) -> None:
        """Give the next older messages their widgets, without moving what the reader looks at."""
        self._following = False
        self._grow_to(self._rows.first - WINDOW, self._rows.last)

    def show_later(self) -> None:
        """Give the next later messages their widgets."""
        self._grow_to(self._rows.first, self._rows.last + WINDOW)

    def scroll_to_end(self) -> None:
        """Go to the end and follow it."""
        count = len(self._messages)
        if not self._is_whole():
            self._begin_at(count - self._fill(reversed(range(count))), count)
            self._grow_to(count - WINDOW, count)
            QTimer.singleShot(0, self, self._go_on_following)
        self._following = True
        self._place.release()
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())
        self._place_to_end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column centred and the button in its place."""
        super().resizeEvent(event)
        self._set_margins()
        self._place_to_end()

    def _point_at(self, message_id: str, place: int) -> None:
        """Bring a message, and in it what was found, where it is seen."""
        settle_layouts()
        widget = self._widgets[message_id]
        below = self.found.place_in(widget, place)
        third = self.viewport().height() // 3
        self._place.hold_at(widget, SPACE_24 if below < 2 * third else third - below)
        self._place.restore()

    # -- which messages have widgets

    def _fill(self, rows: Iterable[int]) -> int:
        """How many of these rows are to have widgets at once: a screen of them."""
        messages = (message for row in rows if (message := self._messages.message_at(row)) is not None)
        return filling(messages, self.viewport().height(), self.fontMetrics().lineSpacing())

    def _begin_at(self, first: int, last: int) -> None:
        """Give these rows widgets at once, and no others."""
        self._awaited.stop()
        self._place.release()
        for message_id in tuple(self._widgets):
            self._drop(message_id)
        self._rows.begin(first)
        while self._rows.last < min(len(self._messages), last):
            self._add_below()
        self._show_more_buttons()

    def _grow_to(self, first: int, last: int) -> None:
        """Give these rows widgets, a few at a time."""
        self._rows.aim(first, last, len(self._messages))
        if not self._following and not self._place.is_held:
            self._place.hold()
        if self._rows.lacks_above or self._rows.lacks_below:
            self._growing.start()

    def _grow(self) -> None:
        # One in each turn of the event loop.
        if self._rows.lacks_above:
            self._add_above()
        elif self._rows.lacks_below:
            self._add_below()
        if not self._rows.lacks_above and not self._rows.lacks_below:
            self._growing.stop()
            # When every widget has found its height the reader's place is the reader's again.
            QTimer.singleShot(0, self, self._end_growth)
        self._show_more_buttons()

    def _end_growth(self) -> None:
        if self._growing.isActive():
            return
        settle_layouts()
        if self._goes_to is not None and self._goes_to[0] in self._widgets:
            # Once more: every widget has found its height.
            self._point_at(*self._goes_to)
        self._goes_to = None
        self._place.restore()
        self._place.release()

    def _add_above(self) -> None:
        self._rows.add_above()
        message = self._messages.message_at(self._rows.first)
        if message is not None:
            self._insert(message, 1)
        if len(self._rows) > MOST and not self._following:
            self._drop_row(self._rows.drop_last())

    def _add_below(self) -> None:
        message = self._messages.message_at(self._rows.last)
        self._rows.add_below()
        if message is not None:
            self._insert(message, self._column.count() - 2)
        if len(self._rows) > MOST:
            self._drop_row(self._rows.drop_first())

    def _append(self, message: Message, *, soon: bool = False) -> None:
        """Add a message at the end, with a widget, now or soon, where the end has some."""
        self._make_awaited()
        is_whole = self._is_whole()
        self._messages.add(message)
        if is_whole and soon:
            self._awaited.start()
        elif is_whole:
            self._add_below()

    def _make_awaited(self) -> None:
        if self._awaited.isActive():
            self._awaited.stop()
            self._add_below()

    def _is_whole(self) -> bool:
        """Whether the end of the conversation has widgets, or is about to."""
        return self._rows.last == len(self._messages) - self._awaited.isActive()

    def _answer(self, message_id: str) -> AssistantMessageWidget | None:
        """The widget of an answer, where it has one."""
        widget = self.widget_of(message_id)
        return widget if isinstance(widget, AssistantMessageWidget) else None

    def _drop_row(self, row: int) -> None:
        message = self._messages.message_at(row)
        if message is not None:
            self._drop(message.id)

    def _insert(self, message: Message, index: int) -> None:
        widget = self._maker.widget_for(message)
        self.versions.show_on(widget)
        self.found.mark(widget)
        self._widgets[message.id] = widget
        self._column.insertWidget(index, widget)

    def _drop(self, message_id: str) -> None:
        widget = self._widgets.pop(message_id, None)
        if widget is not None:
            self.edits.keep(widget)
            self._column.removeWidget(widget)
            self._gone.add(widget)

    def _set_margins(self) -> None:
        # Of the whole width: the scroll bar takes its own out of the margin, and nothing moves when it comes.
        side = max(SPACE_24, (self.width() - READING_WIDTH_PX) // 2)
        taken = self.width() - self.viewport().width()
        self._column.setContentsMargins(side, SPACE_24, max(0, side - taken), SPACE_24)

    def _show_more_buttons(self) -> None:
        later = 0 if self._is_whole() else len(self._messages) - self._rows.last
        self._more.setVisible(self._rows.first > 0)
        self._more.setText(self.tr("Show earlier messages ({count})").format(count=self._rows.first))
        self._later.setVisible(later > 0)
        self._later.setText(self.tr("Show later messages ({count})").format(count=later))

    def _on_range_changed(self, lowest: int, highest: int) -> None:
        del lowest
        if not self._following:
            self._place.restore()
        elif not QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            # Whoever is selecting words is not to lose them under the pointer.
            self.verticalScrollBar().setValue(highest)
        self._place_to_end()

    def _on_scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if not self._place.is_moving:
            self._following = self._is_whole() and value >= bar.maximum() - FOLLOW_SLACK_PX
            if not self.is_growing:
                self._extend(value)
            elif not self._following and not self._place.is_held:
                self._place.hold()
        self._place_to_end()

    def _let_go(self) -> None:
        """The reader scrolls: what was asked for before no longer counts."""
        self._goes_to = None
        self._place.release()

    def _extend(self, value: int) -> None:
        """Get ready what the reader is coming to."""
        near_px = self.viewport().height()
        if value < near_px and self._rows.first > 0 and not self._following:
            self.show_earlier()
        elif value > self.verticalScrollBar().maximum() - near_px and not self._is_whole():
            self.show_later()

    def _go_on_following(self) -> None:
        """Go to the end once more when every widget has found its height, unless the reader has left it."""
        if self._following:
            self.scroll_to_end()

    def _place_to_end(self) -> None:
        self._to_end.place(wanted=not self._following and self.verticalScrollBar().maximum() > 0)
