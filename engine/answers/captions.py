"""What kind of picture the model says that one is, held against what was read of it.

Pure functions; any thread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.answers.facts import KNOWN
from engine.answers.finder import checked
from engine.answers.places import Answer
from engine.api import ReadLine

_FROM = re.compile(r"(?P<kind>.+?) from (?P<vendor>.+?)\.?")
"""How bundled models are taught to name the shop of a bill."""


def borne_out(caption: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """A caption with the shop that the lines bear out, or with none; None where there are no lines: of a
    picture without text every caption is a guess.
    """
    if not lines:
        return None
    told = _FROM.fullmatch(caption.text)
    if told is None:
        return caption
    vendor = checked(KNOWN["vendor"], replace(caption, text=told["vendor"]), lines)
    named = f" from {vendor.text}" if vendor is not None else ""
    end = "" if named.endswith(".") else "."
    return replace(caption, text=told["kind"] + named + end)
