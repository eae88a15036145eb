"""From a checked sidecar into a module: unpacked where the model is small, kept packed where it is large.

Engine thread only. Decision and figures: docs/adr/int4-sidecar.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from torch import nn

from engine.checkpoint import stop_if
from engine.device import ONE_THREAD_BYTES
from engine.int4 import Int4Weight, Int8Table
from engine.quantized_linear import Int4Linear, Int8Rows
from engine.sidecar import Quantized, Sidecar

UNPACKED_BELOW_BYTES = ONE_THREAD_BYTES
"""Weights that come to less than this in full precision are unpacked once, at load.

Such a model is bound by launches and not by memory: one row times [512, 256] takes 5 us in fp32 and 15 us in
packed int4 with its conversions, one times [4096, 2048] 1,680 us and 570 us
(torch 2.13, AVX-512, one thread).
"""


def each_weight(
    sidecar: Sidecar, progress: Callable[[int], None], cancelled: Callable[[], bool]
) -> Iterator[tuple[str, Quantized]]:
    """Each replaced weight as views of the mapped file.

    Raises: SidecarError, CheckpointError, LoadCancelledError between weights.
    """
    done = 0
    for name, weight, size_bytes in sidecar.read():
        stop_if(cancelled)
        yield name, weight
        done += size_bytes
        progress(done)


def install(module: nn.Module, packed: dict[str, Quantized], shared: Mapping[str, str]) -> dict[str, str]:
    """Put packed weights into the places of what they replace; what is left of `shared`.

    A name that shares another's weight gets the same object, in `packed` too.
    """
    left = dict(shared)
    for name, source in shared.items():
        weight = packed.get(source)
        if weight is None:
            continue
        own = packed.get(name)
        if own is None or (
            isinstance(own, Int8Table) and isinstance(weight, Int8Table) and own.equals(weight)
        ):
            packed[name] = weight
        del left[name]
    for name, weight in packed.items():
        owner = name.rpartition(".")[0]
        if isinstance(weight, Int4Weight):
            linear = cast(nn.Linear, module.get_submodule(owner))
            module.set_submodule(owner, Int4Linear(linear, weight))
        else:
            module.set_submodule(owner, Int8Rows(weight))
    return left
