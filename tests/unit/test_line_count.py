"""How many lines there are is counted from a reading, by the bundled model through the engine's own loop."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from engine.answers.asking import counts_lines
from engine.answers.line_count import LineCount
from engine.api import (
    EngineEvent,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    RequestId,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.layout import LineBand
from engine.profile import ReaderProfile
from engine.reading import RegionPlan
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.drawn_pages import Page, blank_page
from tests.helpers.loading import load

STARTER = Path(__file__).resolve().parents[2] / "resources" / "models" / "starter"
TEXTS = ("Invoice number 4711", "Winter harbour", "Total 23.15 EUR", "Thank you", "See you again")


@pytest.fixture(scope="module")
def starter() -> Iterator[Runtime]:
    loaded = load(STARTER, slots=4, context_tokens=1024)
    yield loaded
    loaded.close()


def page(count: int) -> Page:
    made = blank_page(300, 40 + 40 * count)
    for row, line in enumerate(TEXTS[:count]):
        made.text(16, 14 + 40 * row, line, 20)
    return made


def request(image: Image.Image, question: str = "lines") -> GenerationRequest:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    source = ImageInput(buffer.getvalue(), "page.png")
    return GenerationRequest(RequestId("q"), (Turn(Role.USER, question, (source,)),), Task.ASK)


def events_of(starter: Runtime, asked: GenerationRequest) -> list[EngineEvent]:
    return list(Stepper(starter).stream(asked))


def answer(starter: Runtime, asked: GenerationRequest) -> Finished:
    *_, end = events_of(starter, asked)
    assert isinstance(end, Finished), end
    return end


@pytest.mark.parametrize("count", [1, 3, 5])
def test_the_number_of_lines_is_that_of_the_lines_that_are_read(starter: Runtime, count: int) -> None:
    end = answer(starter, request(page(count).image))
    assert end.text == str(count)
    assert end.reason is FinishReason.COMPLETE
    assert end.resume is None


def test_lines_are_counted_whichever_way_up_the_picture_lies(starter: Runtime) -> None:
    upside_down = page(3).image.transpose(Image.Transpose.ROTATE_180)
    assert answer(starter, request(upside_down)).text == "3"


def test_a_blank_picture_has_no_lines(starter: Runtime) -> None:
    assert answer(starter, request(Image.new("RGB", (200, 120), "white"))).text == "0"


def test_the_whole_question_counts_like_its_short_word(starter: Runtime) -> None:
    assert answer(starter, request(page(3).image, "How many lines are there?")).text == "3"


def test_what_streams_is_the_number_alone(starter: Runtime) -> None:
    events = events_of(starter, request(page(3).image))
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "3"
    end = events[-1]
    assert isinstance(end, Finished)
    assert [line.text for line in end.lines] in ([], ["3"])


def test_a_limit_of_one_token_does_not_make_the_number_smaller(starter: Runtime) -> None:
    assert answer(starter, replace(request(page(3).image), max_new_tokens=1)).text == "3"


def test_a_count_that_is_given_up_says_no_number(starter: Runtime) -> None:
    stepper, events, stopped = Stepper(starter), list[EngineEvent](), False
    stepper.submit(request(page(5).image), events.append, lambda: stopped)
    for _ in range(3):
        stepper.step()
    stopped = True
    stepper.step()
    end = events[-1]
    assert isinstance(end, Finished)
    assert (end.reason, end.text, end.resume) == (FinishReason.CANCELLED, "", None)


def test_only_the_question_about_lines_of_a_model_with_a_canvas_is_counted() -> None:
    bundled = ReaderProfile("small", canvas_px=61_440)
    picture = Image.new("RGB", (20, 20))
    assert counts_lines(request(picture, "Lines "), bundled)
    assert not counts_lines(request(picture, "total"), bundled)
    assert not counts_lines(replace(request(picture), task=Task.READ), bundled)
    assert not counts_lines(request(picture), ReaderProfile("large"))
    assert counts_lines(request(picture, "How many lines are there?"), replace(bundled, questions=()))
    assert not counts_lines(request(picture, "How many lines has the table?"), bundled)


def test_a_line_that_is_written_as_two_counts_once() -> None:
    events: list[EngineEvent] = []
    made = LineCount(request(Image.new("RGB", (20, 20))), events.append, lambda: False)
    band = LineBand((0, 0, 200, 20), 20.0, 200.0)
    plan = RegionPlan((), (), (), "\n", False, 256)
    made.set_regions([replace(plan, lines=(band,)), replace(plan, lines=(band, band))])
    for region, text in zip(made.regions, ("E-mail\nada@example.net", "Date\n1 May"), strict=True):
        for character in text:
            made.hear(region, character, 1.0, ord(character))
        made.end_region(region, FinishReason.COMPLETE)
    made.finish(None)
    end = events[-1]
    assert isinstance(end, Finished)
    assert end.text == "3"
