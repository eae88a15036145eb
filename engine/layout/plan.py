"""Where to look on a picture, and in which order. Any thread; Pillow and numpy only."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from PIL import Image

from engine.layout.bands import Block, of_like_size
from engine.layout.canvas import MARGIN_PX, Canvas
from engine.layout.ink import (
    FINE_WORKING_PX,
    InkMap,
    contrast_mask,
    ink_map,
    solid_text_size,
    step_masks,
    text_size,
    working_factor,
)
from engine.layout.lines import LineFinder
from engine.layout.morphology import Mask
from engine.layout.pack import BEST_EM_PX, LEAST_EM_PX, MAX_REGIONS, MOST_REGIONS, Packer
from engine.layout.photo import is_photographed, without_edges
from engine.layout.region import Box, LayoutPlan, Region, RegionKind
from engine.layout.segment import Segmenter
from engine.layout.skew import levelled, shown, skew_angle

DEFAULT_MAX_WIDTH_PX = 1280
DEFAULT_MAX_HEIGHT_PX = 1024
"""The widest and the tallest canvas that the bundled model was taught; positions beyond are new to it."""
DEFAULT_MAX_CHARACTERS = 1200
"""Characters of a region, by estimate: the bundled model was taught pages of up to 1600."""
_TRIM_GAIN = 0.75
"""A picture that fits is cut down to its ink only where that saves a quarter of it."""
_MIN_WORKING_EM_PX = 9.0
"""Below this the blank rows between lines drown in the average; a finer look is worth its time."""
_HOLLOW_EM_PX = 70.0
"""From here on strokes are thicker than contrast reaches; print is looked at smaller, as solid letters."""
_HOLLOW_GROWTH = 1.6
_SOLID_EM_PX = 30.0
_SHRINK_STEP = 0.7
_KEPT_INK = 0.7
_INKED_LEVEL = 100
_MIN_INK_PX = 12
"""Working pixels with ink below which a picture is blank: a full stop of 8 px print."""


def plan_regions(
    rgb: Image.Image,
    *,
    canvas_px: int,
    multiple_px: int = 16,
    max_width_px: int = DEFAULT_MAX_WIDTH_PX,
    max_height_px: int = DEFAULT_MAX_HEIGHT_PX,
    max_characters: int = DEFAULT_MAX_CHARACTERS,
    rows_apart: bool = True,
) -> LayoutPlan:
    """Regions of at most `canvas_px` pixels that together show all ink of a picture, in reading order.

    Sides of a region as the model gets it are multiples of `multiple_px`, at most `max_width_px` and
    `max_height_px`; regions of several lines hold about `max_characters` at most. `rows_apart` shows few
    rows of cells one by one, so that none is read down; a reading as Markdown needs them together.
    Raises: ValueError where the bounds leave no room for a line.
    """
    least_px = 4 * MARGIN_PX + multiple_px
    if multiple_px < 1 or canvas_px < least_px**2 or min(max_width_px, max_height_px) < least_px:
        raise ValueError(f"canvas of {canvas_px} pixels is too small for regions in steps of {multiple_px}")
    canvas = Canvas(canvas_px, max_width_px, max_height_px, multiple_px, max_characters, rows_apart)
    factor = working_factor(rgb.width, rgb.height)
    page, angle_deg, shift = _looked_at(rgb, factor)
    fine = working_factor(rgb.width, rgb.height, FINE_WORKING_PX)
    # Where the average has closed every gap between lines, no line has a height and the size is 0.
    if fine < factor and page.ink.any() and text_size(page.ink) < _MIN_WORKING_EM_PX:
        factor = fine
        page, angle_deg, shift = _looked_at(rgb, factor)
    solid = solid_text_size(page.ink)
    hollow = solid >= max(_HOLLOW_EM_PX, _HOLLOW_GROWTH * text_size(page.ink))
    if hollow:
        factor *= round(solid / _SOLID_EM_PX)
        page, angle_deg, shift = _looked_at(rgb, factor)
    if int(page.ink.sum()) < _MIN_INK_PX:
        return LayoutPlan(rgb.width, rgb.height, (), 0.0, 0.0)
    em = text_size(page.ink)
    size = (rgb.width, rgb.height)
    finder = LineFinder(page, factor, angle_deg, shift, size)
    placed = tuple(
        replace(_placed(region, angle_deg, shift, factor, size), lines=finder.lines(region.box))
        for region in _regions(rgb, page, factor, em, canvas, shift=shift[1], hollow=hollow)
    )
    return LayoutPlan(rgb.width, rgb.height, placed, angle_deg, em * factor)


def _looked_at(rgb: Image.Image, factor: int) -> tuple[InkMap, float, tuple[int, int]]:
    """A picture's ink turned level, by how many degrees, and the shift of its origin in working pixels."""
    small = rgb.reduce(factor) if factor > 1 else rgb
    photographed = is_photographed(rgb)
    mask = _mask(small, photographed)
    angle_deg = skew_angle(mask)
    if not angle_deg:
        return ink_map(mask, step_masks(small)), 0.0, (0, 0)
    level, across, down = levelled(small, angle_deg)
    # A point at the border is a stroke beyond it, which is nothing that the picture shows.
    turned = _mask(level, photographed) & shown(*small.size, angle_deg, across, down)
    if turned.sum() < _KEPT_INK * mask.sum():
        # Resampling has blurred print that was faint to begin with.
        drawn = Image.fromarray(mask.astype(np.uint8) * 255).convert("RGB")
        turned = np.asarray(levelled(drawn, angle_deg)[0].getchannel("G")) > _INKED_LEVEL
    return ink_map(turned, step_masks(level), mended=True), angle_deg, (across, down)


