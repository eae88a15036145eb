"""A picture of a message, large: fitted or at 100 %, with the wheel in between. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPixmap, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGraphicsScene,
    QGraphicsView,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain import Attachment, ReadLine
from app.views.elided_label import ElidedLabel
from app.views.icon_button import IconButton
from app.views.line_overlay import LineOverlay, has_places, shown_scale
from app.views.pictures import Pictures
from app.views.theme import Theme
from app.views.thumbnail import describe
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12

SIDE_PX = 4096
"""A page at 300 dpi fits; larger pictures are shown reduced, which needs 64 MB instead of hundreds."""

ZOOM_STEP = 1.25
LARGEST_ZOOM = 16.0


class PictureView(QGraphicsView):
    """One picture that can be fitted, zoomed and dragged."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fitted = True
        self.setScene(QGraphicsScene(self))
        self._item = self.scene().addPixmap(QPixmap())
        self._item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self._overlay = LineOverlay(self._item, theme)
        self.setAccessibleName("Picture")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        theme.changed.connect(self._retint)
        self._retint()

    @property
    def is_fitted(self) -> bool:
        return self._fitted

    @property
    def has_image(self) -> bool:
        return not self._item.pixmap().isNull()

    @property
    def zoom(self) -> float:
        """Screen pixels per picture pixel, in device-independent units."""
        return self.transform().m11()

    def set_image(self, image: QImage) -> None:
        """Show another picture, fitted."""
        self._item.setPixmap(QPixmap.fromImage(image))
        self.scene().setSceneRect(self._item.boundingRect())
        self.fit()

    @property
    def overlay(self) -> LineOverlay:
        """The frames around what was read."""
        return self._overlay

    def set_lines(self, lines: Sequence[ReadLine], scale: float) -> None:
        """Frame these lines, once that is switched on; `scale` is shown pixels to one of their boxes'."""
        self._overlay.set_lines(lines, scale)

    def show_lines(self, shown: bool) -> None:
        """Show the frames, or the picture alone."""
        self._overlay.setVisible(shown)

    def fit(self) -> None:
        """Show all of it, never larger than it is."""
        self._fitted = True
        bounds = self._item.boundingRect()
        self.resetTransform()
        if not bounds.isEmpty() and (
            bounds.width() > self.viewport().width() or bounds.height() > self.viewport().height()
        ):
            self.fitInView(self._item, Qt.AspectRatioMode.KeepAspectRatio)

    def actual_size(self) -> None:
        """One picture pixel to one device pixel."""
        self._fitted = False
        self.resetTransform()
        self.scale(1 / self.devicePixelRatioF(), 1 / self.devicePixelRatioF())

    def zoom_by(self, factor: float) -> None:
        """Nearer or further, within reason."""
        if 0.02 <= self.zoom * factor <= LARGEST_ZOOM:
            self._fitted = False
            self.scale(factor, factor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        if event.angleDelta().y():
            self.zoom_by(ZOOM_STEP if event.angleDelta().y() > 0 else 1 / ZOOM_STEP)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay fitted."""
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def _retint(self) -> None:
        self.setBackgroundBrush(QColor(self._theme.tokens.sunken))
        self._overlay.retint()


class ImageViewerDialog(QDialog):
    """The pictures of one message, one at a time; Esc closes."""

    def __init__(
        self,
        attachment: Attachment,
        siblings: tuple[Attachment, ...],
        pictures: Pictures,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        lines_on: Callable[[str], Sequence[ReadLine]] = lambda _attachment_id: (),
    ) -> None:
        super().__init__(parent)
        self._lines_on = lines_on
        self._siblings = siblings or (attachment,)
        self._index = next((i for i, each in enumerate(self._siblings) if each.id == attachment.id), 0)
        self._pictures = pictures
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.resize(self._first_size(parent))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._view = PictureView(theme)
        column.addWidget(self._view, 1)
        self._waiting = QLabel("Opening the picture…", self._view)
        self._waiting.setProperty("kind", "muted")
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addLayout(self._build_foot(theme))
        pictures.loaded.connect(self._on_loaded)
        self._show_current()

    @property
    def view(self) -> PictureView:
        return self._view

    @property
    def attachment(self) -> Attachment:
        """The picture on show."""
        return self._siblings[self._index]

    @property
    def lines_button(self) -> QPushButton:
        """Switches the frames around the lines; not there where nothing was read."""
        return self._lines

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows turn pages, + and - zoom, 0 and 1 fit and show at 100 %, L switches the lines."""
        actions = {
            Qt.Key.Key_Left: lambda: self._step(-1),
            Qt.Key.Key_Right: lambda: self._step(1),
            Qt.Key.Key_Plus: lambda: self._view.zoom_by(ZOOM_STEP),
            Qt.Key.Key_Equal: lambda: self._view.zoom_by(ZOOM_STEP),
            Qt.Key.Key_Minus: lambda: self._view.zoom_by(1 / ZOOM_STEP),
            Qt.Key.Key_0: self._view.fit,
            Qt.Key.Key_1: self._view.actual_size,
            Qt.Key.Key_L: self._lines.click,
        }
        action = actions.get(Qt.Key(event.key()))
        if action is None:
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

    def _build_foot(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_8)
        row.setSpacing(SPACE_4)
        self._caption = ElidedLabel("", Qt.TextElideMode.ElideMiddle)
        row.addWidget(self._caption, 1)
        self._previous = IconButton(theme, "previous", "Previous picture")
        self._next = IconButton(theme, "next", "Next picture")
        for button, by in ((self._previous, -1), (self._next, 1)):
            button.setProperty("kind", "on-window")
            button.clicked.connect(lambda _checked=False, step=by: self._step(step))
            button.setVisible(len(self._siblings) > 1)
            row.addWidget(button)
        row.addSpacing(SPACE_8)
        self._lines = QPushButton("Lines")
        self._lines.setCheckable(True)
        self._lines.setAutoDefault(False)
        self._lines.setAccessibleName("Show where the lines of text were found")
        self._lines.setToolTip("Show where the lines of text were found (L)")
        self._lines.toggled.connect(self._view.show_lines)
        self._view.show_lines(self._lines.isChecked())
        row.addWidget(self._lines)
        for label, action in (("Fit", self._view.fit), ("100 %", self._view.actual_size)):
            choice = QPushButton(label)
            choice.setAutoDefault(False)
            choice.setAccessibleName(
                f"Show at {label}" if label != "Fit" else "Fit the picture to the window"
            )
            choice.clicked.connect(action)
            row.addWidget(choice)
        return row

    def _step(self, by: int) -> None:
        index = self._index + by
        if 0 <= index < len(self._siblings):
            self._index = index
            self._show_current()

    def _show_current(self) -> None:
        attachment = self.attachment
        self.setWindowTitle(attachment.name)
        self._caption.setText("  ·  ".join((describe(attachment), *attachment.notes)))
        self._previous.setEnabled(self._index > 0)
        self._next.setEnabled(self._index < len(self._siblings) - 1)
        self._waiting.setText("Opening the picture…")
        self._waiting.show()
        self._view.set_image(QImage())
        self._view.set_lines((), 1.0)
        self._lines.setVisible(has_places(self._lines_on(attachment.id)))
        image = self._pictures.request(attachment, SIDE_PX)
        if image is not None:
            self._on_loaded(self._pictures.key_of(attachment, SIDE_PX), image)

    def _on_loaded(self, key: str, image: QImage) -> None:
        if key != self._pictures.key_of(self.attachment, SIDE_PX):
            return
        if image.isNull():
            self._waiting.setText(
                "This picture can no longer be shown: its file is missing from the image store."
            )
            return
        self._waiting.hide()
        self._view.set_image(image)
        source = max(self.attachment.width_px, self.attachment.height_px)
        scale = shown_scale(max(image.width(), image.height()), source, SIDE_PX)
        self._view.set_lines(self._lines_on(self.attachment.id), scale)

    def _first_size(self, parent: QWidget | None) -> QSize:
        if parent is None:
            return QSize(900, 640)
        return QSize(max(480, round(parent.width() * 0.85)), max(360, round(parent.height() * 0.85)))
