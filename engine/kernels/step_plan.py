"""Which models and cards the fused step serves, and the numbers it is compiled with. No CUDA; any thread."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import KernelUnavailableError
from engine.int4 import Int4Weight, Int8Table
from engine.kernels.step_weights import StepWeights

HEAD_DIM = 128
TILE_ROWS = 16
GROUP = 128
PART_UNITS = 96
"""Warps times tiles whose partial sums a block keeps at a time; PART_TILES in stream.cu."""

WARP_CHOICES = (16, 8)
"""Warps a block, the first that leaves each a ring of MIN_SLOTS: smaller cards have less shared memory."""

MIN_SLOTS = 3
MAX_RING_BYTES = 132 << 10
MAX_SLOTS = 6
"""Longer rings were 1 to 2 % slower on an H200: seven stages in 4 bits, five in bf16."""
MAX_SPLITS = 16
"""Blocks that share a key head: half a warp merges them, a lane each."""

LAYER_WORDS = 12
"""Pointers in LayerWeights, stream.cu."""

SEED_BYTES = 64
"""Seed in stream.cu: where a warp begins in a phase."""

PHASES = ("qkv", "keys", "output", "gate_up", "down", "head")
"""Phase in stream.cu, in order."""

RING_TOKENS = 1024
STOP_IDS = 8


@dataclass(frozen=True, slots=True)
class StepDims:
    """A decoder's numbers as the kernel needs them."""

    hidden: int
    layers: int
    heads: int
    kv_heads: int
    ffn: int
    vocab: int
    int4: bool
    eps: float

    @property
    def ratio(self) -> int:
        """Query heads a key head."""
        return self.heads // self.kv_heads


