"""The host's half of the fused step: seats, launches, faults, and where the kernel finds everything."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

import pytest
import torch

from engine.cache import StaticKVCache
from engine.errors import KernelFaultError, KernelUnavailableError
from engine.kernels.fused_step import FusedStep, State, StepParameters, StepProgress
from engine.kernels.step_plan import STOP_IDS, plan_step
from engine.models.base import CacheShape
from tests.unit.test_kernels_plan import weights


class RecordingLauncher:
    """Takes launches; `answer` stands for what the kernel writes into the state."""

    def __init__(self) -> None:
        self.launches: list[tuple[int, int, StepParameters]] = []

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        self.launches.append((blocks, threads, StepParameters.from_buffer_copy(arguments)))


def installed(*, int4: bool) -> tuple[FusedStep, RecordingLauncher]:
    cache = StaticKVCache(CacheShape(2, 2, 128), 3, 64, torch.device("cpu"), torch.bfloat16)
    held = weights(int4=int4)
    step = FusedStep(SimpleNamespace(step_weights=lambda: held), cache, None)
    launcher = RecordingLauncher()
    step.install(plan_step(step.dims, (9, 0), 20, 232448), launcher)
    return step, launcher


@pytest.mark.parametrize("int4", [False, True])
def test_a_launch_names_every_buffer_and_the_number_of_steps(int4: bool) -> None:
    step, launcher = installed(int4=int4)
    step.enqueue(8)
    ((blocks, threads, parameters),) = launcher.launches
    assert (blocks, threads) == (20, step.plan.warps * 32)
    assert parameters.steps == 8
    assert parameters.splits == step.plan.splits
    assert parameters.keys == step.cache.keys.data_ptr()
    assert parameters.values == step.cache.values.data_ptr()
    absent = {name for name, kind in StepParameters._fields_ if not getattr(parameters, name)}
    assert absent == {"logits"} if int4 else {"logits", "table_scale", "head_scale"}


def test_the_strides_lead_to_a_token_of_the_cache() -> None:
    step, launcher = installed(int4=False)
    step.enqueue(1)
    parameters = launcher.launches[0][2]
    offset = parameters.layer_stride + 2 * parameters.slot_stride + parameters.head_stride + 5 * 128 + 7
    step.cache.keys[1, 2, 1, 5, 7] = 3
    flat = torch.as_strided(step.cache.keys, (step.cache.keys.numel(),), (1,))
    assert flat[offset] == 3


def test_messages_of_blocks_do_not_overlap_and_lie_on_pairs() -> None:
    step, launcher = installed(int4=False)
    step.enqueue(1)
    parameters = launcher.launches[0][2]
    names = ("hidden", "middle", "qkv", "partial", "peaks", "mixed", "product", "best")
    starts = [getattr(parameters, name) for name in names]
    dims, heads = step.dims, step.plan.splits * step.dims.heads
    words = [
        dims.hidden // 2,
        dims.hidden // 2,
        (dims.heads + 2 * dims.kv_heads) * 64,
        heads * 128,
        heads * 2,
        dims.heads * 64,
        dims.ffn // 2,
        2 * step.plan.blocks * 4,
    ]
    assert all(start % 16 == 0 for start in starts)
    for start, count, following in zip(starts, words, [*starts[1:], None], strict=True):
        assert following is None or start + count * 8 <= following


def test_a_seat_takes_the_slot_its_length_and_its_position() -> None:
    step, _ = installed(int4=False)
    step.cache.begin(1, 10, -4)
    step.cache.advance(1, 10)
    step.seat(1, 77, 1000, [5, 6])
    words = step.state.tolist()
    assert [words[State.TOKEN], words[State.POSITION], words[State.ROPE_POSITION]] == [77, 10, 6]
    assert [words[State.SLOT], words[State.DONE], words[State.COUNT]] == [1, 0, 0]
    assert words[State.LIMIT] == 54, "no more than the cache has room for"
    assert step.stops.tolist() == [5, 6] + [-1] * (STOP_IDS - 2)


def test_a_seat_keeps_the_epoch_of_messages() -> None:
    step, _ = installed(int4=False)
    step.state[State.EPOCH] = 29
    step.cache.begin(0, 10, 0)
    step.cache.advance(0, 10)
    step.seat(0, 1, 5, [])
    assert step.state[State.EPOCH] == 29


def test_a_full_slot_and_too_many_stop_ids_are_refused() -> None:
    step, _ = installed(int4=False)
    step.cache.begin(0, 64, 0)
    step.cache.advance(0, 64)
    with pytest.raises(ValueError, match="room for 0"):
        step.seat(0, 1, 5, [])
    with pytest.raises(KernelUnavailableError, match="stop tokens"):
        step.seat(1, 1, 5, list(range(STOP_IDS + 1)))


def test_a_kernel_that_gave_up_is_a_fault_once_and_the_next_seat_is_clean() -> None:
    step, _ = installed(int4=False)
    step.state[State.COUNT], step.state[State.DONE] = 3, 1
    assert step.read_state() == StepProgress(3, done=True)
    step.state[State.ERROR] = 1
    step._messages.fill_(9)
    with pytest.raises(KernelFaultError, match="gave up"):
        step.read_state()
    assert step.read_state() == StepProgress(0, done=False)
    assert not step._messages.any()


def test_logits_are_written_only_when_asked_for() -> None:
    step, launcher = installed(int4=False)
    kept = step.keep_logits()
    step.enqueue(1)
    assert kept.shape == (step.dims.vocab,)
    assert launcher.launches[0][2].logits == kept.data_ptr()


def test_a_machine_without_a_card_is_refused_before_anything_is_compiled() -> None:
    step, _ = installed(int4=False)
    with pytest.raises(KernelUnavailableError, match="NVIDIA card"):
        step.prepare()
