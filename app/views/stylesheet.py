"""The one style sheet, built from the tokens. A pure function, any thread.

Widgets are addressed by what they are for: the dynamic property `kind` on a widget names its role.
"""

from __future__ import annotations

from app.views.tokens import RADIUS_L, RADIUS_M, RADIUS_S, SPACE_4, SPACE_8, SPACE_12, Tokens


def stylesheet(tokens: Tokens, caption_pt: float, title_pt: float, display_pt: float) -> str:
    """The rules for the whole application."""
    return "\n".join(
        (
            _surfaces(tokens),
            _type(tokens, caption_pt, title_pt, display_pt),
            _buttons(tokens),
            _menus(tokens),
            _lists(tokens),
            _fields(tokens),
            _cards(tokens),
            _scroll_bars(tokens),
        )
    )


def _surfaces(t: Tokens) -> str:
    return f"""
    QMainWindow, QDialog, QWidget[kind="window"] {{ background: {t.window}; color: {t.text}; }}
    QWidget[kind="surface"], QScrollArea[kind="surface"] {{ background: {t.surface}; }}
    QWidget[kind="header"] {{ background: {t.surface}; border: none; border-bottom: 1px solid {t.border}; }}
    QSplitter::handle {{ background: {t.border}; }}
    QSplitter::handle:hover {{ background: {t.border_strong}; }}
    QToolTip {{
        background: {t.tooltip}; color: {t.tooltip_text}; border: none; padding: {SPACE_4}px {SPACE_8}px;
    }}
    QStatusBar {{ background: {t.window}; border-top: 1px solid {t.border}; }}
    QStatusBar::item {{ border: none; }}
    """


def _type(t: Tokens, caption_pt: float, title_pt: float, display_pt: float) -> str:
    return f"""
    QLabel {{ color: {t.text}; background: transparent; }}
    QLabel[kind="muted"] {{ color: {t.text_muted}; }}
    QLabel[kind="caption"] {{ color: {t.text_faint}; font-size: {caption_pt:.2f}pt; }}
    QLabel[kind="caption-strong"] {{
        color: {t.text_muted}; font-size: {caption_pt:.2f}pt; font-weight: 600;
    }}
    QToolButton[kind="status"], QPushButton[size="caption"] {{ font-size: {caption_pt:.2f}pt; }}
    QLabel[kind="title"] {{ font-size: {title_pt:.2f}pt; font-weight: 600; }}
    QLabel[kind="display"] {{ font-size: {display_pt:.2f}pt; font-weight: 600; }}
    QLabel[kind="figure"] {{ font-size: {display_pt:.2f}pt; font-weight: 500; }}
    QLabel[kind="badge"] {{ color: {t.text_faint}; font-size: {caption_pt:.2f}pt; font-weight: 600; }}
    QLabel[kind="badge"][tone="good"] {{ color: {t.success}; }}
    QLabel[kind="badge"][tone="warning"] {{ color: {t.warning}; }}
    QLabel[kind="badge"][tone="danger"] {{ color: {t.danger}; }}
    QLabel[kind="badge"][tone="accent"] {{ color: {t.accent}; }}
    QLabel[kind="danger-caption"] {{ color: {t.danger}; font-size: {caption_pt:.2f}pt; }}
    QTextEdit[kind="reading"] {{
        background: transparent; border: none; padding: 0;
        color: {t.text}; selection-background-color: {t.selection}; selection-color: {t.text};
    }}
    """


