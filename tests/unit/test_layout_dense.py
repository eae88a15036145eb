"""A page with more small print than one reading is meant for is still shown legibly."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from engine.layout import plan_regions
from engine.layout.pack import LEAST_EM_PX, MAX_REGIONS, MOST_REGIONS

EM_PX = 11
PITCH_PX = 14
LINES = 100


def terminal() -> Image.Image:
    """Long lines of 11 px print, so close that averaging two rows closes the gaps between them."""
    page = Image.new("RGB", (2400, 2400), "white")
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(EM_PX)
    for line in range(LINES):
        draw.text((10, 10 + line * PITCH_PX), "alpha beta gamma delta " * 16, fill="black", font=font)
    return page


def test_print_is_never_shown_smaller_than_it_can_be_read() -> None:
    plan = plan_regions(terminal(), canvas_px=245_760)
    assert min(region.scale for region in plan.regions) * EM_PX >= LEAST_EM_PX
    assert MAX_REGIONS < len(plan.regions) <= MOST_REGIONS


def test_every_line_of_such_a_page_is_in_some_region() -> None:
    plan = plan_regions(terminal(), canvas_px=245_760)
    rows = [10 + line * PITCH_PX + PITCH_PX // 2 for line in range(LINES)]
    assert all(any(region.box[1] <= row < region.box[3] for region in plan.regions) for row in rows)
