"""What the reader sent: pictures and words, at the right, and what can be done with them. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.domain import Attachment, Message
from app.edit import Edit
from app.views.branch_switcher import BranchSwitcher
from app.views.icon_button import BUTTON_MARGIN_PX, SMALL_SHARE, IconButton
from app.views.language import in_every_language
from app.views.message_editor import MessageEditor
from app.views.message_gallery import MessageGallery
from app.views.message_text import LINE_HEIGHT_PERCENT
from app.views.numerals import decimal
from app.views.pictures import Pictures
from app.views.reading_text import ReadingText
from app.views.slices import Slices
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16

SHOWN_CHARS = 6_000
"""Of long words so many are shown at first, and more at each click."""

WIDEST_SHARE = 0.8
"""Of the column: what is left shows at a glance who speaks."""


class UserMessageWidget(QWidget):
    """Thumbnails over a bubble of text."""

    picture_opened = Signal(object)
    """Attachment"""
    edited = Signal(str, str, object)
    """message id, the new words, tuple[Attachment, ...]: the pictures that are left"""
    edit_changed = Signal(str)
    """message id: something was typed in its field, or one of its pictures taken off"""
    edit_ended = Signal(str)
    """message id: its field is gone, and what was typed in it"""
    replace_requested = Signal(str)
    pictures_dropped = Signal(str, QMimeData)
    """message id, what is to take the place of its pictures; only valid during the call."""
    delete_requested = Signal(str)
    version_stepped = Signal(str, int)

    def __init__(
        self,
        message: Message,
        pictures: Pictures,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        slices: Slices | None = None,
    ) -> None:
        super().__init__(parent)
        self._message = message
        self._pictures = pictures
        self._theme = theme
        self._slices = slices or Slices(self)
        self._editor: MessageEditor | None = None
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Your message")))
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_8)
        self.gallery: MessageGallery | None = None
        self._show_gallery()
        self._text: ReadingText | None = None
        self._more: QPushButton | None = None
        self._actions: dict[str, IconButton] = {}
        self._shown_chars = 0
        if message.text:
            column.addLayout(self._build_bubble())
        self._foot = self._build_foot()
        column.addWidget(self._foot)
        # When there is time: the words are to be on screen, and what can be done with them a moment later.
        self._slices.add_later(self._make_actions)

    @property
    def message(self) -> Message:
        return self._message

    @property
    def bubble_width(self) -> int:
        """How wide the words stand; 0 where there are none."""
        return self._bubble.width() if self._text is not None else 0

    @property
    def editor(self) -> MessageEditor | None:
        """The field, while the question is being edited."""
        return self._editor

    @property
    def edit_button(self) -> IconButton:
        return self._action("edit")

    @property
    def replace_button(self) -> IconButton:
        return self._action("replace")

    @property
    def delete_button(self) -> IconButton:
        return self._action("delete")

    def update_message(self, message: Message) -> None:
        """Show `message`: of what a reader sent, a picture may turn out to be broken."""
        before, self._message = self._message, message
        if message.attachments != before.attachments:
            self._show_gallery()

    def set_versions(self, place: int, count: int) -> None:
        """Which of the versions of this question is shown."""
        self.switcher.set_versions(place, count)

    @property
    def edited_so_far(self) -> Edit | None:
        """What was changed and not asked yet; None where nothing was."""
        editor = self._editor
        if editor is None or not editor.is_changed:
            return None
        left = tuple(each.id for each in editor.attachments)
        return Edit(self._message.id, self._message.conversation_id, editor.words, left)

    def edit(self) -> None:
        """Let words and pictures be changed where they stand."""
        editor = self._editor or self._open_editor()
        editor.setFocus()

    def resume_editing(self, edit: Edit) -> None:
        """Go on with an edit that was begun before; the keyboard stays where it is."""
        self._open_editor().resume(edit.text, edit.picture_ids)

    def _open_editor(self) -> MessageEditor:
        self._editor = editor = MessageEditor(self._message, self._pictures, self._theme)
        editor.changed.connect(lambda: self.edit_changed.emit(self._message.id))
        editor.confirmed.connect(self._on_confirmed)
        editor.cancelled.connect(self.end_editing)
        editor.picture_opened.connect(lambda attachment, _all: self.picture_opened.emit(attachment))
        if self.gallery is not None:
            self.gallery.hide()
        if self._text is not None:
            self._bubble.hide()
        self._foot.hide()
        self._column.addWidget(editor)
        return editor

    def end_editing(self) -> None:
        """Show the words again as they are."""
        if self._editor is not None:
            editor, self._editor = self._editor, None
            self._column.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
            if self.gallery is not None:
                self.gallery.show()
            if self._text is not None:
                self._bubble.show()
            self._foot.show()
            self.edit_button.setFocus()
            self.edit_ended.emit(self._message.id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the bubble hug its text, up to its share of the column."""
        super().resizeEvent(event)
        if self._text is not None:
            widest = round(self.width() * WIDEST_SHARE) - 2 * SPACE_16
            is_long = self._shown_chars > SHOWN_CHARS
            self._text.setFixedWidth(widest if is_long else max(24, min(self._text.ideal_width_px(), widest)))

    def _show_gallery(self) -> None:
        if self.gallery is not None:
            self._column.removeWidget(self.gallery)
            self.gallery.hide()
            self.gallery.deleteLater()
            self.gallery = None
        if self._message.attachments:
            self.gallery = MessageGallery(
                self._message.attachments, self._pictures, self._theme, self._slices
            )
            self.gallery.picture_opened.connect(self.picture_opened)
            self.gallery.pictures_dropped.connect(
                lambda mime: self.pictures_dropped.emit(self._message.id, mime)
            )
            self._column.insertWidget(0, self.gallery)
            self.gallery.setVisible(self._editor is None)

    def _show_more(self) -> None:
        """Show the next part of the words: all of a pasted book at once would hold up the window."""
        if self._text is None:
            return
        words, start = self._message.text, self._shown_chars
        stop = len(words)
        if stop - start > 2 * SHOWN_CHARS:
            # At a line end where there is one near, or the line would go on in the next part.
            stop = start + SHOWN_CHARS
            stop = words.rfind("\n", start + SHOWN_CHARS // 2, stop) + 1 or stop
        self._text.append_text(words[start:stop])
        self._shown_chars = stop
        self._say_more()

    def _say_more(self) -> None:
        left = len(self._message.text) - self._shown_chars
        if self._more is None and left > 0:
            self._more = QPushButton()
            self._more.setProperty("kind", "link")
            self._more.clicked.connect(self._show_more)
            self._inside.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        if self._more is not None:
            self._more.setText(self.tr("Show more ({count} characters are left)").format(count=decimal(left)))
            self._more.setVisible(left > 0)

    def _build_bubble(self) -> QHBoxLayout:
        self._text = text = ReadingText("")
        in_every_language(text, lambda: text.setAccessibleName(self.tr("Your words")))
        self._bubble = QFrame()
        self._bubble.setProperty("kind", "own-message")
        self._inside = inside = QVBoxLayout(self._bubble)
        # The line spacing of the last line hangs below it.
        body_px = self._theme.line_px(self._theme.type_scale.body_pt)
        hanging = round(body_px * (LINE_HEIGHT_PERCENT - 100) / 100)
        inside.setContentsMargins(SPACE_16, SPACE_12, SPACE_16, max(SPACE_4, SPACE_12 - hanging))
        inside.addWidget(self._text)
        self._show_more()
        in_every_language(self, self._say_more)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._bubble)
        return row

    def _build_foot(self) -> QWidget:
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_4)
        row.addStretch(1)
        request = self._message.request
        if request is not None and request.preset:
            preset = QLabel(request.preset)
            preset.setTextFormat(Qt.TextFormat.PlainText)
            preset.setProperty("kind", "caption")
            row.addWidget(preset)
        self.switcher = BranchSwitcher(self._theme)
        self.switcher.stepped.connect(lambda by: self.version_stepped.emit(self._message.id, by))
        row.addWidget(self.switcher)
        # Nothing moves when they come.
        foot.setMinimumHeight(self._theme.icon_px(SMALL_SHARE) + 2 * BUTTON_MARGIN_PX)
        return foot

    def _make_actions(self) -> bool:
        """Make the buttons of the foot, where they are missing; never more to do."""
        if not isValid(self) or self._actions:
            return False
        row = self._foot.layout()
        for name, icon_name, label, do in (
            ("edit", "rename", lambda: self.tr("Edit and ask again"), self.edit),
            (
                "replace",
                "image",
                lambda: self.tr("Ask again about another picture"),
                lambda: self.replace_requested.emit(self._message.id),
            ),
            (
                "delete",
                "trash",
                lambda: self.tr("Delete from here on"),
                lambda: self.delete_requested.emit(self._message.id),
            ),
        ):
            self._actions[name] = button = IconButton(self._theme, icon_name, label)
            button.set_small()
            button.clicked.connect(do)
            if row is not None:
                row.addWidget(button)
            # Qt would show it in a later turn, and the foot be flat until then.
            button.setVisible(name != "replace" or bool(self._message.attachments))
        # They keep its height from now on, also in another size.
        self._foot.setMinimumHeight(0)
        return False

    def _action(self, name: str) -> IconButton:
        self._make_actions()
        return self._actions[name]

    def _on_confirmed(self, text: str, attachments: tuple[Attachment, ...]) -> None:
        if self._editor is not None and self._editor.is_changed:
            # Another version takes the place of this one; where it is refused, what was typed stays.
            self.edited.emit(self._message.id, text, attachments)
        else:
            self.end_editing()
