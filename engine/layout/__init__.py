"""Layout: which parts of a picture the model is shown, in which order, and how their texts are joined.

Owns the step between an upright picture and the pictures that fit the model's canvas. Pillow and numpy only,
never torch or Qt; pure functions, any thread.
"""

from __future__ import annotations

from engine.layout.bend import Bend, bend_of
from engine.layout.crop import crop
from engine.layout.despeckle import without_grains
from engine.layout.leaders import without_leaders
from engine.layout.lines import lines_in_order
from engine.layout.overlap import without_repeated_line
from engine.layout.plan import (
    DEFAULT_MAX_CHARACTERS,
    DEFAULT_MAX_HEIGHT_PX,
    DEFAULT_MAX_WIDTH_PX,
    plan_regions,
)
from engine.layout.region import Box, LayoutPlan, LineBand, Region, RegionKind

__all__ = [
    "DEFAULT_MAX_CHARACTERS",
    "DEFAULT_MAX_HEIGHT_PX",
    "DEFAULT_MAX_WIDTH_PX",
    "Bend",
    "Box",
    "LayoutPlan",
    "LineBand",
    "Region",
    "RegionKind",
    "bend_of",
    "crop",
    "lines_in_order",
    "plan_regions",
    "without_grains",
    "without_leaders",
    "without_repeated_line",
]
