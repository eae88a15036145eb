"""Regions seen while others decode: the same text, errors in their place, and no thread left behind."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import cast

import pytest
from PIL import Image

from engine.api import (
    Failed,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    RequestId,
    Role,
    Task,
    Turn,
)
from engine.errors import ImageError
from engine.metrics import RunClock
from engine.models.base import PreparedImage, VisualFeatures
from engine.runtime import Runtime
from engine.stepper import Stepper
from tests.helpers.fake_runtime import FakeRuntime
from tests.helpers.loading import load
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


def png(seed: int) -> ImageInput:
    picture, out = Image.new("RGB", (160, 96), "white"), io.BytesIO()
    for row in range(3):
        for letter in range(9 + seed):
            picture.paste("black", (10 + 10 * letter, 12 + 26 * row, 14 + 10 * letter, 26 + 26 * row))
    picture.save(out, "PNG")
    return ImageInput(out.getvalue(), f"{seed}.png")


def read(count: int, **settings: object) -> GenerationRequest:
    turn = Turn(Role.USER, "", tuple(png(seed) for seed in range(count)))
    return GenerationRequest(RequestId("r"), (turn,), Task.READ, **settings)  # type: ignore[arg-type]


class TwoCores(FakeRuntime):
    """Remembers who looked, and can be told to wait or to fail there."""

    def __init__(self, *, slots: int = 2) -> None:
        super().__init__({"": "page", "Read the text.": "page"}, slots=slots)
        self.sees_ahead = True
        self.lookers: list[str] = []
        self.before_seeing: Callable[[Callable[[], bool]], None] = lambda _cancelled: None

    def see(
        self,
        shown: Callable[[], Sequence[Image.Image]],
        budget_tokens: int | None,
        clock: RunClock,
        cancelled: Callable[[], bool],
    ) -> tuple[list[PreparedImage], VisualFeatures | None]:
        self.lookers.append(threading.current_thread().name)
        self.before_seeing(cancelled)
        images = [self.prepare_image(picture, budget_tokens) for picture in shown()]
        return images, self.encode_images(images, cancelled)


def carried_out(runtime: FakeRuntime | Runtime, request: GenerationRequest) -> Finished | Failed:
    (end,) = [
        event
        for event in Stepper(cast(Runtime, runtime)).stream(request)
        if isinstance(event, Finished | Failed)
    ]
    return end


def test_pages_after_the_first_are_seen_beside_it_and_say_the_same() -> None:
    plain, ahead = TwoCores(slots=3), TwoCores(slots=3)
    plain.sees_ahead = False
    ends = [carried_out(runtime, read(5)) for runtime in (plain, ahead)]
    texts = [end.text for end in ends if isinstance(end, Finished)]
    assert texts[0] == texts[1]
    assert len(texts[0].split("\n\n")) == 5
    assert plain.lookers == []
    assert set(ahead.lookers) == {"look-ahead"}
    assert ahead.used_slots == set()


def test_one_picture_is_seen_by_the_engine_itself() -> None:
    runtime = TwoCores()
    assert isinstance(carried_out(runtime, read(1)), Finished)
    assert runtime.lookers == []


def test_what_fails_while_looking_fails_its_request() -> None:
    runtime = TwoCores()

    def fail(_cancelled: Callable[[], bool]) -> None:
        raise ImageError("This picture is broken.")

    runtime.before_seeing = fail
    end = carried_out(runtime, read(3))
    assert isinstance(end, Failed)
    assert end.user_message == "This picture is broken."
    assert runtime.used_slots == set()


def test_a_cancelled_request_waits_for_nobody_who_looks() -> None:
    runtime, looking, asked = TwoCores(), threading.Event(), False

    def look_until_told(cancelled: Callable[[], bool]) -> None:
        looking.set()
        while not cancelled():
            pass

    runtime.before_seeing = look_until_told
    ends: list[Finished] = []
    made = Stepper(cast(Runtime, runtime))
    made.submit(
        read(3),
        lambda event: ends.append(event) if isinstance(event, Finished) else None,
        lambda: asked,
    )
    while not looking.is_set():
        assert made.has_work
        made.step()
    asked = True
    made.step()
    assert [end.reason for end in ends] == [FinishReason.CANCELLED]
    assert not any(thread.name == "look-ahead" for thread in threading.enumerate())


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    loaded = load(write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=5), slots=3, context_tokens=256)
    yield loaded
    loaded.close()


def test_a_model_says_of_pages_seen_ahead_what_it_says_of_them_in_turn(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for sees_ahead in (False, True):
        monkeypatch.setattr(Runtime, "sees_ahead", sees_ahead)
        runtime.features.clear()
        end = carried_out(runtime, read(4, max_new_tokens=60))
        assert isinstance(end, Finished), end
        said.append((end.text, end.metrics.visual_tokens, end.metrics.prompt_tokens))
    assert said[0] == said[1]
