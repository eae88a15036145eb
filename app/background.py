"""BackgroundThread: one plain thread that does jobs in order and ends when told. Any thread may submit and
close."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


class BackgroundThread:
    """Started by the first job. A job that raises is logged and the next one goes on."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._lock = threading.Lock()

    @property
    def is_closing(self) -> bool:
        """Whether the jobs still to do are no longer wanted; long jobs ask now and then."""
        return self._closing.is_set()

    def submit(self, job: Callable[[], None]) -> None:
        """Do `job` after those before it; after `close` it is dropped."""
        with self._lock:
            if self._closing.is_set():
                return
            if self._thread is None:
                # A daemon: a read that hangs on a dead network drive must not keep the process alive.
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
        self._jobs.put(job)

    def close(self, timeout_s: float) -> bool:
        """Drop what waits, end after the present job, wait that long for it; True when it ended."""
        with self._lock:
            self._closing.set()
            thread = self._thread
        self._jobs.put(None)
        if thread is None:
            return True
        thread.join(timeout_s)
        return not thread.is_alive()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if self._closing.is_set():
                continue
            try:
                job()
            except Exception:
                # The thread outlives any job.
                log.exception("background job failed")
