"""The look of the window: colour, space and type as named tokens, and which of the two schemes is in force.

GUI thread only. Every colour on screen comes from `Tokens`; `stylesheet.py` turns them into rules, `icons.py`
tints with them. Contrast of each text colour on the surfaces it is used on is at least 4.5:1 (WCAG 2.2,
1.4.3); a test measures it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from app.views.icons import forget_icons
from app.views.stylesheet import stylesheet
from app.views.tokens import DARK, DARK_CONTRAST, ICON_PX, LIGHT, LIGHT_CONTRAST, Tokens


class ThemeMode(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Sizes in points, all derived from the size that the desktop asks for."""

    caption_pt: float
    body_pt: float
    title_pt: float
    display_pt: float

    @staticmethod
    def of(font: QFont) -> TypeScale:
        """The scale over `font`, which may be given in points or in pixels."""
        base = font.pointSizeF()
        if base <= 0:
            base = font.pixelSize() * 72.0 / QGuiApplication.primaryScreen().logicalDotsPerInchY()
        return TypeScale(base * 0.88, base, base * 1.12, base * 1.7)


class Theme(QObject):
    """The theme in force; follows the desktop while its mode is SYSTEM."""

    changed = Signal()

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent or app)
        self._app = app
        self._mode = ThemeMode.SYSTEM
        self._tokens = LIGHT
        self._line_heights: dict[tuple[float, float], int] = {}
        """(points, dots an inch) -> pixels: each button of each message asks."""
        self._system_scheme = app.styleHints().colorScheme()
        # PySide6 forgets the second of these with the first.
        self._style_hints = app.styleHints()
        self._hints = _accessibility_hints(self._style_hints)
        app.setStyle("Fusion")
        self._type = TypeScale.of(app.font())
        app.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)
        if self._hints is not None:
            self._hints.contrastPreferenceChanged.connect(self._apply)
        self._apply()

    @property
    def tokens(self) -> Tokens:
        return self._tokens

    @property
    def type_scale(self) -> TypeScale:
        return self._type

    @property
    def mode(self) -> ThemeMode:
        return self._mode

    @property
    def is_dark(self) -> bool:
        return self._tokens in (DARK, DARK_CONTRAST)

    def set_mode(self, mode: ThemeMode | str) -> None:
        """Choose a scheme, or follow the desktop's; an unknown name means SYSTEM."""
        try:
            self._mode = ThemeMode(mode)
        except ValueError:
            self._mode = ThemeMode.SYSTEM
        wanted = {
            ThemeMode.SYSTEM: Qt.ColorScheme.Unknown,
            ThemeMode.LIGHT: Qt.ColorScheme.Light,
            ThemeMode.DARK: Qt.ColorScheme.Dark,
        }[self._mode]
        self._app.styleHints().setColorScheme(wanted)
        if self._mode is ThemeMode.SYSTEM:
            self._system_scheme = self._app.styleHints().colorScheme()
        self._apply()

    def set_base_font(self, font: QFont) -> None:
        """Use another base font, and everything sized from it."""
        self._app.setFont(font)
        self._type = TypeScale.of(font)
        self._apply()

    def font(self, size_pt: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The desktop's font at another size and weight."""
        font = QFont(self._app.font())
        font.setPointSizeF(size_pt)
        font.setWeight(weight)
        return font

    def line_px(self, size_pt: float) -> int:
        """The height of one line of text at that size."""
        key = (size_pt, QGuiApplication.primaryScreen().logicalDotsPerInchY())
        if key not in self._line_heights:
            self._line_heights[key] = round(QFontMetricsF(self.font(size_pt)).height())
        return self._line_heights[key]

    def icon_px(self, share: float = 1.0) -> int:
        """The side of an icon beside body text, or a share of it; icons grow with the text."""
        return round(max(ICON_PX, self.line_px(self._type.body_pt)) * share)

    def _on_scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        if self._mode is ThemeMode.SYSTEM:
            self._system_scheme = scheme
            self._apply()

    def _wants_contrast(self) -> bool:
        """Whether the desktop asks for more contrast, in whichever scheme."""
        return (
            self._hints is not None and self._hints.contrastPreference() is Qt.ContrastPreference.HighContrast
        )

    def _apply(self) -> None:
        if self._mode is ThemeMode.SYSTEM:
            dark = self._system_scheme == Qt.ColorScheme.Dark
        else:
            dark = self._mode is ThemeMode.DARK
        if self._wants_contrast():
            self._tokens = DARK_CONTRAST if dark else LIGHT_CONTRAST
        else:
            self._tokens = DARK if dark else LIGHT
        forget_icons()
        self._line_heights.clear()
        self._app.setPalette(_palette(self._tokens))
        self._app.setStyleSheet(
            stylesheet(self._tokens, self._type.caption_pt, self._type.title_pt, self._type.display_pt)
        )
        self.changed.emit()


def _accessibility_hints(hints: QStyleHints) -> Any:
    """What the desktop says of its user's needs; None before Qt 6.10, which does not hear it."""
    return hints.accessibility() if hasattr(hints, "accessibility") else None


def _palette(tokens: Tokens) -> QPalette:
    """The same colours for whatever the style sheet does not reach (dialogs, selections, disabled text)."""
    palette = QPalette()
    role = QPalette.ColorRole
    for target, value in {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.sunken,
        role.Text: tokens.text,
        role.PlaceholderText: tokens.text_faint,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.danger,
        role.Highlight: tokens.selection,
        role.HighlightedText: tokens.text,
        role.Accent: tokens.accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.ToolTipBase: tokens.tooltip,
        role.ToolTipText: tokens.tooltip_text,
        role.Light: tokens.surface,
        role.Midlight: tokens.border,
        role.Mid: tokens.border_strong,
        role.Dark: tokens.border_strong,
        role.Shadow: tokens.border_strong,
    }.items():
        palette.setColor(target, QColor(value))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(tokens.text_disabled))
    return palette
