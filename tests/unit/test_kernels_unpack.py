"""Weights to bf16: which go to the kernel, what it is told, and torch in its place elsewhere."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest
import torch

from engine.errors import KernelUnavailableError
from engine.int4 import Int4Weight, Int8Table
from engine.kernels import unpack
from engine.kernels.unpack import UnpackJob


def int4_weight(rows: int = 48, groups: int = 2, group: int = 128) -> Int4Weight:
    nibbles = torch.randint(0, 256, (rows, groups * group // 2), dtype=torch.uint8)
    scale, zero = torch.randn(2, rows, groups).bfloat16()
    return Int4Weight(nibbles, scale, zero).in_pairs()


def int8_table(rows: int = 40, columns: int = 64) -> Int8Table:
    return Int8Table(torch.randint(-127, 128, (rows, columns), dtype=torch.int8), torch.rand(rows))


class RecordingKernel:
    """Takes the job instead of a card, and carries it out over the memory that it names."""

    def __init__(self) -> None:
        self.jobs: list[tuple[int, int, UnpackJob]] = []

    def launch(self, blocks: int, threads: int, job: UnpackJob) -> None:
        self.jobs.append((blocks, threads, job))
        ctypes.memset(job.out, 0x3F, job.count * 2)


def test_a_job_names_all_weights_and_how_many_share_a_scale() -> None:
    kernel: Any = RecordingKernel()
    weight, table = int4_weight(), int8_table()
    for held, run, count in ((weight, 128, 48 * 256), (table, 64, 40 * 64)):
        result = unpack.unpack(kernel, held)
        blocks, threads, job = kernel.jobs.pop()
        assert result.shape == held.dequantize(torch.bfloat16).shape
        assert (job.run, job.count, job.columns) == (run, count, result.shape[1])
        assert blocks * threads * unpack.WEIGHTS_A_THREAD >= count
        assert (result.view(torch.int16) == 0x3F3F).all()
        assert job.out == result.data_ptr()


def test_off_a_card_torch_unpacks() -> None:
    for held in (int4_weight(), int8_table()):
        for dtype in (torch.float32, torch.bfloat16):
            assert torch.equal(unpack.dense(held, dtype), held.dequantize(dtype))


def test_only_weights_in_rows_whose_eight_neighbours_share_a_scale_go_to_the_kernel() -> None:
    assert unpack.fits(int4_weight())
    assert unpack.fits(int4_weight().row_block(8, 24))
    assert not unpack.fits(int4_weight(group=4))
    plain = int4_weight()
    assert not unpack.fits(Int4Weight(plain.nibbles, plain.scale.contiguous(), plain.zero.contiguous()))
    assert not unpack.fits(int8_table(columns=12))
    transposed = Int8Table(torch.zeros(16, 32, dtype=torch.int8).t(), torch.ones(32))
    assert not unpack.fits(transposed)


def test_a_card_whose_kernel_does_not_compile_is_left_to_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> bytes:
        raise KernelUnavailableError("no compiler")

    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _index: (8, 6))
    monkeypatch.setattr(unpack, "compile_cubin", refuse)
    unpack._kernel.cache_clear()
    try:
        assert unpack._kernel(True, 0) is None
    finally:
        unpack._kernel.cache_clear()
