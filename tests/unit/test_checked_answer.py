"""Answers about bills are held against the reading, by the bundled model through the engine's own loop."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

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
from engine.asking import fact_of
from engine.checked_answer import CheckedAnswer
from engine.facts import KNOWN
from engine.page_frame import PageFrame
from engine.profile import ReaderProfile
from engine.reading import RegionPlan, Sheet
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.drawn_pages import blank_page
from tests.helpers.loading import load

STARTER = Path(__file__).resolve().parents[2] / "resources" / "models" / "starter"
BILL = (
    ("WINTER MARKET", ""),
    ("Receipt no.", "KA-2044"),
    ("Date", "25.09.2023"),
    ("Bread", "3.10"),
    ("Cheese", "12.40"),
    ("Subtotal", "15.50"),
    ("Total", "16.60"),
    ("Cash", "20.00"),
)


@pytest.fixture(scope="module")
def starter() -> Iterator[Runtime]:
    loaded = load(STARTER, slots=4, context_tokens=1024)
    yield loaded
    loaded.close()


def bill() -> Image.Image:
    page = blank_page(360, 330)
    for row, (left, right) in enumerate(BILL):
        page.text(20, 16 + 36 * row, left, 18)
        if right:
            page.text(240, 16 + 36 * row, right, 18)
    return page.image


def source_of(image: Image.Image) -> ImageInput:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return ImageInput(buffer.getvalue(), "bill.png")


def request(image: Image.Image, question: str) -> GenerationRequest:
    return GenerationRequest(RequestId("q"), (Turn(Role.USER, question, (source_of(image),)),), Task.ASK)


def ended(stepper: Stepper, asked: GenerationRequest) -> tuple[Finished, list[EngineEvent]]:
    events = list(stepper.stream(asked))
    end = events[-1]
    assert isinstance(end, Finished), end
    return end, events


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("total", "16.60"),
        ("whats the subtotal", "15.50"),
        ("date", "25.09.2023"),
        ("number", "KA-2044"),
        ("vendor", "WINTER MARKET"),
        ("field Cash", "20.00"),
        ("field Order number", "I see no Order number here."),
    ],
)
def test_a_fact_of_a_bill_is_answered_from_what_stands_on_it(
    starter: Runtime, question: str, right: str
) -> None:
    end, events = ended(Stepper(starter), request(bill(), question))
    assert end.text == right
    assert end.reason is FinishReason.COMPLETE
    assert end.resume is None
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == right
    assert " ".join(word.text for line in end.lines for word in line.words) == right


@pytest.mark.parametrize("turn", [Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180])
def test_a_bill_that_lies_on_its_side_is_asked_about_upright(starter: Runtime, turn: Image.Transpose) -> None:
    end, _ = ended(Stepper(starter), request(bill().transpose(turn), "total"))
    assert end.text == "16.60"
    assert end.metrics.images[0].turned_deg in (90, 180)


def test_a_blank_picture_has_no_total(starter: Runtime) -> None:
    end, _ = ended(Stepper(starter), request(Image.new("RGB", (240, 160), "white"), "total"))
    assert end.text == "I see no total here."


def test_a_picture_that_was_read_is_not_read_again_for_a_question(starter: Runtime) -> None:
    stepper, turned = Stepper(starter), bill().transpose(Image.Transpose.ROTATE_180)
    read, _ = ended(stepper, replace(request(turned, ""), task=Task.READ))
    first, _ = ended(stepper, request(turned, "total"))
    assert first.text == "16.60"
    assert first.metrics.images[0].turned_deg == read.metrics.images[0].turned_deg == 180
    assert first.metrics.new_tokens < 12 < read.metrics.new_tokens


def test_a_question_leaves_its_reading_for_the_next(starter: Runtime) -> None:
    stepper = Stepper(starter)
    first, _ = ended(stepper, request(bill(), "total"))
    second, _ = ended(stepper, request(bill(), "date"))
    assert second.text == "25.09.2023"
    assert second.metrics.new_tokens < first.metrics.new_tokens / 2


def test_a_question_that_is_given_up_says_nothing(starter: Runtime) -> None:
    stepper, events, stopped = Stepper(starter), list[EngineEvent](), False
    stepper.submit(request(bill(), "total"), events.append, lambda: stopped)
    for _ in range(3):
        stepper.step()
    stopped = True
    stepper.step()
    end = events[-1]
    assert isinstance(end, Finished)
    assert (end.reason, end.text, end.resume) == (FinishReason.CANCELLED, "", None)
    again, _ = ended(stepper, request(bill(), "total"))
    assert again.text == "16.60"


def told(asked: GenerationRequest, read: str, answer: str, ended: FinishReason) -> Finished:
    """A question whose picture reads so, without a model."""
    events: list[EngineEvent] = []
    made = CheckedAnswer(asked, events.append, lambda: False, KNOWN["total"])
    sheet = Sheet(asked.turns[0].images[0], 0, Image.new("RGB", (20, 20)), PageFrame(20, 20))
    plan = RegionPlan(asked.turns, (), (), "\n", False, 256, sheet=sheet)
    made.set_regions([replace(plan, page=0), plan])
    for region, text, reason in zip(
        made.regions, (read, answer), (ended, FinishReason.COMPLETE), strict=True
    ):
        for character in text:
            made.hear(region, character, 0.9, ord(character))
        made.end_region(region, reason)
    made.finish(None)
    end = events[-1]
    assert isinstance(end, Finished)
    return end


def test_a_reading_that_ended_in_a_loop_does_not_cut_the_answer() -> None:
    asked = request(Image.new("RGB", (20, 20)), "total")
    end = told(asked, "Shop\nTotal 4.50\n-----", "4.50", FinishReason.LOOP)
    assert (end.text, end.reason) == ("4.50", FinishReason.COMPLETE)


def test_an_answer_that_was_not_read_is_not_said() -> None:
    asked = request(Image.new("RGB", (20, 20)), "total")
    end = told(asked, "Meeting notes", "4.50", FinishReason.COMPLETE)
    assert end.text == "I see no total here."
    assert [word.confidence for word in end.lines[0].words] == [1.0] * 5


def test_only_questions_for_facts_to_a_model_that_reads_in_regions_are_checked() -> None:
    bundled, picture = ReaderProfile("small", canvas_px=61_440), Image.new("RGB", (20, 20))
    assert fact_of(request(picture, "total"), bundled) is not None
    assert fact_of(request(picture, "caption"), bundled) is None
    assert fact_of(request(picture, "total"), ReaderProfile("large")) is None
    assert fact_of(replace(request(picture, "total"), task=Task.READ), bundled) is None
