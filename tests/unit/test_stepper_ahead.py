"""The engine's loop over a backend that runs ahead: the same text, ends and lengths as over the eager one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.api import (
    EngineEvent,
    Finished,
    FinishReason,
    GenerationRequest,
    LoadRequest,
    RequestId,
    Role,
    Sampling,
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
from tests.helpers.loading import load
from tests.helpers.patience import PATIENCE_S
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

TEXTS = ("What is the total of this receipt?", "Read all the text", "a b c d e", "x", "Total 23.15 EUR")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=1, tied=False)


@pytest.fixture
def eager(folder: Path) -> Iterator[Runtime]:
    made = load(folder, slots=3, context_tokens=200)
    yield made
    made.close()


@pytest.fixture(params=[1, 8])
def ahead(folder: Path, request: pytest.FixtureRequest) -> Iterator[Runtime]:
    made = load(folder, slots=3, context_tokens=200)
    run_ahead(made, request.param)
    yield made
    made.close()


def run_ahead(runtime: Runtime, chunk_steps: int) -> None:
    assert isinstance(runtime.backend, EagerBackend)
    runtime.backend = GraphBackend(
        runtime.backend,
        runtime.eos_token_ids,
        CallRecorder(),
        SpanAttention,
        any_slots=False,
        chunk_steps=chunk_steps,
    )


def ask(text: str, name: str = "r", **settings: object) -> GenerationRequest:
    return GenerationRequest(RequestId(name), (Turn(Role.USER, text),), Task.ASK, **settings)  # type: ignore[arg-type]


def answer(runtime: Runtime, request: GenerationRequest) -> Finished:
    *_, last = Stepper(runtime).stream(request)
    assert isinstance(last, Finished), last
    return last


@pytest.mark.parametrize("limit", [1, 2, 7, 40, 4096])
def test_an_answer_is_the_same_and_ends_the_same(eager: Runtime, ahead: Runtime, limit: int) -> None:
    for text in TEXTS:
        mine, theirs = (answer(runtime, ask(text, max_new_tokens=limit)) for runtime in (ahead, eager))
        assert (mine.text, mine.reason, mine.resume) == (theirs.text, theirs.reason, theirs.resume)
        assert mine.metrics.new_tokens == theirs.metrics.new_tokens
        assert [line.text for line in mine.lines] == [line.text for line in theirs.lines]
        for line, other in zip(mine.lines, theirs.lines, strict=True):
            for word, wanted in zip(line.words, other.words, strict=True):
                assert word.confidence == pytest.approx(wanted.confidence, abs=1e-5)


def test_a_sampled_answer_is_the_same(eager: Runtime, ahead: Runtime) -> None:
    request = ask(TEXTS[0], sampling=Sampling(0.9, 0.95, seed=3), max_new_tokens=60)
    assert answer(ahead, request).text == answer(eager, request).text


def test_answers_side_by_side_are_those_alone_and_every_slot_comes_back(
    eager: Runtime, ahead: Runtime
) -> None:
    wanted = {text: answer(eager, ask(text, max_new_tokens=90)).text for text in TEXTS}
    stepper, ends = Stepper(ahead), {}
    for text in TEXTS:

        def keep(event: EngineEvent, text: str = text) -> None:
            if isinstance(event, Finished):
                ends[text] = event.text

        stepper.submit(ask(text, text, max_new_tokens=90), keep, lambda: False)
    for _ in range(5000):
        if not stepper.has_work:
            break
        stepper.step()
    assert ends == wanted
    assert sorted(stepper._scheduler.free) == [0, 1, 2]
    assert sum(ahead.length(slot) > 0 for slot in range(3)) == 2, "two keep what they hold"
    assert ahead.cache is not None
    for slot in range(3):
        ahead.free(slot)
    assert not ahead.cache.keys.any()


def test_a_cancel_takes_effect_within_a_chunk_and_the_slot_serves_the_next(
    eager: Runtime, ahead: Runtime
) -> None:
    stepper = Stepper(ahead)
    said: list[EngineEvent] = []
    cancelled = False
    stepper.submit(ask(TEXTS[0], max_new_tokens=150), said.append, lambda: cancelled)
    while sum(event.tokens for event in said if isinstance(event, TextDelta)) < 12:
        stepper.step()
    heard = "".join(event.text for event in said if isinstance(event, TextDelta))
    cancelled = True
    stepper.step()
    last = said[-1]
    assert isinstance(last, Finished)
    assert (last.reason, last.text) == (FinishReason.CANCELLED, heard)
    assert not stepper.has_work
    whole = answer(eager, ask(TEXTS[0], max_new_tokens=150)).text
    assert whole.startswith(heard)
    assert answer(ahead, ask(TEXTS[0], max_new_tokens=150)).text == whole


def test_a_cut_off_answer_goes_on_where_it_stopped(eager: Runtime, ahead: Runtime) -> None:
    told: list[list[str]] = []
    for runtime in (ahead, eager):
        first = answer(runtime, ask(TEXTS[0], max_new_tokens=11))
        assert first.reason is FinishReason.LENGTH
        rest = answer(runtime, ask(TEXTS[0], max_new_tokens=19, resume=first.resume))
        told.append([first.text, rest.text])
    assert told[0] == told[1]
    assert all(told[0])


def test_a_full_context_ends_the_answer_and_no_error(eager: Runtime, ahead: Runtime) -> None:
    ends = [answer(runtime, ask(TEXTS[2], max_new_tokens=4096)) for runtime in (ahead, eager)]
    assert ends[0].reason is ends[1].reason
    assert ends[0].metrics.new_tokens == ends[1].metrics.new_tokens


def test_the_figures_hold_bytes_a_step_and_what_decoded(ahead: Runtime) -> None:
    ahead.measure_bandwidth()
    metrics = answer(ahead, ask(TEXTS[0], max_new_tokens=40)).metrics
    assert ahead.model is not None
    assert metrics.step_bytes > ahead.model.step_weight_bytes
    assert metrics.bandwidth_bytes_s > 0
    assert metrics.bandwidth_share > 0
    assert (metrics.backend, metrics.backend_note) == ("eager", "")


def test_three_threads_ask_one_engine_and_each_hears_its_own_answer(folder: Path, eager: Runtime) -> None:
    wanted = {text: answer(eager, ask(text, max_new_tokens=50)).text for text in TEXTS[:3]}

    def load_ahead(request: LoadRequest, **_: object) -> Runtime:
        made = load(request.model_dir, slots=3, context_tokens=200)
        run_ahead(made, 4)
        return made

    engine = EngineWorker(load_ahead)
    loaded = threading.Event()
    engine.load(LoadRequest(RequestId("l"), folder), lambda _event: loaded.set())
    heard: dict[str, set[str]] = {text: set() for text in wanted}

    def ask_often(text: str) -> None:
        for index in range(4):
            ended = threading.Event()

            def keep(event: EngineEvent, ended: threading.Event = ended) -> None:
                if isinstance(event, Finished):
                    heard[text].add(event.text)
                    ended.set()

            engine.submit(ask(text, f"{text}{index}", max_new_tokens=50), keep)
            assert ended.wait(PATIENCE_S)

    try:
        assert loaded.wait(PATIENCE_S)
        threads = [threading.Thread(target=ask_often, args=(text,)) for text in wanted]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_S)
        assert heard == {text: {said} for text, said in wanted.items()}
    finally:
        assert engine.shutdown(PATIENCE_S)
