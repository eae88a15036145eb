"""One token of several rows by kernels of our own around the library's products. Engine thread only.

Eight or nine launches a layer where plain operations take thirty. What it launches is recorded, see
engine/graphs/track.py; the device work is in `cuda/batch_*.cu`. Its eager reference is `EagerBackend.decode`,
from which it differs by the order of sums and, in 4 and 8 bits, by not rounding weights to bf16. Nothing
waits for the device but `prepare`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, cast

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.cache import StaticKVCache
from engine.errors import KernelUnavailableError
from engine.int4 import Int4Weight
from engine.kernels.batch_jobs import AttentionJob, ChooseJob, GateJob, HeadsJob, Launcher, NormJob
from engine.kernels.batch_products import (
    BatchProducts,
    Parts,
    Spread,
    product_shared_bytes,
)
from engine.kernels.driver import Kernel, shared_limit_bytes
from engine.kernels.nvrtc import compile_cubin
from engine.kernels.step_plan import HEAD_DIM, read_dims
from engine.kernels.step_weights import FusedModel, Matrix, StepLayer, Table
from engine.models.base import CausalModel
from engine.quantized_linear import card_block_rows, unpacked_product

THREADS = 256
"""THREADS in batch_rows.cu."""

WIDEST = 4 * THREADS * 8
"""Columns of a row that a norm takes: CHUNKS in batch_rows.cu."""

PIECES = 16
"""PIECES in batch_choose.cu: blocks that look through the logits of a row."""

RING_BYTES = 8 * 4 * 2048
"""WARPS, DEPTH and STAGE_BYTES in batch_attention.cu."""

MOST_SPLITS = 16
"""Blocks that share a key head of a row."""

ITEM = 8
"""Columns of a thread of `batch_gate` and `batch_join_splits`."""


class RowState(Protocol):
    """Where rows stand, on the device: int64 [R] each, side by side in memory."""

    positions: Tensor
    rope_deltas: Tensor
    slots: Tensor
    done: Tensor


class TokenState(RowState, Protocol):
    """The same, which token each row takes, and the ring that says what it took: as in graphs/state.py."""

    tokens: Tensor
    counter: Tensor
    ring_ids: Tensor
    """[ring, R] int64"""
    ring_log_shares: Tensor
    """[ring, R] fp32"""
    stop_ids: Tensor
    """int64"""
    context_tokens: int


Rows = Tensor | Spread
Added = Tensor | Parts | None
"""What the next norm adds to the rows first: [R, hidden]."""


def batch_source(part: str) -> str:
    """The program of `batch_rows`, `batch_attention`, `batch_choose`, `batch_product` or `batch_head`."""
    folder = Path(__file__).parent / "cuda"
    before = {
        "batch_choose": ("best",),
        "batch_rows": ("batch_values",),
        "batch_attention": ("batch_values",),
    }
    names = ("primitives", *before.get(part, ()), part)
    return "\n".join((folder / f"{name}.cu").read_text(encoding="utf-8") for name in names)


class BatchedStep:
    def __init__(self, model: CausalModel, cache: StaticKVCache, cache_dir: Path | None) -> None:
        """Raises: KernelUnavailableError."""
        if not isinstance(model, FusedModel):
            raise KernelUnavailableError("The fast step does not know this family of models.")
        if cache.dtype != torch.bfloat16:
            raise KernelUnavailableError("The fast step computes in bf16 only.", str(cache.dtype))
        self._embed = model.embed_tokens
        self._cache, self._cache_dir = cache, cache_dir
        self._weights = model.step_weights()
        self._dims = read_dims(self._weights)
        if self._dims.hidden > WIDEST:
            raise KernelUnavailableError("The fast step does not know rows as wide.", str(self._dims.hidden))
        self._kernels: dict[str, Launcher] = {}
        self._products = BatchProducts({}, 1)
        self.multiprocessors = 1
        self.overlaps = True
        """Whether a kernel may start while the one before it ends, on cards that can."""

    def prepare(self) -> None:
        """Compile or fetch the programs, and see that products are right; once. Waits for the device.

        Raises: KernelUnavailableError.
        """
        device = self._cache.device
        if device.type != "cuda":
            raise KernelUnavailableError("The fast step needs an NVIDIA card.", str(device))
        major, minor = torch.cuda.get_device_capability(device)
        if major < 8:
            raise KernelUnavailableError("The fast step needs a newer NVIDIA card.", f"{major}.{minor}")
        self.multiprocessors = torch.cuda.get_device_properties(device).multi_processor_count
        options = [f"--gpu-architecture=sm_{major}{minor}", "--std=c++17", f"-DRATIO={self._dims.ratio}"]
        names = {"batch_rows": ["norm_rows", "place_heads", "gate"]}
        names["batch_attention"] = ["attend", "join_splits"]
        names["batch_choose"] = ["find_best", "go_on"]
        if self._dims.int4:
            names["batch_product"] = ["int4_1", "int4_2", "int4_4"]
            names["batch_head"] = ["int8_1", "int8_2", "int8_4"]
        limit_bytes, overlaps = shared_limit_bytes(), self.overlaps and major >= 9
        kernels: dict[str, Launcher] = {}
        for part, functions in names.items():
            cubin = compile_cubin(batch_source(part), options, self._cache_dir)
            for name in functions:
                shared_bytes = product_shared_bytes(name, self._dims.hidden)
                if name == "attend":
                    shared_bytes = RING_BYTES
                if shared_bytes <= limit_bytes:
                    kernels[name] = Kernel(
                        cubin, f"batch_{name}", shared_bytes, resident=False, overlaps=overlaps
                    )
        if self._dims.int4 and not kernels.keys() >= {"int4_4", "int8_1"}:
            raise KernelUnavailableError("The fast step needs more shared memory.", str(limit_bytes))
        self.install(kernels)

    def install(self, kernels: dict[str, Launcher]) -> None:
        """Take compiled programs by name. Raises: KernelUnavailableError when their products are wrong."""
        self._kernels = kernels
        self._products = BatchProducts(kernels, self.multiprocessors)
        if self._dims.int4:
            checked = (*self._weights.layers[0].matrices, self._weights.head)
            packed = [matrix for matrix in checked if not isinstance(matrix, Tensor)]
            self._products.check(packed, self._cache.device)

    def run(self, state: TokenState) -> Tensor:
        """One token of each row: logits [R, V] fp32. Raises: KernelFaultError."""

        def mix(index: int, layer: StepLayer, qkv: Tensor) -> Rows:
            return self._attended(index, layer, qkv, state)

        residual = self._embed(state.tokens)
        layers = self._packed_layers if self._dims.int4 else self._layers
        added = layers(residual, mix)
        normed = self._normed(residual, added, self._weights.final_norm, spread=self._dims.int4)
        return self._logits(self._weights.head, normed)

    def choose(self, state: TokenState, logits: Tensor) -> None:
        """Each row's likeliest token of logits [R, V] fp32 into the ring, and on to it; `StepState.choose`.

        Raises: KernelFaultError.
        """
        rows, vocab = logits.shape
        best = logits.new_empty(rows * PIECES * 3)
        parts = (state.tokens, state.positions, state.done, state.counter, state.ring_ids)
        addresses = (
            part.data_ptr() for part in (logits, best, *parts, state.ring_log_shares, state.stop_ids)
        )
        stops, ring = state.stop_ids.shape[0], state.ring_ids.shape[0]
        job = ChooseJob(*addresses, vocab, rows, stops, state.context_tokens, ring)
        self._kernels["find_best"].launch(rows * PIECES, THREADS, job)
        self._kernels["go_on"].launch(1, 32, job)

    def forward(
        self,
        residual: Tensor,
        state: RowState,
        mix: Callable[[int, Tensor], Tensor],
        rope: Tensor,
        deepstack: Sequence[Callable[[Tensor], None]] = (),
    ) -> Tensor:
        """Any number of rows [R, hidden], changed in place, through every layer and the last norm.

        `mix(layer, q [R, H, D])` attends: [R, H*D]. A row is turned by entry position + rope_delta of `rope`
        [entries, 2, D]; `deepstack[i]` adds to the rows in place after layer i. Weights in 4 bits are
        unpacked for the library's product, which pays from some dozens of rows on.

        Raises: KernelFaultError.
        """

        def place_and_mix(index: int, layer: StepLayer, qkv: Tensor) -> Rows:
            return mix(index, self._placed(index, layer, qkv, state, rope))

        added = self._layers(residual, place_and_mix, deepstack)
        normed = self._normed(residual, added, self._weights.final_norm, spread=False)
        return cast(Tensor, normed)

    def logits(self, rows: Tensor) -> Tensor:
        """[R, hidden], R up to MOST_ROWS -> [R, V] fp32. Raises: KernelFaultError."""
        return self._logits(self._weights.head, rows)

    def _layers(
        self,
        residual: Tensor,
        mix: Callable[[int, StepLayer, Tensor], Rows],
        deepstack: Sequence[Callable[[Tensor], None]] = (),
    ) -> Added:
        """Every layer over the rows, in place, by the library's products; what is still to be added."""
        added: Added = None
        for index, layer in enumerate(self._weights.layers):
            normed = self._normed(residual, added, layer.attention_norm, spread=False)
            mixed = mix(index, layer, _product(layer.qkv, normed))
            added = _product(layer.output, mixed)
            normed = self._normed(residual, added, layer.mlp_norm, spread=False)
            added = _product(layer.down, self._gated(_product(layer.gate_up, normed), spread=False))
            if index < len(deepstack):
                residual.add_(added)
                deepstack[index](residual)
                added = None
        return added

    def _packed_layers(self, residual: Tensor, mix: Callable[[int, StepLayer, Tensor], Rows]) -> Added:
        """The same by products in 4 bits."""
        products = self._products
        added: Added = None
        for index, layer in enumerate(self._weights.layers):
            qkv, output, gate_up, down = cast(tuple[Int4Weight, ...], layer.matrices)
            normed = self._spread(residual, added, layer.attention_norm)
            mixed = cast(Spread, mix(index, layer, products.product(qkv, normed)))
            added = products.in_parts(output, mixed)
            normed = self._spread(residual, added, layer.mlp_norm)
            opened = cast(Spread, self._gated(products.product(gate_up, normed), spread=True))
            added = products.in_parts(down, opened)
        return added

    def _spread(self, residual: Tensor, added: Added, weight: Tensor) -> Spread:
        return cast(Spread, self._normed(residual, added, weight, spread=True))

    def _normed(self, residual: Tensor, added: Added, weight: Tensor, *, spread: bool) -> Rows:
        """The norm of [R, hidden] after `added` was added to it in place."""
        rows, width = residual.shape
        out = Spread.empty(rows, width, residual) if spread else torch.empty_like(residual)
        self._kernels["norm_rows"].launch(
            rows,
            THREADS,
            NormJob(
                residual.data_ptr(),
                added.data_ptr() if isinstance(added, Tensor) else 0,
                added.sums.data_ptr() if isinstance(added, Parts) else 0,
                weight.data_ptr(),
                *_addresses(out),
                width,
                added.sums.shape[0] if isinstance(added, Parts) else 0,
                self._dims.eps,
            ),
        )
        return out

    def _placed(self, index: int, layer: StepLayer, qkv: Tensor, state: RowState, rope: Tensor) -> Tensor:
        """Queries [R, H, D], turned; keys and values are stored in their slots."""
        dims, cache = self._dims, self._cache
        query = torch.empty((qkv.shape[0], dims.heads, HEAD_DIM), dtype=qkv.dtype, device=qkv.device)
        keys, values = cache.keys[index], cache.values[index]
        self._kernels["place_heads"].launch(
            qkv.shape[0],
            THREADS,
            HeadsJob(
                qkv.data_ptr(),
                layer.query_norm.data_ptr(),
                layer.key_norm.data_ptr(),
                rope.data_ptr(),
                query.data_ptr(),
                keys.data_ptr(),
                values.data_ptr(),
                state.positions.data_ptr(),
                state.rope_deltas.data_ptr(),
                state.slots.data_ptr(),
                state.done.data_ptr(),
                keys.stride(0),
                keys.stride(1),
                dims.heads,
                dims.kv_heads,
                cache.context_tokens,
                dims.eps,
            ),
        )
        return query

    def _attended(self, index: int, layer: StepLayer, qkv: Tensor, state: RowState) -> Rows:
        """[R, (H + 2 KV)*D] -> [R, H*D], with the keys and values stored in their slots; a row that is done
        attends to the first token of its slot.
        """
        rows, dims, cache = qkv.shape[0], self._dims, self._cache
        splits = max(1, min(MOST_SPLITS, 2 * self.multiprocessors // (rows * dims.kv_heads)))
        shape = rows, dims.heads * HEAD_DIM
        out = Spread.empty(*shape, qkv) if dims.int4 else qkv.new_empty(shape)
        parts = rows * dims.heads * splits
        sums = torch.empty(parts * (HEAD_DIM + 2), dtype=torch.float32, device=qkv.device)
        keys, values = cache.keys[index], cache.values[index]
        given = qkv, layer.query_norm, layer.key_norm, self._weights.rope, keys, values
        state_parts = state.positions, state.rope_deltas, state.slots, state.done
        job = AttentionJob(
            *(part.data_ptr() for part in (*given, sums, sums[parts * HEAD_DIM :])),
            *_addresses(out),
            *(part.data_ptr() for part in state_parts),
            keys.stride(0),
            keys.stride(1),
            dims.kv_heads,
            splits,
            rows,
            cache.context_tokens,
            dims.eps,
        )
        self._kernels["attend"].launch(rows * dims.kv_heads * splits, THREADS, job)
        if splits > 1:
            blocks = (rows * dims.heads + 1) // 2
            self._kernels["join_splits"].launch(blocks, 2 * HEAD_DIM // ITEM, job)
        return out

    def _gated(self, gate_up: Tensor, *, spread: bool) -> Rows:
        """[R, 2 ffn] -> [R, ffn]: the gates' silu times what they open."""
        rows, width = gate_up.shape[0], gate_up.shape[1] // 2
        out = Spread.empty(rows, width, gate_up) if spread else gate_up.new_empty((rows, width))
        blocks = (rows * width // ITEM + THREADS - 1) // THREADS
        self._kernels["gate"].launch(
            blocks, THREADS, GateJob(gate_up.data_ptr(), *_addresses(out), width, rows)
        )
        return out

    def _logits(self, head: Table, rows: Rows) -> Tensor:
        """[R, hidden] -> [R, V] fp32, rounded to bf16 first."""
        if isinstance(head, Tensor):
            return F.linear(cast(Tensor, rows), head).float()
        given = Spread.of(rows) if isinstance(rows, Tensor) else rows
        return self._products.logits(head, given)


def _product(matrix: Matrix, rows: Rows) -> Tensor:
    """[R, K] -> [R, N] by the library."""
    plain = cast(Tensor, rows)
    if isinstance(matrix, Tensor):
        return F.linear(plain, matrix)
    return unpacked_product(plain, matrix, card_block_rows(matrix))


def _addresses(out: Rows) -> tuple[int, int]:
    """Where rows lie, and their sums: none for plain ones."""
    if isinstance(out, Tensor):
        return out.data_ptr(), 0
    return out.values.data_ptr(), out.sums.data_ptr()
