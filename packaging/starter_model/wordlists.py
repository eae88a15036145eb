"""Words that screens and papers carry: buttons, menus, labels, goods, signs, letters with accents."""

from __future__ import annotations

from pathlib import Path

_ROWS = dict(
    row.split("\t", 1) for row in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
)
MONTHS = _ROWS["MONTHS"].split("|")
DAYS = _ROWS["DAYS"].split("|")
BUTTONS = _ROWS["BUTTONS"].split("|")
MENU = _ROWS["MENU"].split("|")
LABELS = _ROWS["LABELS"].split("|")
GOODS = _ROWS["GOODS"].split("|")
SIGNS = _ROWS["SIGNS"]
LETTERS = _ROWS["LETTERS"]
SUFFIXES = _ROWS["SUFFIXES"].split("|")
TLDS = _ROWS["TLDS"].split("|")
UNITS = _ROWS["UNITS"].split("|")
