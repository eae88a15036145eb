"""The engine's loop: one terminal event a request, slots come back, one request's trouble stays its own."""

from __future__ import annotations

import io
from typing import cast

import pytest
from PIL import Image

from engine.api import (
    EngineEvent,
    Failed,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    PrefillProgress,
    RequestId,
    Role,
    Stage,
    Task,
    TextDelta,
    Turn,
)
from engine.errors import OutOfMemoryError
from engine.runtime import CHUNK_TOKENS, Runtime
from engine.stepper import Stepper
from tests.helpers.fake_runtime import FakeRuntime


def ask(text: str, name: str = "r", **settings: object) -> GenerationRequest:
    return GenerationRequest(RequestId(name), (Turn(Role.USER, text),), Task.ASK, **settings)  # type: ignore[arg-type]


def stepper(runtime: FakeRuntime) -> Stepper:
    return Stepper(cast(Runtime, runtime))


def run(made: Stepper, limit: int = 10_000) -> None:
    for _ in range(limit):
        if not made.has_work:
            return
        made.step()
    raise AssertionError("the stepper never came to rest")


class Ear:
    """Collects one request's events."""

    def __init__(self) -> None:
        self.events: list[EngineEvent] = []
        self.cancel = False

    def __call__(self, event: EngineEvent) -> None:
        self.events.append(event)

    @property
    def heard(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextDelta))

    @property
    def end(self) -> Finished | Failed:
        (end,) = [event for event in self.events if isinstance(event, (Finished, Failed))]
        assert self.events[-1] is end
        return end

    @property
    def reason(self) -> FinishReason:
        assert isinstance(self.end, Finished), self.end
        return self.end.reason


def test_a_question_streams_its_answer_token_by_token() -> None:
    runtime, ear = FakeRuntime({"q": "naïve 読み"}), Ear()
    made = stepper(runtime)
    made.submit(ask("q"), ear, lambda: False)
    run(made)
    assert ear.heard == "naïve 読み"
    assert ear.reason is FinishReason.COMPLETE
    assert all("�" not in event.text for event in ear.events if isinstance(event, TextDelta))
    assert runtime.used_slots == set()


def test_two_requests_share_decode_steps_and_keep_their_own_text() -> None:
    runtime, ears = FakeRuntime({"a": "first answer", "b": "second"}), (Ear(), Ear())
    made = stepper(runtime)
    made.submit(ask("a", "one"), ears[0], lambda: False)
    made.submit(ask("b", "two"), ears[1], lambda: False)
    run(made)
    assert [ear.heard for ear in ears] == ["first answer", "second"]
    assert max(runtime.batches) == 2


def test_more_requests_than_slots_all_finish() -> None:
    runtime = FakeRuntime(slots=2)
    made = stepper(runtime)
    ears = [Ear() for _ in range(7)]
    for index, ear in enumerate(ears):
        made.submit(ask(f"text {index}", str(index)), ear, lambda: False)
    run(made)
    assert [ear.heard for ear in ears] == [f"text {index}" for index in range(7)]


def test_a_cancelled_request_ends_within_one_step_and_frees_its_slot() -> None:
    runtime, ear = FakeRuntime({"q": "a long answer"}), Ear()
    made = stepper(runtime)
    made.submit(ask("q"), ear, lambda: ear.cancel)
    while len(ear.heard) < 3:
        made.step()
    ear.cancel = True
    heard = ear.heard
    made.step()
    assert ear.reason is FinishReason.CANCELLED
    assert ear.heard == heard
    assert isinstance(ear.end, Finished)
    assert ear.end.text == heard
    assert runtime.used_slots == set()
    assert not made.has_work


def test_cancelling_one_request_leaves_the_other_untouched() -> None:
    runtime, ears = FakeRuntime({"a": "x" * 100, "b": "the other"}), (Ear(), Ear())
    made = stepper(runtime)
    made.submit(ask("a", "one"), ears[0], lambda: ears[0].cancel)
    made.submit(ask("b", "two"), ears[1], lambda: False)
    for _ in range(5):
        made.step()
    ears[0].cancel = True
    run(made)
    assert ears[0].reason is FinishReason.CANCELLED
    assert ears[1].heard == "the other"


