"""One greedy token of one slot in one kernel launch, several tokens when asked. Engine thread only.

The device work is in `cuda/*.cu`; its eager reference is `EagerBackend.decode`, from which it differs by the
order of sums and, in 4 and 8 bits, by not rounding weights to bf16. Nothing waits for the device but
`read_state`.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Protocol, cast

import torch
from torch import Tensor

from engine.cache import StaticKVCache
from engine.errors import KernelFaultError, KernelUnavailableError
from engine.int4 import Int4Weight, Int8Table
from engine.kernels.driver import Kernel, shared_limit_bytes
from engine.kernels.nvrtc import compile_ahead, compile_cubin
from engine.kernels.step_plan import (
    HEAD_DIM,
    PHASES,
    RING_TOKENS,
    STOP_IDS,
    StepDims,
    StepPlan,
    plan_step,
    read_dims,
)
from engine.kernels.step_weights import FusedModel, Matrix, StepWeights

SOURCES = ("primitives", "stream", "rows", "attention", "best", "fused_step")
"""Parts of the program, in the order in which they need each other."""

STATE_WORDS = 16

log = logging.getLogger(__name__)


class State(IntEnum):
    """Words of `FusedStep.state`; the enum of the same name in fused_step.cu."""

    TOKEN = 0
    POSITION = 1
    ROPE_POSITION = 2
    SLOT = 3
    DONE = 4
    COUNT = 5
    LIMIT = 6
    EPOCH = 7
    ERROR = 8


@dataclass(frozen=True, slots=True)
class StepProgress:
    """Where a seat stands."""

    count: int
    """Tokens written since `seat`."""
    done: bool


class Launcher(Protocol):
    """Starts the compiled program."""

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        """Raises: KernelFaultError."""


# fmt: off
_POINTERS = [
    "layers", "table", "table_scale", "head", "head_scale", "final_norm", "rope", "keys", "values",
    "state", "stops", "ring", "top", "logits", "hidden", "middle", "qkv", "partial", "peaks", "mixed",
    "product", "best",
]
# fmt: on


class StepParameters(ctypes.Structure):
    """Params in stream.cu."""

    _fields_ = (
        *((name, ctypes.c_uint64) for name in _POINTERS),
        *((name, ctypes.c_int64) for name in ("layer_stride", "slot_stride", "head_stride")),
        *((name, ctypes.c_int32) for name in ("context", "positions", "steps", "splits", "split_bits")),
        ("tiles_each", ctypes.c_int32 * len(PHASES)),
    )


def program_source() -> str:
    """The whole program."""
    folder = Path(__file__).parent / "cuda"
    return "\n".join((folder / f"{name}.cu").read_text(encoding="utf-8") for name in SOURCES)


def _program_for(dims: StepDims, device: torch.device) -> tuple[StepPlan, list[str]]:
    """How a card runs the step, and what its program is compiled with. Raises: KernelUnavailableError."""
    facts = torch.cuda.get_device_properties(device)
    capability = (facts.major, facts.minor)
    plan = plan_step(dims, capability, facts.multi_processor_count, shared_limit_bytes())
    options = [f"--gpu-architecture=sm_{facts.major}{facts.minor}", "--std=c++17"]
    return plan, options + [f"-D{name}={value}" for name, value in plan.macros().items()]


def compile_step_ahead(dims: StepDims | None, device: torch.device, cache_dir: Path | None) -> None:
    """Begin to compile the step for a model whose weights are still to be read; None where it has none."""
    if dims is None or device.type != "cuda":
        return
    try:
        _, options = _program_for(dims, device)
    except KernelUnavailableError:
        # The ladder comes to the same refusal, and says it.
        return
    compile_ahead(program_source(), options, cache_dir)


class FusedStep:
    def __init__(self, model: object, cache: StaticKVCache, cache_dir: Path | None) -> None:
        """Raises: KernelUnavailableError."""
        if not isinstance(model, FusedModel):
            raise KernelUnavailableError("The fast step does not know this family of models.")
        if cache.dtype != torch.bfloat16:
            raise KernelUnavailableError("The fast step computes in bf16 only.", str(cache.dtype))
        self.cache, self.cache_dir = cache, cache_dir
        self.weights: StepWeights = model.step_weights()
        self.dims = read_dims(self.weights)
        self.told = torch.zeros(3 * RING_TOKENS + STATE_WORDS, dtype=torch.int32, device=cache.device)
        """All that the host reads, in one piece: `parts_of` says what lies where."""
        self.tokens, self.top, self.state = parts_of(self.told)
        self.stops = torch.full((STOP_IDS,), -1, dtype=torch.int32, device=cache.device)
        self.logits: Tensor | None = None
        self._kernel: Launcher | None = None

    def prepare(self) -> None:
        """Compile or fetch the program, pack and allocate; once. Raises: KernelUnavailableError."""
        device = self.cache.device
        if device.type != "cuda":
            raise KernelUnavailableError("The fast step needs an NVIDIA card.", str(device))
        self.install(*self._compiled())

    def _compiled(self) -> tuple[StepPlan, Kernel]:
        plan, options = _program_for(self.dims, self.cache.device)
        cubin = compile_cubin(program_source(), options, self.cache_dir)
        kernel = Kernel(cubin, "fused_step", plan.shared_bytes)
        log.info("The fast step keeps %d bytes a thread in memory", kernel.spilled_bytes)
        return plan, kernel

    def install(self, plan: StepPlan, kernel: Launcher) -> None:
        """Take a compiled program: buffers, tables and parameters."""
        self.plan = plan
        self._allocate()
        self._fill_parameters()
        self._kernel = kernel

    def _message_words(self) -> dict[str, int]:
        """What blocks tell each other, in words of eight bytes."""
        dims = self.dims
        heads = self.plan.splits * dims.heads
        return {
            "hidden": dims.hidden // 2,
            "middle": dims.hidden // 2,
            "qkv": (dims.heads + 2 * dims.kv_heads) * HEAD_DIM // 2,
            "partial": heads * HEAD_DIM,
            "peaks": heads * 2,
            "mixed": dims.heads * HEAD_DIM // 2,
            "product": dims.ffn // 2,
            "best": 2 * self.plan.blocks * 4,
        }

    def _allocate(self) -> None:
        device = self.cache.device
        words = self._message_words()
        self._messages = torch.zeros(sum(words.values()), dtype=torch.int64, device=device)
        self._parameters = StepParameters()
        for name, piece in zip(words, torch.split(self._messages, list(words.values())), strict=True):
            setattr(self._parameters, name, piece.data_ptr())
        table = [
            [_address(matrix) for matrix in layer.matrices]
            + [_pairs_address(matrix) for matrix in layer.matrices]
            + [
                norm.data_ptr()
                for norm in (layer.attention_norm, layer.mlp_norm, layer.query_norm, layer.key_norm)
            ]
            for layer in self.weights.layers
        ]
        self._table = torch.tensor(table, dtype=torch.int64).to(device)

    def _fill_parameters(self) -> None:
        weights, cache = self.weights, self.cache
        addresses = {"layers": self._table.data_ptr()}
        for name, held in (("table", weights.embedding), ("head", weights.head)):
            if isinstance(held, Int8Table):
                addresses[name] = _rows_address(held.values)
                addresses[f"{name}_scale"] = held.scale.data_ptr()
            else:
                addresses[name] = _rows_address(held)
        addresses["final_norm"] = weights.final_norm.data_ptr()
        addresses["rope"] = weights.rope.data_ptr()
        addresses["keys"], addresses["values"] = cache.keys.data_ptr(), cache.values.data_ptr()
        addresses["state"], addresses["stops"] = self.state.data_ptr(), self.stops.data_ptr()
        addresses["ring"], addresses["top"] = self.tokens.data_ptr(), self.top.data_ptr()
        addresses["logits"] = 0 if self.logits is None else self.logits.data_ptr()
        numbers = dict(
            addresses,
            layer_stride=cache.keys.stride(0),
            slot_stride=cache.keys.stride(1),
            head_stride=cache.keys.stride(2),
            # Not context_tokens: the cache keeps one token more a head, where nobody looks.
            context=cache.keys.stride(2) // HEAD_DIM,
            positions=weights.rope.shape[0],
            splits=self.plan.splits,
            split_bits=self.plan.splits.bit_length() - 1,
        )
        for name, number in numbers.items():
            setattr(self._parameters, name, number)
        self._parameters.tiles_each[:] = self.plan.tiles_each

    def keep_logits(self) -> Tensor:
        """Have each launch write the logits of its last step: [V] fp32 on the device. Before any capture."""
        self.logits = torch.zeros(self.dims.vocab, device=self.cache.device)
        self._parameters.logits = self.logits.data_ptr()
        return self.logits

    def seat(self, slot: int, token_id: int, limit: int, stop_ids: Sequence[int]) -> None:
        """Make `slot` the one that steps work on: its next token in, at most `limit` out.

        Raises: KernelUnavailableError when there are more stop ids than the kernel compares.
        """
        if len(stop_ids) > STOP_IDS:
            raise KernelUnavailableError(
                "This model has more stop tokens than the fast step knows.", f"{len(stop_ids)}"
            )
        length = self.cache.length(slot)
        room = self.cache.context_tokens - length
        words = [token_id, length, length + self.cache.rope_delta(slot), slot, 0, 0, min(limit, room)]
        if words[State.LIMIT] < 1:
            raise ValueError(f"slot {slot} has room for {room} tokens, limit {limit}")
        self.state[: len(words)] = torch.tensor(words, dtype=torch.int32).to(
            self.state.device, non_blocking=True
        )
        stops = list(stop_ids) + [-1] * (STOP_IDS - len(stop_ids))
        self.stops.copy_(torch.tensor(stops, dtype=torch.int32), non_blocking=True)

    def enqueue(self, steps: int) -> None:
        """Launch `steps` tokens; a seat that is done lets them pass. Raises: KernelFaultError."""
        parameters = StepParameters.from_buffer_copy(self._parameters)
        parameters.steps = steps
        cast(Launcher, self._kernel).launch(self.plan.blocks, self.plan.warps * 32, parameters)

    def read_state(self) -> StepProgress:
        """Wait for the device. Raises: KernelFaultError when the kernel gave up; the next seat is clean."""
        words = self.state.tolist()
        if words[State.ERROR]:
            self.reset()
            raise KernelFaultError("The fast step gave up.", f"state {words}")
        return StepProgress(words[State.COUNT], bool(words[State.DONE]))

    def reset(self) -> None:
        """Forget every message and error."""
        self._messages.zero_()
        self.state.zero_()


def parts_of(told: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Tokens [RING_TOKENS], top [RING_TOKENS, 2] fp32 and state [STATE_WORDS], as views."""
    tokens, top, state = torch.split(told, [RING_TOKENS, 2 * RING_TOKENS, STATE_WORDS])
    return tokens, top.view(torch.float32).view(RING_TOKENS, 2), state


def _address(matrix: Matrix) -> int:
    return _rows_address(matrix.nibbles if isinstance(matrix, Int4Weight) else matrix)


def _rows_address(values: Tensor) -> int:
    """Where a matrix begins that the kernel reads 16 bytes at a time. Raises: KernelUnavailableError."""
    if not values.is_contiguous() or values.data_ptr() % 16:
        raise KernelUnavailableError(
            "This model's weights do not lie as the fast step reads them.",
            f"strides {values.stride()}, address modulo 16 {values.data_ptr() % 16}",
        )
    return values.data_ptr()


def _pairs_address(matrix: Matrix) -> int:
    """Where scales and zeros begin; 0 where there are none. Raises: KernelUnavailableError."""
    if not isinstance(matrix, Int4Weight):
        return 0
    pairs = matrix.pairs
    if pairs is None:
        raise KernelUnavailableError("This model's scales do not lie as the fast step reads them.")
    return _rows_address(pairs)