def _buttons(t: Tokens) -> str:
    return f"""
    QPushButton {{
        background: {t.raised}; color: {t.text}; border: 1px solid {t.border_strong};
        border-radius: {RADIUS_S}px; padding: {SPACE_4 + 1}px {SPACE_12}px;
    }}
    QPushButton:hover {{ background: {t.sunken}; }}
    QPushButton:pressed {{ background: {t.pressed}; }}
    QPushButton:checked {{ background: {t.accent_soft}; color: {t.accent}; border-color: {t.accent}; }}
    QPushButton:focus {{ border: 1px solid {t.accent}; outline: none; }}
    QPushButton:disabled {{ color: {t.text_disabled}; border-color: {t.border}; background: {t.sunken}; }}
    QPushButton[kind="primary"] {{
        background: {t.accent}; color: {t.on_accent}; border: 1px solid {t.accent}; font-weight: 600;
    }}
    QPushButton[kind="primary"]:hover {{ background: {t.accent_hover}; border-color: {t.accent_hover}; }}
    QPushButton[kind="primary"]:pressed {{
        background: {t.accent_pressed}; border-color: {t.accent_pressed};
    }}
    QPushButton[kind="primary"]:focus {{ border: 1px solid {t.text}; }}
    QPushButton[kind="primary"]:disabled {{
        background: {t.sunken}; color: {t.text_disabled}; border-color: {t.border};
    }}
    QPushButton[kind="link"] {{
        background: transparent; border: 1px solid transparent; color: {t.accent}; font-weight: 600;
        padding: {SPACE_4}px {SPACE_8}px;
    }}
    QPushButton[kind="link"][size="caption"] {{ padding: 0 {SPACE_8}px; }}
    QPushButton[kind="link"][flush="true"] {{ padding-left: {SPACE_4}px; }}
    QPushButton[kind="link"]:hover {{ background: {t.accent_soft}; }}
    QPushButton[kind="link"]:focus {{ border-color: {t.accent}; }}
    QPushButton[kind="pill"] {{
        border-radius: 14px; padding: {SPACE_4}px {SPACE_12}px; color: {t.text_muted};
    }}
    QPushButton[kind="pill"]:hover {{ color: {t.text}; }}
    QToolButton {{
        background: transparent; color: {t.text_muted}; border: 1px solid transparent;
        border-radius: {RADIUS_S}px; padding: 0;
    }}
    QToolButton:hover {{ background: {t.sunken}; color: {t.text}; }}
    QToolButton:pressed, QToolButton:checked:pressed {{ background: {t.pressed}; }}
    QToolButton:focus {{ border: 1px solid {t.accent}; }}
    QToolButton[kind="next-step"] {{ color: {t.accent}; padding: 0 {SPACE_8}px; font-weight: 600; }}
    QToolButton[kind="status"] {{ color: {t.text_faint}; padding: 0 {SPACE_8}px; }}
    QToolButton[kind="status"]:hover {{ background: {t.pressed}; color: {t.text}; }}
    QToolButton[kind="on-window"]:hover {{ background: {t.pressed}; }}
    QToolButton[kind="thumbnail"] {{
        border: 1px solid {t.border}; border-radius: {RADIUS_M}px; padding: 0; background: {t.sunken};
    }}
    QToolButton[kind="thumbnail"]:hover {{ border-color: {t.border_strong}; }}
    QToolButton[kind="thumbnail"]:focus {{ border: 2px solid {t.accent}; }}
    """


