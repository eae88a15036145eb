"""Which models and cards the fused step serves, and what the host packs for it."""

from __future__ import annotations

import ctypes
from dataclasses import replace

import pytest
import torch

from engine.errors import KernelUnavailableError
from engine.int4 import Int4Weight, Int8Table
from engine.kernels import fused_step
from engine.kernels.fused_step import StepParameters, program_source
from engine.kernels.step_plan import (
    MIN_SLOTS,
    PHASES,
    StepDims,
    StepPlan,
    fixed_shared_bytes,
    plan_step,
    read_dims,
)
from engine.kernels.step_weights import Matrix, StepLayer, StepWeights, Table

TWO_B = StepDims(2048, 28, 16, 8, 6144, 151936, int4=False, eps=1e-6)
H200_SHARED_BYTES, A100_SHARED_BYTES, ADA_SHARED_BYTES = 232448, 166912, 101376


def matrix(rows: int, columns: int, *, int4: bool, group: int = 128) -> Matrix:
    if not int4:
        return torch.zeros(rows, columns, dtype=torch.bfloat16)
    groups = torch.ones(rows, columns // group, dtype=torch.bfloat16)
    return Int4Weight(torch.zeros(rows, columns // 2, dtype=torch.uint8), groups, groups).in_pairs()


def table(rows: int, columns: int, *, int8: bool) -> Table:
    if int8:
        return Int8Table(torch.zeros(rows, columns, dtype=torch.int8), torch.ones(rows))
    return torch.zeros(rows, columns, dtype=torch.bfloat16)


def weights(*, int4: bool = False, head_dim: int = 128, hidden: int = 256, group: int = 128) -> StepWeights:
    layer = StepLayer(
        matrix(8 * 128, hidden, int4=int4, group=group),
        matrix(hidden, 4 * 128, int4=int4, group=group),
        matrix(2 * 512, hidden, int4=int4, group=group),
        matrix(hidden, 512, int4=int4, group=group),
        *(torch.ones(size, dtype=torch.bfloat16) for size in (hidden, hidden, head_dim, head_dim)),
    )
    shared = table(1024, hidden, int8=int4)
    return StepWeights(
        (layer, layer), shared, shared, torch.ones(hidden), torch.zeros(64, 2, head_dim), heads=4, eps=1e-6
    )


@pytest.mark.parametrize("int4", [False, True])
def test_dimensions_are_read_from_the_weights(int4: bool) -> None:
    assert read_dims(weights(int4=int4)) == StepDims(256, 2, 4, 2, 512, 1024, int4=int4, eps=1e-6)


@pytest.mark.parametrize(
    ("strange", "reason"),
    [
        (weights(head_dim=64), "head_dim 64"),
        (weights(hidden=192), "hidden_size 192"),
        (weights(int4=True, group=64), "groups of 64"),
        (replace(weights(), head=table(1024, 256, int8=True)), "8 bits"),
        (replace(weights(), heads=2), "2 query heads over 3"),
        (replace(weights(), head=table(1000, 256, int8=False)), "vocab_size 1000"),
        (
            replace(weights(), layers=(replace(weights().layers[0], down=matrix(256, 512, int4=True)),)),
            "some linears are in 4 bits",
        ),
    ],
)
def test_a_model_of_another_shape_is_refused_with_the_reason(strange: StepWeights, reason: str) -> None:
    with pytest.raises(KernelUnavailableError, match=reason):
        read_dims(strange)


@pytest.mark.parametrize("int4", [False, True])
@pytest.mark.parametrize("shared_bytes", [H200_SHARED_BYTES, A100_SHARED_BYTES, ADA_SHARED_BYTES])
def test_every_card_from_ampere_on_gets_a_ring_that_fits_its_shared_memory(
    shared_bytes: int, int4: bool
) -> None:
    plan = plan_step(replace(TWO_B, int4=int4), (8, 0), 108, shared_bytes)
    assert plan.slots >= MIN_SLOTS
    assert plan.shared_bytes <= shared_bytes
    assert plan.shared_bytes % 16 == 0


@pytest.mark.parametrize(("multiprocessors", "splits"), [(132, 16), (128, 16), (108, 8), (20, 2), (8, 1)])
def test_cached_tokens_are_split_over_as_many_blocks_as_the_card_holds(
    multiprocessors: int, splits: int
) -> None:
    assert plan_step(TWO_B, (9, 0), multiprocessors, H200_SHARED_BYTES).splits == splits


@pytest.mark.parametrize(
    ("capability", "multiprocessors", "shared_bytes", "reason"),
    [
        ((7, 5), 40, H200_SHARED_BYTES, "compute capability 7.5"),
        ((8, 6), 4, ADA_SHARED_BYTES, "4 multiprocessors"),
        ((8, 6), 20, 49152, "49152 bytes of shared memory"),
    ],
)
def test_a_card_that_cannot_hold_the_step_is_refused_with_the_reason(
    capability: tuple[int, int], multiprocessors: int, shared_bytes: int, reason: str
) -> None:
    with pytest.raises(KernelUnavailableError, match=reason):
        plan_step(TWO_B, capability, multiprocessors, shared_bytes)


def test_larger_siblings_of_the_model_fit_too() -> None:
    for dims in (
        StepDims(2560, 36, 32, 8, 9728, 151936, int4=True, eps=1e-6),
        StepDims(4096, 36, 32, 8, 12288, 151936, int4=False, eps=1e-6),
    ):
        plan = plan_step(dims, (9, 0), 132, H200_SHARED_BYTES)
        assert plan.slots >= MIN_SLOTS
        assert fixed_shared_bytes(dims, plan.warps) < H200_SHARED_BYTES // 2


def test_the_parameters_are_as_long_as_the_program_says() -> None:
    source = program_source()
    block = source[source.index("struct Params {") : source.index("// How many tiles of a phase")]
    pointers = sum(line.split("//")[0].count("*") for line in block.splitlines())
    size = pointers * 8 + 3 * 8 + (5 + len(PHASES)) * 4
    assert ctypes.sizeof(StepParameters) == (size + 7) // 8 * 8


@pytest.mark.parametrize("blocks", [1, 34, 132])
def test_every_tile_of_a_phase_has_a_block(blocks: int) -> None:
    plan = StepPlan(TWO_B, blocks, 16, 10, 16)
    tiles = dict(zip(PHASES, plan.tiles_each, strict=True))
    assert tiles["keys"] == 0
    for phase, rows in (
        ("qkv", 4096),
        ("output", 2048),
        ("gate_up", 12288),
        ("down", 2048),
        ("head", 151936),
    ):
        assert (tiles[phase] - 1) * blocks < rows // 16 <= tiles[phase] * blocks


def test_the_program_includes_nothing() -> None:
    assert "#include" not in program_source()


def test_weights_that_do_not_lie_in_aligned_rows_are_refused() -> None:
    aligned = torch.zeros(64 * 64 + 1, dtype=torch.bfloat16)
    assert fused_step._rows_address(aligned[:-1].view(64, 64)) == aligned.data_ptr()
    for strange in (aligned[1:].view(64, 64), aligned[:-1].view(64, 64).t()):
        with pytest.raises(KernelUnavailableError, match="do not lie"):
            fused_step._rows_address(strange)
