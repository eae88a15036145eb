"""What scanners, cameras, programs and networks do to a picture: every way takes and gives RGB. Build-time tool."""

from __future__ import annotations

import io
import math
import random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter, ImageOps


def scaled(picture: Image.Image, factor: float) -> Image.Image:
    """Resampled as a browser does."""
    size = (max(1, round(picture.width * factor)), max(1, round(picture.height * factor)))
    return picture.resize(size, Image.Resampling.BICUBIC)


def jpeg(picture: Image.Image, quality: int) -> Image.Image:
    """Through a JPEG file."""
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return Image.open(buffer).convert("RGB")


def inverted(picture: Image.Image) -> Image.Image:
    """Its negative."""
    return ImageOps.invert(picture)


def turned(picture: Image.Image, degrees: float) -> Image.Image:
    """Rotated, in the colour of its corner."""
    corner = picture.getpixel((1, 1))
    return picture.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=corner)


def _noise(rng: random.Random, shape: tuple[int, ...], sigma: float) -> NDArray[np.float32]:
    return np.random.default_rng(rng.getrandbits(32)).normal(0, sigma, shape).astype(np.float32)


def scanned(picture: Image.Image, rng: random.Random) -> Image.Image:
    """Grey paper, slightly turned and soft, with sensor noise and dust."""
    grey = picture.convert("L").rotate(rng.uniform(-0.5, 0.5), Image.Resampling.BICUBIC, fillcolor=255)
    ink = np.asarray(grey.filter(ImageFilter.GaussianBlur(0.6)), np.float32)
    paper = rng.uniform(225, 245)
    page = 35 + ink * (paper - 35) / 255 + _noise(rng, ink.shape, 7)
    source = np.random.default_rng(rng.getrandbits(32))
    for _ in range(page.size // 20_000):
        y, x = int(source.integers(page.shape[0] - 2)), int(source.integers(page.shape[1] - 2))
        page[y : y + 2, x : x + 2] = source.uniform(90, 255)
    return Image.fromarray(page.clip(0, 255).astype(np.uint8)).convert("RGB")


def faxed(picture: Image.Image, rng: random.Random) -> Image.Image:
    """Two colours, ragged edges, single wrong pixels."""
    grey = np.asarray(picture.convert("L"), np.float32)
    bits = grey + _noise(rng, grey.shape, 28) > 140
    flips = np.random.default_rng(rng.getrandbits(32)).random(grey.shape) < 0.0008
    return Image.fromarray(((bits ^ flips) * 255).astype(np.uint8)).convert("RGB")


def _perspective(source: list[tuple[float, float]], target: list[tuple[float, float]]) -> tuple[float, ...]:
    """The eight coefficients that Pillow wants: from a target's place to the source's."""
    rows = []
    for (x, y), (u, v) in zip(target, source, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    right = np.array([c for point in source for c in point])
    return tuple(np.linalg.solve(np.array(rows), right))


def _curled(picture: Image.Image, rng: random.Random) -> Image.Image:
    """Lines bent as on a page that does not lie flat."""
    pixels = np.asarray(picture)
    height, width = pixels.shape[:2]
    bend, phase = rng.uniform(0.004, 0.011) * width, rng.uniform(0, math.pi)
    shift = bend * np.sin(np.linspace(0, math.pi, width) + phase)
    rows = np.arange(height)[:, None] + shift[None, :]
    low = np.floor(rows).astype(int)
    part = (rows - low)[..., None]
    columns = np.broadcast_to(np.arange(width), rows.shape)
    above, below = pixels[low.clip(0, height - 1), columns], pixels[(low + 1).clip(0, height - 1), columns]
    return Image.fromarray((above * (1 - part) + below * part).astype(np.uint8))


def photographed(picture: Image.Image, rng: random.Random) -> Image.Image:
    """By a telephone: on a table, from the side, bent, unevenly lit, with a shadow, soft, noisy, JPEG."""
    sheet = _curled(picture, rng)
    margin = round(0.07 * max(sheet.size))
    width, height = sheet.width + 2 * margin, sheet.height + 2 * margin
    wobble = [rng.uniform(0.002, 0.03) * min(sheet.size) for _ in range(8)]
    corners = [(0.0, 0.0), (sheet.width, 0.0), (sheet.width, sheet.height), (0.0, sheet.height)]
    inward = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    target = [
        (margin + x + sx * wobble[2 * i], margin + y + sy * wobble[2 * i + 1])
        for i, ((x, y), (sx, sy)) in enumerate(zip(corners, inward, strict=True))
    ]
    coefficients = _perspective(corners, target)
    desk = tuple(rng.randint(40, 120) for _ in range(3))
    place = sheet.transform(
        (width, height), Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC, fillcolor=desk
    )
    light = np.asarray(place, np.float32)
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    fall = 1 - rng.uniform(0.1, 0.35) * (
        0.5 + 0.5 * (math.cos(angle) * (2 * x - 1) + math.sin(angle) * (2 * y - 1))
    )
    edge = math.cos(angle + 1) * (x - rng.uniform(0.3, 0.7)) + math.sin(angle + 1) * (y - 0.5)
    shadow = 1 - rng.uniform(0.15, 0.35) / (1 + np.exp(-edge * 40))
    warm = np.array([1.0, rng.uniform(0.94, 1.0), rng.uniform(0.82, 0.95)], np.float32)
    light = light * (fall * shadow)[..., None] * warm + _noise(rng, light.shape, 4)
    soft = Image.fromarray(light.clip(0, 255).astype(np.uint8)).filter(
        ImageFilter.GaussianBlur(rng.uniform(0.4, 0.8))
    )
    return jpeg(soft, rng.randint(72, 90))
