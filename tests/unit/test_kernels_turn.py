"""Patches turned by a kernel: what it is told, with torch in the place of the device; that it compiles."""

from __future__ import annotations

import ctypes

import pytest
import torch
from torch import Tensor

from engine.errors import KernelUnavailableError
from engine.kernels import nvrtc
from engine.kernels.turn import THREADS, TurnJob, TurnKernel, check_turn, fits, make_turn, turn_source
from engine.models.base import Rope
from engine.models.qwen3_vl.rope import rotate
from engine.models.qwen3_vl.vision import turn_plainly
from tests.unit.test_kernels_compile import has_compiler

CPU = torch.device("cpu")


def at(address: int, dtype: torch.dtype, count: int) -> Tensor:
    """The memory that a kernel is given, as a tensor."""
    return torch.frombuffer((ctypes.c_uint8 * (count * dtype.itemsize)).from_address(address), dtype=dtype)


class TorchTurn:
    """Does what the kernel does, with what it is given."""

    def __init__(self, *, wrong: bool = False) -> None:
        self.wrong, self.launches = wrong, 0

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        assert isinstance(arguments, TurnJob)
        assert threads == THREADS
        self.launches += 1
        job, width = arguments, 2 * arguments.half
        cos, sin = (
            at(address, torch.float32, blocks * width).view(blocks, 1, width)
            for address in (job.cosine, job.sine)
        )
        for row in range(blocks):
            rows = at(job.rows + 2 * row * job.stride, torch.bfloat16, job.heads * width).view(
                1, job.heads, width
            )
            rope = Rope(cos[row : row + 1], sin[row : row + 1])
            rows.copy_(rotate(rows.float(), rope).to(torch.bfloat16))
            if self.wrong:
                rows[0, 0, 0] += 1


def test_the_kernel_is_given_every_row_and_leaves_the_values_alone() -> None:
    kernel = TorchTurn()
    check_turn(TurnKernel(kernel, turn_plainly), turn_plainly, CPU)
    assert kernel.launches == 1


def test_a_kernel_that_is_not_right_to_the_bit_is_refused() -> None:
    with pytest.raises(KernelUnavailableError):
        check_turn(TurnKernel(TorchTurn(wrong=True), turn_plainly), turn_plainly, CPU)


def rope_of(count: int, width: int) -> Rope:
    angles = torch.rand(count, 1, width // 2)
    cos, sin = angles.cos(), angles.sin()
    return Rope(torch.cat((cos, cos), -1), torch.cat((-sin, sin), -1))


@pytest.mark.parametrize(
    "rows",
    [
        torch.rand(5, 3, 8),
        torch.rand(5, 3, 6).bfloat16(),
        torch.rand(5, 8, 3).bfloat16().transpose(1, 2),
        torch.rand(5, 25).bfloat16()[:, 1:].view(5, 3, 8),
    ],
    ids=["fp32", "odd halves", "heads apart", "odd place"],
)
def test_rows_that_lie_otherwise_are_left_to_torch(rows: Tensor) -> None:
    kernel, rope = TorchTurn(), rope_of(5, rows.shape[2])
    assert not fits(rows, rope)
    assert torch.equal(TurnKernel(kernel, turn_plainly)(rows, rope), turn_plainly(rows, rope))
    assert not kernel.launches


def test_without_a_card_there_is_no_kernel() -> None:
    assert make_turn(turn_plainly, CPU, None) is None


@pytest.mark.parametrize("architecture", [80, 90])
def test_the_source_compiles_or_is_refused_without_a_compiler(architecture: int) -> None:
    options = [f"--gpu-architecture=sm_{architecture}", "--std=c++17"]
    if has_compiler():
        assert nvrtc.compile_cubin(turn_source(), options, None).startswith(b"\x7fELF")
    else:
        with pytest.raises(KernelUnavailableError):
            nvrtc.compile_cubin(turn_source(), options, None)
