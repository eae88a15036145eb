"""One token of several rows by kernels of our own around the library's products. Engine thread only.

Eleven launches a layer where plain operations take thirty. What it launches is recorded, see
engine/graphs/track.py; the device work is in `cuda/batch_*.cu`. Its eager reference is `EagerBackend.decode`,
from which it differs by the order of sums and, in 4 and 8 bits, by not rounding weights to bf16. Nothing
waits for the device but `prepare`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, cast

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.cache import StaticKVCache
from engine.errors import KernelUnavailableError
from engine.int4 import Int8Table
from engine.kernels.batch_jobs import AttentionJob, ChooseJob, GateJob, HeadsJob, NormJob, ProductJob
from engine.kernels.driver import Kernel
from engine.kernels.nvrtc import compile_cubin
from engine.kernels.step_plan import HEAD_DIM, read_dims
from engine.kernels.step_weights import FusedModel, Matrix, StepLayer, Table
from engine.kernels.unpack import dense
from engine.models.base import CausalModel
from engine.quantized_linear import card_block_rows, unpacked_product

MOST_ROWS = 32
"""Rows of a step: what the widest product kernel takes."""

THREADS = 256
"""THREADS in batch_rows.cu."""

PIECES = 16
"""PIECES in batch_choose.cu: blocks that look through the logits of a row."""

PRODUCT_WARPS = 16
"""PRODUCT_WARPS in batch_product.cu."""

MOST_SPLITS = 16
"""Blocks that share a key head of a row."""

CHECKED_ROWS = 2048
"""Rows of a matrix that `prepare` compares."""

WORST_SHARE = 0.01
"""How far a product may lie from that of the unpacked weights, whose rounding to bf16 alone makes 0.002."""


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


class Launcher(Protocol):
    """Starts a compiled program."""

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        """Raises: KernelFaultError."""


class Spread(NamedTuple):
    """Rows as a product in 4 or 8 bits takes them; `spread` in primitives.cu says where a column lies."""

    values: Tensor
    """[R, K]"""
    sums: Tensor
    """[R, K/32] fp32"""

    @staticmethod
    def empty(rows: int, width: int, like: Tensor) -> Spread:
        """Room for them."""
        values = torch.empty((rows, width), dtype=like.dtype, device=like.device)
        return Spread(values, torch.empty((rows, width // 32), dtype=torch.float32, device=like.device))

    @staticmethod
    def of(rows: Tensor) -> Spread:
        """Of plain rows [R, K]."""
        count, width = rows.shape
        # A group is four lanes of four blocks of eight columns, of which i and i + 4 are neighbours here.
        blocks = rows.view(count, width // 128, 4, 4, 2, 4).permute(0, 1, 3, 2, 5, 4)
        return Spread(blocks.reshape(count, width), rows.view(count, -1, 32).float().sum(-1))


Rows = Tensor | Spread


def batch_source(part: str) -> str:
    """The program of `batch_rows`, `batch_attention` or `batch_product`."""
    folder = Path(__file__).parent / "cuda"
    names = ("primitives", "best", part) if part == "batch_choose" else ("primitives", part)
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
        self._kernels: dict[str, Launcher] = {}
        self.wanted_blocks = 1
        """Blocks of an attention that fill the card, twice over."""
        self.overlaps = False
        """Whether a kernel may start while the one before it ends, on cards that can: right and faster for up
        to 20 rows on an H200, but not tried in recorded prompts, which share these kernels.
        """

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
        self.wanted_blocks = 2 * torch.cuda.get_device_properties(device).multi_processor_count
        options = [f"--gpu-architecture=sm_{major}{minor}", "--std=c++17", f"-DRATIO={self._dims.ratio}"]
        names = {"batch_rows": ["norm_rows", "place_heads", "gate"]}
        names["batch_attention"] = ["attend", "join_splits"]
        names["batch_choose"] = ["find_best", "go_on"]
        if self._dims.int4:
            names["batch_product"] = [f"{kind}_{tiles}" for kind in ("int4", "int8") for tiles in (1, 2, 4)]
        kernels: dict[str, Launcher] = {}
        for part, functions in names.items():
            cubin = compile_cubin(batch_source(part), options, self._cache_dir)
            for name in functions:
                shared_bytes = product_shared_bytes(name)
                kernels[name] = Kernel(
                    cubin,
                    f"batch_{name}",
                    shared_bytes,
                    resident=False,
                    overlaps=self.overlaps and major >= 9,
                )
        self.install(kernels)

    def install(self, kernels: dict[str, Launcher]) -> None:
        """Take compiled programs by name. Raises: KernelUnavailableError when their products are wrong."""
        self._kernels = kernels
        if self._dims.int4:
            self._check_products()

    def run(self, state: TokenState) -> Tensor:
        """One token of each row: logits [R, V] fp32. Raises: KernelFaultError."""

        def mix(index: int, query: Tensor) -> Rows:
            return self._attended(index, query, state)

        residual = self._embed(state.tokens)
        added = self._layers(residual, state, mix, self._weights.rope, (), unpacks=False)
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
        *,
        unpacks: bool = False,
    ) -> Tensor:
        """Any number of rows [R, hidden], changed in place, through every layer and the last norm.

        `mix(layer, q [R, H, D])` attends: [R, H*D]. A row is turned by entry position + rope_delta of `rope`
        [entries, 2, D]; `deepstack[i]` adds to the rows in place after layer i. With `unpacks`, weights in 4
        bits are unpacked for the library's product, which pays from a dozen rows on.

        Raises: KernelFaultError.
        """
        added = self._layers(residual, state, mix, rope, deepstack, unpacks=unpacks)
        normed = self._normed(residual, added, self._weights.final_norm, spread=False)
        return cast(Tensor, normed)

    def logits(self, rows: Tensor) -> Tensor:
        """[R, hidden], R up to MOST_ROWS -> [R, V] fp32. Raises: KernelFaultError."""
        return self._logits(self._weights.head, rows)

    def _layers(
        self,
        residual: Tensor,
        state: RowState,
        mix: Callable[[int, Tensor], Rows],
        rope: Tensor,
        deepstack: Sequence[Callable[[Tensor], None]],
        *,
        unpacks: bool,
    ) -> Tensor | None:
        """Every layer over the rows, in place; what is still to be added to them."""
        weights, product = self._weights, partial(self._product, unpacks=unpacks)
        spread = self._dims.int4 and not unpacks
        added: Tensor | None = None
        for index, layer in enumerate(weights.layers):
            normed = self._normed(residual, added, layer.attention_norm, spread=spread)
            query = self._placed(index, layer, product(layer.qkv, normed), state, rope)
            attended = product(layer.output, mix(index, query))
            normed = self._normed(residual, attended, layer.mlp_norm, spread=spread)
            added = product(layer.down, self._gated(product(layer.gate_up, normed), spread=spread))
            if index < len(deepstack):
                residual.add_(added)
                deepstack[index](residual)
                added = None
        return added

    def _normed(self, residual: Tensor, added: Tensor | None, weight: Tensor, *, spread: bool) -> Rows:
        """The norm of [R, hidden] after `added` was added to it in place."""
        rows, width = residual.shape
        out = Spread.empty(rows, width, residual) if spread else torch.empty_like(residual)
        self._kernels["norm_rows"].launch(
            rows,
            THREADS,
            NormJob(
                residual.data_ptr(),
                0 if added is None else added.data_ptr(),
                weight.data_ptr(),
                *_addresses(out),
                width,
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

    def _attended(self, index: int, query: Tensor, state: RowState) -> Rows:
        """[R, H, D] -> [R, H*D]; a row that is done attends to the first token of its slot."""
        rows, heads, width = query.shape
        kv_heads, cache = self._dims.kv_heads, self._cache
        splits = max(1, min(MOST_SPLITS, self.wanted_blocks // (rows * kv_heads)))
        shape = rows, heads * width
        out = Spread.empty(*shape, query) if self._dims.int4 else query.new_empty(shape)
        sums = torch.empty(rows * heads * splits * (width + 2), dtype=torch.float32, device=query.device)
        keys, values = cache.keys[index], cache.values[index]
        job = AttentionJob(
            query.data_ptr(),
            keys.data_ptr(),
            values.data_ptr(),
            sums.data_ptr(),
            sums[rows * heads * splits * width :].data_ptr(),
            *_addresses(out),
            state.positions.data_ptr(),
            state.slots.data_ptr(),
            state.done.data_ptr(),
            keys.stride(0),
            keys.stride(1),
            kv_heads,
            splits,
        )
        self._kernels["attend"].launch(rows * kv_heads * splits, THREADS, job)
        if splits > 1:
            self._kernels["join_splits"].launch(rows * heads, HEAD_DIM, job)
        return out

    def _gated(self, gate_up: Tensor, *, spread: bool) -> Rows:
        rows, width = gate_up.shape[0], gate_up.shape[1] // 2
        out = Spread.empty(rows, width, gate_up) if spread else gate_up.new_empty((rows, width))
        blocks = (rows * width // 2 + THREADS - 1) // THREADS
        self._kernels["gate"].launch(
            blocks, THREADS, GateJob(gate_up.data_ptr(), *_addresses(out), width, rows)
        )
        return out

    def _product(self, matrix: Matrix, rows: Rows, *, unpacks: bool = False) -> Tensor:
        """[R, K] -> [R, N]."""
        if isinstance(matrix, Tensor):
            return F.linear(cast(Tensor, rows), matrix)
        if unpacks:
            return unpacked_product(cast(Tensor, rows), matrix, card_block_rows(matrix))
        given = Spread.of(rows) if isinstance(rows, Tensor) else rows
        count = given.values.shape[0]
        out = given.values.new_empty((count, matrix.rows))
        parts = (matrix.nibbles, matrix.scale, matrix.zero, *given, out)
        self._multiply(
            "int4", ProductJob(*(part.data_ptr() for part in parts), matrix.rows, matrix.columns, count)
        )
        return out

    def _logits(self, head: Table, rows: Rows) -> Tensor:
        """[R, hidden] -> [R, V] fp32, rounded to bf16 first."""
        if isinstance(head, Tensor):
            return F.linear(cast(Tensor, rows), head).float()
        given = Spread.of(rows) if isinstance(rows, Tensor) else rows
        (count, width), vocab = given.values.shape, head.values.shape[0]
        out = given.sums.new_empty((count, vocab))
        values, scale = head.values.data_ptr(), head.scale.data_ptr()
        addresses = (part.data_ptr() for part in (*given, out))
        self._multiply("int8", ProductJob(values, scale, 0, *addresses, vocab, width, count))
        return out

    def _multiply(self, kind: str, job: ProductJob) -> None:
        name = f"{kind}_{1 if job.tokens <= 8 else 2 if job.tokens <= 16 else 4}"
        block = product_rows(name)
        self._kernels[name].launch((job.rows + block - 1) // block, PRODUCT_WARPS * 32, job)

    def _check_products(self) -> None:
        layer, head = self._weights.layers[0], self._weights.head
        generator = torch.Generator(self._cache.device).manual_seed(3)
        for matrix in (*layer.matrices, head):
            if isinstance(matrix, Tensor):
                continue
            checked = matrix.row_block(0, CHECKED_ROWS)
            plain = dense(checked, torch.bfloat16)
            for rows in (3, 11, MOST_ROWS):
                given = torch.randn(
                    rows, plain.shape[1], device=plain.device, dtype=plain.dtype, generator=generator
                )
                wanted = F.linear(given, plain).float()
                if isinstance(checked, Int8Table):
                    made = self._logits(checked, given)
                else:
                    made = self._product(checked, given).float()
                share = float((made - wanted).norm() / wanted.norm())
                if not share <= WORST_SHARE:
                    raise KernelUnavailableError(
                        "The fast products of this card are not right, so they are not used.",
                        f"{rows} rows of {tuple(plain.shape)}: {share:.2e}",
                    )


def _addresses(out: Rows) -> tuple[int, int]:
    """Where rows lie, and their sums: none for plain ones."""
    if isinstance(out, Tensor):
        return out.data_ptr(), 0
    return out.values.data_ptr(), out.sums.data_ptr()


def product_rows(name: str) -> int:
    """Rows of the matrix that a block of a product kernel takes; at the end of batch_product.cu."""
    return 32 if name in ("int4_1", "int4_2") else 16


def product_shared_bytes(name: str) -> int:
    """What a product kernel keeps the sums of its warps in; none for other kernels."""
    kind, _, tiles = name.rpartition("_")
    if kind not in ("int4", "int8"):
        return 0
    return PRODUCT_WARPS * product_rows(name) * (int(tiles) * 8 + 1) * 4
