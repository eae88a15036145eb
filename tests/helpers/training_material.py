"""What the starter model's drawing needs, small: Pillow's own face in every role, and a few sentences."""

from __future__ import annotations

import json
import random
from pathlib import Path

from PIL import ImageFont
from starter_model.page import Library
from starter_model.texts import Corpus, Texts

PROSE = ["It was a bright cold day in spring, and the clocks of the town were striking one after another."]
ROLES = ("sans", "serif", "mono", "display", "hand")


def plain_library(folder: Path, roles: tuple[str, ...] = ROLES, missing: str = "€✓") -> Library:
    """One face under several roles, without the characters `missing`; written into `folder`."""
    face = ImageFont.load_default(16)
    assert isinstance(face, ImageFont.FreeTypeFont)
    (folder / "000.ttf").write_bytes(face.font_bytes)
    row = {"file": "000.ttf", "weight": 400, "italic": False, "missing": missing, "held_out": False}
    rows = [row | {"family": role, "role": role} for role in roles]
    (folder / "fonts.json").write_text(json.dumps(rows), encoding="utf-8")
    return Library(folder)


def plain_texts(seed: int, foreign: str = "Straße") -> Texts:
    """Texts out of one sentence, one piece of code, and a word of each kind."""
    corpus = Corpus(PROSE, PROSE, PROSE, ["if a == b:\n    return c"], ["river"], [foreign], ["Bergen"])
    return Texts(corpus, random.Random(seed))
