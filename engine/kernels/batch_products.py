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

RING_BYTES = WARPS * 5 * (1024 + 128)
"""DEPTH stages of STAGE_BYTES a warp there."""

SUMS_BYTES = 48 * 1024
"""What a block keeps its warps' sums in, so that two blocks fit a multiprocessor of a card of this age."""

HEAD_RING_BYTES = WARPS * 4 * 2048
"""Rings of a block of batch_head.cu."""

FEW = 8
"""Rows for which a product norms its inputs and adds to the rows itself: more of them take too long."""

CHECKED_ROWS = 2048
"""Rows of a matrix that a check compares."""

WORST_SHARE = 0.01
"""How far a product may lie from that of the unpacked weights, whose rounding to bf16 alone makes 0.002."""


class Spread(NamedTuple):
    """Rows as a product in 4 or 8 bits takes them; `spread` in primitives.cu says where a column lies."""

    values: Tensor
    """[R, K]"""
    sums: Tensor
    """[K/128 or K/16, MOST_ROWS] fp32 of as many columns of `values`, of which R columns are in use"""

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

    def plain(self) -> Tensor:
        """[R, K] with columns in their order."""
        blocks = self.values.view(len(self.values), -1, 4, 4, 4, 2).permute(0, 1, 3, 2, 5, 4)
        return blocks.reshape(self.values.shape)


class Norm(NamedTuple):
    """Rows that a product norms before it takes them."""

    rows: Tensor
    """[R, K] bf16"""
    weight: Tensor
    """[K] bf16"""
    eps: float


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