def _fields(t: Tokens) -> str:
    return f"""
    QSpinBox {{
        background: {t.surface}; color: {t.text}; border: 1px solid {t.border_strong};
        border-radius: {RADIUS_S}px; min-height: 25px;
        selection-background-color: {t.selection}; selection-color: {t.text};
    }}
    QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: none; }} /* keys and wheel stay */
    QSpinBox QLineEdit {{ background: transparent; border: none; padding: 0; }}
    QSpinBox:focus {{ border: 1px solid {t.accent}; }}
    QSpinBox:disabled {{ color: {t.text_disabled}; }}
    /* Qt's own is half of `color`, too faint to be read. */
    QLineEdit, QPlainTextEdit, QTextEdit {{ placeholder-text-color: {t.text_faint}; }}
    QSlider:horizontal {{ min-height: 20px; }}
    QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {t.border_strong}; }}
    QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {t.accent}; }}
    QSlider::handle:horizontal {{
        width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
        background: {t.raised}; border: 1px solid {t.accent};
    }}
    QSlider::handle:horizontal:focus {{ background: {t.accent_soft}; }}
    QKeySequenceEdit QLineEdit {{ border: 1px solid {t.border_strong}; padding: {SPACE_4}px {SPACE_8}px; }}
    QKeySequenceEdit QLineEdit:focus {{ border: 1px solid {t.accent}; }}
    QPlainTextEdit[kind="field"] {{
        background: {t.surface}; color: {t.text}; border: 1px solid {t.border_strong};
        border-radius: {RADIUS_S}px; padding: {SPACE_4}px {SPACE_4 + 2}px;
        selection-background-color: {t.selection}; selection-color: {t.text};
    }}
    QPlainTextEdit[kind="field"]:focus {{ border: 1px solid {t.accent}; }}
    QFrame[kind="chooser"] {{
        background: {t.raised}; border: 1px solid {t.border_strong}; border-radius: {RADIUS_M}px;
    }}
    QFrame[kind="chooser"] QListView {{ background: transparent; border: none; outline: none; }}
    QFrame[kind="chooser"] QListView::item {{
        padding: {SPACE_4 + 1}px {SPACE_8}px; border-radius: {RADIUS_S}px; color: {t.text};
    }}
    QFrame[kind="chooser"] QListView::item:selected {{ background: {t.accent_soft}; color: {t.text}; }}
    QLineEdit[kind="search"] {{
        border: 1px solid {t.border_strong}; border-radius: {RADIUS_S}px;
        padding: {SPACE_4 + 2}px {SPACE_8}px;
    }}
    QLineEdit[kind="search"]:focus {{ border: 1px solid {t.accent}; }}
    """


def _menus(t: Tokens) -> str:
    return f"""
    QMenuBar {{
        background: {t.window}; color: {t.text}; padding: 2px {SPACE_4}px;
        border-bottom: 1px solid {t.border};
    }}
    QMenuBar::item {{
        background: transparent; padding: {SPACE_4}px {SPACE_8}px; border-radius: {RADIUS_S}px;
    }}
    QMenuBar::item:selected {{ background: {t.pressed}; }}
    QMenu {{
        background: {t.raised}; color: {t.text}; border: 1px solid {t.border_strong}; padding: {SPACE_4}px;
    }}
    QMenu::item {{
        padding: {SPACE_4 + 1}px {SHORTCUT_ROOM_PX}px {SPACE_4 + 1}px {SPACE_12}px;
        border-radius: {RADIUS_S}px;
    }}
    QMenu::item:selected {{ background: {t.accent_soft}; }}
    QMenu::item:disabled {{ color: {t.text_disabled}; }}
    QMenu::separator {{ height: 1px; background: {t.border}; margin: {SPACE_4}px {SPACE_8}px; }}
    QMenu::indicator {{ width: 14px; height: 14px; margin-left: {SPACE_8}px; }}
    """


SHORTCUT_ROOM_PX = 32
"""Room on the right of a menu entry for its shortcut."""


def _lists(t: Tokens) -> str:
    return f"""
    QListView[kind="lines"] {{ background: {t.surface}; border: none; outline: none; padding: {SPACE_8}px; }}
    QListView[kind="lines"][framed="true"] {{
        border: 1px solid {t.border_strong}; border-radius: {RADIUS_S}px;
    }}
    QListView[kind="lines"][framed="true"]:focus {{ border: 1px solid {t.accent}; }}
    QListView[kind="lines"]::item {{ padding: {SPACE_4}px {SPACE_8}px; border-radius: {RADIUS_S}px; }}
    QListView[kind="lines"]::item:hover {{ background: {t.sunken}; }}
    QListView[kind="lines"]::item:selected {{ background: {t.accent_soft}; color: {t.text}; }}
    QTableView[kind="runs"] {{
        background: {t.surface}; border: 1px solid {t.border}; border-radius: {RADIUS_S}px; outline: none;
        selection-background-color: {t.accent_soft}; selection-color: {t.text};
    }}
    QTableView[kind="runs"]::item {{ padding: 0 {SPACE_8}px; border: none; }}
    QTableView[kind="runs"]::item:selected {{ background: {t.accent_soft}; color: {t.text}; }}
    QTableView[kind="runs"] QHeaderView {{ background: {t.surface}; border: none; }}
    QTableView[kind="runs"] QHeaderView::section {{
        background: {t.surface}; color: {t.text_faint}; border: none;
        border-bottom: 1px solid {t.border}; padding: {SPACE_4}px {SPACE_8 + 3}px; font-weight: 600;
    }}
    QListView[kind="choices"] {{
        background: {t.raised}; color: {t.text}; border: 1px solid {t.border_strong};
        padding: {SPACE_4}px; outline: none;
    }}
    QListView[kind="choices"]::item {{
        padding: {SPACE_4 + 1}px {SPACE_8}px; border-radius: {RADIUS_S}px;
    }}
    QListView[kind="choices"]::item:selected {{ background: {t.accent_soft}; color: {t.text}; }}
    QListView[kind="conversations"] {{ background: transparent; border: none; outline: none; }}
    QLineEdit {{
        background: {t.surface}; color: {t.text}; border: 1px solid {t.accent}; border-radius: {RADIUS_S}px;
        padding: 2px {SPACE_4}px; selection-background-color: {t.selection}; selection-color: {t.text};
    }}
    """


