"""Several pictures in one request: read in their order; one that cannot be read loses none of the others."""

from __future__ import annotations

import pytest

from app.domain import MessageState, RunSettings
from app.run_results import outcome_of_finish
from engine.answers.asking import plan_request
from engine.api import (
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    ImageReport,
    RequestId,
    Role,
    Task,
    Turn,
)
from engine.errors import ImageError
from engine.metrics import RunClock
from engine.profile import ReaderProfile
from engine.reading import RegionPlan
from tests.helpers.app_parts import png_bytes

PROFILE = ReaderProfile(name="whole")
GOOD = png_bytes("Milk 2.50")
BROKEN = png_bytes("Bread 3.10")[:-40]


def planned(*pictures: bytes, task: Task = Task.READ) -> tuple[list[RegionPlan], RunClock]:
    images = tuple(ImageInput(data, f"{place}.png") for place, data in enumerate(pictures))
    clock = RunClock()
    request = GenerationRequest(RequestId("r"), (Turn(Role.USER, "Which?", images),), task)
    return plan_request(request, PROFILE, clock, lambda _event: None), clock


def ended(clock: RunClock) -> Finished:
    return Finished(RequestId("r"), FinishReason.COMPLETE, "text", clock.metrics(None))


def test_pictures_are_read_in_their_order() -> None:
    plans, clock = planned(GOOD, png_bytes("Bread", (90, 30)), GOOD)
    assert [plan.page for plan in plans] == [0, 1, 2]
    assert [image.name for image in clock.images] == ["0.png", "1.png", "2.png"]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_that_cannot_be_read_is_named_and_the_others_are_read(place: int) -> None:
    pictures = [GOOD, GOOD, GOOD]
    pictures[place] = BROKEN
    plans, clock = planned(*pictures)
    # A line still says which of the pictures it is from.
    assert [plan.page for plan in plans] == [each for each in range(3) if each != place]
    assert [bool(image.error) for image in clock.images] == [each == place for each in range(3)]
    outcome = outcome_of_finish(ended(clock), RunSettings())
    assert outcome.state is MessageState.COMPLETE
    assert outcome.state_detail.startswith(f"Left out: {place}.png is ")
    assert outcome.stats is not None
    assert outcome.stats.seen.count("120×40") == 2


def test_of_a_file_whose_other_pages_were_read_the_page_is_named() -> None:
    images = tuple(
        ImageReport("scan.tif", page, 40, 40, 40, 40, 1, 1, (), error="It is damaged." if page == 1 else "")
        for page in range(3)
    )
    clock = RunClock()
    clock.images += images
    detail = outcome_of_finish(ended(clock), RunSettings()).state_detail
    assert detail == "Page 2 of scan.tif was left out: It is damaged."


def test_several_that_cannot_be_read_are_counted() -> None:
    _, clock = planned(BROKEN, GOOD, BROKEN)
    detail = outcome_of_finish(ended(clock), RunSettings()).state_detail
    assert detail.startswith("2 files were left out. The first: 0.png is ")


@pytest.mark.parametrize("pictures", [(BROKEN,), (BROKEN, BROKEN)])
def test_where_none_can_be_read_the_request_fails(pictures: tuple[bytes, ...]) -> None:
    with pytest.raises(ImageError):
        planned(*pictures)


def test_a_question_is_not_answered_without_one_of_its_pictures() -> None:
    with pytest.raises(ImageError):
        planned(GOOD, BROKEN, task=Task.ASK)