def plan_product(
    rows: int, columns: int, tokens: int, *, blocks: int, splits: int = 1, paired: bool = False
) -> ProductPlan:
    """About `blocks` blocks that all have as much to do, each row's columns shared by `splits` of them;
    `paired` rows, gates and what they open, follow each other in steps of two.
    """
    groups = columns // GROUP
    splits = min(splits, groups)
    together = 2 if paired else 1
    most_steps = SUMS_BYTES // (WARPS * tiles_of(tokens) * 512)
    tiles = rows // 16 // together
    runs = max(1, blocks // splits)
    sharers = WARPS
    while sharers > groups // splits:
        sharers //= 2
    # Fewer sharers keep fewer sums, where a block has many rows.
    while sharers > 1 and -(-tiles // (runs * (WARPS // sharers))) * together > most_steps:
        sharers //= 2
    teams = WARPS // sharers
    steps = min(-(-tiles // (runs * teams)), most_steps // together)
    return ProductPlan(-(-tiles // (steps * teams)) * splits, splits, sharers, steps * together)


def product_shared_bytes(name: str, columns: int = 0) -> int:
    """What a block of a product kernel takes; `columns` are those of the table. None for other kernels."""
    kind, _, tiles = name.rpartition("_")
    if kind in ("int4", "normed"):
        return RING_BYTES + SUMS_BYTES
    return HEAD_RING_BYTES + int(tiles) * 8 * (columns * 2 + 64) if kind == "int8" else 0


class BatchProducts:
    def __init__(self, kernels: Mapping[str, Launcher], multiprocessors: int) -> None:
        """`kernels`: `int4_T` for T of 1, 2 and 4, `normed_1`, and `int8_T` for those whose inputs fit into a
        block.
        """
        self._kernels, self._multiprocessors = kernels, multiprocessors
        self.plan = plan_product
        self.blocks = 2 * multiprocessors
        """Two fit a multiprocessor."""

    def product(self, matrix: Int4Weight, given: Spread) -> Tensor:
        """[R, K] -> [R, N]. Raises: KernelFaultError."""
        out = given.values.new_empty((given.values.shape[0], matrix.rows))
        self._launch(matrix, given, self._plan(matrix, given), out)
        return out

    def in_parts(self, matrix: Int4Weight, given: Spread) -> Parts:
        """The same where the next kernel adds up. Raises: KernelFaultError."""
        count, like = given.values.shape[0], given.sums
        plan = self._plan(matrix, given, splits=2 if count <= FEW else 4)
        out = like.new_empty((plan.splits, count, matrix.rows))
        self._launch(matrix, given, plan, out)
        return Parts(out)

    def add(self, matrix: Int4Weight, given: Spread, rows: Tensor) -> None:
        """Add the product to `rows` [R, N] in place. Raises: KernelFaultError."""
        self._launch(matrix, given, self._plan(matrix, given), rows, adds=True)

    def opened(self, matrix: Int4Weight, given: Spread) -> Spread:
        """[R, K] -> [R, N/2]: silu of the upper half times the lower one. Raises: KernelFaultError."""
        return self._opened(matrix, given, None)

    def normed(self, matrix: Int4Weight, norm: Norm) -> Tensor:
        """The product of up to FEW rows that are normed first. Raises: KernelFaultError."""
        given = Spread(norm.rows, norm.rows)
        out = norm.rows.new_empty((norm.rows.shape[0], matrix.rows))
        self._launch(matrix, given, self._plan(matrix, given), out, norm=norm)
        return out

    def normed_opened(self, matrix: Int4Weight, norm: Norm) -> Spread:
        """`opened` of up to FEW rows that are normed first. Raises: KernelFaultError."""
        return self._opened(matrix, Spread(norm.rows, norm.rows), norm)

    def _opened(self, matrix: Int4Weight, given: Spread, norm: Norm | None) -> Spread:
        count, width = given.values.shape[0], matrix.rows // 2
        sums = torch.empty((width // 16, MOST_ROWS), dtype=torch.float32, device=given.values.device)
        out = Spread(given.values.new_empty((count, width)), sums)
        plan = self._plan(matrix, given, paired=True)
        self._launch(matrix, given, plan, out.values, out_sums=sums, norm=norm)
        return out

    def _plan(
        self, matrix: Int4Weight, given: Spread, *, splits: int = 1, paired: bool = False
    ) -> ProductPlan:
        count = given.values.shape[0]
        return self.plan(matrix.rows, matrix.columns, count, blocks=self.blocks, splits=splits, paired=paired)

    def _launch(
        self,
        matrix: Int4Weight,
        given: Spread,
        plan: ProductPlan,
        out: Tensor,
        *,
        out_sums: Tensor | None = None,
        norm: Norm | None = None,
        adds: bool = False,
    ) -> None:
        count = given.values.shape[0]
        pieces = given.sums.shape[0] * GROUP // matrix.columns
        parts = (matrix.nibbles, matrix.scale, matrix.zero, *given)
        job = ProductJob(
            *(part.data_ptr() for part in parts),
            0 if norm is None else norm.weight.data_ptr(),
            out.data_ptr(),
            0 if out_sums is None else out_sums.data_ptr(),
            matrix.rows,
            matrix.columns,
            count,
            pieces,
            adds,
            out.dtype == torch.float32,
            *plan[1:],
            0.0 if norm is None else norm.eps,
        )
        name = f"int4_{tiles_of(count)}" if norm is None else "normed_1"
        self._kernels[name].launch(plan.blocks, WARPS * 32, job)

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
                if isinstance(checked, Int8Table):
                    _must_agree(self.logits(checked, Spread.of(given)), wanted)
                else:
                    self._check(checked, given, wanted)
                    if rows <= FEW:
                        self._check_normed(checked, plain, given)

    def _check(self, matrix: Int4Weight, given: Tensor, wanted: Tensor) -> None:
        spread = Spread.of(given)
        _must_agree(self.product(matrix, spread), wanted)
        _must_agree(self.in_parts(matrix, spread).sums.sum(0), wanted)
        added = wanted.clone()
        self.add(matrix, spread, added)
        _must_agree(added, wanted * 2)
        if matrix.rows % (2 * GROUP):
            return
        opened = self.opened(matrix, spread)
        gate, up = wanted.float().chunk(2, -1)
        _must_agree(opened.plain(), F.silu(gate) * up)
        sums = opened.plain().view(len(given), -1, 16).float().sum(-1)
        _must_agree(opened.sums[:, : len(given)].t(), sums)

    def _check_normed(self, matrix: Int4Weight, plain: Tensor, given: Tensor) -> None:
        norm = Norm(given * 3, given[0], 1e-6)
        rows = norm.rows.float()
        scaled = rows * torch.rsqrt(rows.square().mean(-1, keepdim=True) + norm.eps)
        wanted = F.linear(scaled.to(plain.dtype) * norm.weight, plain)
        _must_agree(self.normed(matrix, norm), wanted)
        if matrix.rows % (2 * GROUP) == 0:
            gate, up = wanted.float().chunk(2, -1)
            _must_agree(self.normed_opened(matrix, norm).plain(), F.silu(gate) * up)


def _must_agree(made: Tensor, wanted: Tensor) -> None:
    """Raises: KernelUnavailableError."""
    share = float((made.float() - wanted.float()).norm() / wanted.float().norm())
    # The comparison form also refuses NaN.
    if not share <= WORST_SHARE:
        raise KernelUnavailableError(
            "The fast products of this card are not right, so they are not used.",
            f"{made.shape[0]} rows of {made.shape[1]}: {share:.2e}",
        )
