"""The column of messages of one conversation. GUI thread only.

Only the last `WINDOW` messages have widgets; older ones are added when asked for, and the reader's place is
kept. The view follows the end while the reader is at the end, and never moves otherwise.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.domain import Message, MessageRole, ReadLine
from app.models.message_list import MessageListModel
from app.views.assistant_message import AssistantMessageWidget
from app.views.icons import icon
from app.views.language import in_every_language
from app.views.pictures import Pictures
from app.views.theme import Theme
from app.views.tokens import READING_WIDTH_PX, SPACE_16, SPACE_24
from app.views.user_message import UserMessageWidget

WINDOW = 30
"""Messages that get widgets at once. Each costs about 8 ms on a slow machine (measured, 2000 characters
each), so that opening any conversation takes a quarter of a second."""

FOLLOW_SLACK_PX = 40
"""As near to the end as this counts as being at the end."""

MessageWidget = AssistantMessageWidget | UserMessageWidget


class MessageView(QScrollArea):
    """Shows messages; all it asks for leaves as signals."""

    copy_requested = Signal(str)
    regenerate_requested = Signal(str)
    continue_requested = Signal(str)
    stop_requested = Signal(str)
    export_requested = Signal(str)
    details_requested = Signal(str)
    edited = Signal(str, str)
    """message id, the new words"""
    replace_requested = Signal(str)
    pictures_dropped = Signal(str, QMimeData)
    """message id, what is to take the place of its pictures; only valid during the call."""
    delete_requested = Signal(str)
    version_stepped = Signal(str, int)
    """message id, how many versions on"""
    picture_opened = Signal(object, object)
    """Attachment, tuple of all attachments of its message"""

    def __init__(self, pictures: Pictures, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._theme = theme
        self._widgets: dict[str, MessageWidget] = {}
        self._model = MessageListModel(self)
        self._branches: dict[str, tuple[str, ...]] = {}
        self._first_row = 0
        self._following = True
        self.setProperty("kind", "surface")
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Messages")))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._page = QWidget()
        self._page.setProperty("kind", "surface")
        self._column = QVBoxLayout(self._page)
        self._column.setSpacing(SPACE_24)
        self._more = QPushButton()
        self._more.setProperty("kind", "link")
        self._more.clicked.connect(self.show_earlier)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._to_end = QPushButton("", self)
        in_every_language(self, lambda: self._to_end.setText(self.tr("Jump to the end")))
        self._to_end.setProperty("kind", "pill")
        self._to_end.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._to_end.clicked.connect(self.scroll_to_end)
        self._to_end.hide()
        theme.changed.connect(self._retint)
        self._retint()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range_changed)
        bar.valueChanged.connect(self._on_scrolled)
        self._set_margins()
        in_every_language(self, self._show_more_button)

    @property
    def is_following(self) -> bool:
        """Whether new text keeps the end in sight."""
        return self._following

    @property
    def message_count(self) -> int:
        """All messages of the conversation, with or without a widget."""
        return self._model.rowCount()

    @property
    def to_end_button(self) -> QPushButton:
        return self._to_end

    @property
    def more_button(self) -> QPushButton:
        return self._more

    def widgets_in_order(self) -> list[MessageWidget]:
        """The widgets as they stand on screen, from the top."""
        items = (self._column.itemAt(index) for index in range(self._column.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [
            widget for widget in widgets if isinstance(widget, AssistantMessageWidget | UserMessageWidget)
        ]

    def widget_of(self, message_id: str) -> MessageWidget | None:
        """The widget of a message; None while it has none."""
        return self._widgets.get(message_id)

    def last_answer_id(self) -> str | None:
        """The newest answer that says something."""
        for row in range(self._model.rowCount() - 1, -1, -1):
            message = self._model.message_at(row)
            if message is not None and message.role is MessageRole.ASSISTANT and message.text:
                return message.id
        return None

    def selection(self) -> tuple[str, str]:
        """The answer in which text is selected and that text; both empty where none is."""
        for message_id, widget in reversed(self._widgets.items()):
            if isinstance(widget, AssistantMessageWidget) and (text := widget.selected_text()):
                return message_id, text
        return "", ""

    def lines_on(self, attachment_id: str) -> tuple[ReadLine, ...]:
        """The lines that were read on a picture of a message."""
        return self._model.lines_on(attachment_id)

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show another conversation, from its end."""
        self.setUpdatesEnabled(False)
        for message_id in tuple(self._widgets):
            self._drop(message_id)
        self._model.set_messages(messages)
        self._first_row = max(0, len(messages) - WINDOW)
        for message in messages[self._first_row :]:
            self._insert(message, self._column.count() - 1)
        self._show_more_button()
        self._following = True
        self.setUpdatesEnabled(True)
        QTimer.singleShot(0, self, self.scroll_to_end)

    def add_message(self, message: Message) -> None:
        """Add a message at the end and go there: it is the answer to what the reader just did."""
        if message.id not in self._widgets:
            self._model.add(message)
            self._insert(message, self._column.count() - 1)
            self.scroll_to_end()

    def append_text(self, message_id: str, text: str) -> None:
        """More of an answer."""
        self._model.append_text(message_id, text)
        widget = self._widgets.get(message_id)
        if isinstance(widget, AssistantMessageWidget):
            widget.append_text(text)

    def count_tokens(self, message_id: str, tokens: int) -> None:
        """More tokens of an answer."""
        widget = self._widgets.get(message_id)
        if isinstance(widget, AssistantMessageWidget):
            widget.count_tokens(tokens)

    def show_progress(self, message_id: str, sentence: str, done: int, total: int) -> None:
        """What happens before an answer's first word."""
        widget = self._widgets.get(message_id)
        if isinstance(widget, AssistantMessageWidget):
            widget.show_progress(sentence, done, total)

    def update_message(self, message: Message) -> None:
        """A message changed."""
        self._model.update(message)
        widget = self._widgets.get(message.id)
        if widget is not None:
            widget.update_message(message)

    def remove_messages(self, message_ids: tuple[str, ...]) -> None:
        """Messages are gone."""
        for message_id in message_ids:
            if message_id not in self._widgets and self._model.row_of(message_id) >= 0:
                self._first_row -= 1
            self._drop(message_id)
        self._model.remove(message_ids)
        self._show_more_button()

    def show_branch(self, removed_ids: tuple[str, ...], messages: tuple[Message, ...]) -> None:
        """Show another end of the conversation, from where it differs."""
        self.setUpdatesEnabled(False)
        self.remove_messages(removed_ids)
        kept = self._model.rowCount()
        if len(messages) > WINDOW or (kept and not self._widgets):
            rows = (self._model.message_at(row) for row in range(kept))
            self.set_messages((*(message for message in rows if message is not None), *messages))
        else:
            for message in messages:
                self._model.add(message)
                self._insert(message, self._column.count() - 1)
        self.setUpdatesEnabled(True)
        first = self._widgets.get(messages[0].id) if messages else None
        if first is None or any(message.state.is_running for message in messages):
            QTimer.singleShot(0, self, self.scroll_to_end)
        else:
            self._following = False
            QTimer.singleShot(0, first, lambda: self.ensureWidgetVisible(first, 0, SPACE_24))

    def set_branches(self, branches: dict[str, tuple[str, ...]]) -> None:
        """Which messages have other versions: the ids of all of them, in order."""
        self._branches = branches
        for message_id, widget in self._widgets.items():
            self._show_versions(message_id, widget)

    def last_with_versions(self) -> str | None:
        """The message that the keyboard is in, else the last one, of those with other versions."""
        focus: QWidget | None = QApplication.focusWidget()
        for widget in self.widgets_in_order():
            if focus is not None and widget.isAncestorOf(focus) and widget.message.id in self._branches:
                return widget.message.id
        shown = [widget.message.id for widget in self.widgets_in_order()]
        return next((each for each in reversed(shown) if each in self._branches), None)

    def last_question(self) -> UserMessageWidget | None:
        """The newest question on show."""
        for widget in reversed(self.widgets_in_order()):
            if isinstance(widget, UserMessageWidget):
                return widget
        return None

    def show_copied(self, message_id: str) -> None:
        """Confirm that a message was copied."""
        widget = self._widgets.get(message_id)
        if isinstance(widget, AssistantMessageWidget):
            widget.show_copied()

    def show_earlier(self) -> None:
        """Give the next older messages their widgets, without moving what the reader looks at."""
        bar = self.verticalScrollBar()
        from_end = bar.maximum() - bar.value()
        last_row, self._first_row = self._first_row, max(0, self._first_row - WINDOW)
        for index, row in enumerate(range(self._first_row, last_row)):
            message = self._model.message_at(row)
            if message is not None:
                self._insert(message, 1 + index)
        self._show_more_button()
        self._following = False
        self._column.activate()
        self._page.adjustSize()
        QTimer.singleShot(0, self, lambda: bar.setValue(bar.maximum() - from_end))

    def scroll_to_end(self) -> None:
        """Go to the end and follow it."""
        self._following = True
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())
        self._place_to_end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column centred and the button in its place."""
        super().resizeEvent(event)
        self._set_margins()
        self._place_to_end()

    def _insert(self, message: Message, index: int) -> None:
        widget: MessageWidget
        if message.role is MessageRole.USER:
            widget = UserMessageWidget(message, self._pictures, self._theme)
            widget.picture_opened.connect(
                lambda attachment, all_of_it=message.attachments: self.picture_opened.emit(
                    attachment, all_of_it
                )
            )
            widget.edited.connect(self.edited)
            widget.replace_requested.connect(self.replace_requested)
            widget.pictures_dropped.connect(self.pictures_dropped)
        else:
            widget = AssistantMessageWidget(message, self._theme)
            widget.copy_requested.connect(self.copy_requested)
            widget.regenerate_requested.connect(self.regenerate_requested)
            widget.continue_requested.connect(self.continue_requested)
            widget.stop_requested.connect(self.stop_requested)
            widget.export_requested.connect(self.export_requested)
            widget.details_requested.connect(self.details_requested)
        widget.delete_requested.connect(self.delete_requested)
        widget.version_stepped.connect(self.version_stepped)
        self._show_versions(message.id, widget)
        self._widgets[message.id] = widget
        self._column.insertWidget(index, widget)

    def _show_versions(self, message_id: str, widget: MessageWidget) -> None:
        versions = self._branches.get(message_id, (message_id,))
        widget.set_versions(versions.index(message_id), len(versions))

    def _drop(self, message_id: str) -> None:
        widget = self._widgets.pop(message_id, None)
        if widget is not None:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _set_margins(self) -> None:
        side = max(SPACE_24, (self.viewport().width() - READING_WIDTH_PX) // 2)
        self._column.setContentsMargins(side, SPACE_24, side, SPACE_24)

    def _show_more_button(self) -> None:
        self._more.setVisible(self._first_row > 0)
        self._more.setText(self.tr("Show earlier messages ({count})").format(count=self._first_row))

    def _on_range_changed(self, lowest: int, highest: int) -> None:
        del lowest
        if self._following:
            self.verticalScrollBar().setValue(highest)
        self._place_to_end()

    def _on_scrolled(self, value: int) -> None:
        self._following = value >= self.verticalScrollBar().maximum() - FOLLOW_SLACK_PX
        self._place_to_end()

    def _place_to_end(self) -> None:
        self._to_end.setVisible(not self._following and self.verticalScrollBar().maximum() > 0)
        if self._to_end.isVisible():
            hint = self._to_end.sizeHint()
            view = self.viewport().geometry()
            self._to_end.setGeometry(
                QRect(
                    view.center().x() - hint.width() // 2,
                    view.bottom() - hint.height() - SPACE_16,
                    hint.width(),
                    hint.height(),
                )
            )
            self._to_end.raise_()

    def _retint(self) -> None:
        self._to_end.setIcon(icon("down", self._theme.tokens.text_muted))
