"""What the checks on a card share: where they run, how they say what they found, how they take time."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence

import torch

from engine.api import Sampling
from engine.sampling import Sampler

DEVICE = torch.device("cuda", 0)
GREEDY = Sampler(Sampling())
CHECKS: dict[str, Callable[[], None]] = {}


def say(*words: object) -> None:
    sys.stdout.write(" ".join(str(word) for word in words) + "\n")
    sys.stdout.flush()


def check(function: Callable[[], None]) -> Callable[[], None]:
    CHECKS[function.__name__] = function
    return function


def timed(work: Callable[[], object], repeats: int = 10) -> float:
    """Median seconds on the device."""
    work()
    marks = []
    for _ in range(repeats):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        work()
        end.record()
        marks.append((begin, end))
    torch.cuda.synchronize()
    return sorted(begin.elapsed_time(end) for begin, end in marks)[repeats // 2] / 1000


def profile(work: Callable[[], object]) -> None:
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiler

    # Of the device alone: with the host's side every kernel would count twice.
    with profiler(activities=[ProfilerActivity.CUDA]) as seen:
        work()
        torch.cuda.synchronize()
    events = [event for event in seen.key_averages() if event.self_device_time_total > 0]
    total = sum(event.self_device_time_total for event in events)
    launches = sum(event.count for event in events)
    say(f"device time {total / 1e3:.2f} ms in {launches} kernels and copies")
    for event in sorted(events, key=lambda event: -event.self_device_time_total)[:22]:
        say(f"  {event.self_device_time_total / 1e3:7.3f} ms {event.count:5d} {event.key[:70]}")


def run_checks(names: Sequence[str]) -> None:
    """Those that are named, or all."""
    for name in names or list(CHECKS):
        began = time.perf_counter()
        try:
            CHECKS[name]()
        except Exception:  # noqa: BLE001 - the next section may still tell something
            say(name, "FAILED\n", "\n".join(traceback.format_exc().splitlines()[-12:]))
        torch.cuda.empty_cache()
        say(f"-- {name} {time.perf_counter() - began:.1f} s")
