"""The engine thread: owns the runtime and every call into torch; takes commands from any thread.

Commands go through one inbox, in order; a load waits until the requests before it have ended. Cancelling is a
flag a request, read between steps, so it never waits in the inbox. Whatever goes wrong, every request gets
its one terminal event, and the thread lives on.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.api import (
    TERMINAL_EVENTS,
    Engine,
    EngineEvent,
    Failed,
    GenerationRequest,
    Loaded,
    LoadProgress,
    LoadRequest,
    RequestId,
    Sink,
)
from engine.early_start import open_context_early, without_collecting
from engine.errors import EngineFaultedError, RequestError
from engine.faults import describe, is_out_of_memory, is_sticky, reclaim_memory

if TYPE_CHECKING:
    from engine.runtime import Runtime
    from engine.stepper import Stepper

log = logging.getLogger(__name__)

FAULTED_MESSAGE = "The graphics card stopped answering; restart the engine to go on."


class RuntimeLoader(Protocol):
    """How a runtime comes to be; the product's is `engine.runtime.Runtime.load`."""

    def __call__(
        self,
        request: LoadRequest,
        *,
        on_progress: Callable[[str, int, int], None],
        cancelled: Callable[[], bool],
    ) -> Runtime: ...


@dataclass(frozen=True, slots=True)
class _Load:
    request: LoadRequest
    sink: Sink


@dataclass(frozen=True, slots=True)
class _Submit:
    request: GenerationRequest
    sink: Sink


class _Shutdown:
    pass


def _never() -> bool:
    return False


def create_engine(kernel_cache: Path | None = None) -> Engine:
    """An engine on a thread of its own. torch is imported there, when the first model is loaded.

    `kernel_cache` is the folder where compiled kernels are kept; without one they are compiled each time.
    """
    return EngineWorker(partial(_load_runtime, kernel_cache=kernel_cache))


def _load_runtime(
    request: LoadRequest,
    *,
    on_progress: Callable[[str, int, int], None],
    cancelled: Callable[[], bool],
    kernel_cache: Path | None,
) -> Runtime:
    if request.device in ("auto", "cuda"):
        open_context_early()
    # Imported here: this is where torch enters the process, on the engine thread, after the window shows.
    with without_collecting():
        from engine.runtime import Runtime  # noqa: PLC0415

    return Runtime.load(request, on_progress=on_progress, cancelled=cancelled, kernel_cache=kernel_cache)


