"""Steps of several rows by kernels of our own: what they are told, with torch in the place of the device."""

from __future__ import annotations

import ctypes
from itertools import product
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

import engine.quantized_linear
from engine.bench.dimensions import DIMENSIONS
from engine.bench.rig import Rig, noise_picture, prompt_around, random_rig, token_run
from engine.cache import StaticKVCache
from engine.errors import KernelUnavailableError
from engine.graphs.prompts import PromptGraphs
from engine.graphs.state import Seat, StepState
from engine.int4 import Int4Weight, Int8Table
from engine.kernels import batch_products, batched_step, nvrtc
from engine.kernels.batch_jobs import (
    AttentionJob,
    ChooseJob,
    GateJob,
    HeadsJob,
    NormJob,
    ProductJob,
    TableJob,
)
from engine.kernels.batch_products import MOST_ROWS, Spread, plan_product, product_shared_bytes
from engine.kernels.batched_step import BatchedStep, batch_source
from engine.models.base import CacheShape, Rope
from engine.models.qwen3_vl.decoder import RowNorm
from engine.models.qwen3_vl.rope import rotate
from tests.helpers.call_recorder import CallRecorder
from tests.unit.test_kernels_compile import has_compiler

BF16, WIDTH, VOCAB = torch.bfloat16, 256, 512


def at(address: int, dtype: torch.dtype, *shape: int) -> Tensor:
    """The memory that a kernel is given, as a tensor."""
    size = torch.Size(shape).numel() * dtype.itemsize
    return torch.frombuffer((ctypes.c_uint8 * size).from_address(address), dtype=dtype).view(shape)


def in_order(values: Tensor) -> Tensor:
    """Plain columns of spread ones."""
    return values.view(len(values), -1, 4, 4, 4, 2).permute(0, 1, 3, 2, 5, 4).reshape(values.shape)


