"""Weights in 4 and 8 bits to bf16 on a card, in one pass over memory. Engine thread only.

torch needs about fifteen passes for the same numbers, which costs more than the product that follows. The
reference beside it is `dequantize` in engine/int4.py; the results are equal to the bit.
"""

from __future__ import annotations

import ctypes
import logging
from functools import cache
from pathlib import Path

import torch
from torch import Tensor

from engine.errors import KernelUnavailableError
from engine.int4 import Int4Weight, Int8Table
from engine.kernels.driver import Kernel
from engine.kernels.nvrtc import compile_cubin

log = logging.getLogger(__name__)

THREADS = 256
WEIGHTS_A_THREAD = 8


class UnpackJob(ctypes.Structure):
    """Job in unpack.cu."""

    _fields_ = (
        ("values", ctypes.c_uint64),
        ("scale", ctypes.c_uint64),
        ("out", ctypes.c_uint64),
        ("count", ctypes.c_uint32),
        ("columns", ctypes.c_uint32),
        ("run", ctypes.c_uint32),
        ("stride", ctypes.c_uint32),
    )


def dense(weight: Int4Weight | Int8Table, dtype: torch.dtype) -> Tensor:
    """[N, K] in `dtype`: by a kernel of our own where there is one, else by torch."""
    values = weight.nibbles if isinstance(weight, Int4Weight) else weight.values
    if values.device.type == "cuda" and dtype == torch.bfloat16 and fits(weight):
        kernel = _kernel(isinstance(weight, Int4Weight), values.device.index or 0)
        if kernel is not None:
            return unpack(kernel, weight)
    return weight.dequantize(dtype)


def fits(weight: Int4Weight | Int8Table) -> bool:
    """Whether eight neighbours always share a scale, and everything lies as the kernel counts."""
    if weight.values_count >= 1 << 32:
        return False
    if isinstance(weight, Int4Weight):
        lies = weight.nibbles.is_contiguous() and weight.pairs is not None
        return weight.group % WEIGHTS_A_THREAD == 0 and lies
    return weight.values.shape[1] % WEIGHTS_A_THREAD == 0 and weight.values.is_contiguous()


def unpack(kernel: Kernel, weight: Int4Weight | Int8Table) -> Tensor:
    """[N, K] bf16, a fresh tensor. Raises: KernelFaultError."""
    if isinstance(weight, Int4Weight):
        shape, run, values = (weight.rows, weight.columns), weight.group, weight.nibbles
        stride = weight.scale.stride(1) // 2
    else:
        shape, run = (weight.values.shape[0], weight.values.shape[1]), weight.values.shape[1]
        values, stride = weight.values, 0
    result = torch.empty(shape, dtype=torch.bfloat16, device=values.device)
    job = UnpackJob(
        values.data_ptr(),
        weight.scale.data_ptr(),
        result.data_ptr(),
        weight.values_count,
        shape[1],
        run,
        stride,
    )
    threads = weight.values_count // WEIGHTS_A_THREAD
    kernel.launch((threads + THREADS - 1) // THREADS, THREADS, job)
    return result


@cache
def _kernel(int4: bool, device_index: int) -> Kernel | None:
    """Compiled once a process (a tenth of a second); None where that fails, and then torch serves."""
    major, minor = torch.cuda.get_device_capability(device_index)
    source = (Path(__file__).parent / "cuda" / "unpack.cu").read_text(encoding="utf-8")
    try:
        cubin = compile_cubin(source, [f"--gpu-architecture=sm_{major}{minor}", "--std=c++17"], None)
        return Kernel(cubin, "unpack_int4" if int4 else "unpack_int8", 0, resident=False)
    except KernelUnavailableError as error:
        log.info("Weights are unpacked by torch: %s", error)
        return None