class EngineWorker:
    """`engine.api.Engine` over one thread named `engine`."""

    def __init__(self, load_runtime: RuntimeLoader) -> None:
        self._load_runtime = load_runtime
        self._inbox: queue.SimpleQueue[_Load | _Submit | _Shutdown] = queue.SimpleQueue()
        self._flags: dict[RequestId, threading.Event] = {}
        self._lock = threading.Lock()
        self._closing = False
        # Mutated by the engine thread only:
        self._pending: deque[_Load | _Submit] = deque()
        self._stepper: Stepper | None = None
        self._faulted = False
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    # -- any thread

    def load(self, request: LoadRequest, sink: Sink) -> None:
        self._enqueue(_Load(request, self._tracked(request.request_id, sink)))

    def submit(self, request: GenerationRequest, sink: Sink) -> None:
        self._enqueue(_Submit(request, self._tracked(request.request_id, sink)))

    def cancel(self, request_id: RequestId) -> None:
        with self._lock:
            flag = self._flags.get(request_id)
        if flag is not None:
            flag.set()

    def shutdown(self, timeout_s: float) -> bool:
        with self._lock:
            self._closing = True
            for flag in self._flags.values():
                flag.set()
        self._inbox.put(_Shutdown())
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _enqueue(self, command: _Load | _Submit) -> None:
        # Under the lock, so that nothing can slip in behind the shutdown command and wait for ever.
        with self._lock:
            if not self._closing:
                self._inbox.put(command)
                return
        command.sink(Failed(command.request.request_id, "engine_closed", "The engine is shutting down."))

    def _tracked(self, request_id: RequestId, sink: Sink) -> Sink:
        """`sink`, with a cancel flag kept as long as the request lives; an error of the sink is logged."""
        with self._lock:
            self._flags[request_id] = threading.Event()

        def deliver(event: EngineEvent) -> None:
            if isinstance(event, TERMINAL_EVENTS):
                with self._lock:
                    self._flags.pop(request_id, None)
            try:
                sink(event)
            except Exception:
                log.exception("The receiver of an engine event raised")

        return deliver

    def _cancelled(self, request_id: RequestId) -> Callable[[], bool]:
        with self._lock:
            flag = self._flags.get(request_id)
        return flag.is_set if flag is not None else _never

    # -- engine thread

    def _run(self) -> None:
        while True:
            stepper = self._stepper
            waits = stepper is None or not (stepper.has_work or self._can_improve(stepper))
            if not self._take_commands(block=waits and not self._pending):
                break
            self._work()
        self._close()

    def _take_commands(self, *, block: bool) -> bool:
        """Move commands from the inbox to the pending ones; False when it is time to end."""
        try:
            command = self._inbox.get(block=block)
            while True:
                if isinstance(command, _Shutdown):
                    return False
                self._pending.append(command)
                command = self._inbox.get_nowait()
        except queue.Empty:
            return True

    def _work(self) -> None:
        """Start what can be started, then one step for what runs."""
        while self._pending:
            command = self._pending[0]
            if isinstance(command, _Load):
                if self._stepper is not None and self._stepper.has_work:
                    break
                self._pending.popleft()
                self._load(command)
            else:
                self._pending.popleft()
                self._submit(command)
        if self._stepper is None:
            return
        try:
            if self._stepper.has_work:
                self._stepper.step()
            elif self._can_improve(self._stepper):
                self._stepper.improve()
        except Exception as error:  # noqa: BLE001 - becomes values at this boundary
            self._recover(self._stepper, error)

    def _can_improve(self, stepper: Stepper) -> bool:
        return not self._faulted and stepper.can_improve

    def _load(self, command: _Load) -> None:
        request, began = command.request, time.perf_counter()

        def report(sentence: str, done_bytes: int, total_bytes: int) -> None:
            command.sink(LoadProgress(request.request_id, sentence, done_bytes, total_bytes))

        try:
            # The old model stays until the new one is whole: a folder that fails must not leave nothing.
            runtime = self._load_runtime(
                request, on_progress=report, cancelled=self._cancelled(request.request_id)
            )
        except Exception as error:
            log.exception("A model could not be loaded")
            failure = describe(error)
            command.sink(Failed(request.request_id, failure.code, failure.user_message, failure.detail))
            if is_out_of_memory(error):
                reclaim_memory()
            return
        from engine.stepper import Stepper  # noqa: PLC0415 - imports torch

        previous, self._stepper = self._stepper, Stepper(runtime)
        self._faulted = False
        if previous is not None:
            previous.runtime.close()
        command.sink(Loaded(request.request_id, runtime.info, time.perf_counter() - began))

    def _submit(self, command: _Submit) -> None:
        request = command.request
        if self._faulted:
            self._refuse(command, EngineFaultedError(FAULTED_MESSAGE))
        elif self._stepper is None:
            self._refuse(command, RequestError("No model is loaded; choose a model folder first."))
        else:
            try:
                self._stepper.submit(request, command.sink, self._cancelled(request.request_id))
            except Exception as error:
                # The thread must outlive a request of the wrong shape: others wait behind it.
                log.exception("A request could not be taken")
                self._refuse(command, error)

    @staticmethod
    def _refuse(command: _Submit, error: Exception) -> None:
        failure = describe(error)
        command.sink(Failed(command.request.request_id, failure.code, failure.user_message, failure.detail))

    def _recover(self, stepper: Stepper, error: Exception) -> None:
        """A step failed: end everything in hand, and go on unless the device is gone."""
        log.error("A step of the engine failed", exc_info=error)
        if is_sticky(error):
            self._faulted = True
            stepper.fail_all(EngineFaultedError.code, FAULTED_MESSAGE, str(error))
            return
        failure = describe(error)
        stepper.fail_all(failure.code, failure.user_message, failure.detail)
        reclaim_memory()

    def _close(self) -> None:
        """Terminal events for all that is in hand or waiting, then give the memory back."""
        if self._stepper is not None:
            self._stepper.end_all_cancelled()
        for command in self._pending:
            command.sink(Failed(command.request.request_id, "engine_closed", "The engine is shutting down."))
        self._pending.clear()
        if self._stepper is not None:
            self._stepper.runtime.close()
            self._stepper = None
