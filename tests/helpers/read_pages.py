"""Drawn pages read as a faultless model would read them, and where their lines were drawn."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence

from PIL import Image

from engine.answers.asking import plan_request
from engine.api import (
    EngineEvent,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    ReadLine,
    RequestId,
    Resume,
    Role,
    Turn,
)
from engine.generation import Generation
from engine.layout import Region, plan_regions
from engine.metrics import RunClock
from engine.profile import ReaderProfile
from tests.helpers.drawn_pages import Page

Box = tuple[int, int, int, int]
DrawnLine = tuple[str, Box]

CANVAS_PX = 245_760
SPLITTING = ReaderProfile("small", canvas_px=CANVAS_PX, multiple_px=16)
WHOLE = ReaderProfile("large")


def drawn_lines(page: Page) -> list[DrawnLine]:
    """The page's texts with their boxes."""
    return [(text, (left, top, right, bottom)) for text, left, top, right, bottom in page.lines]


def joined_rows(lines: Sequence[DrawnLine]) -> list[DrawnLine]:
    """Lines as a reader row by row sees them: what stands level is one."""
    left = sorted(lines, key=lambda line: line[1][1])
    rows: list[DrawnLine] = []
    while left:
        first = left[0][1]
        middle = (first[1] + first[3]) / 2
        row = sorted(
            (line for line in left if line[1][1] <= middle <= line[1][3]), key=lambda line: line[1][0]
        )
        left = [line for line in left if line not in row]
        rows.append(("  ".join(text for text, _ in row), around([box for _, box in row])))
    return rows


def around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def turned(page: Page, degrees: float) -> Page:
    """The page with lines that climb by `degrees`, and the boxes around them."""
    width, height = page.image.size
    paper = page.image.getpixel((0, 0))
    image = page.image.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=paper)
    out = Page(image, page.ink)
    for text, left, top, right, bottom in page.lines:
        corners = [_turn((x, y), -degrees, (width, height)) for x in (left, right) for y in (top, bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        out.lines.append((text, round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))))
    return out


def _turn(point: tuple[float, float], degrees: float, size: tuple[int, int]) -> tuple[float, float]:
    """A point turned clockwise about the picture's centre, y pointing down."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = point[0] - size[0] / 2, point[1] - size[1] / 2
    return size[0] / 2 + cos * x - sin * y, size[1] / 2 + sin * x + cos * y


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def lines_by_region(page: Page, profile: ReaderProfile) -> list[list[DrawnLine]]:
    """The drawn lines that each region shows, row by row, as the engine's own plan cuts the page."""
    size = page.image.size
    layout = plan_regions(
        page.image, canvas_px=profile.canvas_px or size[0] * size[1], multiple_px=profile.multiple_px
    )
    by_region: list[list[DrawnLine]] = [[] for _ in layout.regions]
    for line in drawn_lines(page):
        holder = next(i for i, region in enumerate(layout.regions) if _holds(region, line[1], size))
        by_region[holder].append(line)
    rows = [joined_rows(lines) for lines in by_region]
    return rows if profile.canvas_px else [[line for lines in rows for line in lines]]


def _holds(region: Region, box: Box, size: tuple[int, int]) -> bool:
    centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    x, y = _turn(centre, region.angle_deg, size)
    left, top, right, bottom = region.box
    return left <= x < right and top <= y < bottom


def read(
    images: Sequence[bytes],
    texts: Sequence[str],
    profile: ReaderProfile = SPLITTING,
    *,
    confidence: Callable[[str], float] = lambda _character: 0.9,
    max_new_tokens: int = 100_000,
    resume: Resume | None = None,
) -> Finished:
    """Carry a reading out with a model that writes `texts`, one a region, a character a token."""
    turn = Turn(Role.USER, "", tuple(ImageInput(data, f"{i}.png") for i, data in enumerate(images)))
    request = GenerationRequest(RequestId("r"), (turn,), max_new_tokens=max_new_tokens, resume=resume)
    events: list[EngineEvent] = []
    generation = Generation(request, events.append, lambda: False)
    plans = plan_request(request, profile, RunClock(), lambda _event: None)
    assert len(plans) == len(texts), f"{len(plans)} regions for {len(texts)} texts"
    for region in generation.set_regions(plans):
        for character in texts[region.index].removeprefix(region.prefix):
            generation.hear(region, character, confidence(character), ord(character))
            generation.flush()
        generation.end_region(region, FinishReason.COMPLETE)
    generation.finish(None)
    finished = events[-1]
    assert isinstance(finished, Finished)
    return finished


def read_page(page: Page, profile: ReaderProfile = SPLITTING) -> tuple[Finished, list[DrawnLine]]:
    """Read a page without a fault: what the engine says of it, and its lines as they were drawn."""
    rows = lines_by_region(page, profile)
    finished = read([png(page.image)], ["\n".join(text for text, _ in lines) for lines in rows], profile)
    return finished, [line for lines in rows for line in lines]


def overlap(a: Box | None, b: Box) -> float:
    """Intersection over union; 0 where there is no box."""
    if a is None:
        return 0.0
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(0, across) * max(0, down)
    areas = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1])
    return shared / (areas - shared)


def overlaps(lines: Sequence[ReadLine], drawn: Sequence[DrawnLine]) -> list[float]:
    """How well each drawn line's box was found; the lines' texts are equal, one by one."""
    assert [line.text for line in lines] == [text for text, _ in drawn]
    return [overlap(line.box, box) for line, (_, box) in zip(lines, drawn, strict=True)]
