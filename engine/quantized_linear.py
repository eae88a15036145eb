"""Products with weights that stay in 4 and 8 bits: the seam at which faster kernels come in.

Engine thread only. `prepare_linear` and `prepare_head` choose how a product is carried out on a device;
nothing else decides that. A kernel of our own becomes one more class here and one more line in the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.int4 import Int4Weight, Int8Table, unpack_nibbles
from engine.kernels.unpack import dense

BLOCK_VALUES = 1 << 22
"""How many weights are unpacked at once on a CPU: 16 MB in fp32, below the size from which the C library maps
and faults in each allocation anew.
"""

CARD_BLOCK_VALUES = 1 << 23
"""The same on an accelerator: 16 MB in bf16, of which a card of 6 GB has three to spare; larger blocks gain
nothing, as these keep it busy.
"""

TILE_ROWS = 256
"""Whole tiles of every library's products."""

CPU_KERNEL_ROWS = 16
"""torch's int4 product on a CPU wants a multiple of this many output rows (2.13, _meta_registrations.py)."""

RESCORED_TOKENS = 32
"""How many of the likeliest tokens are computed again in full precision after a bf16 product.

bf16 has steps of 1/8 at a logit of 16: enough to change the order of the first two, not that of the 32nd.
"""


_ATEN = torch.ops.aten


class QuantizedLinear(Protocol):
    """[T, K] -> [T, N], dtype kept."""

    def __call__(self, rows: Tensor) -> Tensor: ...


class QuantizedHead(Protocol):
    """[T, H] -> [T, V] fp32."""

    def __call__(self, hidden: Tensor) -> Tensor: ...


class Int4Linear(nn.Module):
    """Stands where an nn.Linear stood, until the steps are prepared; its bias keeps its name."""

    def __init__(self, linear: nn.Linear, weight: Int4Weight) -> None:
        super().__init__()
        self._held: list[Int4Weight] = [weight]
        self.bias: nn.Parameter | None = linear.bias

    @property
    def size_bytes(self) -> int:
        """Of the weight, while it is held."""
        return sum(weight.size_bytes for weight in self._held)

    def give_up(self) -> Int4Weight:
        """The weight, once: whoever prepares the steps decides how it is kept."""
        return self._held.pop()


class Int8Rows(nn.Module):
    """Stands where an nn.Embedding or the head's nn.Linear stood."""

    def __init__(self, table: Int8Table) -> None:
        super().__init__()
        self.table = table


def join_linears(linears: Sequence[nn.Module]) -> QuantizedLinear:
    """One product for linears that share an input; they give their weights up, so that none stays twice."""
    taken = [cast(Int4Linear, linear) for linear in linears]
    biases: list[Tensor] = [linear.bias for linear in taken if linear.bias is not None]
    stacked = Int4Weight.stacked([linear.give_up() for linear in taken])
    return prepare_linear(stacked, torch.cat(biases) if biases else None)


def prepare_linear(weight: Int4Weight, bias: Tensor | None) -> QuantizedLinear:
    """The best product there is for this weight on its device."""
    if weight.nibbles.device.type == "cpu" and has_cpu_kernel() and weight.rows % CPU_KERNEL_ROWS == 0:
        return CpuInt4Product(weight, bias)
    return UnpackingProduct(weight, bias)


def prepare_head(table: Int8Table) -> QuantizedHead:
    """The best head there is for this table on its device."""
    if table.values.device.type == "cpu" and has_cpu_kernel():
        return CpuInt8Head(table)
    return UnpackingHead(table)


def has_cpu_kernel() -> bool:
    """Whether torch's packed products are vectorised here; elsewhere they are 40 times slower."""
    return torch.backends.cpu.get_cpu_capability().startswith("AVX")


