"""Plans of drawn pages and what can be said about them: which lines a region shows, in which order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from engine.layout import LayoutPlan, Region, crop, plan_regions
from tests.helpers.drawn_pages import Page

CANVAS_PX = 245_760


def plan(picture: Page | Image.Image, canvas_px: int = CANVAS_PX, multiple_px: int = 16) -> LayoutPlan:
    """Plan a picture and check what holds for every plan."""
    image = picture.image if isinstance(picture, Page) else picture
    made = plan_regions(image, canvas_px=canvas_px, multiple_px=multiple_px)
    assert (made.width_px, made.height_px) == image.size
    for region in made.regions:
        shown = crop(image, region)
        assert shown.mode == "RGB"
        assert shown.size == (region.model_width_px, region.model_height_px)
        assert shown.width * shown.height <= canvas_px
        assert shown.width % multiple_px == shown.height % multiple_px == 0
        left, top, right, bottom = region.box
        assert left < right
        assert top < bottom
        assert (right - left) * region.scale <= region.model_width_px + 1
        assert (bottom - top) * region.scale <= region.model_height_px + 1
    if made.regions:
        assert not made.regions[0].starts_block
        assert not made.regions[0].overlaps_previous
    return made


def ink_box(line: tuple[str, int, int, int, int], page: Page) -> tuple[int, int, int, int]:
    """Where a drawn line has pixels that differ clearly from its surroundings."""
    _, left, top, right, bottom = line
    patch = np.asarray(page.image.crop((left, top, right, bottom)).convert("L")).astype(int)
    ink = np.abs(patch - int(np.median(patch))) > 60
    rows, columns = np.nonzero(ink.any(axis=1))[0], np.nonzero(ink.any(axis=0))[0]
    return left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1


def holders(made: LayoutPlan, box: tuple[int, int, int, int]) -> list[int]:
    """Regions that show a box whole."""
    return [
        index
        for index, region in enumerate(made.regions)
        if region.box[0] <= box[0]
        and region.box[1] <= box[1]
        and box[2] <= region.box[2]
        and box[3] <= region.box[3]
    ]


def touching(made: LayoutPlan, box: tuple[int, int, int, int]) -> list[int]:
    """Regions that show any of a box."""
    return [
        index
        for index, region in enumerate(made.regions)
        if region.box[0] < box[2]
        and box[0] < region.box[2]
        and region.box[1] < box[3]
        and box[1] < region.box[3]
    ]


def order_read(page: Page, made: LayoutPlan) -> list[str]:
    """The page's lines as a reader of its regions gets them: top to bottom, rows left to right."""
    placed = []
    for line in page.lines:
        box = ink_box(line, page)
        found = holders(made, box)
        assert found, f"no region shows {line[0]!r} whole"
        placed.append((found[0], box, line[0]))
    rows: list[str] = []
    for index in range(len(made.regions)):
        inside = sorted((item for item in placed if item[0] == index), key=lambda item: item[1][1])
        while inside:
            first = inside[0]
            middle = (first[1][1] + first[1][3]) / 2
            row = [item for item in inside if item[1][1] <= middle <= item[1][3]]
            rows.extend(item[2] for item in sorted(row, key=lambda item: item[1][0]))
            inside = [item for item in inside if item not in row]
    return rows


def assert_each_line_is_shown_once_and_whole(page: Page, made: LayoutPlan) -> None:
    for line in page.lines:
        box = ink_box(line, page)
        assert len(holders(made, box)) == 1, f"{line[0]!r} is in regions {holders(made, box)}"
        assert touching(made, box) == holders(made, box), f"{line[0]!r} is cut"


def prose_lines(page: Page) -> list[str]:
    return [line[0] for line in page.lines]


def leads(regions: Sequence[Region]) -> list[str]:
    return [region.lead for region in regions]