def _mask(small: Image.Image, photographed: bool) -> Mask:
    mask = contrast_mask(small)
    return without_edges(mask, small) if photographed else mask


def _regions(
    rgb: Image.Image, page: InkMap, factor: int, em: float, canvas: Canvas, *, shift: int, hollow: bool
) -> list[Region]:
    """Regions of a page in source pixels of the turned map, before its shift is taken back."""
    segmenter = Segmenter(page, em)
    blocks = segmenter.blocks()
    if not blocks:
        return []
    if hollow:
        blocks = [part for block in blocks for part in of_like_size(block, em)]
    whole = None if segmenter.split_columns else _whole(rgb, page, blocks, factor, canvas)
    packer = partial(Packer, page.ink, factor, em, canvas, shift=shift)
    if whole is not None and packer().suits_whole(blocks):
        return [whole]
    shrink = 1.0
    legible = LEAST_EM_PX / min(em * factor, BEST_EM_PX) if em else 0.0
    regions = packer().regions(blocks)
    if len(regions) > MAX_REGIONS:
        regions = packer(enlarges=False).regions(blocks)
    while shrink > 0.2:
        # Print shrunk until nobody can read it would be a page whose text is silently not there.
        most = MAX_REGIONS if _SHRINK_STEP * shrink >= legible else MOST_REGIONS
        if len(regions) <= most:
            break
        shrink *= _SHRINK_STEP
        regions = packer(shrink, enlarges=False).regions(blocks)
    return regions


def _whole(rgb: Image.Image, page: InkMap, blocks: list[Block], factor: int, canvas: Canvas) -> Region | None:
    """The one region of a picture that fits the canvas: all of it, or its ink where most of it is blank."""
    size = (rgb.width, rgb.height)
    turned = page.ink.shape != (-(-rgb.height // factor), -(-rgb.width // factor))
    box = _ink_box(blocks, factor)
    width, height = canvas.size(box[2] - box[0], box[3] - box[1], 1.0)
    full_width, full_height = canvas.whole_size(*size)
    fits = canvas.holds_whole(*size)
    if fits and not turned and width * height > _TRIM_GAIN * full_width * full_height:
        return Region((0, 0, *size), RegionKind.WHOLE, 0.0, 1.0, full_width, full_height)
    if canvas.holds(box[2] - box[0], box[3] - box[1], 1.0):
        return Region(box, RegionKind.WHOLE, 0.0, 1.0, width, height)
    return None


def _ink_box(blocks: list[Block], factor: int) -> Box:
    bands = [band for block in blocks for band in block.bands]
    left, top = min(band.left for band in bands) * factor, min(band.top for band in bands) * factor
    right, bottom = max(band.right for band in bands) * factor, max(band.bottom for band in bands) * factor
    return left, top, right, bottom


def _placed(
    region: Region, angle_deg: float, shift: tuple[int, int], factor: int, size: tuple[int, int]
) -> Region:
    """A region in the frame of `Region.box`."""
    left, top, right, bottom = region.box
    if not angle_deg:
        box = (max(0, left), max(0, top), min(size[0], right), min(size[1], bottom))
        return replace(region, box=box)
    across, down = shift[0] * factor, shift[1] * factor
    return replace(
        region, box=(left - across, top - down, right - across, bottom - down), angle_deg=angle_deg
    )
