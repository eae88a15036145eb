"""The engine thread: commands in order, cancel at once, faults become values, nobody is left waiting."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from engine.api import (
    TERMINAL_EVENTS,
    EngineEvent,
    Failed,
    Finished,
    FinishReason,
    GenerationRequest,
    Loaded,
    LoadRequest,
    RequestId,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.errors import CheckpointError
from engine.runtime import Runtime
from engine.worker import EngineWorker
from tests.helpers.fake_runtime import FakeRuntime
from tests.helpers.patience import PATIENCE_S


class Mail:
    """A sink that another thread can wait on."""

    def __init__(self) -> None:
        self.events: list[EngineEvent] = []
        self.threads: set[str] = set()
        self._queue: queue.Queue[EngineEvent] = queue.Queue()

    def __call__(self, event: EngineEvent) -> None:
        self.threads.add(threading.current_thread().name)
        self.events.append(event)
        self._queue.put(event)

    def wait_for(self, kind: type | tuple[type, ...]) -> EngineEvent:
        while True:
            event = self._queue.get(timeout=PATIENCE_S)
            if isinstance(event, kind):
                return event

    def end(self) -> EngineEvent:
        return self.wait_for(TERMINAL_EVENTS)


class Loader:
    """Gives out prepared runtimes, or raises prepared errors, by folder name."""

    def __init__(self) -> None:
        self.prepared: dict[str, FakeRuntime | Exception] = {}
        self.gate: Callable[[Callable[[], bool]], None] = lambda _cancelled: None

    def __call__(
        self,
        request: LoadRequest,
        *,
        on_progress: Callable[[str, int, int], None],
        cancelled: Callable[[], bool],
    ) -> Runtime:
        on_progress("Reading the weights", 1, 2)
        self.gate(cancelled)
        made = self.prepared[request.model_dir.name]
        if isinstance(made, Exception):
            raise made
        return cast(Runtime, made)


@pytest.fixture
def loader() -> Loader:
    return Loader()


@pytest.fixture
def engine(loader: Loader) -> Iterator[EngineWorker]:
    worker = EngineWorker(loader)
    yield worker
    assert worker.shutdown(PATIENCE_S)


def load(
    engine: EngineWorker, loader: Loader, runtime: FakeRuntime | Exception, name: str = "m"
) -> EngineEvent:
    loader.prepared[name] = runtime
    mail = Mail()
    engine.load(LoadRequest(RequestId(f"load {name}"), Path(name)), mail)
    return mail.end()


def ask(text: str, name: str = "r", **settings: object) -> GenerationRequest:
    return GenerationRequest(RequestId(name), (Turn(Role.USER, text),), Task.ASK, **settings)  # type: ignore[arg-type]


def test_a_request_before_any_model_is_told_what_to_do(engine: EngineWorker) -> None:
    mail = Mail()
    engine.submit(ask("q"), mail)
    end = mail.end()
    assert isinstance(end, Failed)
    assert "choose a model folder" in end.user_message


def test_events_come_from_the_engine_thread_and_end_once(engine: EngineWorker, loader: Loader) -> None:
    assert isinstance(load(engine, loader, FakeRuntime({"q": "answer"})), Loaded)
    mail = Mail()
    engine.submit(ask("q"), mail)
    end = mail.end()
    assert isinstance(end, Finished)
    assert end.text == "answer"
    assert mail.threads == {"engine"}
    assert sum(isinstance(event, TERMINAL_EVENTS) for event in mail.events) == 1


def test_a_folder_that_fails_keeps_the_model_before_it(engine: EngineWorker, loader: Loader) -> None:
    first = FakeRuntime({"q": "still here"})
    load(engine, loader, first)
    failed = load(engine, loader, CheckpointError("The file is cut short; download it again."), "broken")
    assert isinstance(failed, Failed)
    assert failed.code == "checkpoint_invalid"
    mail = Mail()
    engine.submit(ask("q"), mail)
    end = mail.end()
    assert isinstance(end, Finished)
    assert end.text == "still here"
    assert not first.closed


def test_a_new_model_replaces_the_old_one_and_closes_it(engine: EngineWorker, loader: Loader) -> None:
    first, second = FakeRuntime({"q": "old"}), FakeRuntime({"q": "new"})
    load(engine, loader, first)
    load(engine, loader, second, "n")
    mail = Mail()
    engine.submit(ask("q"), mail)
    end = mail.end()
    assert isinstance(end, Finished)
    assert end.text == "new"
    assert first.closed


def test_a_load_waits_for_the_requests_before_it_and_those_behind_it_wait_for_the_load(
    engine: EngineWorker, loader: Loader
) -> None:
    first, second = FakeRuntime({"q": "old"}), FakeRuntime({"q": "new"})
    entered, go = threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        assert go.wait(PATIENCE_S)

    first.before_decode = hold
    load(engine, loader, first)
    loader.prepared["n"] = second
    mails = [Mail(), Mail(), Mail()]
    engine.submit(ask("q", "before"), mails[0])
    assert entered.wait(PATIENCE_S)
    engine.load(LoadRequest(RequestId("l"), Path("n")), mails[1])
    engine.submit(ask("q", "behind"), mails[2])
    go.set()
    ends = [mail.end() for mail in mails]
    assert isinstance(ends[0], Finished)
    assert isinstance(ends[1], Loaded)
    assert isinstance(ends[2], Finished)
    assert (ends[0].text, ends[2].text) == ("old", "new")


def test_cancel_ends_a_running_request_and_keeps_its_text(engine: EngineWorker, loader: Loader) -> None:
    load(engine, loader, FakeRuntime({"q": "x" * 400}))
    mail = Mail()
    runtime_stops = threading.Event()

    def sink(event: EngineEvent) -> None:
        mail(event)
        if isinstance(event, TextDelta) and not runtime_stops.is_set():
            runtime_stops.set()
            engine.cancel(RequestId("r"))

    engine.submit(ask("q"), sink)
    end = mail.end()
    assert isinstance(end, Finished)
    assert end.reason is FinishReason.CANCELLED
    # A step prefills and decodes, so the step in which the flag was set gives at most one token more.
    assert end.text in ("x", "xx")


def test_cancelling_an_unknown_or_ended_request_does_nothing(engine: EngineWorker, loader: Loader) -> None:
    load(engine, loader, FakeRuntime())
    engine.cancel(RequestId("never"))
    mail = Mail()
    engine.submit(ask("q"), mail)
    mail.end()
    engine.cancel(RequestId("r"))
    again = Mail()
    engine.submit(ask("q"), again)
    end = again.end()
    assert isinstance(end, Finished)
    assert end.reason is FinishReason.COMPLETE


def test_a_load_can_be_cancelled(engine: EngineWorker, loader: Loader) -> None:
    started = threading.Event()

    def wait_for_cancel(cancelled: Callable[[], bool]) -> None:
        started.set()
        for _ in range(3000):
            if cancelled():
                raise CheckpointError("Loading was stopped.")
            threading.Event().wait(0.01)

    loader.gate = wait_for_cancel
    loader.prepared["m"] = FakeRuntime()
    mail = Mail()
    engine.load(LoadRequest(RequestId("l"), Path("m")), mail)
    assert started.wait(PATIENCE_S)
    engine.cancel(RequestId("l"))
    end = mail.end()
    assert isinstance(end, Failed)
    assert end.user_message == "Loading was stopped."


def test_an_error_of_the_step_fails_what_is_in_flight_and_the_engine_goes_on(
    engine: EngineWorker, loader: Loader
) -> None:
    runtime = FakeRuntime({"q": "answer"})
    load(engine, loader, runtime)
    runtime.decode_error = RuntimeError("boom")
    mail, next_mail = Mail(), Mail()
    engine.submit(ask("q"), mail)
    end = mail.end()
    assert isinstance(end, Failed)
    assert end.code == "unexpected"
    assert "Traceback" not in end.detail
    engine.submit(ask("q"), next_mail)
    end = next_mail.end()
    assert isinstance(end, Finished)
    assert end.text == "answer"


def test_a_lost_device_is_told_to_every_later_request(
    engine: EngineWorker, loader: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = FakeRuntime({"q": "answer"})
    load(engine, loader, runtime)
    monkeypatch.setattr("engine.worker.is_sticky", lambda error: "CUDA" in str(error))
    runtime.decode_error = RuntimeError("CUDA error: an illegal memory access was encountered")
    for _ in range(2):
        mail = Mail()
        engine.submit(ask("q"), mail)
        end = mail.end()
        assert isinstance(end, Failed)
        assert end.code == "engine_faulted"
        assert "restart the engine" in end.user_message


def test_a_receiver_that_raises_does_not_stop_the_engine(engine: EngineWorker, loader: Loader) -> None:
    load(engine, loader, FakeRuntime())

    def broken(_event: EngineEvent) -> None:
        raise ValueError("a bug of the receiver")

    engine.submit(ask("q", "one"), broken)
    mail = Mail()
    engine.submit(ask("q", "two"), mail)
    assert isinstance(mail.end(), Finished)


def test_shutdown_ends_running_and_waiting_requests(loader: Loader) -> None:
    engine = EngineWorker(loader)
    runtime = FakeRuntime({"q": "x" * 400}, slots=1)
    entered = threading.Event()
    runtime.before_decode = entered.set
    load(engine, loader, runtime)
    mails = [Mail() for _ in range(3)]
    for index, mail in enumerate(mails):
        engine.submit(ask("q", str(index)), mail)
    assert entered.wait(PATIENCE_S)
    assert engine.shutdown(PATIENCE_S)
    for mail in mails:
        assert isinstance(mail.end(), (Finished, Failed))
    assert runtime.closed


def test_a_request_after_shutdown_is_refused_at_once(loader: Loader) -> None:
    engine = EngineWorker(loader)
    assert engine.shutdown(PATIENCE_S)
    mail = Mail()
    engine.submit(ask("q"), mail)
    end = mail.end()
    assert isinstance(end, Failed)
    assert end.code == "engine_closed"
    assert engine.shutdown(PATIENCE_S)


def test_a_request_of_the_wrong_shape_fails_alone_and_the_engine_goes_on(
    engine: EngineWorker, loader: Loader
) -> None:
    load(engine, loader, FakeRuntime({"q": "answer"}))
    shapeless = GenerationRequest(RequestId("shapeless"), cast(tuple[Turn, ...], (None,)), Task.ASK)
    first, second = Mail(), Mail()
    engine.submit(shapeless, first)
    engine.submit(ask("q"), second)
    failed, finished = first.end(), second.end()
    assert isinstance(failed, Failed)
    assert failed.code == "unexpected"
    assert isinstance(finished, Finished)
    assert finished.text == "answer"


def test_a_model_that_gives_no_numbers_fails_the_request_instead_of_making_text_up(
    engine: EngineWorker, loader: Loader
) -> None:
    runtime = FakeRuntime({"q": "answer"})
    runtime.gives_numbers = False
    load(engine, loader, runtime)
    mail = Mail()
    engine.submit(ask("q"), mail)
    end = mail.end()
    assert isinstance(end, Failed)
    assert end.code == CheckpointError.code
    assert "damaged" in end.user_message
    assert not any(isinstance(event, TextDelta) for event in mail.events)
    assert not runtime.used_slots


def test_three_threads_can_use_the_engine_at_once(engine: EngineWorker, loader: Loader) -> None:
    load(engine, loader, FakeRuntime())
    results: dict[str, str] = {}

    def use(name: str) -> None:
        for turn in range(5):
            mail = Mail()
            engine.submit(ask(f"{name} {turn}", f"{name}{turn}"), mail)
            end = mail.end()
            assert isinstance(end, Finished)
            results[f"{name} {turn}"] = end.text

    threads = [threading.Thread(target=use, args=(name,)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert len(results) == 15
    assert all(sent == got for sent, got in results.items())
