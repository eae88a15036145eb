"""Lines that an edge of the picture runs through, read by the bundled model through the engine's own loop."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from engine.api import (
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    ReadWord,
    RequestId,
    Resume,
    Role,
    Task,
    Turn,
)
from engine.legibility import CUT_SURE
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.drawn_pages import Page, blank_page
from tests.helpers.layout_plans import ink_box
from tests.helpers.loading import load

STARTER = Path(__file__).resolve().parents[2] / "resources" / "models" / "starter"
LINES = ["Bread and quiet harbours", "Milk for the morning 2.50", "Letters from the winter", "Total 12.40"]


@pytest.fixture(scope="module")
def starter() -> Iterator[Runtime]:
    loaded = load(STARTER, slots=4, context_tokens=1024)
    yield loaded
    loaded.close()


def screen() -> Page:
    page = blank_page(420, 160)
    for row, line in enumerate(LINES):
        page.text(20, 14 + 36 * row, line, 16)
    return page


def read(starter: Runtime, picture: Image.Image, resume: Resume | None = None) -> Finished:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    turn = Turn(Role.USER, "", (ImageInput(buffer.getvalue(), "screen.png"),))
    request = GenerationRequest(RequestId("r"), (turn,), Task.READ, resume=resume)
    end = list(Stepper(starter).stream(request))[-1]
    assert isinstance(end, Finished)
    return end


def words(end: Finished) -> list[ReadWord]:
    return [word for line in end.lines for word in line.words]


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_the_whole_lines_below_a_cut_one_are_read_and_nothing_of_it_is_told_as_sure(
    starter: Runtime, share: float
) -> None:
    page = screen()
    _, top, _, bottom = ink_box(page.lines[0], page)
    end = read(starter, page.image.crop((0, round(top + share * (bottom - top)), 420, 160)))
    whole = "\n".join(LINES[1:])
    assert end.reason is FinishReason.COMPLETE
    assert end.text.endswith(whole)
    first = len(end.text) - len(whole)
    assert all(word.confidence <= CUT_SURE for word in words(end) if word.start < first)
    assert all(word.confidence > CUT_SURE for word in words(end) if word.start >= first)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_the_whole_lines_above_a_cut_one_are_read(starter: Runtime, share: float) -> None:
    page = screen()
    _, top, _, bottom = ink_box(page.lines[-1], page)
    end = read(starter, page.image.crop((0, 0, 420, round(bottom - share * (bottom - top)))))
    whole = "\n".join(LINES[:-1])
    assert end.text.startswith(whole)
    assert all(word.confidence <= CUT_SURE for word in words(end) if word.start > len(whole))


def test_a_word_that_a_side_of_the_picture_runs_through_is_not_sure(starter: Runtime) -> None:
    page = screen()
    end = read(starter, page.image.crop((26, 0, 420, 160)))
    for line in end.lines:
        assert line.words[0].confidence <= CUT_SURE
        assert all(word.confidence > CUT_SURE for word in line.words[1:])


def test_a_strip_with_one_whole_line_from_edge_to_edge_is_read(starter: Runtime) -> None:
    page = screen()
    _, top, _, bottom = ink_box(page.lines[1], page)
    end = read(starter, page.image.crop((0, top, 420, bottom)))
    assert bottom - top < 20
    assert end.text == LINES[1]
    assert all(word.confidence > CUT_SURE for word in words(end))


@pytest.mark.parametrize("rows", [4, 6, 9])
def test_a_picture_of_nothing_but_a_piece_of_a_line_has_an_end(starter: Runtime, rows: int) -> None:
    page = screen()
    _, top, _, _ = ink_box(page.lines[0], page)
    end = read(starter, page.image.crop((0, top, 420, top + rows)))
    assert end.reason in (FinishReason.COMPLETE, FinishReason.EMPTY)


def test_a_cut_line_that_comes_after_what_an_earlier_run_read_is_watched_too(starter: Runtime) -> None:
    page = screen()
    _, top, _, bottom = ink_box(page.lines[-1], page)
    picture = page.image.crop((0, 0, 420, (top + bottom) // 2))
    end = read(starter, picture, Resume(0, LINES[0], (0,)))
    assert end.text.lstrip("\n").startswith(LINES[1])
    assert all(word.confidence <= CUT_SURE for word in words(end) if word.text not in "".join(LINES))
