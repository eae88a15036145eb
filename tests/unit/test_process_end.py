"""The end of the process: what was said and its exit code come out whole, whatever still computes."""

from __future__ import annotations

import pytest

from app.process_end import ENGINE_THREADS
from tests.helpers.fresh_process import in_fresh_process
from tests.helpers.patience import PATIENCE_S

COMPUTING = """
import sys, threading
import torch
from app.process_end import ended

def compute():
    numbers = torch.ones(3_000_000)
    while True:
        numbers.add_(1.0)
        started.set()

started = threading.Event()
threading.Thread(target=compute, name="{name}", daemon=True).start()
started.wait()
print("said")
sys.exit(ended(3))
"""


@pytest.mark.parametrize("name", sorted(ENGINE_THREADS))
def test_a_thread_that_still_computes_aborts_nothing(name: str) -> None:
    end = in_fresh_process(COMPUTING.format(name=name))

    assert (end.returncode, end.stdout, end.stderr) == (3, "said\n", "")


def test_without_one_the_code_is_the_caller_s_to_end_with() -> None:
    end = in_fresh_process("from app.process_end import ended\nprint(ended(3))")

    assert (end.returncode, end.stdout, end.stderr) == (0, "3\n", "")


def test_the_engine_names_its_threads_so() -> None:
    from engine.worker import EngineWorker

    worker = EngineWorker(lambda *_args, **_options: None)  # type: ignore[arg-type]
    try:
        assert worker._thread.name in ENGINE_THREADS
    finally:
        worker.shutdown(PATIENCE_S)
