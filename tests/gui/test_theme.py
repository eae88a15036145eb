"""The two schemes: readable, live, and complete."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.paths import resources_dir
from app.views import theme as theme_module
from app.views.figures import BADGES
from app.views.icon_button import IconButton
from app.views.icons import app_icon, icon, pixmap
from app.views.theme import Theme, ThemeMode, TypeScale
from app.views.tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from tests.helpers.desk import Desk

ALL = (LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST)
SCHEMES = pytest.mark.parametrize("tokens", ALL, ids=[tokens.name for tokens in ALL])
TEXT_ON = (
    ("text", "surface"),
    ("text", "window"),
    ("text", "raised"),
    ("text", "sunken"),
    ("text", "selection"),
    ("text", "warning_soft"),
    ("text", "danger_soft"),
    ("text", "accent_soft"),
    ("text_muted", "surface"),
    ("text_muted", "window"),
    ("text_muted", "sunken"),
    ("text_faint", "surface"),
    ("text_faint", "window"),
    ("text_faint", "raised"),
    ("text_faint", "sunken"),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("accent", "surface"),
    ("success", "surface"),
    ("warning", "surface"),
    ("danger", "surface"),
    ("danger", "danger_soft"),
    ("tooltip_text", "tooltip"),
)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    font = qapp.font()
    made = Theme(qapp)
    yield made
    made.set_mode(ThemeMode.SYSTEM)
    qapp.setFont(font)
    made.deleteLater()


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""

    def channel(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    c = QColor(colour)
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF())


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@SCHEMES
@pytest.mark.parametrize(("text", "ground"), TEXT_ON)
def test_text_is_readable_on_its_ground(tokens: Tokens, text: str, ground: str) -> None:
    least = 7.0 if tokens.name.endswith("-contrast") else 4.5
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= least


@pytest.mark.parametrize("tokens", [LIGHT_CONTRAST, DARK_CONTRAST], ids=["light", "dark"])
def test_where_contrast_is_asked_for_edges_can_be_seen(tokens: Tokens) -> None:
    for edge in ("border", "border_strong", "accent"):
        for ground in ("window", "surface", "raised", "sunken"):
            assert contrast(getattr(tokens, edge), getattr(tokens, ground)) >= 3.0, (edge, ground)


class Hints(QObject):
    """What a desktop says of its user's needs."""

    contrastPreferenceChanged = Signal(Qt.ContrastPreference)  # noqa: N815 - Qt's name
    preference = Qt.ContrastPreference.NoPreference

    def contrastPreference(self) -> Qt.ContrastPreference:  # noqa: N802 - Qt's name
        return self.preference