def test_a_request_cancelled_while_it_waits_never_starts() -> None:
    runtime, ears = FakeRuntime(slots=1), (Ear(), Ear())
    made = stepper(runtime)
    made.submit(ask("a" * 50, "one"), ears[0], lambda: False)
    made.submit(ask("b", "two"), ears[1], lambda: ears[1].cancel)
    made.step()
    ears[1].cancel = True
    run(made)
    assert ears[1].reason is FinishReason.CANCELLED
    assert ears[1].heard == ""
    assert ears[0].reason is FinishReason.COMPLETE


def test_a_long_prompt_is_prefilled_in_chunks_between_decode_steps() -> None:
    runtime = FakeRuntime({"a": "y" * 100}, context_tokens=4096)
    made, quick, long = stepper(runtime), Ear(), Ear()
    made.submit(ask("a", "one"), quick, lambda: False)
    made.submit(ask("z" * (3 * CHUNK_TOKENS + 1), "two", max_new_tokens=1), long, lambda: False)
    while not any(isinstance(e, PrefillProgress) and e.stage is Stage.PREFILL for e in long.events):
        made.step()
    before = len(quick.heard)
    made.step()
    assert len(quick.heard) == before + 1
    run(made)
    done = [e.done for e in long.events if isinstance(e, PrefillProgress) and e.stage is Stage.PREFILL]
    chunk = CHUNK_TOKENS
    assert done == [chunk, 2 * chunk, 3 * chunk, 3 * chunk + 1]


def test_the_token_limit_ends_the_answer_and_the_answer_goes_on_from_there() -> None:
    runtime, first, second = FakeRuntime({"q": "abcdef"}), Ear(), Ear()
    made = stepper(runtime)
    made.submit(ask("q", max_new_tokens=4), first, lambda: False)
    run(made)
    assert first.reason is FinishReason.LENGTH
    assert isinstance(first.end, Finished)
    made.submit(ask("q", resume=first.end.resume), second, lambda: False)
    run(made)
    assert first.heard + second.heard == "abcdef"
    assert second.reason is FinishReason.COMPLETE


def test_a_full_context_ends_the_answer_instead_of_overflowing() -> None:
    runtime, ear = FakeRuntime({"q": "x" * 100}, context_tokens=20), Ear()
    made = stepper(runtime)
    made.submit(ask("q"), ear, lambda: False)
    run(made)
    assert ear.reason is FinishReason.CONTEXT_FULL
    assert ear.heard == "x" * 20


def test_a_prompt_that_does_not_fit_is_refused_with_a_next_step() -> None:
    runtime, ear = FakeRuntime(context_tokens=20), Ear()
    made = stepper(runtime)
    made.submit(ask("q" * 20), ear, lambda: False)
    run(made)
    assert isinstance(ear.end, Failed)
    assert ear.end.code == "request_invalid"
    assert "context" in ear.end.user_message
    assert runtime.used_slots == set()


def test_an_endless_repetition_is_ended_and_named() -> None:
    runtime, ear = FakeRuntime({"q": "-" * 3000}, context_tokens=4000), Ear()
    made = stepper(runtime)
    made.submit(ask("q"), ear, lambda: False)
    run(made)
    assert ear.reason is FinishReason.LOOP
    assert 0 < len(ear.heard) < 400


def test_out_of_memory_in_prefill_fails_that_request_and_the_others_go_on() -> None:
    runtime, ears = FakeRuntime({"a": "goes on"}), (Ear(), Ear())
    runtime.prefill_error = lambda text: OutOfMemoryError("no", "cpu") if text == "big" else None
    made = stepper(runtime)
    made.submit(ask("a", "one"), ears[0], lambda: False)
    made.submit(ask("big", "two"), ears[1], lambda: False)
    run(made)
    assert isinstance(ears[1].end, Failed)
    assert ears[1].end.code == "out_of_memory"
    assert ears[0].heard == "goes on"
    assert runtime.used_slots == set()


def test_an_unforeseen_error_of_one_request_becomes_a_sentence_without_a_traceback() -> None:
    runtime, ear = FakeRuntime(), Ear()
    runtime.prefill_error = lambda _: ZeroDivisionError("division by zero")
    made = stepper(runtime)
    made.submit(ask("q"), ear, lambda: False)
    run(made)
    assert isinstance(ear.end, Failed)
    assert ear.end.code == "unexpected"
    assert "Traceback" not in ear.end.user_message + ear.end.detail


