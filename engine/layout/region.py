"""A part of a picture that the model reads in one piece, and the plan of all of them. Frozen; any thread."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are exclusive."""


class RegionKind(StrEnum):
    """Why a region is one."""

    WHOLE = "whole"
    """Everything on the picture fits into the model's canvas."""
    BLOCK = "block"
    """Whole lines between blank rows."""
    LINE_PART = "line_part"
    """A piece of one line that is wider than the canvas."""
    STRIP = "strip"
    """A horizontal cut through a place without a blank row; may repeat the last line of the strip above."""


@dataclass(frozen=True, slots=True)
class LineBand:
    """Where a region has a line of ink, text or not.

    `box` lies tight around it in pixels of the upright source, level even where the line is not. `height_px`
    and `ink_px` are measured along the line in source pixels: from the top of its ink to the bottom, and its
    width without gaps wider than a space. `parts` are what such gaps part, from left to right; a line without
    them has none.
    """

    box: Box
    height_px: float
    ink_px: float
    parts: tuple[LineBand, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """Where a region lies and how the model is shown it.

    `box` is in pixels of the source turned level about its centre, which stays where it is: with `angle_deg`
    0 it is simply the box in the source. `angle_deg` is how far the text climbs to the right, in degrees. The
    model gets `model_width_px` x `model_height_px`: the box times `scale`, padded.
    """

    box: Box
    kind: RegionKind = RegionKind.BLOCK
    angle_deg: float = 0.0
    scale: float = 1.0
    model_width_px: int = 0
    model_height_px: int = 0
    starts_block: bool = False
    overlaps_previous: bool = False
    continues_line: bool = False
    is_cut: bool = False
    """Whether it is one line that an edge of the picture runs through."""
    lines: tuple[LineBand, ...] = field(default=(), compare=False)
    """Its lines of ink from top to bottom."""

    @property
    def lead(self) -> str:
        """What separates its text from that of the region before."""
        if self.continues_line:
            return " "
        return "\n\n" if self.starts_block else "\n"


@dataclass(frozen=True, slots=True)
class LayoutPlan:
    """The regions of a picture in reading order; none where there is nothing to read.

    `text_px` is the estimated size of the print (em) in source pixels, 0 where there is none.
    """

    width_px: int
    height_px: int
    regions: tuple[Region, ...]
    angle_deg: float = 0.0
    text_px: float = 0.0
