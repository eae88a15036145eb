"""Timing what runs on a device: the host's clock, read when the device has done its work. One thread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import torch


def wait_for(device: torch.device) -> None:
    """Until all that was enqueued is done."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    elif device.type == "mps":
        torch.mps.synchronize()


def spans_s(work: Callable[[], object], device: torch.device, repeats: int, warm_up: int = 1) -> list[float]:
    """Seconds of each of `repeats` runs, after `warm_up` that do not count."""
    spans: list[float] = []
    for index in range(warm_up + repeats):
        wait_for(device)
        began = time.perf_counter()
        work()
        wait_for(device)
        if index >= warm_up:
            spans.append(time.perf_counter() - began)
    return spans


def spread(values: list[float]) -> dict[str, float | int]:
    """Median, extremes and number of runs."""
    return {
        "median": statistics.median(values),
        "least": min(values),
        "most": max(values),
        "runs": len(values),
    }