def _cards(t: Tokens) -> str:
    return f"""
    QFrame[kind="composer"] {{
        background: {t.raised}; border: 1px solid {t.border_strong}; border-radius: {RADIUS_L}px;
    }}
    QFrame[kind="composer"][active="true"] {{ border: 1px solid {t.accent}; }}
    QPlainTextEdit[kind="composer-text"] {{
        background: transparent; border: none; color: {t.text};
        selection-background-color: {t.selection}; selection-color: {t.text};
    }}
    QAbstractButton[kind="chip"] {{
        background: {t.sunken}; border: 1px solid {t.border}; border-radius: {RADIUS_M}px;
    }}
    QAbstractButton[kind="chip"][broken="true"] {{
        background: {t.danger_soft}; border: 1px solid {t.danger};
    }}
    QFrame[kind="own-message"] {{ background: {t.sunken}; border: none; border-radius: {RADIUS_L}px; }}
    QFrame[kind="state-note"] {{ background: {t.sunken}; border: none; border-radius: {RADIUS_S}px; }}
    QFrame[kind="state-note"][tone="warning"] {{ background: {t.warning_soft}; }}
    QFrame[kind="state-note"][tone="danger"] {{ background: {t.danger_soft}; }}
    QFrame[kind="notice"] {{ background: {t.tooltip}; border: none; border-radius: {RADIUS_M}px; }}
    QFrame[kind="notice"] QLabel {{ color: {t.tooltip_text}; }}
    QFrame[kind="notice"] QPushButton {{
        background: transparent; border: 1px solid transparent; font-weight: 600; color: {t.tooltip_text};
        text-decoration: underline;
    }}
    QFrame[kind="notice"] QPushButton:focus, QFrame[kind="notice"] QToolButton:focus {{
        border: 1px solid {t.tooltip_text};
    }}
    QFrame[kind="notice"] QToolButton:hover, QFrame[kind="notice"] QPushButton:hover {{
        background: {t.text_muted};
    }}
    QFrame[kind="banner"] {{
        background: {t.warning_soft}; border: none; border-bottom: 1px solid {t.border};
    }}
    QFrame[kind="banner"][tone="danger"] {{ background: {t.danger_soft}; }}
    QFrame[kind="separator"] {{ background: {t.border}; border: none; }}
    QProgressBar {{
        background: {t.pressed}; border: none; border-radius: 2px; max-height: 4px; min-height: 4px;
    }}
    QProgressBar::chunk {{ background: {t.accent}; border-radius: 2px; }}
    """


def _scroll_bars(t: Tokens) -> str:
    return f"""
    QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
    QScrollBar::handle:vertical {{
        background: {t.border_strong}; min-height: 32px; border-radius: 3px; margin: 2px 3px;
    }}
    QScrollBar::handle:horizontal {{
        background: {t.border_strong}; min-width: 32px; border-radius: 3px; margin: 3px 2px;
    }}
    QScrollBar::handle:hover {{ background: {t.text_disabled}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    """
