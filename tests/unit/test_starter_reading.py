"""The bundled model through the engine's own loop: any way up, a part, faint print, and nothing at all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.paths import sample_path
from engine.api import Finished, FinishReason, GenerationRequest, ImageInput, RequestId, Resume, Role, Turn
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.drawn_pages import Page, blank_page
from tests.helpers.loading import load
from tests.helpers.read_pages import overlap

STARTER = Path(__file__).resolve().parents[2] / "resources" / "models" / "starter"
LINES = ("Invoice number 4711", "Total 23.15 EUR")
TURNS = {
    0: None,
    90: Image.Transpose.ROTATE_90,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_270,
}


@pytest.fixture(scope="module")
def starter() -> Iterator[Runtime]:
    loaded = load(STARTER, slots=4, context_tokens=1024)
    yield loaded
    loaded.close()


def page() -> Page:
    made = blank_page(300, 110)
    for row, line in enumerate(LINES):
        made.text(16, 14 + 40 * row, line, 20)
    return made


def read(starter: Runtime, image: Image.Image, **settings: object) -> Finished:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    part, resume, limit = (settings.get(key) for key in ("part", "resume", "limit"))
    source = ImageInput(buffer.getvalue(), "page.png", part=part)  # type: ignore[arg-type]
    request = GenerationRequest(
        RequestId("r"),
        (Turn(Role.USER, "", (source,)),),
        max_new_tokens=limit or 300,
        resume=resume,  # type: ignore[arg-type]
    )
    *_, end = Stepper(starter).stream(request)
    assert isinstance(end, Finished), end
    return end


def turned_back(box: tuple[int, int, int, int], turn: int) -> tuple[int, int, int, int]:
    """Where a box of the upright page lies on the page turned anticlockwise, found by turning a mark."""
    mark = Image.new("L", (300, 110), 0)
    mark.paste(255, box)
    method = TURNS[turn]
    found = (mark if method is None else mark.transpose(method)).getbbox()
    assert found is not None
    return found


@pytest.mark.parametrize("turn", sorted(TURNS))
def test_a_page_is_read_whichever_way_up_it_lies(starter: Runtime, turn: int) -> None:
    drawn, method = page(), TURNS[turn]
    end = read(starter, drawn.image if method is None else drawn.image.transpose(method))
    assert end.text.splitlines() == list(LINES)
    assert end.reason is FinishReason.COMPLETE
    (report,) = end.metrics.images
    assert report.turned_deg == turn
    for line, (_, left, top, right, bottom) in zip(end.lines, drawn.lines, strict=True):
        assert overlap(line.box, turned_back((left, top, right, bottom), turn)) >= 0.6


def test_a_turned_page_that_was_cut_off_goes_on_where_it_stopped(starter: Runtime) -> None:
    image = page().image.transpose(Image.Transpose.ROTATE_180)
    first = read(starter, image, limit=12)
    assert first.reason is FinishReason.LENGTH
    assert isinstance(first.resume, Resume)
    assert first.resume.turned_deg == (180,)
    rest = read(starter, image, resume=first.resume)
    assert (first.text + rest.text).splitlines() == list(LINES)


def test_a_page_of_several_regions_is_cut_within_one_and_goes_on_as_if_it_were_not(starter: Runtime) -> None:
    with Image.open(sample_path()) as image:
        whole = read(starter, image.convert("RGB"), limit=4000)
        first = read(starter, image.convert("RGB"), limit=118)
        assert (whole.reason, first.reason) == (FinishReason.COMPLETE, FinishReason.LENGTH)
        rest = read(starter, image.convert("RGB"), limit=4000, resume=first.resume)
    assert first.text + rest.text == whole.text


def test_a_part_is_read_alone_and_its_lines_lie_on_the_whole(starter: Runtime) -> None:
    drawn = page()
    end = read(starter, drawn.image, part=(0, 46, 300, 110))
    assert end.text.splitlines() == [LINES[1]]
    _, left, top, right, bottom = drawn.lines[1]
    assert overlap(end.lines[0].box, (left, top, right, bottom)) >= 0.6


def test_faint_print_is_read(starter: Runtime) -> None:
    levels = 235 + np.asarray(page().image).astype(np.float64) * 20 / 255
    assert read(starter, Image.fromarray(levels.astype(np.uint8))).text.splitlines() == list(LINES)


def grain(kind: str) -> Image.Image:
    rng = np.random.default_rng(7)
    size = (160, 256)
    match kind:
        case "specks":
            return Image.fromarray(np.where(rng.random(size) < 0.06, 0, 255).astype(np.uint8)).convert("RGB")
        case "colour noise":
            return Image.fromarray(rng.integers(0, 256, (*size, 3), dtype=np.uint8))
        case "stripes":
            rows = np.repeat(rng.integers(0, 256, 40, dtype=np.uint8), 4)
            return Image.fromarray(np.repeat(rows[:, None], 256, axis=1)).convert("RGB")
    ramp = np.linspace(90, 200, 256)[None, :] + rng.normal(0, 9, size)
    return Image.fromarray(ramp.astype(np.uint8)).convert("RGB")


@pytest.mark.parametrize("kind", ["specks", "colour noise", "stripes", "noisy gradient"])
def test_nothing_is_made_up_where_nothing_is_written(starter: Runtime, kind: str) -> None:
    end = read(starter, grain(kind))
    assert (end.text, end.reason) == ("", FinishReason.EMPTY)
