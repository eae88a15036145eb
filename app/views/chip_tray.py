"""A row of chips, wrapped, and scrolled where it is long: the pictures of a message that is being composed.
GUI thread only.

Chips are put in another order by dragging, or by Ctrl and the arrow keys; a screen reader hears where one is.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from app.domain import Attachment
from app.views.announcing import announce
from app.views.attachment_chip import AttachmentChip
from app.views.flow_layout import FlowLayout
from app.views.language import in_every_language
from app.views.pictures import Pictures
from app.views.taking_apart import TakingApart
from app.views.theme import Theme
from app.views.tokens import SPACE_8

TALLEST_PX = 216
"""Three rows of chips, one of them with a reason and an offer; more of them scroll."""

NEW_IN_A_TURN = 8
"""As the intake hands them over"""


class ChipTray(QScrollArea):
    """Shows attachments in order; takes none off and moves none by itself."""

    removed = Signal(str)
    mend_requested = Signal(str, str)
    """attachment id and name: of a damaged picture what is left is to be taken"""
    moved = Signal(str, int)
    """attachment id, how many places further on it is wanted"""
    opened = Signal(object, object)
    """Attachment, tuple of all readable attachments"""

    def __init__(self, pictures: Pictures, theme: Theme, before: QWidget) -> None:
        """`before` is what Tab comes from."""
        super().__init__()
        self._pictures = pictures
        self._theme = theme
        self._before = before
        self._attachments: tuple[Attachment, ...] = ()
        self._chips: dict[str, AttachmentChip] = {}
        self._mendable: frozenset[str] = frozenset()
        self._moved_id = ""
        self._growing = QTimer(self, interval=0, singleShot=True)
        """Runs while chips are still to be made."""
        self._growing.timeout.connect(self._show)
        self._apart = TakingApart(self)
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Pictures to send")))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        self._holder = QWidget()
        self._flow = FlowLayout(self._holder, SPACE_8)
        self.setWidget(self._holder)
        self.hide()

    @property
    def chips(self) -> tuple[AttachmentChip, ...]:
        """In order; of many the first, until the others are made."""
        return tuple(self._chips.values())

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        return self._attachments

    def set_attachments(
        self, attachments: tuple[Attachment, ...], mendable: frozenset[str] = frozenset()
    ) -> None:
        """Show these and no others, in this order; of those that are `mendable` what is left is offered."""
        before, self._attachments = self._attachments, attachments
        self._mendable = mendable
        self._show()
        self._say_where(before)

    def _show(self) -> None:
        """Show the chips, those that are new a few in a turn: a question that is edited may have hundreds."""
        shown: dict[str, AttachmentChip] = {}
        new = 0
        for each in self._attachments:
            chip = self._chips.get(each.id)
            if chip is None:
                new += 1
                if new > NEW_IN_A_TURN:
                    break
                chip = self._made(each)
            elif each.id not in self._mendable:
                chip.withdraw_offer()
            shown[each.id] = chip
        if list(shown) != list(self._chips):
            self._rearrange(shown)
        for place, chip in enumerate(shown.values(), 1):
            chip.set_place(place, len(self._attachments))
        self.fit()
        if len(shown) < len(self._attachments):
            self._growing.start()

    def fit(self) -> None:
        """As high as its rows, up to where it scrolls."""
        self.setVisible(bool(self._chips))
        beside = self.parentWidget()
        if not self.isVisible() and beside is not None:
            margins = beside.contentsMargins()
            layout = beside.layout()
            inside = beside.width() - margins.left() - margins.right()
            if layout is not None:
                around = layout.contentsMargins()
                inside -= around.left() + around.right()
        else:
            inside = self.viewport().width()
        self.setFixedHeight(min(self._flow.heightForWidth(max(1, inside)), TALLEST_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The rows break elsewhere."""
        super().resizeEvent(event)
        self.fit()

    def _made(self, attachment: Attachment) -> AttachmentChip:
        mendable = attachment.id in self._mendable
        chip = AttachmentChip(attachment, self._pictures, self._theme, mendable=mendable)
        chip.removed.connect(self.removed)
        chip.mend_requested.connect(lambda: self.mend_requested.emit(attachment.id, attachment.name))
        chip.opened.connect(self._on_opened)
        chip.stepped.connect(lambda by: self._move(attachment.id, by))
        chip.dragged.connect(lambda place: self._on_dragged(attachment.id, place))
        return chip

    def _take_off(self, chip: AttachmentChip, place: int) -> None:
        """Of one that stood at `place` in the row."""
        focused: QWidget | None = QApplication.focusWidget()
        if focused is not None and (chip is focused or chip.isAncestorOf(focused)):
            # The keyboard goes to the chip that takes its place, or back to the words.
            rest = self.chips
            (rest[min(place, len(rest) - 1)].remove_button if rest else self._before).setFocus()
        self._apart.add(chip)

    def _rearrange(self, shown: dict[str, AttachmentChip]) -> None:
        """Put these chips in place of those on show; of those that stay, what stands before the first
        difference is left alone: files come one by one, and a folder holds hundreds.
        """
        was, self._chips = self._chips, shown
        staying = [attachment_id for attachment_id in was if attachment_id in shown]
        pairs = zip(staying, shown, strict=False)
        alike = next((place for place, (old, new) in enumerate(pairs) if old != new), len(staying))
        for attachment_id in staying[alike:]:
            self._flow.removeWidget(was[attachment_id])
        for chip in [*shown.values()][alike:]:
            self._flow.addWidget(chip)
            # Counted in the height of the tray at once, not only when the layout next shows its widgets.
            chip.show()
        self._put_into_tab_order(alike)
        for place, (attachment_id, chip) in enumerate(was.items()):
            if attachment_id not in shown:
                self._take_off(chip, place)

    def _put_into_tab_order(self, first: int) -> None:
        """From that chip on, behind what stands before it and in the order of the chips: Qt would take the
        order of their making.
        """
        chips = self.chips
        before = chips[first - 1].remove_button if first else self._before
        for chip in chips[first:]:
            for widget in (chip, chip.mend_button, chip.remove_button):
                if widget is not None:
                    QWidget.setTabOrder(before, widget)
                    before = widget

    def _move(self, attachment_id: str, by: int) -> None:
        self._moved_id = attachment_id
        self.moved.emit(attachment_id, by)
        self._moved_id = ""

    def _say_where(self, before: tuple[Attachment, ...]) -> None:
        ids = [attachment.id for attachment in self._attachments]
        if self._moved_id in ids and ids != [attachment.id for attachment in before]:
            chip = self._chips[self._moved_id]
            self.ensureWidgetVisible(chip)
            announce(chip, chip.place_words)

    def _on_dragged(self, attachment_id: str, place: QPoint) -> None:
        """Move a chip to where the pointer is, once it is past the middle of the chip that is there."""
        at = self._holder.mapFromGlobal(place)
        ids = list(self._chips)
        own = ids.index(attachment_id)
        for index, chip in enumerate(self._chips.values()):
            if index != own and chip.geometry().contains(at):
                middle = chip.geometry().center()
                same_row = chip.y() == self._chips[attachment_id].y()
                is_past = at.x() >= middle.x() if index > own else at.x() <= middle.x()
                if is_past or not same_row:
                    self._move(attachment_id, index - own)
                return

    def _on_opened(self, attachment: Attachment) -> None:
        readable = tuple(each for each in self._attachments if each.is_readable)
        self.opened.emit(attachment, readable)
