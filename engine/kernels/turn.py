"""Queries and keys of a picture's patches, turned in place by one kernel where torch takes six.

The reference is `rotate` in fp32 and a cast, engine/models/qwen3_vl; the results are equal to the bit, which
is seen to before the kernel is used. Until then, and where it cannot be compiled, torch serves. Engine thread
only.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor

from engine.errors import KernelUnavailableError
from engine.kernels.driver import Kernel
from engine.kernels.nvrtc import compile_cubin
from engine.models.base import Rope

log = logging.getLogger(__name__)

THREADS = 256
"""THREADS in turn_rows.cu."""

Turn = Callable[[Tensor, Rope], Tensor]
"""turn(rows [N, H, D], rope) -> [N, H, D] in the rows' dtype; may write over them."""


class TurnJob(ctypes.Structure):
    """TurnJob in turn_rows.cu."""

    _fields_ = (
        ("rows", ctypes.c_uint64),
        ("cosine", ctypes.c_uint64),
        ("sine", ctypes.c_uint64),
        ("stride", ctypes.c_int64),
        ("heads", ctypes.c_int32),
        ("half", ctypes.c_int32),
    )


class Launcher(Protocol):
    """Starts the compiled program."""

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        """Raises: KernelFaultError."""


class TurnKernel:
    def __init__(self, kernel: Launcher, plain: Turn) -> None:
        self._kernel, self._plain = kernel, plain

    def __call__(self, rows: Tensor, rope: Rope) -> Tensor:
        """`rows` [N, H, D], themselves where they lie as the kernel wants. Raises: KernelFaultError."""
        if not fits(rows, rope):
            return self._plain(rows, rope)
        count, heads, width = rows.shape
        job = TurnJob(
            rows.data_ptr(), rope.cos.data_ptr(), rope.sin.data_ptr(), rows.stride(0), heads, width // 2
        )
        self._kernel.launch(count, THREADS, job)
        return rows


def fits(rows: Tensor, rope: Rope) -> bool:
    """Whether the kernel can read these rows and tables: heads side by side, pairs on even places."""
    width = rows.shape[2]
    tables = (rope.cos, rope.sin)
    return (
        rows.dtype == torch.bfloat16
        and rows.stride()[1:] == (width, 1)
        and width % 4 == 0
        and rows.stride(0) % 2 == 0
        and rows.data_ptr() % 4 == 0
        and all(table.dtype == torch.float32 and table.is_contiguous() for table in tables)
    )


def turn_source() -> str:
    """The whole program."""
    folder = Path(__file__).parent / "cuda"
    return "\n".join((folder / f"{name}.cu").read_text("utf-8") for name in ("primitives", "turn_rows"))


def make_turn(plain: Turn, device: torch.device, cache_dir: Path | None) -> Turn | None:
    """The kernel, compared with the plain way; None where there is none.

    Raises: only what says that the device is gone.
    """
    if device.type != "cuda":
        return None
    major, minor = torch.cuda.get_device_capability(device)
    try:
        options = [f"--gpu-architecture=sm_{major}{minor}", "--std=c++17"]
        cubin = compile_cubin(turn_source(), options, cache_dir)
        turn = TurnKernel(Kernel(cubin, "turn_rows", 0, resident=False), plain)
        check_turn(turn, plain, device)
    except KernelUnavailableError as error:
        log.info("Patches are turned by torch: %s", error)
        return None
    return turn


@torch.inference_mode()
def check_turn(turn: Turn, plain: Turn, device: torch.device) -> None:
    """Raises: KernelUnavailableError when a single bit differs."""
    generator = torch.Generator(device).manual_seed(5)
    wide = torch.randn(37, 12, 64, device=device, generator=generator).to(torch.bfloat16)
    angles = torch.rand(37, 1, 32, device=device, generator=generator) * 60
    cos, sin = angles.cos(), angles.sin()
    rope = Rope(torch.cat((cos, cos), -1), torch.cat((-sin, sin), -1))
    wanted = plain(wide[:, :8].clone(), rope)
    untouched = wide[:, 8:].clone()
    if not torch.equal(turn(wide[:, :8], rope), wanted) or not torch.equal(wide[:, 8:], untouched):
        raise KernelUnavailableError("A kernel of this card is not right, so it is not used.", "turn_rows")