def unspread(address: int, sums: int, rows: int, width: int) -> Tensor:
    """Plain rows, of whose sums nothing is missing."""
    plain = in_order(at(address, BF16, rows, width))
    wanted = plain.view(rows, -1, 128).float().sum(-1)
    torch.testing.assert_close(at(sums, torch.float32, width // 128, MOST_ROWS)[:, :rows].t(), wanted)
    return plain


def put(address: int, sums: int, rows: Tensor) -> None:
    """Rows as a kernel leaves them."""
    given = Spread.of(rows)
    at(address, BF16, *rows.shape).copy_(given.values if sums else rows)
    if sums:
        at(sums, torch.float32, *given.sums.shape)[:, : len(rows)] = given.sums[:, : len(rows)]


def placed(rows: int, job: HeadsJob | AttentionJob, heads: int, kv_heads: int) -> Tensor:
    """Queries [R, H, 128]; keys and values go into their slots."""
    states = (job.positions, job.deltas, job.slots, job.done)
    positions, deltas, slots, done = (at(address, torch.int64, rows) for address in states)
    qkv = at(job.qkv, BF16, rows, heads + 2 * kv_heads, 128)
    turned = torch.where(done == 0, positions + deltas, 0)
    rope = torch.stack([at(job.rope + 512 * int(turn), BF16, 2, 128) for turn in turned])
    rotation = Rope(rope[:, :1], rope[:, 1:])
    query, key, value = qkv.split((heads, kv_heads, kv_heads), 1)
    query = rotate(RowNorm(at(job.query_norm, BF16, 128), job.eps)(query.contiguous()), rotation)
    key = rotate(RowNorm(at(job.key_norm, BF16, 128), job.eps)(key.contiguous()), rotation)
    for row in range(rows):
        token = job.spare if done[row] else int(positions[row])
        for head in range(kv_heads):
            spot = int(slots[row]) * job.slot_stride + head * job.head_stride + token * 128
            at(job.keys + 2 * spot, BF16, 128).copy_(key[row, head])
            at(job.values + 2 * spot, BF16, 128).copy_(value[row, head])
    return query


class TorchKernel:
    """Does what the kernel of this name does."""

    def __init__(self, name: str, *, wrong: bool = False) -> None:
        self.name, self.wrong, self.launches, self.blocks = name, wrong, 0, 0

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        self.launches += 1
        if isinstance(arguments, NormJob):
            self.norm(blocks, arguments)
        elif isinstance(arguments, HeadsJob):
            self.place(blocks, arguments)
        elif isinstance(arguments, AttentionJob):
            self.attend(blocks, arguments)
        elif isinstance(arguments, ChooseJob):
            self.choose(blocks, arguments)
        elif isinstance(arguments, GateJob):
            assert blocks * threads * 8 >= arguments.rows * arguments.width
            gate, up = at(arguments.gate_up, BF16, arguments.rows, 2, arguments.width).unbind(1)
            put(arguments.out, arguments.sums, F.silu(gate) * up)
        elif isinstance(arguments, TableJob):
            self.head(arguments)
        else:
            assert isinstance(arguments, ProductJob)
            assert threads == 32 * batch_products.WARPS
            teams = batch_products.WARPS // arguments.sharers
            assert blocks // arguments.splits * arguments.steps * teams * 16 >= arguments.rows
            self.product(arguments)

    def norm(self, rows: int, job: NormJob) -> None:
        residual = at(job.residual, BF16, rows, job.width)
        if job.added:
            residual += at(job.added, BF16, rows, job.width)
        if job.parts:
            residual += at(job.parts, torch.float32, job.part_count, rows, job.width).sum(0).to(BF16)
        norm = RowNorm(at(job.weight, BF16, job.width), job.eps)
        put(job.out, job.sums, norm(residual))

    def place(self, rows: int, job: HeadsJob) -> None:
        query = placed(rows, job, job.heads, job.kv_heads)
        at(job.query, BF16, rows, job.heads, 128).copy_(query)

    def attend(self, blocks: int, job: AttentionJob) -> None:
        """The whole attention, once its first kernel is launched."""
        rows, heads = job.rows, 2 * job.kv_heads
        if self.name != "attend":
            assert blocks * 2 >= rows * heads
            assert at(job.partial, torch.float32, 1)[0] == 1.0, "splits are joined before they are there"
            return
        self.blocks = blocks
        assert blocks == rows * job.kv_heads * job.splits
        query = placed(rows, job, heads, job.kv_heads)
        positions, slots, done = (
            at(address, torch.int64, rows) for address in (job.positions, job.slots, job.done)
        )
        at(job.partial, torch.float32, rows * heads * job.splits * 130).fill_(1.0)
        assert job.peaks == job.partial + rows * heads * job.splits * 128 * 4
        mixed = torch.empty(rows, heads * 128, dtype=BF16)
        for row in range(rows):
            stop = 1 if done[row] else int(positions[row]) + 1
            for head in range(heads):
                spot = int(slots[row]) * job.slot_stride + head // 2 * job.head_stride
                keys, values = (at(part + 2 * spot, BF16, stop, 128) for part in (job.keys, job.values))
                made = F.scaled_dot_product_attention(query[row, head][None, None], keys[None], values[None])
                mixed[row, head * 128 : head * 128 + 128] = made.flatten()
        put(job.out, job.sums, mixed)

    def choose(self, blocks: int, job: ChooseJob) -> None:
        """The whole choice, once its last kernel is launched."""
        if self.name == "find_best":
            at(job.best, torch.float32, blocks * 3).fill_(1.0)
            assert blocks == job.rows * batched_step.PIECES
            return
        logits = at(job.logits, torch.float32, job.rows, job.vocab)
        columns = (job.tokens, job.positions, job.done)
        tokens, positions, done = (at(address, torch.int64, job.rows) for address in columns)
        counter, stops = at(job.counter, torch.int64, 1), at(job.stops, torch.int64, job.stop_count)
        ids, active = logits.argmax(-1), done == 0
        at(job.ring_ids, torch.int64, job.ring, job.rows)[counter] = ids
        shares = logits.amax(-1) - logits.logsumexp(-1)
        at(job.ring_log_shares, torch.float32, job.ring, job.rows)[counter] = shares
        tokens.copy_(torch.where(active, ids, tokens))
        positions += active
        ended = torch.isin(tokens, stops) | (positions >= job.context)
        done.copy_(torch.where(active, ended, 1))
        counter.add_(1).remainder_(job.ring)

    def product(self, job: ProductJob) -> None:
        assert job.tokens <= 8 * int(self.name[-1])
        groups = job.columns // 128
        given = unspread(job.input, job.sums, job.tokens, job.columns)
        weight = Int4Weight(
            at(job.weights, torch.uint8, job.rows, job.columns // 2),
            *(at(job.pairs, BF16, groups, job.stride, 2)[:, : job.rows, part].t() for part in (0, 1)),
        )
        made = F.linear(given, weight.dequantize(BF16))
        if self.wrong:
            made.zero_()
        if job.leaves:
            parts = at(job.out, torch.float32, job.splits, job.tokens, job.rows)
            parts.fill_(0.0)
            parts[0] = made / 2
            parts[-1] += made.float() / 2
        else:
            assert job.splits == 1
            at(job.out, BF16, job.tokens, job.rows).copy_(made)

    def head(self, job: TableJob) -> None:
        assert job.tokens <= 8 * int(self.name[-1])
        given = in_order(at(job.input, BF16, job.tokens, job.columns))
        table = Int8Table(
            at(job.values, torch.int8, job.rows, job.columns), at(job.scale, torch.float32, job.rows)
        )
        made = F.linear(given, table.dequantize(BF16))
        at(job.out, torch.float32, job.tokens, job.rows).copy_(made)


PRODUCTS = tuple(f"{kind}_{tiles}" for kind in ("int4", "int8") for tiles in (1, 2, 4))
NAMES = ("norm_rows", "place_heads", "attend", "join_splits", "gate", "find_best", "go_on", *PRODUCTS)


@pytest.fixture(params=[False, True], ids=["bf16", "int4"])
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """Dimensions that the kernels serve."""
    config = DIMENSIONS["tiny"]
    sizes = {"hidden_size": WIDTH, "intermediate_size": 384, "head_dim": 128, "vocab_size": VOCAB}
    rope = {"rope_type": "default", "mrope_interleaved": True, "mrope_section": [24, 20, 20]}
    text = config["text_config"] | sizes | {"rope_scaling": rope}
    vision = config["vision_config"] | {"out_hidden_size": WIDTH}
    monkeypatch.setitem(DIMENSIONS, "batched", config | {"text_config": text, "vision_config": vision})
    monkeypatch.setattr(engine.quantized_linear, "has_cpu_kernel", lambda: False)
    torch.manual_seed(0)
    return random_rig("batched", torch.device("cpu"), BF16, int4=request.param, slots=4, context_tokens=64)


def state_of(rig: Rig, slots: list[int], tokens: list[int], done: list[int]) -> SimpleNamespace:
    return SimpleNamespace(
        tokens=torch.tensor(tokens),
        positions=torch.tensor([rig.cache.length(slot) for slot in slots]),
        rope_deltas=torch.tensor([rig.cache.rope_delta(slot) for slot in slots]),
        slots=torch.tensor(slots),
        done=torch.tensor(done),
    )


@pytest.mark.parametrize(("multiprocessors", "splits"), [(1, 1), (12, 4), (500, 16)])
def test_rows_say_what_the_eager_step_says_and_rows_that_ended_store_nothing(
    rig: Rig, multiprocessors: int, splits: int
) -> None:
    for slot, length in ((0, 9), (1, 20), (3, 5)):
        token_run(rig, slot, length)
    kernels = {name: TorchKernel(name) for name in NAMES}
    step = BatchedStep(rig.model, rig.cache, None)
    step.multiprocessors = multiprocessors
    step.install(kernels)  # type: ignore[arg-type]
    before = rig.cache.storage.clone()
    state = state_of(rig, [3, 0, 1], [7, 8, 9], [0, 1, 0])
    made = step.run(state)
    assert kernels["attend"].blocks == 3 * 2 * splits
    assert (kernels["join_splits"].launches > 0) == (splits > 1)
    assert made.dtype == torch.float32
    assert torch.equal(rig.cache.storage[:, :, 0, :, :-1], before[:, :, 0, :, :-1])
    stored = rig.cache.storage.clone()
    rig.cache.storage.copy_(before)
    wanted = rig.eager.decode([3, 1], [7, 9])
    torch.testing.assert_close(made[[0, 2]], wanted, atol=0.03, rtol=0.03)
    for slot in (1, 3):
        mine, theirs = (held[:, :, slot, :, :-1] for held in (stored, rig.cache.storage))
        torch.testing.assert_close(mine, theirs, atol=0.03, rtol=0.03)


def test_a_choice_moves_rows_as_the_plain_one_does(rig: Rig) -> None:
    step = BatchedStep(rig.model, rig.cache, None)
    step.install({name: TorchKernel(name) for name in NAMES})  # type: ignore[misc]
    states = [StepState(3, frozenset({5, 9}), 64, torch.device("cpu"), CallRecorder()) for _ in range(2)]
    for state in states:
        state.load([Seat(0, 1, 10, 0), Seat(1, 2, 62, -3), Seat(3, 4, 7, 0, active=False)])
    for turn in range(70):
        logits = torch.randn(3, VOCAB, generator=torch.Generator().manual_seed(turn))
        if turn == 3:
            logits[0, 9] = 20.0
        states[0].choose(logits)
        step.choose(states[1], logits)
        assert torch.equal(states[0]._packed, states[1]._packed)
    assert torch.equal(states[0].ring_ids, states[1].ring_ids)
    torch.testing.assert_close(states[0].ring_log_shares, states[1].ring_log_shares)
    assert states[1].done.tolist() == [1, 1, 1]


def test_products_that_are_wrong_are_refused_before_they_serve(rig: Rig) -> None:
    step = BatchedStep(rig.model, rig.cache, None)
    kernels = {name: TorchKernel(name, wrong=name == "int4_2") for name in NAMES}
    if rig.precision == "int4":
        with pytest.raises(KernelUnavailableError, match="not right") as refusal:
            step.install(kernels)  # type: ignore[arg-type]
        assert refusal.value.detail.startswith("11 rows")
    else:
        step.install(kernels)  # type: ignore[arg-type]
        assert not any(kernel.launches for kernel in kernels.values())


def test_a_cpu_other_dtypes_and_other_models_are_refused(rig: Rig) -> None:
    with pytest.raises(KernelUnavailableError, match="NVIDIA card"):
        BatchedStep(rig.model, rig.cache, None).prepare()
    with pytest.raises(KernelUnavailableError, match="family"):
        BatchedStep(object(), rig.cache, None)  # type: ignore[arg-type]
    wide = StaticKVCache(CacheShape(2, 2, 128), 1, 64, torch.device("cpu"), torch.float32)
    with pytest.raises(KernelUnavailableError, match="bf16"):
        BatchedStep(rig.model, wide, None)


@pytest.mark.parametrize(
    "part", ["batch_rows", "batch_attention", "batch_choose", "batch_product", "batch_head"]
)
def test_the_kernels_compile_or_are_refused_without_a_compiler(part: str) -> None:
    options = ["--gpu-architecture=sm_80", "--std=c++17", "-DRATIO=2"]
    if has_compiler():
        assert nvrtc.compile_cubin(batch_source(part), options, None).startswith(b"\x7fELF")
    else:
        with pytest.raises(KernelUnavailableError):
            nvrtc.compile_cubin(batch_source(part), options, None)


@pytest.mark.parametrize("job", [NormJob, HeadsJob, AttentionJob, ChooseJob, GateJob, ProductJob, TableJob])
def test_a_job_is_as_long_as_the_program_says(job: type[ctypes.Structure]) -> None:
    parts = {ProductJob: "batch_product", TableJob: "batch_head"}
    parts |= {AttentionJob: "batch_attention", ChooseJob: "batch_choose"}
    source = batch_source(parts.get(job, "batch_rows"))
    body = source[source.index(f"struct {job.__name__} {{") :]
    lines = [line.split("//")[0] for line in body[: body.index("};")].splitlines()[1:]]
    pointers = sum(line.count("*") for line in lines)
    plain = [line for line in lines if "*" not in line]
    wide = sum(line.count(",") + 1 for line in plain if "long long" in line)
    narrow = sum(line.count(",") + 1 for line in plain if line.strip().startswith(("int ", "float ")))
    size = 8 * (pointers + wide) + 4 * narrow
    assert ctypes.sizeof(job) == (size + 7) // 8 * 8


def test_what_the_host_lays_out_is_what_the_programs_say() -> None:
    source = batch_source("batch_product")
    assert f"#define PRODUCT_WARPS {batch_products.WARPS}\n" in source
    assert "#define DEPTH 5\n" in source
    assert "#define TILE_BYTES 1024\n#define STAGE_BYTES (TILE_BYTES + 64)\n" in source
    assert batch_products.RING_BYTES == batch_products.WARPS * 5 * 1088
    head = batch_source("batch_head")
    assert f"#define HEAD_WARPS {batch_products.WARPS}\n" in head
    assert "#define HEAD_DEPTH 4\n#define GROUP 128\n#define STAGE_BYTES 2048\n" in head
    assert f"#define PIECES {batched_step.PIECES}\n" in batch_source("batch_choose")
    for part in ("batch_rows", "batch_attention", "batch_choose"):
        assert f"#define THREADS {batched_step.THREADS}\n" in batch_source(part)
    assert batched_step.WIDEST == 4 * batched_step.THREADS * 8
    assert "#define CHUNKS 4\n" in batch_source("batch_rows")
    attention = batch_source("batch_attention")
    assert "#define AHEAD 2\n#define DEPTH 4\n#define STAGE_BYTES (AHEAD * 1024)\n" in attention
    assert batched_step.RING_BYTES == batched_step.THREADS // 32 * 4 * 2048


@pytest.mark.parametrize("columns", [128, 384, 2048, 2560, 25600])
@pytest.mark.parametrize("rows", [256, 2048, 24576])
@pytest.mark.parametrize("multiprocessors", [1, 20, 132])
def test_every_row_and_column_of_a_matrix_falls_to_a_warp(
    columns: int, rows: int, multiprocessors: int
) -> None:
    for tokens, splits in product((3, 16, 32), (1, 4)):
        plan = plan_product(rows, columns, tokens, multiprocessors=multiprocessors, splits=splits)
        teams, runs = batch_products.WARPS // plan.sharers, plan.blocks // plan.splits
        steps = plan.steps
        assert 1 <= plan.splits <= splits
        assert 1 <= plan.sharers <= columns // 128 // plan.splits
        assert (runs - 1) * steps * teams < rows // 16 <= runs * steps * teams
        tiles = batch_products.tiles_of(tokens)
        sums_bytes = plan.steps * batch_products.WARPS * tiles * 512
        assert batch_products.RING_BYTES + sums_bytes <= product_shared_bytes(f"int4_{tiles}")
    assert product_shared_bytes("int4_4") < 99 * 1024, "the least that a card of this age offers"


class WrongGate(TorchKernel):
    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        super().launch(blocks, threads, arguments)
        assert isinstance(arguments, GateJob)
        at(arguments.out, BF16, arguments.rows, arguments.width).zero_()


def test_prompts_whose_kernels_are_wrong_are_recorded_without_them(rig: Rig) -> None:
    kernels = {name: (WrongGate if name == "gate" else TorchKernel)(name) for name in NAMES}
    step = BatchedStep(rig.model, rig.cache, None)
    step.install(kernels)  # type: ignore[arg-type]
    made = PromptGraphs(rig.eager, CallRecorder(), step)
    made.record_wish(3)
    launches = kernels["gate"].launches
    assert launches
    prompt = prompt_around(rig.spec, noise_picture("batched", (4, 8)), 12)
    made.takes_chunk(0, len(prompt))
    while made.has_wishes:
        made.record_wish(3)
    assert made.takes_chunk(0, len(prompt))
    assert kernels["gate"].launches == launches


def test_a_recorded_prompt_runs_on_the_same_kernels(rig: Rig) -> None:
    kernels = {name: TorchKernel(name) for name in NAMES}
    step = BatchedStep(rig.model, rig.cache, None)
    step.install(kernels)  # type: ignore[arg-type]
    before, products = kernels["place_heads"].launches, kernels["int4_4"].launches
    made = PromptGraphs(rig.eager, CallRecorder(), step)
    made.record_wish(3)
    assert kernels["place_heads"].launches > before
    assert kernels["int4_4"].launches == products, "a prompt's weights are unpacked for the library's product"
    image = noise_picture("batched", (4, 8))
    prompt = prompt_around(rig.spec, image, 12)
    features = rig.model.encode_images([image], lambda: False)
    wanted = rig.eager.prefill(0, prompt, features, 0, len(prompt))
    made.takes_chunk(0, len(prompt))
    while made.has_wishes:
        made.record_wish(3)
    assert made.takes_chunk(0, len(prompt))
    ours = made.prefill(1, prompt, features, 0, len(prompt))
    assert wanted is not None
    assert ours is not None
    assert float((ours - wanted).norm() / wanted.norm()) < 0.05
    same = rig.cache.keys[:, 1, :, : len(prompt)].float() - rig.cache.keys[:, 0, :, : len(prompt)].float()
    assert float(same.norm() / rig.cache.keys[:, 0].float().norm()) < 0.05
    assert not rig.cache.keys[:, 1, :, len(prompt) :].any(), "padding was stored in the slot"
