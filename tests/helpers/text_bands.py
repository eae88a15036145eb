"""Lines of ink as if a text had been printed as it stands, in letters of one width."""

from __future__ import annotations

import re

from engine.layout import LineBand

LETTER_PX = 10
PITCH_PX = 26
_SMALL_PX, _RISE_PX, _HANG_PX = 10, 4, 4
_PART = re.compile(r"\S+(?: \S+)*")


def bands_of(text: str) -> tuple[LineBand, ...]:
    """A band for each line that is not empty; two spaces and more part it, hyphens are a rule."""
    return tuple(_band(line, PITCH_PX * at) for at, line in enumerate(text.split("\n")) if line.strip())


def _band(line: str, top: int) -> LineBand:
    parts = tuple(_part(line, *match.span(), top) for match in _PART.finditer(line))
    left, right = parts[0].box[0], parts[-1].box[2]
    high = max(part.box[3] for part in parts)
    up = min(part.box[1] for part in parts)
    ink_px = sum(part.ink_px for part in parts)
    return LineBand((left, up, right, high), high - up, ink_px, parts if len(parts) > 1 else ())


def _part(line: str, start: int, stop: int, top: int) -> LineBand:
    """The ink of some letters of a line, as high as they are."""
    letters = line[start:stop]
    if not letters.strip("-"):
        box = (LETTER_PX * start, top + _SMALL_PX, LETTER_PX * stop, top + _SMALL_PX + 1)
        return LineBand(box, 1, LETTER_PX * (stop - start))
    up = top if re.search(r"[A-Z0-9bdfhijklt]", letters) else top + _RISE_PX
    foot = top + _RISE_PX + _SMALL_PX
    box = (LETTER_PX * start, up, LETTER_PX * stop, foot + _HANG_PX * bool(re.search("[gjpqy,]", letters)))
    return LineBand(box, box[3] - box[1], LETTER_PX * (stop - start))


def said(text: str) -> str:
    """The text as a model says it that sees no columns: a space for each gap, no empty lines and no rules."""
    return "\n".join(" ".join(line.split()) for line in text.split("\n") if line.strip("- "))