def test_a_desktop_that_asks_for_contrast_gets_it_live_in_either_scheme(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = Hints()
    monkeypatch.setattr(theme_module, "_accessibility_hints", lambda _hints: hints)
    theme = Theme(qapp)
    theme.set_mode("light")
    assert theme.tokens is LIGHT
    hints.preference = Qt.ContrastPreference.HighContrast
    hints.contrastPreferenceChanged.emit(hints.preference)
    assert theme.tokens is LIGHT_CONTRAST
    assert LIGHT_CONTRAST.border in qapp.styleSheet()
    theme.set_mode("dark")
    assert theme.tokens is DARK_CONTRAST
    assert theme.is_dark
    theme.set_mode("system")
    theme.deleteLater()


def test_the_words_of_an_empty_field_are_readable(theme: Theme, qtbot: QtBot) -> None:
    for field in (QLineEdit(), QPlainTextEdit()):
        qtbot.addWidget(field)
        field.ensurePolished()
        assert field.palette().color(QPalette.ColorRole.PlaceholderText) == QColor(theme.tokens.text_faint)


@SCHEMES
def test_neighbouring_stages_differ_in_lightness_too(tokens: Tokens) -> None:
    stages = [getattr(tokens, f.name) for f in fields(tokens) if f.name.startswith("stage_")]
    for one, other in pairwise(stages):
        assert contrast(one, other) >= 1.2, (one, other)


@SCHEMES
def test_every_token_is_a_colour(tokens: Tokens) -> None:
    for field in fields(tokens):
        if field.name != "name":
            value = getattr(tokens, field.name)
            assert QColor(value).isValid()
            assert value == value.lower()


def test_a_theme_is_chosen_and_followed_live(theme: Theme, qapp: QApplication) -> None:
    changes: list[bool] = []
    theme.changed.connect(lambda: changes.append(theme.is_dark))
    theme.set_mode("dark")
    assert theme.is_dark
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert DARK.accent in qapp.styleSheet()
    theme.set_mode("light")
    assert not theme.is_dark
    assert changes[-1] is False
    theme.set_mode("system")
    assert theme.is_dark is (qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark)


def test_a_desktop_that_turns_dark_is_followed_live_unless_a_theme_was_chosen(
    theme: Theme, qapp: QApplication
) -> None:
    # The platform of the tests has no scheme of its own: Qt's announcement is made here in its place.
    announced = qapp.styleHints().colorSchemeChanged
    theme.set_mode("system")
    announced.emit(Qt.ColorScheme.Dark)
    assert theme.is_dark
    announced.emit(Qt.ColorScheme.Light)
    assert not theme.is_dark
    theme.set_mode("light")
    announced.emit(Qt.ColorScheme.Dark)
    assert not theme.is_dark


def test_an_unknown_theme_means_the_systems(theme: Theme) -> None:
    theme.set_mode("sepia")
    assert theme.mode is ThemeMode.SYSTEM


def test_type_sizes_follow_the_base_font_in_points_and_in_pixels(theme: Theme, qapp: QApplication) -> None:
    font = QFont(qapp.font())
    font.setPointSizeF(20)
    theme.set_base_font(font)
    assert theme.type_scale.body_pt == pytest.approx(20)
    assert theme.type_scale.caption_pt < 20 < theme.type_scale.title_pt < theme.type_scale.display_pt
    font.setPixelSize(24)
    scale = TypeScale.of(font)
    assert scale.body_pt == pytest.approx(24 * 72 / qapp.primaryScreen().logicalDotsPerInchY())


def test_icons_grow_with_the_text_and_are_tinted_anew(theme: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    button = IconButton(theme, "copy", "Copy")
    qtbot.addWidget(button)
    before, light = button.iconSize().width(), button.icon().pixmap(20, 20).toImage()
    theme.set_mode("dark")
    assert button.icon().pixmap(20, 20).toImage() != light
    font = QFont(qapp.font())
    font.setPointSizeF(22)
    theme.set_base_font(font)
    assert button.iconSize().width() > before


def test_every_drawing_renders_in_the_colour_asked_for() -> None:
    names = [path.stem for path in (resources_dir() / "icons").glob("*.svg")]
    assert len(names) > 20
    assert {badge.icon for badge in BADGES.values()} <= set(names)
    for name in names:
        image = pixmap(name, "#ff0000", 24, 2).toImage()
        assert image.width() == 48
        colours = {
            image.pixelColor(x, y).name()
            for x in range(48)
            for y in range(48)
            if image.pixelColor(x, y).alpha() == 255
        }
        assert colours, name
        assert name == "yomi" or colours == {"#ff0000"}, name
    assert not app_icon().isNull()
    assert icon("copy", "#000000", "#999999").availableSizes()


def test_the_folder_of_icons_says_its_licence() -> None:
    for folder in ("icons", "samples"):
        assert "MIT" in (resources_dir() / folder / "LICENSE").read_text("utf-8")


def test_the_menu_switches_the_theme_and_it_is_kept(desk: Desk) -> None:
    desk.window.menus.themes[ThemeMode.DARK].trigger()
    assert desk.app.theme.is_dark
    assert desk.app.settings.settings.theme == "dark"
    desk.window.menus.themes[ThemeMode.SYSTEM].trigger()
    assert desk.app.settings.settings.theme == "system"
