"""Draws one conversation of the list, and edits its title in place. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain import Conversation
from app.models.conversation_list import ConversationListModel, draft_word, shown_title
from app.models.index import Index
from app.views.figures import when
from app.views.icons import pixmap
from app.views.theme import Theme
from app.views.tokens import RADIUS_S, SPACE_4, SPACE_8

NARROWEST_PX = 180

PIN_SHARE = 0.62
"""Of an icon's side: present, not prominent."""

LONGEST_TITLE = 200


class ConversationDelegate(QStyledItemDelegate):
    """Draws one conversation: its title, and when it was last used."""

    renamed = Signal(str, str)
    """conversation id, new title"""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One line of text and air around it; every row alike, so that long lists are laid out at once."""
        del option, index
        return QSize(NARROWEST_PX, self._theme.line_px(self._theme.type_scale.body_pt) + 2 * SPACE_8)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        rect: QRect = option.rect.adjusted(SPACE_8, 1, -SPACE_8, -1)
        painter.save()
        if index.data(ConversationListModel.ENDS_PINNED_ROLE):
            rect = rect.adjusted(0, 0, 0, -2)
            painter.setPen(QColor(tokens.border_strong))
            painter.drawLine(rect.left(), option.rect.bottom(), rect.right(), option.rect.bottom())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.pressed if selected else tokens.sunken))
            painter.drawRoundedRect(QRectF(rect), RADIUS_S, RADIUS_S)
        if focused and selected:
            painter.setPen(QColor(tokens.border_strong))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_S, RADIUS_S)
        conversation = conversation_of(index)
        inside = rect.adjusted(SPACE_8, 0, -SPACE_8, 0)
        if conversation.pinned:
            side = self._theme.icon_px(PIN_SHARE)
            pin = pixmap("pin", tokens.text_faint, side, painter.device().devicePixelRatioF())
            painter.drawPixmap(inside.left(), inside.center().y() - side // 2, pin)
            inside.setLeft(inside.left() + side + SPACE_4)
        caption = self._theme.font(self._theme.type_scale.caption_pt)
        # Of the one on show the composer says it.
        is_unsent = conversation.has_draft and not selected
        moment = draft_word() if is_unsent else when(conversation.updated_at)
        moment_px = QFontMetrics(caption).horizontalAdvance(moment)
        painter.setFont(caption)
        painter.setPen(QColor(tokens.accent if is_unsent else tokens.text_faint))
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), moment)
        weight = QFont.Weight.DemiBold if selected else QFont.Weight.Normal
        title_font = self._theme.font(self._theme.type_scale.body_pt, weight)
        room = inside.adjusted(0, 0, -moment_px - SPACE_8, 0)
        title = QFontMetrics(title_font).elidedText(
            shown_title(conversation.title), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.setFont(title_font)
        painter.setPen(QColor(tokens.text if selected else tokens.text_muted))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), title)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field over the title."""
        del option
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Title of the conversation"))
        editor.setText(shown_title(conversation_of(index).title))
        editor.setMaxLength(LONGEST_TITLE)
        editor.selectAll()
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """The field was filled when it was made; a change of the list does not touch what is typed."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802 - Qt's name
        """Ask for the new title; the model hears of it from the one who keeps it."""
        del model
        conversation = conversation_of(index)
        title = editor.text().strip() if isinstance(editor, QLineEdit) else ""
        if title and title != shown_title(conversation.title):
            self.renamed.emit(conversation.id, title)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802 - Qt's name
        """The whole row."""
        del index
        editor.setGeometry(option.rect.adjusted(SPACE_8, 2, -SPACE_8, -2))


def conversation_of(index: Index) -> Conversation:
    """The conversation of a row of a ConversationListModel."""
    conversation: Conversation = index.data(ConversationListModel.CONVERSATION_ROLE)
    return conversation
