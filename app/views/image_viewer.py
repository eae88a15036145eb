"""The pictures of one message, large, with what was read of them beside or below. GUI thread only.

Lines and their places point at each other; a part, or the picture turned, can be read by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.domain import Attachment, Box, PictureCost, ReadLine
from app.frames import is_animated
from app.views.awaited_picture import AwaitedPicture
from app.views.elided_label import ElidedLabel
from app.views.figures import BETWEEN
from app.views.frame_picker import FramePicker
from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.line_list import LineListWidget
from app.views.line_overlay import has_places, shown_scale
from app.views.numerals import percent
from app.views.picture_view import ZOOM_STEP, PictureView
from app.views.pictures import Pictures
from app.views.spoken import spoken
from app.views.theme import Theme
from app.views.thumbnail import describe
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12

SIDE_PX = 4096
"""A page at 300 dpi fits; larger pictures are shown reduced, which needs 64 MB instead of hundreds."""

PICTURE_SHARE = 0.62
"""Of the stage, where the text stands there too."""


class ImageViewerDialog(QDialog):
    """One picture at a time; Esc closes."""

    part_requested = Signal(object, object, int)
    """Attachment, Box or None for all of it, quarter turns clockwise: to be read by itself"""
    frame_wanted = Signal(object, int)
    """Attachment, which frame of it, from 0: to be read by itself"""
    frame_chosen = Signal(str, int)
    """attachment id of a picture that waits, which frame of it is to be looked at"""
    arrangement_chosen = Signal(bool)
    """Whether the text stands beside the picture; else below it"""

    def __init__(
        self,
        attachment: Attachment,
        siblings: tuple[Attachment, ...],
        pictures: Pictures,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        lines_on: Callable[[str], Sequence[ReadLine]] = lambda _attachment_id: (),
        cost_of: Callable[[Attachment], PictureCost | None] = lambda _attachment: None,
        side_by_side: bool = False,
        waits: bool = False,
    ) -> None:
        """`waits` where the pictures have not been sent yet."""
        super().__init__(parent)
        self._lines_on = lines_on
        self._cost_of = cost_of
        self._siblings = siblings or (attachment,)
        self._index = next((i for i, each in enumerate(self._siblings) if each.id == attachment.id), 0)
        self._image = QImage()
        self._is_missing = False
        self._scale = 1.0
        self._sought: ReadLine | None = None
        self._waits = waits
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.resize(self._first_size(parent))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._build_stage(theme, side_by_side=side_by_side), 1)
        self._frames = FramePicker(theme)
        self._frames.chosen.connect(lambda _frame: self._show_frame())
        column.addWidget(self._frames)
        column.addLayout(self._build_caption(theme))
        column.addLayout(self._build_tools(theme))
        self._awaited = AwaitedPicture(pictures, SIDE_PX, self)
        self._awaited.came.connect(self._on_came)
        self._show_current()
        in_every_language(self, self._show_read_button, self._show_caption, self._show_waiting)

    @property
    def view(self) -> PictureView:
        return self._view

    @property
    def attachment(self) -> Attachment:
        """The picture on show."""
        return self._siblings[self._index]

    @property
    def frames(self) -> FramePicker:
        """Chooses a frame of an animated picture; not there for others."""
        return self._frames

    @property
    def lines_button(self) -> QPushButton:
        """Switches the frames around the lines; not there where nothing was read."""
        return self._lines

    @property
    def line_list(self) -> LineListWidget:
        """The lines as text."""
        return self._list

    @property
    def tools(self) -> dict[str, QPushButton]:
        """The switches by name: text, beside, seen, part, read."""
        return dict(self._tools)

    @property
    def caption(self) -> str:
        """What is said of the picture."""
        return self._caption.text()

    def seek(self, line: ReadLine) -> None:
        """Show where a line of the picture is, once it is open."""
        self._sought = line
        self._lines.setChecked(True)
        self._show_sought()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows turn pages, + and - zoom, 0 and 1 fit and show at 100 %; a letter for each switch, and Enter
        reads the part that is chosen.
        """
        actions: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Left: lambda: self._step(-1),
            Qt.Key.Key_Right: lambda: self._step(1),
            Qt.Key.Key_Plus: lambda: self._view.zoom_by(ZOOM_STEP),
            Qt.Key.Key_Equal: lambda: self._view.zoom_by(ZOOM_STEP),
            Qt.Key.Key_Minus: lambda: self._view.zoom_by(1 / ZOOM_STEP),
            Qt.Key.Key_0: self._view.fit,
            Qt.Key.Key_1: self._view.actual_size,
            Qt.Key.Key_L: partial(_press, self._lines),
            Qt.Key.Key_T: partial(_press, self._tools["text"]),
            Qt.Key.Key_B: partial(_press, self._tools["beside"]),
            Qt.Key.Key_M: partial(_press, self._tools["seen"]),
            Qt.Key.Key_P: partial(_press, self._tools["part"]),
            Qt.Key.Key_R: self._on_turned,
            Qt.Key.Key_Comma: lambda: self._frames.step(-1),
            Qt.Key.Key_Period: lambda: self._frames.step(1),
        }
        if self._view.hasFocus():
            # Elsewhere Enter is for what has the focus.
            read = partial(_press, self._tools["read"])
            actions |= {Qt.Key.Key_Return: read, Qt.Key.Key_Enter: read}
        action = actions.get(Qt.Key(event.key()))
        if action is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        else:
            action()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit once the real size is known."""
        super().showEvent(event)
        self._view.setFocus()
        self._waiting.setGeometry(self._view.rect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the waiting line in the middle."""
        super().resizeEvent(event)
        self._waiting.setGeometry(self._view.rect())

    # -- putting together

    def _build_stage(self, theme: Theme, *, side_by_side: bool) -> QSplitter:
        self._stage = QSplitter(Qt.Orientation.Horizontal if side_by_side else Qt.Orientation.Vertical)
        self._stage.setHandleWidth(1)
        self._stage.setChildrenCollapsible(False)
        self._view = PictureView(theme)
        self._view.part_chosen.connect(self._on_part_chosen)
        self._list = LineListWidget(theme)
        self._stage.addWidget(self._view)
        self._stage.addWidget(self._list)
        self._stage.setStretchFactor(0, 3)
        self._stage.setStretchFactor(1, 1)
        self._list.hide()
        self._view.overlay.on_pointed_at(self._list.point_at)
        self._list.pointed_at.connect(self._on_line_pointed_at)
        self._waiting = QLabel("", self._view)
        self._waiting.setProperty("kind", "muted")
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return self._stage

    def _build_caption(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, 0)
        row.setSpacing(SPACE_4)
        self._caption = ElidedLabel("", Qt.TextElideMode.ElideMiddle)
        row.addWidget(self._caption, 1)
        self._previous = IconButton(theme, "previous", lambda: self.tr("Previous picture"))
        self._next = IconButton(theme, "next", lambda: self.tr("Next picture"))
        for button, by in ((self._previous, -1), (self._next, 1)):
            button.setProperty("kind", "on-window")
            button.clicked.connect(lambda _checked=False, step=by: self._step(step))
            button.setVisible(len(self._siblings) > 1)
            row.addWidget(button)
        return row

    def _build_tools(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_8)
        row.setSpacing(SPACE_4)
        self._lines = _switch(
            lambda: self.tr("Lines"), lambda: self.tr("Show where the lines of text were found"), "L"
        )
        self._lines.toggled.connect(self._view.show_lines)
        self._view.show_lines(self._lines.isChecked())
        text = _switch(lambda: self.tr("Text"), lambda: self.tr("Show the lines as text"), "T")
        text.toggled.connect(self._on_text_switched)
        beside = _switch(
            lambda: self.tr("Beside"), lambda: self.tr("Show the text beside the picture, not below it"), "B"
        )
        beside.setChecked(self._stage.orientation() is Qt.Orientation.Horizontal)
        beside.toggled.connect(self._on_arranged)
        beside.hide()
        seen = _switch(
            lambda: self.tr("As the model sees it"),
            lambda: self.tr("Show the pixels that the model gets"),
            "M",
        )
        seen.toggled.connect(lambda _on: self._show_pixels())
        part = _switch(
            lambda: self.tr("Choose a part"),
            lambda: self.tr("Draw out a part to read just that, with the mouse or the arrow keys"),
            "P",
        )
        part.toggled.connect(self._view.choose_part)
        read = QPushButton()
        read.setProperty("kind", "primary")
        read.setAutoDefault(False)
        read.clicked.connect(self._on_read)
        read.hide()
        self._tools = {"text": text, "beside": beside, "seen": seen, "part": part, "read": read}
        turn = IconButton(theme, "rotate", lambda: self.tr("Turn clockwise (R)"))
        turn.setProperty("kind", "on-window")
        turn.clicked.connect(self._on_turned)
        for widget in (self._lines, text, beside, seen, part):
            row.addWidget(widget)
        row.addWidget(turn)
        row.addStretch(1)
        fit, actual = QPushButton(), QPushButton()
        for choice, action in ((fit, self._view.fit), (actual, self._view.actual_size)):
            choice.setAutoDefault(False)
            choice.clicked.connect(action)
            row.addWidget(choice)
        in_every_language(
            self,
            lambda: fit.setText(self.tr("Fit")),
            lambda: fit.setAccessibleName(self.tr("Fit the picture to the window")),
            lambda: actual.setText(percent(1)),
            lambda: actual.setAccessibleName(self.tr("Show at 100%")),
        )
        row.addWidget(read)
        return row

    # -- what is shown

    def _step(self, by: int) -> None:
        index = self._index + by
        if 0 <= index < len(self._siblings):
            self._index = index
            self._sought = None
            self._show_current()

    def _show_current(self) -> None:
        attachment = self.attachment
        self.setWindowTitle(attachment.name)
        self._previous.setEnabled(self._index > 0)
        self._next.setEnabled(self._index < len(self._siblings) - 1)
        self._frames.set_frames(attachment.page, attachment.pages if is_animated(attachment) else 1)
        self._show_frame()

    def _show_frame(self) -> None:
        """The frame that is chosen; of most pictures there is one."""
        attachment = self._as_shown()
        self._is_missing = False
        self._show_waiting()
        self._waiting.show()
        self._image = QImage()
        self._view.set_image(self._image)
        self._view.set_lines((), 1.0)
        self._show_lines()
        self._tools["seen"].setVisible(self._cost_of(attachment) is not None)
        self._show_read_button()
        self._show_caption()
        self._awaited.ask(attachment)

    def _as_shown(self) -> Attachment:
        """The picture on show, with the frame that is chosen."""
        attachment = self.attachment
        return replace(attachment, page=self._frames.frame) if is_animated(attachment) else attachment

    def _lines_here(self) -> Sequence[ReadLine]:
        """What was read of what is on show: nothing of another frame."""
        attachment = self.attachment
        return self._lines_on(attachment.id) if self._as_shown() == attachment else ()

    def refresh_lines(self) -> None:
        """The answer may have been made anew: show what it says now."""
        self._show_lines()
        if not self._image.isNull():
            self._view.set_lines(self._lines_here(), self._scale)

    def _show_lines(self) -> None:
        lines = self._lines_here()
        self._list.set_lines(lines)
        self._lines.setVisible(has_places(lines))
        self._tools["text"].setVisible(bool(lines))
        self._show_text(bool(lines) and self._tools["text"].isChecked())

    def _on_came(self, image: QImage) -> None:
        if image.isNull():
            self._is_missing = True
            self._show_waiting()
            return
        self._waiting.hide()
        self._image = image
        self._show_pixels()

    def _show_waiting(self) -> None:
        gone = self.tr("This picture can no longer be shown: its file is missing from the image store.")
        self._waiting.setText(gone if self._is_missing else self.tr("Opening the picture…"))

    def _show_pixels(self) -> None:
        """The picture's own pixels, or those that the model gets."""
        if self._image.isNull():
            return
        attachment, cost = self.attachment, self._cost_of(self.attachment)
        source = max(attachment.width_px, attachment.height_px)
        scale = shown_scale(max(self._image.width(), self._image.height()), source, SIDE_PX)
        image = self._image
        if self._tools["seen"].isChecked() and cost is not None:
            size = QSize(cost.width_px, cost.height_px)
            image = image.scaled(
                size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            scale *= image.width() / self._image.width()
        self._scale = scale
        self._view.set_image(image)
        self._view.set_lines(self._lines_here(), scale)
        self._show_sought()
        self._show_read_button()
        self._show_caption()

    def _show_sought(self) -> None:
        line = self._sought
        if line is None or self._image.isNull() or self._as_shown() != self.attachment:
            return
        lines = self._lines_here()
        if line not in lines:
            # It was read for another answer than the one whose lines are shown.
            self._view.set_lines((*lines, line), self._scale)
        self._list.point_at(line)
        self._view.overlay.point_at(line)
        self._view.look_at(line)

    def _show_caption(self) -> None:
        attachment, cost = self._as_shown(), self._cost_of(self.attachment)
        parts = [describe(attachment), *(spoken(note) for note in attachment.notes)]
        if cost is not None and self._tools["seen"].isChecked():
            if cost.parts > 1:
                parts.append(self.tr("read in about %n part(s)", "", cost.parts))
            else:
                parts.append(
                    self.tr("the model sees {width} × {height}").format(
                        width=cost.width_px, height=cost.height_px
                    )
                )
            parts.append(self.tr("%n visual token(s)", "", cost.visual_tokens))
        self._caption.setText(BETWEEN.join(parts))

    def _show_read_button(self) -> None:
        read, has_part = self._tools["read"], not self._view.part.isEmpty()
        is_turned = bool(self._view.quarter_turns)
        read.setVisible(has_part or is_turned or self._as_shown() != self.attachment)
        if has_part:
            read.setText(self.tr("Read this part"))
        elif is_turned:
            read.setText(self.tr("Read it turned"))
        else:
            read.setText(self.tr("Use this frame") if self._waits else self.tr("Read this frame"))

    # -- what is done

    def _on_text_switched(self, on: bool) -> None:
        self._show_text(on and self._list.count() > 0)
        self._share_the_stage()

    def _show_text(self, shows: bool) -> None:
        """Without a text there is nothing that could stand beside the picture."""
        self._list.setVisible(shows)
        self._tools["beside"].setVisible(shows)

    def _on_arranged(self, beside: bool) -> None:
        self._stage.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self._share_the_stage()
        self.arrangement_chosen.emit(beside)

    def _share_the_stage(self) -> None:
        """The picture gets the larger share, whatever the text would take."""
        beside = self._stage.orientation() is Qt.Orientation.Horizontal
        whole = self._stage.width() if beside else self._stage.height()
        self._stage.setSizes([round(whole * PICTURE_SHARE), round(whole * (1 - PICTURE_SHARE))])

    def _on_line_pointed_at(self, line: ReadLine | None) -> None:
        self._view.overlay.point_at(line)
        if line is not None and line.box is not None:
            if not self._lines.isChecked():
                self._lines.setChecked(True)
            self._view.bring_into_view(line)

    def _on_turned(self) -> None:
        self._view.turn()
        self._show_read_button()

    def _on_part_chosen(self, _part: QRectF) -> None:
        self._show_read_button()

    def _on_read(self) -> None:
        part, scale = self._view.part, self._scale
        box: Box | None = None
        if not part.isEmpty():
            box = (
                int(part.left() / scale),
                int(part.top() / scale),
                round(part.right() / scale),
                round(part.bottom() / scale),
            )
        turns, frame = self._view.quarter_turns, self._frames.frame
        if box is not None or turns:
            self.part_requested.emit(self._as_shown(), box, turns)
        elif self._waits:
            self.frame_chosen.emit(self.attachment.id, frame)
        else:
            self.frame_wanted.emit(self.attachment, frame)
        self.close()

    def _first_size(self, parent: QWidget | None) -> QSize:
        if parent is None:
            return QSize(900, 640)
        return QSize(max(640, round(parent.width() * 0.85)), max(420, round(parent.height() * 0.9)))


def _switch(label: Callable[[], str], what: Callable[[], str], key: str) -> QPushButton:
    button = QPushButton()
    button.setCheckable(True)
    button.setAutoDefault(False)
    in_every_language(
        button,
        lambda: button.setText(label()),
        lambda: button.setAccessibleName(what()),
        lambda: button.setToolTip(f"{what()} ({key})"),
    )
    return button


def _press(button: QPushButton) -> None:
    """A key does what its button does, where that is there."""
    if button.isVisible():
        button.click()
