"""Numbers as the window's language writes them: German for 0.58 is 0,58. Pure functions, any thread."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from app.views.language import translate


def decimal(value: float, places: int = 0) -> str:
    """A number with so many places, its thousands set apart."""
    locale = QLocale()
    if locale.language() is QLocale.Language.C:
        # What is no language sets no thousands apart; Yomi speaks English then.
        locale = QLocale(QLocale.Language.English)
    # Rounded here: Qt rounds what lies in the middle another way.
    return locale.toString(float(f"{value:.{places}f}"), "f", places)


def percent(share: float) -> str:
    """A share of one in full per cents."""
    return translate("Figures", "{number}%").format(number=decimal(100 * share))
