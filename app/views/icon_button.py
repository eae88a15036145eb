"""A button that shows an icon of the set and keeps its colours when the theme changes. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from app.views.icons import icon
from app.views.language import in_every_language
from app.views.theme import Theme

QWIDGETSIZE_MAX = 16_777_215
"""Qt's own, which PySide6 does not export: no limit."""

BUTTON_MARGIN_PX = 6
"""Around the icon: with 18 pixels of icon the target is 30 pixels wide (WCAG 2.2, 2.5.8 asks for 24)."""


SMALL_SHARE = 0.78
"""Of a full icon: present, not prominent."""


class IconButton(QToolButton):
    """An icon that can be clicked; `label` is what a screen reader says, and the tooltip. One that can be
    called is asked again in every language.
    """

    def __init__(
        self, theme: Theme, icon_name: str, label: str | Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon_name
        self._tint = "text_muted"
        self._scale = 1.0
        self._has_words = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if callable(label):
            in_every_language(self, lambda: self.set_label(label()))
        else:
            self.set_label(label)
        theme.changed.connect(self._retint)
        self._retint()

    def set_label(self, label: str) -> None:
        """Name the button for the eye (tooltip) and for a screen reader."""
        self.setAccessibleName(label)
        self.setToolTip(label)

    def set_icon(self, icon_name: str, tint: str = "text_muted") -> None:
        """Show another drawing, tinted with the token named `tint`."""
        self._icon_name = icon_name
        self._tint = tint
        self._retint()

    def show_words(self, words: str, kind: str) -> None:
        """Stand as icon and words, styled as `kind`: for the one step that a sentence beside it names."""
        self._has_words = True
        self.setMinimumWidth(0)
        self.setMaximumWidth(QWIDGETSIZE_MAX)
        self.setText(words)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setProperty("kind", kind)
        self._retint()

    def set_small(self) -> None:
        """For the cross that dismisses, and for what a question offers."""
        self._scale = SMALL_SHARE
        self._retint()

    def _retint(self) -> None:
        side = self._theme.icon_px(self._scale)
        self.setIconSize(QSize(side, side))
        whole = side + 2 * BUTTON_MARGIN_PX
        self.setFixedHeight(whole)
        if not self._has_words:
            self.setFixedWidth(whole)
        tokens = self._theme.tokens
        self.setIcon(icon(self._icon_name, getattr(tokens, self._tint), tokens.text_disabled, side))