@dataclass(frozen=True, slots=True)
class StepPlan:
    """How a card runs the kernel."""

    dims: StepDims
    blocks: int
    warps: int
    slots: int
    splits: int

    @property
    def tiles_each(self) -> tuple[int, ...]:
        """Tiles of a block in each phase: as many as it takes."""
        dims = self.dims
        tiles = {
            "qkv": (dims.heads + 2 * dims.kv_heads) * (HEAD_DIM // TILE_ROWS),
            "output": dims.hidden // TILE_ROWS,
            "gate_up": 2 * dims.ffn // TILE_ROWS,
            "down": dims.hidden // TILE_ROWS,
            "head": dims.vocab // TILE_ROWS,
        }
        return tuple(-(-tiles.get(phase, 0) // self.blocks) for phase in PHASES)

    @property
    def slot_bytes(self) -> int:
        """A stage of the ring."""
        return 1088 if self.dims.int4 else 2048

    @property
    def shared_bytes(self) -> int:
        """Dynamic shared memory of a block."""
        return self.warps * self.slots * self.slot_bytes + fixed_shared_bytes(self.dims, self.warps)

    def macros(self) -> dict[str, str]:
        """What the sources take as names."""
        dims = self.dims
        return {
            "HIDDEN": str(dims.hidden),
            "LAYERS": str(dims.layers),
            "Q_HEADS": str(dims.heads),
            "KV_HEADS": str(dims.kv_heads),
            "FFN": str(dims.ffn),
            "VOCAB": str(dims.vocab),
            "INT4": str(int(dims.int4)),
            "EPS": repr(dims.eps),
            "WARPS": str(self.warps),
            "SLOTS": str(self.slots),
            "SHARED_BYTES": str(fixed_shared_bytes(dims, self.warps)),
            "RING_TOKENS": str(RING_TOKENS),
            "STOPS": str(STOP_IDS),
        }


def fixed_shared_bytes(dims: StepDims, warps: int) -> int:
    """Size of Shared in rows.cu, which asserts it."""
    vector = max(dims.ffn, dims.heads * HEAD_DIM, dims.hidden)
    size = 2 * vector + 2 * dims.hidden + 2 * PART_UNITS * TILE_ROWS * 4
    size += 4 * HEAD_DIM * dims.ratio * (warps + 1) + 8 * HEAD_DIM + 4 * HEAD_DIM
    size += 8 * warps * dims.ratio + 8 * (vector // GROUP)
    size = (size + 15) // 16 * 16 + 8 * warps + 12 * warps
    size = (size + 15) // 16 * 16 + warps * len(PHASES) * SEED_BYTES + dims.layers * LAYER_WORDS * 8 + 16
    return (size + 15) // 16 * 16


def read_dims(weights: StepWeights) -> StepDims:
    """Check what the kernel takes for granted. Raises: KernelUnavailableError."""
    first = weights.layers[0]
    int4 = isinstance(first.qkv, Int4Weight)
    table = weights.head.values if isinstance(weights.head, Int8Table) else weights.head
    vocab, hidden = table.shape
    qkv_rows = first.qkv.rows if isinstance(first.qkv, Int4Weight) else first.qkv.shape[0]
    ffn = first.down.columns if isinstance(first.down, Int4Weight) else first.down.shape[1]
    dims = StepDims(
        hidden,
        len(weights.layers),
        weights.heads,
        (qkv_rows // HEAD_DIM - weights.heads) // 2,
        ffn,
        vocab,
        int4,
        weights.eps,
    )
    _check_forms(weights, int4)
    _check_sizes(dims, weights.layers[0].query_norm.shape[0])
    return dims


def _check_forms(weights: StepWeights, int4: bool) -> None:
    for layer in weights.layers:
        for matrix in layer.matrices:
            if isinstance(matrix, Int4Weight) != int4:
                raise _refusal("some linears are in 4 bits and others are not")
            if isinstance(matrix, Int4Weight) and matrix.group != GROUP:
                raise _refusal(f"groups of {matrix.group} where {GROUP} are wanted")
    for table in (weights.embedding, weights.head):
        if isinstance(table, Int8Table) != int4:
            raise _refusal("embedding and head must be in 8 bits where linears are in 4")


def _check_sizes(dims: StepDims, head_dim: int) -> None:
    if head_dim != HEAD_DIM:
        raise _refusal(f"head_dim {head_dim} where {HEAD_DIM} is wanted")
    if dims.kv_heads < 1 or dims.heads % dims.kv_heads or dims.ratio not in (1, 2, 4):
        raise _refusal(f"{dims.heads} query heads over {dims.kv_heads} key heads")
    for name, size in (("hidden_size", dims.hidden), ("intermediate_size", dims.ffn)):
        if size % GROUP or size // GROUP > PART_UNITS:
            raise _refusal(f"{name} {size} is no multiple of {GROUP} up to {GROUP * PART_UNITS}")
    if dims.vocab % TILE_ROWS:
        raise _refusal(f"vocab_size {dims.vocab} is no multiple of {TILE_ROWS}")
    if dims.heads > PART_UNITS:
        raise _refusal(f"{dims.heads} query heads")


def plan_step(
    dims: StepDims, capability: tuple[int, int], multiprocessors: int, shared_limit: int
) -> StepPlan:
    """Blocks, warps and rings for a card. Raises: KernelUnavailableError."""
    if capability < (8, 0):
        raise _refusal(f"compute capability {capability[0]}.{capability[1]} where 8.0 is the least")
    if multiprocessors < dims.kv_heads:
        raise _refusal(f"{multiprocessors} multiprocessors for {dims.kv_heads} key heads")
    splits = MAX_SPLITS
    while splits * dims.kv_heads > multiprocessors:
        splits //= 2
    for warps in WARP_CHOICES:
        one_slot = StepPlan(dims, multiprocessors, warps, 1, splits)
        room = min(MAX_RING_BYTES, shared_limit - fixed_shared_bytes(dims, warps))
        slots = min(MAX_SLOTS, room // (warps * one_slot.slot_bytes))
        if slots >= MIN_SLOTS:
            return StepPlan(dims, multiprocessors, warps, slots, splits)
    raise _refusal(f"{shared_limit} bytes of shared memory")


def _refusal(detail: str) -> KernelUnavailableError:
    return KernelUnavailableError(
        "The fast step does not serve this model on this card; reading goes on with the ordinary kernels.",
        detail,
    )
