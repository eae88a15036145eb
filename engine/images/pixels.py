"""Any pixel format to 8-bit RGB without losing the text: transparency, 16-bit, float, CMYK, LAB, palettes.

Pure functions over decoded pictures; any thread. Pillow's own `convert("RGB")` turns 16-bit grey white and
transparent pixels black, and refuses LAB (python-pillow/Pillow#2574, #1108, #5991), hence these paths.
"""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageCms

WHITE = (255, 255, 255)
DARK = (32, 32, 32)
"""Behind near-white ink: dark enough for contrast, and a theme colour that screens really have."""

_VISIBLE_ALPHA = 128
_CLEAR_ALPHA = 32
_MIN_CONTRAST = 60
"""Grey levels between ink and paper below which print counts as lost: a quarter of the range."""
_ALPHA_SAMPLE_SIDE_PX = 2048
"""The ground is chosen on at most this many pixels a side: thin strokes survive, the cost stays bounded."""


def to_rgb(image: Image.Image) -> tuple[Image.Image, tuple[str, ...]]:
    """An RGB copy of a decoded picture (values 0..255) and notes on what had to be decided."""
    mode = image.mode
    if mode == "RGB" and "transparency" not in image.info:
        return image, ()
    if mode == "CMYK":
        return _from_cmyk(image)
    if mode == "LAB":
        return _from_lab(image), ("Converted from LAB colour.",)
    if mode == "F" or mode.startswith("I"):
        return _from_deep_grey(image)
    if image.has_transparency_data:
        return _flatten(image.convert("RGBA"))
    return image.convert("RGB"), ()


def _flatten(rgba: Image.Image) -> tuple[Image.Image, tuple[str, ...]]:
    alpha = rgba.getchannel("A")
    low, high = alpha.getextrema()
    if low == 255:
        return rgba.convert("RGB"), ()
    if high == 0:
        return Image.new("RGB", rgba.size, WHITE), ("Fully transparent: there is nothing to see.",)
    paper = _paper_for(rgba)
    flat = Image.new("RGB", rgba.size, paper)
    flat.paste(rgba.convert("RGB"), mask=alpha)
    note = (
        "Transparency laid on white."
        if paper == WHITE
        else "Transparency laid on a dark ground: its ink is light."
    )
    return flat, (note,)


def _paper_for(rgba: Image.Image) -> tuple[int, int, int]:
    """White, unless the visible pixels that border transparent ones stand out better from a dark ground."""
    step = max(1, -(-max(rgba.size) // _ALPHA_SAMPLE_SIDE_PX))
    pixels = np.asarray(rgba)[::step, ::step]
    alpha = pixels[..., 3]
    luma = _luma(pixels)
    border = (alpha >= _VISIBLE_ALPHA) & _near(alpha < _CLEAR_ALPHA, reach_px=3)
    ink = luma[border] if border.any() else luma[alpha > 0]
    on_white = float(np.mean(ink < WHITE[0] - _MIN_CONTRAST))
    on_dark = float(np.mean(ink > DARK[0] + _MIN_CONTRAST))
    return DARK if on_dark > on_white + 0.1 else WHITE


def _luma(pixels: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Luminance 0..255 of `[H, W, 3+]` uint8, ITU-R 601 weights in integers, as Pillow's own `L`."""
    wide = pixels.astype(np.int32)
    return (wide[..., 0] * 299 + wide[..., 1] * 587 + wide[..., 2] * 114) // 1000


def _near(mask: NDArray[np.bool_], reach_px: int) -> NDArray[np.bool_]:
    """Pixels within `reach_px` of a set one, in the chessboard metric."""
    out = mask.copy()
    for _ in range(reach_px):
        grown = out.copy()
        grown[1:] |= out[:-1]
        grown[:-1] |= out[1:]
        across = grown.copy()
        across[:, 1:] |= grown[:, :-1]
        across[:, :-1] |= grown[:, 1:]
        out = across
    return out


def _from_deep_grey(image: Image.Image) -> tuple[Image.Image, tuple[str, ...]]:
    """16-bit, 32-bit and float grey: by the range of the format where that is used, else stretched."""
    raw = np.asarray(image)
    values = raw.astype(np.float32)
    finite = np.isfinite(values)
    if not finite.any():
        return Image.new("RGB", image.size, WHITE), ("Holds no finite value: there is nothing to see.",)
    low, high = float(values[finite].min()), float(values[finite].max())
    values = np.where(finite, values, np.float32(low))
    top = _nominal_top(image.mode, low, high)
    notes: tuple[str, ...] = ()
    if top:
        grey = values * np.float32(255.0 / top)
    elif high > low:
        grey = (values - np.float32(low)) * np.float32(255.0 / (high - low))
        notes = (f"Grey values {low:g} to {high:g} stretched to full contrast.",)
    else:
        grey = np.full(values.shape, 255.0, np.float32)
    levels = np.clip(np.rint(grey), 0, 255).astype(np.uint8)
    return Image.fromarray(levels).convert("RGB"), notes


def _nominal_top(mode: str, low: float, high: float) -> float:
    """The value that means white, where the values make that plain; 0 where they must be stretched.

    12-bit scans in 16-bit files use a sixteenth of the range: taken at face value they are black.
    """
    if low < 0:
        return 0.0
    if mode == "F":
        return 1.0 if 0.25 < high <= 1.0 else (255.0 if 64 < high <= 255 else 0.0)
    if 0x4000 <= high <= 0xFFFF:
        return 65535.0
    return 255.0 if mode == "I" and 64 < high <= 255 else 0.0


def _from_cmyk(image: Image.Image) -> tuple[Image.Image, tuple[str, ...]]:
    """CMYK through the file's own profile where it has a usable one.

    Pillow inverts every CMYK JPEG, as Adobe's files need; one without Adobe's marker holds plain values.
    """
    inks = image
    if image.format in ("JPEG", "MPO") and "adobe" not in image.info:
        inks = ImageChops.invert(image)
    profile = image.info.get("icc_profile")
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            if source.profile.xcolor_space.strip() == "CMYK":
                done = ImageCms.profileToProfile(
                    inks, source, ImageCms.createProfile("sRGB"), outputMode="RGB"
                )
                if done is not None:
                    return done, ("Converted from CMYK by its colour profile.",)
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            return inks.convert("RGB"), ("Converted from CMYK; its colour profile is unusable.",)
    return inks.convert("RGB"), ("Converted from CMYK.",)


def _from_lab(image: Image.Image) -> Image.Image:
    transform = ImageCms.buildTransform(
        ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB"), "LAB", "RGB"
    )
    done = ImageCms.applyTransform(image, transform)
    if done is None:
        raise ValueError("LAB conversion gave no picture")
    return done