def test_an_error_of_the_shared_step_is_raised_and_fail_all_ends_everything() -> None:
    runtime, ears = FakeRuntime({"a": "xxxx", "b": "yyyy"}, slots=1), (Ear(), Ear())
    made = stepper(runtime)
    made.submit(ask("a", "one"), ears[0], lambda: False)
    made.submit(ask("b", "two"), ears[1], lambda: False)
    made.step()
    runtime.decode_error = RuntimeError("boom")
    with pytest.raises(RuntimeError, match="boom"):
        run(made)
    made.fail_all("unexpected", "sorry")
    assert [type(ear.end) for ear in ears] == [Failed, Failed]
    assert not made.has_work
    assert runtime.used_slots == set()


@pytest.mark.parametrize(
    ("request_", "fragment"),
    [
        (GenerationRequest(RequestId("r"), ()), "nothing to answer"),
        (GenerationRequest(RequestId("r"), (Turn(Role.ASSISTANT, "hi"),), Task.ASK), "nothing to answer"),
        (ask("q", max_new_tokens=0), "at least 1"),
        (ask("q", image_budget_tokens=0), "at least 1"),
        (GenerationRequest(RequestId("r"), (Turn(Role.USER, ""),), Task.READ), "no picture"),
    ],
)
def test_an_impossible_request_fails_with_a_sentence(request_: GenerationRequest, fragment: str) -> None:
    made, ear = stepper(FakeRuntime()), Ear()
    made.submit(request_, ear, lambda: False)
    run(made)
    assert isinstance(ear.end, Failed)
    assert fragment in ear.end.user_message


def test_a_broken_picture_fails_its_request_with_the_sentence_of_the_intake() -> None:
    made, ear = stepper(FakeRuntime()), Ear()
    turn = Turn(Role.USER, "", (ImageInput(b"not a picture at all", "x.png"),))
    made.submit(GenerationRequest(RequestId("r"), (turn,)), ear, lambda: False)
    run(made)
    assert isinstance(ear.end, Failed)
    assert ear.end.code.startswith("image")


def png(colour: str = "white", ink: bool = True) -> bytes:
    image = Image.new("RGB", (200, 100), colour)
    if ink:
        for x in range(20, 180, 6):
            image.paste("black", (x, 40, x + 3, 60))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_a_blank_page_says_so_without_asking_the_model() -> None:
    runtime, ear = FakeRuntime(), Ear()
    made = stepper(runtime)
    turn = Turn(Role.USER, "", (ImageInput(png(ink=False), "blank.png"),))
    made.submit(GenerationRequest(RequestId("r"), (turn,)), ear, lambda: False)
    run(made)
    assert ear.reason is FinishReason.EMPTY
    assert runtime.batches == []


def test_the_figures_of_a_picture_are_reported() -> None:
    runtime, ear = FakeRuntime(), Ear()
    runtime.scripts[runtime.profile.read_prompt] = "some text"
    made = stepper(runtime)
    turn = Turn(Role.USER, "", (ImageInput(png(), "page.png"),))
    made.submit(GenerationRequest(RequestId("r"), (turn,)), ear, lambda: False)
    run(made)
    assert ear.heard == "some text"
    assert isinstance(ear.end, Finished)
    metrics = ear.end.metrics
    assert metrics.new_tokens == len("some text")
    assert metrics.visual_tokens == 4
    assert metrics.first_token_s > 0
    assert metrics.image_decode_s > 0
    assert metrics.prefill_s > 0
    assert metrics.peak_memory_bytes == 100
    (report,) = metrics.images
    assert (report.source_width_px, report.source_height_px, report.regions) == (200, 100, 1)
    stages = [event.stage for event in ear.events if isinstance(event, PrefillProgress)]
    assert stages == [Stage.IMAGE_DECODE, Stage.VISION, Stage.PREFILL]


def test_the_stream_is_a_generator_and_closing_it_frees_the_slot() -> None:
    runtime = FakeRuntime({"q": "a long answer"})
    made = stepper(runtime)
    events = made.stream(ask("q"))
    for event in events:
        if isinstance(event, TextDelta):
            break
    events.close()  # type: ignore[attr-defined]
    assert runtime.used_slots == set()
    assert not made.has_work
    assert next(e for e in made.stream(ask("next")) if isinstance(e, Finished)).text == "next"


def test_closing_a_stream_does_not_end_other_requests() -> None:
    runtime, other = FakeRuntime({"a": "keeps going"}), Ear()
    made = stepper(runtime)
    made.submit(ask("a", "one"), other, lambda: False)
    events = made.stream(ask("b", "two"))
    next(events)
    events.close()  # type: ignore[attr-defined]
    run(made)
    assert other.heard == "keeps going"