class UnpackingProduct:
    """Unpacks a block of rows, multiplies, forgets it: right on every device, fast on none."""

    def __init__(self, weight: Int4Weight, bias: Tensor | None) -> None:
        self.weight, self.bias = weight.in_pairs(), bias
        on_cpu = weight.nibbles.device.type == "cpu"
        self.block_rows = max(1, BLOCK_VALUES // weight.columns) if on_cpu else card_block_rows(weight)

    def __call__(self, rows: Tensor) -> Tensor:
        """[T, K] -> [T, N]."""
        result = unpacked_product(rows, self.weight, self.block_rows)
        return result if self.bias is None else result.add_(self.bias)


def card_block_rows(weight: Int4Weight) -> int:
    """Rows to unpack at once on an accelerator: equal blocks that begin where a product's tiles do.

    With blocks of 1,365 rows a prompt of 546 tokens took 13.5 ms on an H200, where whole weights took 8.6.
    """
    blocks = -(-weight.values_count // CARD_BLOCK_VALUES)
    return -(-weight.rows // (blocks * TILE_ROWS)) * TILE_ROWS


def unpacked_product(rows: Tensor, weight: Int4Weight, block_rows: int) -> Tensor:
    """[T, K] -> [T, N], never more than `block_rows` rows of the weight unpacked at once."""
    if block_rows >= weight.rows:
        return F.linear(rows, dense(weight, rows.dtype))
    result = torch.empty((rows.shape[0], weight.rows), dtype=rows.dtype, device=rows.device)
    for start in range(0, weight.rows, block_rows):
        block = dense(weight.row_block(start, start + block_rows), rows.dtype)
        torch.mm(rows, block.t(), out=result[:, start : start + block.shape[0]])
        del block  # before the next is made: two of them are half of what a prompt takes
    return result


class CpuInt4Product:
    """torch's own int4 product on x86: reads half a byte a weight. Activations are rounded to bf16, since its
    other types run 25 to 100 times slower.
    """

    def __init__(self, weight: Int4Weight, bias: Tensor | None) -> None:
        self.bias, self.group = bias, weight.group
        values = unpack_nibbles(weight.nibbles).int()
        self.packed = _ATEN._convert_weight_to_int4pack_for_cpu(values, 1)  # noqa: SLF001 - torch's own name
        self.scale_and_zero = torch.stack((weight.scale, weight.zero), -1).transpose(0, 1).contiguous()

    def __call__(self, rows: Tensor) -> Tensor:
        """[T, K] -> [T, N]."""
        product = _ATEN._weight_int4pack_mm_for_cpu(  # noqa: SLF001 - torch's own name
            rows.bfloat16(), self.packed, self.group, self.scale_and_zero
        )
        result: Tensor = product.to(rows.dtype)
        return result if self.bias is None else result.add_(self.bias)


class UnpackingHead:
    """Logits by blocks of the table."""

    def __init__(self, table: Int8Table) -> None:
        self.table = table
        on_cpu = table.values.device.type == "cpu"
        self.block_rows = max(1, (BLOCK_VALUES if on_cpu else CARD_BLOCK_VALUES) // table.values.shape[1])

    def __call__(self, hidden: Tensor) -> Tensor:
        """[T, H] -> [T, V] fp32."""
        blocks = [
            F.linear(hidden, dense(self.table.row_block(start, start + self.block_rows), hidden.dtype))
            for start in range(0, self.table.values.shape[0], self.block_rows)
        ]
        return torch.cat(blocks, -1).float()


class CpuInt8Head:
    """torch's own int8 product in bf16, and the likeliest tokens once more in fp32."""

    def __init__(self, table: Int8Table) -> None:
        self.table = table
        self.scale = table.scale.bfloat16()
        self.rescored = min(RESCORED_TOKENS, table.values.shape[0])

    def __call__(self, hidden: Tensor) -> Tensor:
        """[T, H] -> [T, V] fp32."""
        rough = _ATEN._weight_int8pack_mm(  # noqa: SLF001 - torch's own name
            hidden.bfloat16(), self.table.values, self.scale
        )
        logits: Tensor = rough.float()
        ids = logits.topk(self.rescored, sorted=False).indices
        rows = self.table.rows_at(ids.flatten(), torch.float32).view(*ids.shape, -1)
        return logits.scatter_(1, ids, torch.einsum("tkh,th->tk", rows, hidden.float()))
