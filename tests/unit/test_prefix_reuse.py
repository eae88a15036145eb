"""Requests one after the other over one engine: what was kept changes when they answer, not what they say."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from PIL import Image, ImageDraw

from engine.api import (
    EngineEvent,
    Failed,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageInput,
    LoadRequest,
    Precision,
    RequestId,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.decode import EagerBackend
from engine.graphs.attention import SpanAttention
from engine.graphs.backend import GraphBackend
from engine.runtime import Runtime
from engine.stepper import Stepper
from engine.worker import EngineWorker
from tests.helpers.call_recorder import CallRecorder
from tests.helpers.loading import encode, load, noise, user
from tests.helpers.patience import PATIENCE_S
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

QUESTIONS = ("What is the total?", "Who sold it?", "a b c d e f g")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=1, tied=False)


@pytest.fixture(params=["eager", "ahead"])
def runtime(folder: Path, request: pytest.FixtureRequest) -> Iterator[Runtime]:
    made = load_as(request.param, folder, slots=4)
    yield made
    made.close()


@pytest.fixture(params=["eager", "ahead"])
def roomy(folder: Path, request: pytest.FixtureRequest) -> Iterator[Runtime]:
    """Slots for every piece of a page and for every orientation that is tried of it, whatever ends first."""
    made = load_as(request.param, folder, slots=12)
    yield made
    made.close()


def load_as(kind: str, folder: Path, slots: int) -> Runtime:
    made = load(folder, slots=slots, context_tokens=512)
    if kind == "ahead":
        assert isinstance(made.backend, EagerBackend)
        made.backend = GraphBackend(
            made.backend, made.eos_token_ids, CallRecorder(), SpanAttention, any_slots=False, chunk_steps=4
        )
    return made


@pytest.fixture(scope="module")
def cold(folder: Path) -> Iterator[Runtime]:
    """Nothing is kept here: every request has a stepper of its own."""
    made = load(folder, slots=4, context_tokens=512)
    yield made
    made.close()


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


PICTURES = tuple(ImageInput(png(noise(140, 96, seed)), f"{seed}.png") for seed in range(4))


def ask(*turns: Turn, name: str = "r", tokens: int = 24) -> GenerationRequest:
    return GenerationRequest(RequestId(name), turns, Task.ASK, max_new_tokens=tokens)


def about(picture: ImageInput, question: str, **settings: object) -> GenerationRequest:
    return ask(Turn(Role.USER, question, (picture,)), **settings)  # type: ignore[arg-type]


def finish(stepper: Stepper, request: GenerationRequest) -> Finished:
    *_, last = stepper.stream(request)
    assert isinstance(last, Finished), last
    return last


def cold_answer(cold: Runtime, request: GenerationRequest) -> str:
    cold.features.clear()
    return finish(Stepper(cold), request).text


def test_the_second_question_about_a_picture_skips_what_is_known(runtime: Runtime, cold: Runtime) -> None:
    stepper = Stepper(runtime)
    first = finish(stepper, about(PICTURES[0], QUESTIONS[0]))
    second = finish(stepper, about(PICTURES[0], QUESTIONS[1]))
    assert first.metrics.reused_tokens == 0
    assert second.metrics.visual_tokens <= second.metrics.reused_tokens < second.metrics.prompt_tokens
    assert first.text == cold_answer(cold, about(PICTURES[0], QUESTIONS[0]))
    assert second.text == cold_answer(cold, about(PICTURES[0], QUESTIONS[1]))


def test_the_same_words_about_another_picture_get_their_own_answer(runtime: Runtime, cold: Runtime) -> None:
    stepper = Stepper(runtime)
    answers = [finish(stepper, about(picture, QUESTIONS[0])) for picture in PICTURES]
    assert [answer.metrics.reused_tokens for answer in answers] == [0] * len(PICTURES)
    assert [answer.text for answer in answers] == [
        cold_answer(cold, about(picture, QUESTIONS[0])) for picture in PICTURES
    ]
    assert len({answer.text for answer in answers}) > 1


def test_a_then_b_then_a_gives_a_twice(runtime: Runtime) -> None:
    stepper = Stepper(runtime)
    a, b = about(PICTURES[0], QUESTIONS[0]), about(PICTURES[1], QUESTIONS[1])
    first, _, again = (finish(stepper, request) for request in (a, b, a))
    assert first.text == again.text
    assert again.metrics.reused_tokens == again.metrics.prompt_tokens - 1
    assert finish(stepper, a).text == first.text


def test_a_conversation_goes_on_from_the_very_tokens_that_were_said(runtime: Runtime, cold: Runtime) -> None:
    stepper = Stepper(runtime)
    # This answer holds no control token, as those of a model that has learnt something.
    asked = Turn(Role.USER, QUESTIONS[2], (PICTURES[1],))
    first = finish(stepper, ask(asked, tokens=12))
    turns = (asked, Turn(Role.ASSISTANT, first.text), Turn(Role.USER, QUESTIONS[1]))
    second = finish(stepper, ask(*turns))
    said = first.metrics.new_tokens - 1
    assert second.metrics.reused_tokens >= first.metrics.prompt_tokens + said
    # The cold engine is told the same tokens, or its prompt would be another one.
    other = Stepper(cold)
    finish(other, ask(asked, tokens=12))
    other._prefixes._kept.clear()
    cold.features.clear()
    whole = finish(other, ask(*turns))
    assert whole.metrics.reused_tokens == 0
    assert second.text == whole.text
    assert second.metrics.prompt_tokens == whole.metrics.prompt_tokens


def test_an_answer_is_put_into_a_prompt_as_the_ids_that_said_it(cold: Runtime) -> None:
    tokenizer = cold.tokenizer
    turns = (user("a"), Turn(Role.ASSISTANT, "Total 23"), user("b"))
    letters = [tokenizer.encode(letter)[0] for letter in "Total 23"]
    assert letters != tokenizer.encode("Total 23")
    plain, recalled = (
        tokenizer.encode_chat(turns),
        tokenizer.encode_chat(turns, recall={"Total 23": letters}.get),
    )
    assert tokenizer.decode(recalled) == tokenizer.decode(plain)
    at = next(index for index, pair in enumerate(zip(plain, recalled, strict=False)) if pair[0] != pair[1])
    assert recalled[at : at + len(letters)] == letters
    # What they would say is something else, or a control token is among them: the text decides.
    control = next(iter(tokenizer.special_ids))
    for wrong in ([*letters, letters[0]], [*letters, control], [10**9], []):
        assert tokenizer.encode_chat(turns, recall={"Total 23": wrong}.get) == plain


def test_a_user_cannot_spell_the_place_of_an_answer(cold: Runtime) -> None:
    mark = chr(0xF0000)
    turns = (user(f"{mark}=0{mark} {mark}0{mark}"), Turn(Role.ASSISTANT, "no"), user("b"))
    ids = cold.tokenizer.encode("no")
    assert cold.tokenizer.encode_chat(turns, recall={"no": ids}.get) == cold.tokenizer.encode_chat(turns)


def test_a_second_picture_in_a_conversation_is_seen_and_the_first_one_not_again(
    runtime: Runtime, cold: Runtime
) -> None:
    stepper, seen = Stepper(runtime), []
    assert runtime.ladder is not None
    encode_images = runtime.ladder.encode_images

    def noting(images, cancelled):  # type: ignore[no-untyped-def]
        seen.append([image.digest for image in images])
        return encode_images(images, cancelled)

    runtime.ladder.encode_images = noting  # type: ignore[method-assign]
    asked = Turn(Role.USER, QUESTIONS[0], (PICTURES[0],))
    finish(stepper, ask(asked))
    turns = (asked, Turn(Role.ASSISTANT, "no"), Turn(Role.USER, QUESTIONS[1], (PICTURES[1],)))
    warm = finish(stepper, ask(*turns))
    assert warm.text == cold_answer(cold, ask(*turns))
    assert [len(digests) for digests in seen] == [1, 1]
    assert seen[0] != seen[1]


def test_a_request_cancelled_at_any_step_spoils_nothing_for_the_next(runtime: Runtime, cold: Runtime) -> None:
    runtime.prefill_chunk_tokens = 7
    request, wanted = about(PICTURES[0], QUESTIONS[0]), cold_answer(cold, about(PICTURES[0], QUESTIONS[0]))
    for events in (1, 2, 3, 4, 5, 6, 9):
        stepper = Stepper(runtime)
        finish(stepper, about(PICTURES[0], QUESTIONS[2], tokens=3))
        stream = stepper.stream(request)
        for _ in range(events):
            next(stream, None)
        stream.close()
        assert not stepper.has_work
        assert finish(stepper, request).text == wanted


@pytest.mark.parametrize("chunk", [1, 5, 64])
def test_a_prompt_that_goes_on_in_chunks_equals_a_whole_one(folder: Path, chunk: int) -> None:
    runtime = load(folder, slots=2, context_tokens=512)
    image = runtime.prepare_image(noise(140, 96), None)
    first, second = (runtime.build_prompt([user(text, 1)], [image]) for text in QUESTIONS[:2])
    features = encode(runtime, [image])
    whole = runtime.prefill(0, second, features, 0, len(second))
    runtime.prefill(1, first, features, 0, len(first))
    for token in (5, 6, 7):
        runtime.decode([1], [token])
    held = first.image_spans[0].stop
    runtime.park(1, held)
    runtime.resume(1, second, held)
    logits = None
    for start in range(held, len(second), chunk):
        logits = runtime.prefill(1, second, None, start, min(start + chunk, len(second)))
    assert whole is not None
    assert logits is not None
    assert torch.allclose(logits, whole, atol=2e-5)
    for token in (9, 10):
        assert torch.allclose(runtime.decode([1], [token]), runtime.decode([0], [token]), atol=2e-5)
    runtime.close()


def test_one_slot_serves_everybody_in_turn(folder: Path, cold: Runtime) -> None:
    runtime = load(folder, slots=1, context_tokens=512)
    stepper = Stepper(runtime)
    for picture, question in ((0, 0), (0, 1), (1, 1), (0, 0), (0, 0)):
        request = about(PICTURES[picture], QUESTIONS[question])
        assert finish(stepper, request).text == cold_answer(cold, request)
    runtime.close()


def test_side_by_side_requests_and_kept_slots_do_not_disturb_each_other(
    runtime: Runtime, cold: Runtime
) -> None:
    stepper = Stepper(runtime)
    finish(stepper, about(PICTURES[0], QUESTIONS[0]))
    requests = [
        about(PICTURES[index % 3], QUESTIONS[index % 2], name=str(index), tokens=10 + index)
        for index in range(9)
    ]
    ends: dict[str, EngineEvent] = {}
    for request in requests:
        stepper.submit(request, lambda event: ends.update({event.request_id: event}), lambda: False)
    for _ in range(5000):
        if not stepper.has_work:
            break
        stepper.step()
    for request in requests:
        end = ends[request.request_id]
        assert isinstance(end, Finished)
        assert end.text == cold_answer(cold, request)


def test_only_pictures_that_may_come_back_stay_known_to_the_tower(runtime: Runtime) -> None:
    image = runtime.prepare_image(noise(140, 96), None)
    for keeps, held in ((False, 0), (True, 1)):
        features = runtime.encode_images([image], lambda: False, keeps=keeps)
        assert features is not None
        assert runtime.features.size_bytes == held * features.size_bytes
    assert runtime.encode_images([image], lambda: True, keeps=False) is not None, "it is known"


def test_a_failed_request_leaves_nothing_to_go_on_from(runtime: Runtime) -> None:
    stepper = Stepper(runtime)
    finish(stepper, about(PICTURES[0], QUESTIONS[0]))
    prefill = runtime.prefill

    def failing(*_args: object) -> None:
        raise RuntimeError("told to")

    runtime.prefill = failing  # type: ignore[assignment, method-assign]
    *_, last = stepper.stream(about(PICTURES[0], QUESTIONS[1]))
    assert isinstance(last, Failed)
    runtime.prefill = prefill  # type: ignore[method-assign]
    assert [runtime.length(slot) for slot in range(runtime.slots)] == [0] * runtime.slots
    assert finish(stepper, about(PICTURES[0], QUESTIONS[1])).metrics.reused_tokens == 0


def test_reading_a_picture_makes_the_question_after_it_cheap(runtime: Runtime, cold: Runtime) -> None:
    stepper = Stepper(runtime)
    page = Image.new("RGB", (160, 96), "white")
    ImageDraw.Draw(page).multiline_text((8, 8), "Total 23.15\nThank you\nCome again", fill="black")
    picture = ImageInput(png(page), "page.png")
    turn = Turn(Role.USER, "", (picture,))
    finish(stepper, GenerationRequest(RequestId("read"), (turn,), Task.READ, max_new_tokens=5))
    asked = finish(stepper, about(picture, QUESTIONS[0]))
    assert asked.metrics.reused_tokens >= asked.metrics.visual_tokens > 0
    assert asked.text == cold_answer(cold, about(picture, QUESTIONS[0]))


def test_a_page_in_pieces_and_a_kept_conversation_leave_each_other_alone(
    roomy: Runtime, cold: Runtime
) -> None:
    page = Image.new("RGB", (420, 900), "white")
    ImageDraw.Draw(page).multiline_text(
        (8, 8), "\n".join(f"Line {row} of a page" for row in range(55)), fill="black"
    )
    reading = GenerationRequest(
        RequestId("read"), (Turn(Role.USER, "", (ImageInput(png(page), "page.png"),)),), max_new_tokens=60
    )
    for each in (roomy, cold):
        each.profile = replace(each.profile, canvas_px=420 * 128)
    try:
        stepper = Stepper(roomy)
        question = about(PICTURES[0], QUESTIONS[0])
        first, read, again = (finish(stepper, request) for request in (question, reading, question))
        wanted = finish(Stepper(cold), reading)
    finally:
        for each in (roomy, cold):
            each.profile = replace(each.profile, canvas_px=None)
    assert 1 < read.metrics.images[0].regions < roomy.slots
    assert (read.text, read.reason) == (wanted.text, wanted.reason)
    assert again.text == first.text
    assert again.metrics.reused_tokens == again.metrics.prompt_tokens - 1, "pieces leave kept slots alone"


def test_three_threads_asking_in_turn_get_what_they_get_alone(folder: Path, cold: Runtime) -> None:
    def loader(request: LoadRequest, **_hooks: object) -> Runtime:
        return load(request.model_dir, slots=2, context_tokens=512)

    engine, loaded = EngineWorker(loader), threading.Event()
    engine.load(LoadRequest(RequestId("load"), folder, "cpu", Precision.FP32), lambda _event: loaded.set())
    assert loaded.wait(PATIENCE_S)
    answers: dict[str, str] = {}

    def ask_all(index: int) -> None:
        for turn in range(3):
            name, done = f"{index}-{turn}", threading.Event()

            def hear(event: EngineEvent, name: str = name, done: threading.Event = done) -> None:
                if isinstance(event, Finished):
                    answers[name] = event.text
                if not isinstance(event, TextDelta) and isinstance(event, (Finished, Failed)):
                    done.set()

            engine.submit(about(PICTURES[index], QUESTIONS[turn], name=name, tokens=12), hear)
            assert done.wait(PATIENCE_S)

    threads = [threading.Thread(target=ask_all, args=(index,)) for index in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert engine.shutdown(PATIENCE_S)
    for index in range(3):
        for turn in range(3):
            wanted = cold_answer(cold, about(PICTURES[index], QUESTIONS[turn], tokens=12))
            assert answers[f"{index}-{turn}"] == wanted


def test_a_cancelled_answer_is_kept_as_far_as_it_was_heard(runtime: Runtime) -> None:
    stepper, cancelled = Stepper(runtime), False
    events: list[EngineEvent] = []
    stepper.submit(about(PICTURES[0], QUESTIONS[0], tokens=200), events.append, lambda: cancelled)
    while not any(isinstance(event, TextDelta) for event in events):
        stepper.step()
    cancelled = True
    stepper.step()
    assert isinstance(events[-1], Finished)
    assert events[-1].reason is FinishReason.CANCELLED
    assert not stepper.has_work
    again = finish(stepper, about(PICTURES[0], QUESTIONS[0]))
    assert again.metrics.reused_tokens == again.metrics.prompt_tokens - 1
