"""The design tokens: two colour schemes, one spacing scale, three radii. Data only, any thread.

Paper and ink, warm neutrals, one accent (ai, the indigo of Japanese dyers), and colour otherwise only where
it means something.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SPACE_4 = 4
SPACE_8 = 8
SPACE_12 = 12
SPACE_16 = 16
SPACE_24 = 24
"""The only distances used, in device-independent pixels."""

RADIUS_S = 6
RADIUS_M = 10
RADIUS_L = 14

READING_WIDTH_PX = 780
"""The widest column of text: about 95 characters of 10 pt, past which the eye loses the next line."""

ICON_PX = 18
THUMBNAIL_PX = 132
CHIP_THUMBNAIL_PX = 40


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours of one scheme, as #rrggbb."""

    name: str
    window: str
    """Behind everything: sidebar, status line."""
    surface: str
    """Where reading happens."""
    raised: str
    """Cards over the surface: composer, notices, menus."""
    sunken: str
    """Wells: the reader's own message, chips, hover."""
    pressed: str
    border: str
    border_strong: str
    text: str
    text_muted: str
    text_faint: str
    text_disabled: str
    accent: str
    accent_hover: str
    accent_pressed: str
    on_accent: str
    accent_soft: str
    selection: str
    success: str
    warning: str
    warning_soft: str
    danger: str
    danger_soft: str
    code_name: str
    """Functions and classes in a listing."""
    tooltip: str
    tooltip_text: str
    stage_queue: str
    stage_decode: str
    stage_preprocess: str
    stage_vision: str
    stage_prefill: str
    stage_first: str
    """Hues a tenth of the circle apart or more, with lightness alternating, so that neighbours differ without
    colour.
    """


LIGHT = Tokens(
    name="light",
    window="#f6f6f3",
    surface="#ffffff",
    raised="#ffffff",
    sunken="#f2f2ee",
    pressed="#e7e7e1",
    border="#e6e6e0",
    border_strong="#cfcfc7",
    text="#1d1d1b",
    text_muted="#5d5d57",
    text_faint="#6e6e67",
    text_disabled="#a9a9a2",
    accent="#3a55c8",
    accent_hover="#314ab4",
    accent_pressed="#293f9c",
    on_accent="#ffffff",
    accent_soft="#e9edfb",
    selection="#cdd7f8",
    success="#2a7549",
    warning="#8f5300",
    warning_soft="#fdf3e1",
    danger="#b3261e",
    danger_soft="#fdeceb",
    code_name="#7a3e9d",
    tooltip="#2a2a28",
    tooltip_text="#f6f6f3",
    stage_queue="#b9b9b1",
    stage_decode="#8e4ec6",
    stage_preprocess="#d98a1f",
    stage_vision="#3a55c8",
    stage_prefill="#1f9e8f",
    stage_first="#5b6673",
)

DARK = Tokens(
    name="dark",
    window="#161719",
    surface="#1c1d20",
    raised="#232529",
    sunken="#26282c",
    pressed="#303338",
    border="#2e3136",
    border_strong="#43474e",
    text="#ececea",
    text_muted="#b0b2b5",
    text_faint="#979a9e",
    text_disabled="#63666b",
    accent="#93a8ff",
    accent_hover="#a6b7ff",
    accent_pressed="#7f97fb",
    on_accent="#10163a",
    accent_soft="#272d45",
    selection="#3a4677",
    success="#74c796",
    warning="#e8b15c",
    warning_soft="#352a16",
    danger="#ff958c",
    danger_soft="#3d2321",
    code_name="#c79af0",
    tooltip="#ececea",
    tooltip_text="#1c1d20",
    stage_queue="#5b5f66",
    stage_decode="#b78ae6",
    stage_preprocess="#e3a653",
    stage_vision="#7f97fb",
    stage_prefill="#4fc0b1",
    stage_first="#c4ccd6",
)

LIGHT_CONTRAST = replace(
    LIGHT,
    name="light-contrast",
    window="#ffffff",
    sunken="#f2f2ee",
    border="#6e6e67",
    border_strong="#2a2a28",
    text="#000000",
    text_muted="#1d1d1b",
    text_faint="#3a3a36",
    text_disabled="#6e6e67",
    accent="#1f35a0",
    accent_hover="#182a86",
    accent_pressed="#112070",
    success="#0d5228",
    warning="#5f3500",
    danger="#8a120c",
    code_name="#571f7a",
    tooltip="#000000",
    tooltip_text="#ffffff",
)
"""For a desktop that asks for more contrast: 7:1 for words (WCAG 2.2, 1.4.6), 3:1 for edges (1.4.11)."""

DARK_CONTRAST = replace(
    DARK,
    name="dark-contrast",
    window="#000000",
    surface="#000000",
    raised="#0b0b0c",
    sunken="#1a1a1c",
    border="#9a9a9a",
    border_strong="#dcdcda",
    text="#ffffff",
    text_muted="#ececea",
    text_faint="#d0d0d0",
    text_disabled="#9a9a9a",
    accent="#b4c2ff",
    accent_hover="#c8d2ff",
    accent_pressed="#9fb0ff",
    on_accent="#05081c",
    accent_soft="#1b2346",
    selection="#2f3f86",
    success="#9be8b8",
    warning="#ffd08a",
    warning_soft="#2b1f08",
    danger="#ffbab4",
    danger_soft="#3a1512",
    code_name="#dcbfff",
    tooltip="#ffffff",
    tooltip_text="#000000",
)
