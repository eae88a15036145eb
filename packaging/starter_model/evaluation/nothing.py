"""Pictures without any text: paper, gradients, noise, textures, shapes. Build-time tool."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

SIZES = ((640, 400), (800, 600), (512, 700), (1024, 640))


def _source(rng: random.Random) -> np.random.Generator:
    return np.random.default_rng(rng.getrandbits(32))


def _picture(values: NDArray[np.floating]) -> Image.Image:
    return Image.fromarray(values.clip(0, 255).astype(np.uint8)).convert("RGB")


def blank(rng: random.Random) -> Image.Image:
    """One colour."""
    shade = rng.choice(((255, 255, 255), (246, 244, 238), (30, 30, 30), (40, 80, 120)))
    return Image.new("RGB", rng.choice(SIZES), shade)


def paper(rng: random.Random) -> Image.Image:
    """An empty scanned sheet: grey, with sensor noise and dust."""
    width, height = rng.choice(SIZES)
    page = 235 + _source(rng).normal(0, 5, (height, width))
    for _ in range(25):
        y, x = rng.randrange(height - 3), rng.randrange(width - 3)
        page[y : y + rng.randint(1, 3), x : x + rng.randint(1, 3)] = rng.randint(60, 200)
    return _picture(page)


def gradient(rng: random.Random) -> Image.Image:
    """A colour that runs into another."""
    width, height = rng.choice(SIZES)
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    t = (x * rng.random() + y * rng.random() if rng.random() < 0.5 else np.hypot(x - 0.5, y - 0.5))[..., None]
    first, second = (np.array([rng.randrange(256) for _ in range(3)]) for _ in range(2))
    return _picture(first * (1 - t) + second * t)


def noise(rng: random.Random) -> Image.Image:
    """Sensor noise in grey or colour."""
    width, height = rng.choice(SIZES)
    shape = (height, width, 3) if rng.random() < 0.5 else (height, width)
    return _picture(_source(rng).normal(rng.randint(60, 200), rng.randint(10, 60), shape))


def salt_and_pepper(rng: random.Random) -> Image.Image:
    """White paper with black and white dots."""
    width, height = rng.choice(SIZES)
    page = np.full((height, width), 255.0)
    page[_source(rng).random((height, width)) < rng.uniform(0.005, 0.05)] = 0
    return _picture(page)


def landscape(rng: random.Random) -> Image.Image:
    """A photograph's stand-in: sky, hills, clouds of several scales, grain."""
    width, height = rng.choice(SIZES)
    source = _source(rng)
    field = np.zeros((height, width))
    for step in (8, 16, 32, 64, 128):
        small = Image.fromarray(
            source.normal(128, 40, (height // step + 2, width // step + 2)).astype(np.float32)
        )
        field += np.asarray(small.resize((width, height), Image.Resampling.BICUBIC)) * (step / 248)
    ridge = (height * (0.4 + 0.2 * np.sin(np.linspace(0, rng.uniform(3, 9), width)))).astype(int)
    ground = np.arange(height)[:, None] > ridge[None, :]
    sky, grass = np.array([150, 190, 235]), np.array([70, 110, 50])
    tint = np.where(ground[..., None], grass, sky)
    return _picture(tint * (0.55 + field[..., None] / 280) + source.normal(0, 5, (height, width, 3)))


def shapes(rng: random.Random) -> Image.Image:
    """Boxes, circles and rules, as charts and empty windows have them."""
    picture = Image.new("RGB", rng.choice(SIZES), (245, 246, 248))
    draw = ImageDraw.Draw(picture)
    for _ in range(12):
        x, y = rng.randrange(picture.width - 60), rng.randrange(picture.height - 60)
        box = (x, y, x + rng.randint(20, 220), y + rng.randint(20, 140))
        colour = tuple(rng.randrange(256) for _ in range(3))
        match rng.randrange(3):
            case 0:
                draw.rounded_rectangle(box, 8, fill=colour)
            case 1:
                draw.ellipse(box, outline=colour, width=3)
            case _:
                draw.line(box, fill=colour, width=rng.randint(1, 4))
    return picture


def weave(rng: random.Random) -> Image.Image:
    """A texture of threads, slightly soft."""
    width, height = rng.choice(SIZES)
    y, x = np.mgrid[0:height, 0:width]
    threads = 40 * np.sin(x / rng.uniform(1.5, 4)) + 40 * np.sin(y / rng.uniform(1.5, 4))
    picture = _picture(130 + threads + _source(rng).normal(0, 12, (height, width)))
    return picture.filter(ImageFilter.GaussianBlur(0.7))


KINDS: tuple[Callable[[random.Random], Image.Image], ...] = (
    blank,
    paper,
    gradient,
    noise,
    salt_and_pepper,
    landscape,
    shapes,
    weave,
)
