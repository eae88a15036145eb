"""Products of a few rows with weights in 4 and 8 bits, by kernels of our own. Engine thread only.

The device work is in `cuda/batch_product.cu` and `cuda/batch_head.cu`; the reference beside it is the product
of the library with the unpacked weights, which is rounded to bf16 and these are not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.errors import KernelUnavailableError
from engine.int4 import Int4Weight, Int8Table
from engine.kernels.batch_jobs import Launcher, ProductJob, TableJob
from engine.kernels.step_plan import GROUP
from engine.kernels.unpack import dense

MOST_ROWS = 32
"""Rows that the widest kernel takes; the stride of their sums."""

WARPS = 8
"""PRODUCT_WARPS in batch_product.cu and HEAD_WARPS in batch_head.cu."""

RING_BYTES = WARPS * 5 * (1024 + 64)
"""DEPTH stages of STAGE_BYTES a warp there."""

MOST_STEPS = {1: 6, 2: 6, 4: 3}
"""Tiles of rows of a block one after the other, by the tiles of tokens: what its warps' sums have room for,
so that blocks of the next kernel fit beside it.
"""

HEAD_RING_BYTES = WARPS * 4 * 2048
"""Rings of a block of batch_head.cu."""

PARTS = 4
"""Blocks that share the columns of a row, where the next kernel adds up what they leave: each then reads the
inputs of a part of them.
"""

CHECKED_ROWS = 2048
"""Rows of a matrix that a check compares."""

WORST_SHARE = 0.01
"""How far a product may lie from that of the unpacked weights, whose rounding to bf16 alone makes 0.002."""


class Spread(NamedTuple):
    """Rows as a product in 4 or 8 bits takes them; `spread` in primitives.cu says where a column lies."""

    values: Tensor
    """[R, K]"""
    sums: Tensor
    """[K/128, MOST_ROWS] fp32, of which R columns are in use"""

    @staticmethod
    def empty(rows: int, width: int, like: Tensor) -> Spread:
        """Room for them."""
        values = torch.empty((rows, width), dtype=like.dtype, device=like.device)
        sums = torch.empty((width // GROUP, MOST_ROWS), dtype=torch.float32, device=like.device)
        return Spread(values, sums)

    @staticmethod
    def of(rows: Tensor) -> Spread:
        """Of plain rows [R, K]."""
        count, width = rows.shape
        # A group is four lanes of four blocks of eight columns, of which i and i + 4 are neighbours here.
        blocks = rows.view(count, width // GROUP, 4, 4, 2, 4).permute(0, 1, 3, 2, 5, 4)
        sums = torch.zeros((width // GROUP, MOST_ROWS), dtype=torch.float32, device=rows.device)
        sums[:, :count] = rows.view(count, -1, GROUP).float().sum(-1).t()
        return Spread(blocks.reshape(count, width), sums)


class Parts(NamedTuple):
    """A product whose columns several blocks share, still to be added up."""

    sums: Tensor
    """[parts, R, N] fp32"""


class ProductPlan(NamedTuple):
    """How a matrix is laid over the card: as told in ProductJob."""

    blocks: int
    splits: int
    sharers: int
    steps: int


def tiles_of(tokens: int) -> int:
    """Tiles of eight rows that the kernel for `tokens` rows takes."""
    return 1 if tokens <= 8 else 2 if tokens <= 16 else 4


def plan_product(rows: int, columns: int, tokens: int, *, multiprocessors: int, splits: int) -> ProductPlan:
    """Blocks that all have as much to do, two a multiprocessor where their sums fit; `splits` of them share
    the columns of a row. One would do for products that follow each other, but not after other kernels.
    """
    groups, tiles = columns // GROUP, rows // 16
    splits = min(splits, groups)
    most_steps = MOST_STEPS[tiles_of(tokens)]
    sharers = WARPS
    while sharers > groups // splits:
        sharers //= 2
    teams, waves = WARPS // sharers, 2
    while True:
        runs = max(1, waves * multiprocessors // splits)
        steps = -(-tiles // (runs * teams))
        if steps <= most_steps:
            return ProductPlan(-(-tiles // (steps * teams)) * splits, splits, sharers, steps)
        waves += 1


def product_shared_bytes(name: str, columns: int = 0) -> int:
    """What a block of a product kernel takes; `columns` are those of the table. None for other kernels."""
    kind, _, tiles = name.rpartition("_")
    if kind == "int4":
        return RING_BYTES + MOST_STEPS[int(tiles)] * int(tiles) * WARPS * 512
    return HEAD_RING_BYTES + int(tiles) * 8 * (columns * 2 + 64) if kind == "int8" else 0


class BatchProducts:
    def __init__(self, kernels: Mapping[str, Launcher], multiprocessors: int) -> None:
        """`kernels`: `int4_T` for T of 1, 2 and 4, and `int8_T` for those whose inputs fit into a block."""
        self._kernels, self._multiprocessors = kernels, multiprocessors
        self.parts = PARTS

    def product(self, matrix: Int4Weight, given: Spread) -> Tensor:
        """[R, K] -> [R, N]. Raises: KernelFaultError."""
        out = given.values.new_empty((given.values.shape[0], matrix.rows))
        self._launch(matrix, given, self._plan(matrix, given, 1), out)
        return out

    def in_parts(self, matrix: Int4Weight, given: Spread) -> Parts:
        """The same where the next kernel adds up. Raises: KernelFaultError."""
        count = given.values.shape[0]
        plan = self._plan(matrix, given, self.parts)
        out = given.sums.new_empty((plan.splits, count, matrix.rows))
        self._launch(matrix, given, plan, out)
        return Parts(out)

    def _plan(self, matrix: Int4Weight, given: Spread, splits: int) -> ProductPlan:
        return plan_product(
            matrix.rows,
            matrix.columns,
            given.values.shape[0],
            multiprocessors=self._multiprocessors,
            splits=splits,
        )

    def _launch(self, matrix: Int4Weight, given: Spread, plan: ProductPlan, out: Tensor) -> None:
        count = given.values.shape[0]
        # Pairs of scale and zero begin where scales do.
        parts = (matrix.nibbles, matrix.scale, *given, out)
        job = ProductJob(
            *(part.data_ptr() for part in parts),
            matrix.rows,
            matrix.columns,
            count,
            out.dtype == torch.float32,
            *plan[1:],
            matrix.scale.stride(1) // 2,
        )
        self._kernels[f"int4_{tiles_of(count)}"].launch(plan.blocks, WARPS * 32, job)

    def logits(self, table: Int8Table, given: Spread) -> Tensor:
        """[R, K] -> [R, V] fp32, rounded to bf16 first. Raises: KernelFaultError."""
        (count, width), vocab = given.values.shape, table.values.shape[0]
        out = given.sums.new_empty((count, vocab))
        tiles = tiles_of(count)
        while f"int8_{tiles}" not in self._kernels:
            tiles //= 2
        for first in range(0, count, tiles * 8):
            rows = min(tiles * 8, count - first)
            parts = table.values, table.scale, given.values[first:], out[first:]
            job = TableJob(*(part.data_ptr() for part in parts), vocab, width, rows)
            self._kernels[f"int8_{tiles}"].launch(self._multiprocessors, WARPS * 32, job)
        return out

    def check(self, matrices: Sequence[Int4Weight | Int8Table], device: torch.device) -> None:
        """Compare with the unpacked weights. Waits for the device.

        Raises: KernelUnavailableError when a product is wrong.
        """
        generator = torch.Generator(device).manual_seed(3)
        for matrix in matrices:
            checked = matrix.row_block(0, CHECKED_ROWS)
            plain = dense(checked, torch.bfloat16)
            for rows in (3, 11, MOST_ROWS):
                given = torch.randn(
                    rows, plain.shape[1], device=device, dtype=plain.dtype, generator=generator
                )
                wanted = F.linear(given, plain)
                spread = Spread.of(given)
                if isinstance(checked, Int8Table):
                    _must_agree(self.logits(checked, spread), wanted)
                else:
                    _must_agree(self.product(checked, spread), wanted)
                    _must_agree(self.in_parts(checked, spread).sums.sum(0), wanted)


def _must_agree(made: Tensor, wanted: Tensor) -> None:
    """Raises: KernelUnavailableError."""
    share = float((made.float() - wanted.float()).norm() / wanted.float().norm())
    # The comparison form also refuses NaN.
    if not share <= WORST_SHARE:
        raise KernelUnavailableError(
            "The fast products of this card are not right, so they are not used.",
            f"{made.shape[0]} rows of {made.shape[1]}: {share:.2e}",
        )
