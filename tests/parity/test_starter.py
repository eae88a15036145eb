"""The bundled model says in the engine what it says in transformers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from PIL import Image, ImageDraw, ImageFont

from engine.profile import load_profile
from engine.runtime import Runtime
from tests.helpers.loading import encode, greedy, load, user
from tests.helpers.oracle import Oracle

STARTER = Path(__file__).resolve().parents[2] / "resources" / "models" / "starter"
LINES = ("Total 23.15 EUR", "Invoice 4711", "2024-05-17")


@pytest.fixture(scope="module")
def starter() -> Iterator[Runtime]:
    loaded = load(STARTER, slots=2, context_tokens=1024)
    yield loaded
    loaded.close()


@pytest.fixture(scope="module")
def original() -> Oracle:
    return Oracle(STARTER)


def page(width_px: int, height_px: int) -> Image.Image:
    """Dark text on white."""
    image = Image.new("RGB", (width_px, height_px), "white")
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(LINES):
        pen.text((12, 10 + 30 * number), line, fill=(20, 20, 20), font=ImageFont.load_default(20))
    return image


@pytest.mark.parametrize(("width_px", "height_px"), [(256, 112), (301, 117)])
def test_the_bundled_model_reads_the_same_tokens_as_in_transformers(
    starter: Runtime, original: Oracle, width_px: int, height_px: int
) -> None:
    image = page(width_px, height_px)
    pixels, grid = original.pixels(image)
    prepared = starter.prepare_image(image, None)
    assert torch.equal(prepared.pixel_values, pixels)
    words = load_profile(STARTER).read_prompt
    prompt = starter.build_prompt([user(words, 1)], [prepared])
    content: list[dict[str, str]] = [{"type": "image"}]
    content += [{"type": "text", "text": words}] if words else []
    assert list(prompt.input_ids) == original.prompt_ids([{"role": "user", "content": content}], [grid])
    features = encode(starter, [prepared])
    logits = starter.prefill(0, prompt, features, 0, len(prompt))
    assert logits is not None
    expected = original.logits(prompt.input_ids, [(pixels, grid)])[-1]
    # Trained logits reach tens; 1e-5 holds relative to the largest.
    assert float((logits - expected).abs().max()) <= 1e-5 * max(1.0, float(expected.abs().max()))
    tokens = greedy(starter, 0, prompt, features, 48)
    assert tokens == original.greedy(prompt.input_ids, [(pixels, grid)], tokens=48)
    assert "Total 23.15" in starter.tokenizer.decode(tokens)


KINDS: dict[str, tuple[tuple[str, ...], int, str, str]] = {
    "article": (
        ("The quiet harbour", "Every morning the boats go out", "and come back before noon."),
        16,
        "#222222",
        "#ffffff",
    ),
    "dialog": (
        ("Delete the file?", "This cannot be undone.", "Cancel      Delete"),
        15,
        "#111111",
        "#f0f0f0",
    ),
    "receipt": (
        ("CORNER SHOP", "Milk          1.20", "Bread         2.35", "TOTAL         3.55"),
        15,
        "#333333",
        "#fdfdf5",
    ),
    "code": (
        ("def total(prices):", "    return sum(prices)", "print(total([1, 2]) != 3)"),
        14,
        "#d4d4d4",
        "#1e1e1e",
    ),
    "table": (
        ("Item      Qty   Price", "Screws    100   4.99", "Nails      50   2.10"),
        15,
        "#000000",
        "#ffffff",
    ),
    "form": (
        ("Name: Ada Byron", "E-mail: ada@example.com", "Date: 10 December 2024"),
        16,
        "#202020",
        "#fafafa",
    ),
    "chat": (("Ada 09:41", "Are you there?", "Yes, on my way!"), 15, "#0b3d91", "#e8f0fe"),
    "terminal": (("$ ls -l /srv", "-rw-r--r-- 1 ada 4096 May 17", "$ exit"), 14, "#33ff66", "#000000"),
    "slide": (("Three reasons", "1. It is small", "2. It is here"), 28, "#ffffff", "#204060"),
    "small": (
        ("All prices include tax.", "Ask for a copy of the terms.", "No. 4711/23"),
        11,
        "#555555",
        "#ffffff",
    ),
}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_kind_of_screen_is_read_token_for_token_as_in_transformers(
    starter: Runtime, original: Oracle, kind: str
) -> None:
    lines, size_px, ink, paper = KINDS[kind]
    image = Image.new("RGB", (400, 2 * size_px + round(1.6 * size_px * len(lines))), paper)
    for number, line in enumerate(lines):
        place = (14, size_px + round(1.6 * size_px * number))
        ImageDraw.Draw(image).text(place, line, fill=ink, font=ImageFont.load_default(size_px))
    pixels, grid = original.pixels(image)
    prepared = starter.prepare_image(image, None)
    words = load_profile(STARTER).read_prompt
    prompt = starter.build_prompt([user(words, 1)], [prepared])
    tokens = greedy(starter, 0, prompt, encode(starter, [prepared]), 60)
    assert tokens == original.greedy(prompt.input_ids, [(pixels, grid)], tokens=60)
    assert lines[0].split()[0] in starter.tokenizer.decode(tokens)
