"""Where a picture has ink: local contrast, free of background, rules and specks. Any thread; numpy only.

Ink is told by the contrast of a pixel's neighbourhood, never by darkness: dark themes, coloured panels and
gradients need no special case. Arrays are `[H, W]` at the working scale, `factor` source pixels a pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from engine.layout.morphology import Mask, Steps, dilated, peaks
from engine.layout.rules import RULE_LENGTH_PX, level_rules, rules_across, rules_down

WORKING_PX = 2_600_000
"""A4 at 150 dpi and full HD are looked at as they are; larger pictures are averaged down to this."""
FINE_WORKING_PX = 9_000_000
"""Large pictures whose print turns out small are looked at again at up to this many: 4K screens at 100 %."""
_MIN_CONTRAST = 22
"""Local range, 0..255, that counts as ink: pale hints (#ddd on white: 34) pass, JPEG ripples do not."""
_MAX_CONTRAST = 90
_FAINT_CONTRAST = 9
"""On a picture that shows no ink otherwise, and no noise: pencil, grey 235 on white."""
_LEAST_INK_PX = 40
_RIPPLE_REACH_PX = 8
"""A JPEG block: what strong print leaves in its surroundings reaches no farther."""
_WEAK_CONTRASTS = (8, 45)
_PANEL_CONTRASTS = 5
_WEAK_SHARE = 0.3
"""Weak contrasts, without the most frequent ones, to one strong one: clean screens have 0.02 to 0.11 of them,
JPEGs of quality 30 to 80 0.41 to 1.7.
"""
_STRONG_CONTRAST = 80
_OF_PEAK = 0.35
"""Ripples of a JPEG reach a quarter of the contrast that they surround; pale print beside black has half."""
_STRONG_NOISE = 8
"""From here on single hills of noise pass any threshold that print passes."""
_SMOOTHING_PX = 1.0
_SMOOTHED_NOISE_FACTOR = 3.2
"""Smoothed noise has hills: the range of nine neighbours varies more than that of nine lone samples."""
_NOISE_FACTOR = 2.2
"""Range of nine Gaussian samples: the 30th percentile is 2.6 sigma, the 99.9th 5.3 sigma; ratio 2.05."""
_STEP = 4
"""Levels between two panels of a theme that differ just visibly (#1e1e1e beside #252526 is 7)."""
_SPECK_CELL_PX = 8
_SPECK_PX = 27
"""Ink pixels in 24 x 24 that are still dust: three grains mark 27; a full stop stands beside letters."""
_SMEAR_PX = 6
_MAX_LINE_PX = 160
_GROWTH = 1.4
"""From x-height to a line's whole height is 1.3: what grows more was hollow."""


@dataclass(frozen=True, slots=True)
class InkMap:
    """Ink without rules and specks, and the rules for themselves."""

    ink: Mask
    across: Mask
    """Horizontal rules and panel edges."""
    down: Mask
    """Vertical rules and panel edges."""
    steps_across: Steps
    """1 and -1 where a pixel is brighter or darker than the one above, be it faintly: over a whole row, the
    edge of a panel.
    """
    steps_down: Steps
    """The same for the pixel to the left."""


def working_factor(width_px: int, height_px: int, working_px: int = WORKING_PX) -> int:
    """Source pixels to one working pixel, along each side."""
    return max(1, math.ceil(math.sqrt(width_px * height_px / working_px)))


def step_masks(small: Image.Image) -> tuple[Steps, Steps]:
    """How a pixel's green stands to that of the pixel above, and to that on the left: -1, 0 or 1."""
    levels = np.asarray(small.getchannel("G"))
    across, down = np.zeros(levels.shape, np.int8), np.zeros(levels.shape, np.int8)
    _mark_steps(levels[1:], levels[:-1], across[1:])
    _mark_steps(levels[:, 1:], levels[:, :-1], down[:, 1:])
    return across, down


def _mark_steps(later: NDArray[np.uint8], earlier: NDArray[np.uint8], out: Steps) -> None:
    """Set `out` where two neighbours differ by `_STEP`, in place and without leaving uint8."""
    low = np.minimum(later, earlier)
    np.subtract(
        (later - low >= _STEP).view(np.int8), (earlier - low >= _STEP).view(np.int8), out=out, dtype=np.int8
    )


def contrast_mask(small: Image.Image) -> Mask:
    """Pixels whose 3 x 3 neighbourhood spans more than the picture's noise in any colour channel."""
    spans = local_spans(small)
    noise = float(np.percentile(spans[::4, ::4], 30))
    over_noise = _NOISE_FACTOR
    if noise > _STRONG_NOISE:
        # Smoothed, noise loses four fifths of its range, and strokes a third of theirs.
        smooth = local_spans(small.filter(ImageFilter.GaussianBlur(_SMOOTHING_PX)))
        left = float(np.percentile(smooth[::4, ::4], 30))
        if left < noise / 2:  # else it is no noise but a texture
            spans, noise, over_noise = smooth, left, _SMOOTHED_NOISE_FACTOR
    threshold = min(max(_MIN_CONTRAST, over_noise * noise), _MAX_CONTRAST)
    mask: Mask = spans > threshold
    if _is_rippled(spans):
        mask &= (spans >= peaks(spans, _RIPPLE_REACH_PX) * _OF_PEAK) | level_rules(mask, RULE_LENGTH_PX)
    if noise == 0 and int(np.count_nonzero(mask)) < _LEAST_INK_PX:
        mask = spans > _FAINT_CONTRAST
    return mask


def _is_rippled(spans: NDArray[np.uint8]) -> bool:
    """Whether weak contrasts come with the strong ones as compression leaves them around print."""
    # As np.bincount does it, without a copy of the picture in 64 bits.
    counts = np.array(Image.fromarray(spans).histogram())
    # Pale rules and panels have a weak contrast each; ripples have all of them.
    weak = np.sort(counts[_WEAK_CONTRASTS[0] : _WEAK_CONTRASTS[1]])[:-_PANEL_CONTRASTS]
    strong = int(counts[_STRONG_CONTRAST:].sum())
    return strong >= _LEAST_INK_PX and int(weak.sum()) > _WEAK_SHARE * strong


def local_spans(small: Image.Image) -> NDArray[np.uint8]:
    """The widest local range of any channel."""
    spans = [_local_range(channel) for channel in _channels(small)]
    return spans[0] if len(spans) == 1 else np.maximum(np.maximum(spans[0], spans[1]), spans[2])


def _channels(small: Image.Image) -> list[NDArray[np.uint8]]:
    """The channels that differ: one for a grey picture, so that scans cost a third."""
    red, green, blue = (np.asarray(channel) for channel in small.split())
    if np.array_equal(red, green) and np.array_equal(green, blue):
        return [green]
    return [red, green, blue]


def _local_range(channel: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Largest minus smallest value of each 3 x 3 neighbourhood, edges repeated."""
    high, low = channel.copy(), channel.copy()
    np.maximum(high[1:], channel[:-1], out=high[1:])
    np.maximum(high[:-1], channel[1:], out=high[:-1])
    np.minimum(low[1:], channel[:-1], out=low[1:])
    np.minimum(low[:-1], channel[1:], out=low[:-1])
    wide_high, wide_low = high.copy(), low.copy()
    np.maximum(wide_high[:, 1:], high[:, :-1], out=wide_high[:, 1:])
    np.maximum(wide_high[:, :-1], high[:, 1:], out=wide_high[:, :-1])
    np.minimum(wide_low[:, 1:], low[:, :-1], out=wide_low[:, 1:])
    np.minimum(wide_low[:, :-1], low[:, 1:], out=wide_low[:, :-1])
    span: NDArray[np.uint8] = wide_high - wide_low
    return span


def ink_map(mask: Mask, steps: tuple[Steps, Steps] | None = None, *, mended: bool = False) -> InkMap:
    """Part rules from text and drop specks. `steps` as of `step_masks`; without them rules stand in.

    `mended`: rules may be broken, as turning leaves faint ones.
    """
    text_px = text_size(mask)
    before, above = (steps[1], steps[0]) if steps else (None, None)
    across = rules_across(mask, before, text_px, mended=mended)
    down = rules_down(mask, above, text_px, mended=mended)
    ink = mask & ~across & ~down
    steps_across, steps_down = steps or (across.view(np.int8), down.view(np.int8))
    return InkMap(_without_specks(ink), across, down, steps_across, steps_down)


def _without_specks(ink: Mask) -> Mask:
    """Erase ink in cells whose surroundings hold next to none."""
    cell = _SPECK_CELL_PX
    rows, columns = -(-ink.shape[0] // cell), -(-ink.shape[1] // cell)
    padded = np.zeros((rows * cell, columns * cell), np.bool_)
    padded[: ink.shape[0], : ink.shape[1]] = ink
    counts = padded.reshape(rows, cell, columns, cell).sum(axis=(1, 3), dtype=np.int32)
    around = np.zeros((rows + 2, columns + 2), np.int32)
    for down in range(3):
        for right in range(3):
            around[down : down + rows, right : right + columns] += counts
    lonely = (around[1:-1, 1:-1] <= _SPECK_PX) & (counts > 0)
    if not lonely.any():
        return ink
    keep = ~np.repeat(np.repeat(lonely, cell, axis=0), cell, axis=1)
    kept: Mask = ink & keep[: ink.shape[0], : ink.shape[1]]
    return kept


def line_heights(ink: Mask, smear_px: int = _SMEAR_PX, most_px: int = _MAX_LINE_PX) -> NDArray[np.int64]:
    """Sorted heights in pixels, `most_px` at most, of the ink runs in each column of lines smeared by
    `smear_px`: long lines weigh more.
    """
    smeared = dilated(ink[:, ::2], smear_px // 2, axis=1)[:, :: smear_px // 2]
    edged = np.zeros((smeared.shape[0] + 2, smeared.shape[1]), np.int8)
    edged[1:-1] = smeared
    steps = np.diff(edged, axis=0).T
    starts = np.nonzero(steps == 1)
    stops = np.nonzero(steps == -1)
    heights = (stops[1] - starts[1]).astype(np.int64)
    heights = heights[(heights > 3) & (heights <= most_px)]
    heights.sort()
    return heights


def text_size(ink: Mask) -> float:
    """Estimated em of most of the print in pixels; 0 where there is none.

    A line's ink is between x-height (.53 em) and ascender to descender (.95 em) high, .75 em in the middle,
    and local contrast adds a pixel on either side.
    """
    return _em(line_heights(ink))


def solid_text_size(ink: Mask) -> float:
    """The same where strokes are so thick that contrast shows only their outlines; 0 where there is none.

    Smearing by an em closes strokes and letters but no gap between lines: the size grows until it is that
    of whole lines, and at once stays where the print was solid.
    """
    em = text_size(ink)
    while em:
        grown = _em(line_heights(ink, max(_SMEAR_PX, int(em)), ink.shape[0]))
        if grown < _GROWTH * em:
            return max(em, grown)
        em = grown
    return em


def _em(heights: NDArray[np.int64]) -> float:
    return max(1.0, (float(heights[heights.size // 2]) - 2.0) / 0.75) if heights.size else 0.0


def small_text_size(ink: Mask) -> float:
    """Estimated em of the smaller print in pixels: a quarter of all columns have no more than x-height."""
    heights = line_heights(ink)
    return max(1.0, (float(heights[heights.size // 4]) - 2.0) / 0.53) if heights.size else 0.0
